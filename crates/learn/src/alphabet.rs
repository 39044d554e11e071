//! The symbols that candidates are made of, and how many ways there are to draw one.

use evolearner_dl::{ClassId, DataPropertyId, Literal, Node, Role, Value};

use crate::atom::Atom;
use crate::gene::{Gene, Op};
use crate::language::{Constructor, Language};

/// The type of a node: crossover and mutation put only like in the place of like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeType {
    /// A concept.
    Concept,
    /// A cardinality.
    Number,
    /// A truth value.
    Truth,
    /// A threshold of the numeric property at that place.
    Split(u32),
}

/// A numeric (or otherwise ordered) data property and its thresholds.
#[derive(Clone, PartialEq, Debug)]
pub struct NumericProperty {
    /// The property.
    pub property: DataPropertyId,
    /// The thresholds, ascending.
    pub splits: Vec<Value>,
    /// Each threshold as the bound of `≤` and of `≥`.
    pub bounds: Vec<[Literal; 2]>,
    /// The place of the first threshold among all thresholds.
    pub first_split: u32,
}

/// Everything that can stand in a candidate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Alphabet {
    /// The named classes.
    pub classes: Vec<ClassId>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The properties with thresholds; a property without any is of no use.
    pub numeric: Vec<NumericProperty>,
    /// The properties with truth values.
    pub boolean: Vec<DataPropertyId>,
    /// The atomic concepts beyond the paper, each with its node.
    pub atoms: Vec<(Atom, Node)>,
    /// A class that every answer is a part of.
    pub start_class: Option<ClassId>,
    /// The constructors.
    pub language: Language,
    /// The highest cardinality.
    pub max_cardinality: u32,
    /// The genes that stand for an atomic concept.
    pub terminals: Vec<Gene>,
    /// The genes that have children, each as likely as any other.
    pub primitives: Vec<Gene>,
    /// The numeric property of each threshold.
    split_owner: Vec<u32>,
}

/// What an alphabet is made from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Symbols {
    /// The named classes.
    pub classes: Vec<ClassId>,
    /// The roles.
    pub roles: Vec<Role>,
    /// The properties with thresholds.
    pub numeric: Vec<NumericProperty>,
    /// The properties with truth values.
    pub boolean: Vec<DataPropertyId>,
    /// The atomic concepts beyond the paper, each with its node.
    pub atoms: Vec<(Atom, Node)>,
}

impl Alphabet {
    /// An alphabet of these symbols. `⊤` and `⊥` are terminals like any class; each role gives one
    /// primitive per restriction, each numeric property two, each boolean property one.
    pub fn new(mut symbols: Symbols, max_cardinality: u32, language: Language) -> Self {
        symbols.numeric.retain(|property| !property.splits.is_empty());
        let mut split_owner = Vec::new();
        for (index, property) in symbols.numeric.iter_mut().enumerate() {
            property.first_split = split_owner.len() as u32;
            split_owner.extend(property.splits.iter().map(|_| index as u32));
        }
        let terminals = (0..symbols.classes.len())
            .map(|class| Gene::new(Op::Class, class))
            .chain([Gene::TOP, Gene::BOTTOM])
            .chain((0..symbols.atoms.len()).map(|atom| Gene::new(Op::Atom, atom)))
            .collect();
        let mut primitives = vec![Gene::AND];
        let mut add = |constructor, genes: &[Gene]| {
            if language.has(constructor) {
                primitives.extend(genes);
            }
        };
        add(Constructor::Union, &[Gene::OR]);
        add(Constructor::Negation, &[Gene::NOT]);
        for role in 0..symbols.roles.len() {
            let gene = |op| Gene::new(op, role);
            add(Constructor::Exists, &[gene(Op::Some)]);
            add(Constructor::Forall, &[gene(Op::Only)]);
            if max_cardinality > 0 {
                add(Constructor::Cardinality, &[gene(Op::AtLeast), gene(Op::AtMost)]);
                add(Constructor::Exact, &[gene(Op::Exactly)]);
            }
        }
        for property in 0..symbols.numeric.len() {
            primitives.extend([Gene::new(Op::Min, property), Gene::new(Op::Max, property)]);
        }
        primitives.extend((0..symbols.boolean.len()).map(|property| Gene::new(Op::Is, property)));
        Self {
            classes: symbols.classes,
            roles: symbols.roles,
            numeric: symbols.numeric,
            boolean: symbols.boolean,
            atoms: symbols.atoms,
            start_class: None,
            language,
            max_cardinality,
            terminals,
            primitives,
            split_owner,
        }
    }

    /// The type of a node.
    #[inline]
    pub fn node_type(&self, gene: Gene) -> NodeType {
        match gene.op() {
            Op::Number => NodeType::Number,
            Op::Truth => NodeType::Truth,
            Op::Split => NodeType::Split(self.split_owner[gene.argument()]),
            _ => NodeType::Concept,
        }
    }

    /// The types of a gene's children.
    pub fn child_types(&self, gene: Gene) -> &'static [ChildType] {
        match gene.op() {
            Op::Not | Op::Some | Op::Only => &[ChildType::Concept],
            Op::And | Op::Or => &[ChildType::Concept, ChildType::Concept],
            Op::AtLeast | Op::AtMost | Op::Exactly => &[ChildType::Number, ChildType::Concept],
            Op::Min | Op::Max => &[ChildType::Split],
            Op::Is => &[ChildType::Truth],
            _ => &[],
        }
    }

    /// The type of a gene's child at a place.
    pub fn child_type(&self, gene: Gene, place: usize) -> NodeType {
        match self.child_types(gene)[place] {
            ChildType::Concept => NodeType::Concept,
            ChildType::Number => NodeType::Number,
            ChildType::Truth => NodeType::Truth,
            ChildType::Split => NodeType::Split(gene.argument() as u32),
        }
    }

    /// The property and value of a threshold.
    pub fn split(&self, gene: Gene) -> (DataPropertyId, Value) {
        let property = &self.numeric[self.split_owner[gene.argument()] as usize];
        (property.property, property.splits[gene.argument() - property.first_split as usize])
    }

    /// The property of a threshold, and the threshold as the bound of `≤` and of `≥`.
    pub(crate) fn bounds(&self, gene: Gene) -> (DataPropertyId, &[Literal; 2]) {
        let property = &self.numeric[self.split_owner[gene.argument()] as usize];
        (property.property, &property.bounds[gene.argument() - property.first_split as usize])
    }

    /// The number of thresholds of all properties.
    pub fn n_splits(&self) -> usize {
        self.split_owner.len()
    }

    /// Whether a gene belongs to this alphabet.
    pub fn contains(&self, gene: Gene) -> bool {
        let argument = gene.argument();
        match gene.op() {
            Op::Top | Op::Bottom | Op::Not | Op::And | Op::Or => argument == 0,
            Op::Class => argument < self.classes.len(),
            Op::Some | Op::Only | Op::AtLeast | Op::AtMost | Op::Exactly => {
                argument < self.roles.len()
            }
            Op::Atom => argument < self.atoms.len(),
            Op::Min | Op::Max => argument < self.numeric.len(),
            Op::Is => argument < self.boolean.len(),
            Op::Number => (1..=self.max_cardinality as usize).contains(&argument),
            Op::Truth => argument < 2,
            Op::Split => argument < self.split_owner.len(),
        }
    }
}

/// The type of a child, before the property of a threshold is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildType {
    /// A concept.
    Concept,
    /// A cardinality.
    Number,
    /// A truth value.
    Truth,
    /// A threshold of the parent's property.
    Split,
}
