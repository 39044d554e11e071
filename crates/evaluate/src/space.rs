//! The symbols that concepts are made of, and how many ways there are to draw one.

use std::sync::Arc;

use evolearner_dl::{
    ClassId, Concept, Constructor, DataPropertyId, Forall, IndividualId, Language, Literal, Node,
    Role, Value,
};
use evolearner_graph::Graph;

use crate::atom::Atom;
use crate::code::{Code, Op};
use crate::neighbourhood::Neighbourhood;
use crate::rules::SpaceRules;

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
    Cut(u32),
}

/// A numeric (or otherwise ordered) data property and its thresholds.
#[derive(Clone, PartialEq, Debug)]
pub struct NumericProperty {
    /// The property.
    pub property: DataPropertyId,
    /// The thresholds, ascending.
    pub cuts: Vec<Value>,
    /// Each threshold as the bound of `≤` and of `≥`.
    pub bounds: Vec<[Literal; 2]>,
    /// Whether concepts may have `≤`, and `≥`.
    pub has_sides: [bool; 2],
    /// The place of the first threshold among all thresholds.
    pub first_cut: u32,
}

impl NumericProperty {
    /// The operators that concepts may have: [`Op::Min`], [`Op::Max`] or both.
    pub fn ops(&self) -> impl Iterator<Item = Op> + use<> {
        let [has_most, has_least] = self.has_sides;
        [(has_least, Op::Min), (has_most, Op::Max)]
            .into_iter()
            .filter_map(|(has_side, op)| has_side.then_some(op))
    }

    /// Between which thresholds values lie that are given by their extremes: how many thresholds are
    /// below the smallest, and how many are at most the largest. Nothing where there are no values.
    pub(crate) fn between(&self, (low, high): (f64, f64)) -> Option<(usize, usize)> {
        let n_below = self.cuts.partition_point(|cut| cut.key < low);
        let n_at_most = self.cuts.partition_point(|cut| cut.key <= high);
        (low <= high).then_some((n_below, n_at_most))
    }
}

/// Everything that can stand in a concept, on one graph.
pub struct Space {
    /// The graph.
    pub graph: Arc<Graph>,
    /// What `∀` says of individuals without successors.
    pub forall: Forall,
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
    /// The codes that stand for an atomic concept.
    pub terminals: Vec<Code>,
    /// The codes that have children, each as likely as any other.
    pub primitives: Vec<Code>,
    /// How many numbers of successors were read to find the thresholds.
    pub n_read: usize,
    /// The numeric property of each threshold.
    cut_owner: Vec<u32>,
}

/// The names that a space is made of.
#[derive(Default)]
pub(crate) struct Symbols {
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

impl Space {
    /// A space of these symbols. `⊤` and `⊥` are terminals like any class; each role gives one
    /// primitive per restriction, each numeric property two, each boolean property one.
    pub(crate) fn of_symbols(graph: Arc<Graph>, mut symbols: Symbols, rules: &SpaceRules) -> Self {
        let SpaceRules { language, max_cardinality, .. } = *rules;
        symbols.numeric.retain(|property| !property.cuts.is_empty());
        let mut cut_owner = Vec::new();
        for (index, property) in symbols.numeric.iter_mut().enumerate() {
            property.first_cut = cut_owner.len() as u32;
            cut_owner.extend(property.cuts.iter().map(|_| index as u32));
        }
        let terminals = (0..symbols.classes.len())
            .map(|class| Code::new(Op::Class, class))
            .chain([Code::TOP, Code::BOTTOM])
            .chain((0..symbols.atoms.len()).map(|atom| Code::new(Op::Atom, atom)))
            .collect();
        let mut primitives = vec![Code::AND];
        let mut add = |constructor, codes: &[Code]| {
            if language.has(constructor) {
                primitives.extend(codes);
            }
        };
        add(Constructor::Union, &[Code::OR]);
        add(Constructor::Negation, &[Code::NOT]);
        for role in 0..symbols.roles.len() {
            let code = |op| Code::new(op, role);
            add(Constructor::Exists, &[code(Op::Some)]);
            add(Constructor::Forall, &[code(Op::Only)]);
            if max_cardinality > 0 {
                add(Constructor::Cardinality, &[code(Op::AtLeast), code(Op::AtMost)]);
                add(Constructor::Exact, &[code(Op::Exactly)]);
            }
        }
        for (place, property) in symbols.numeric.iter().enumerate() {
            primitives.extend(property.ops().map(|op| Code::new(op, place)));
        }
        primitives.extend((0..symbols.boolean.len()).map(|property| Code::new(Op::Is, property)));
        Self {
            graph,
            forall: rules.forall,
            classes: symbols.classes,
            roles: symbols.roles,
            numeric: symbols.numeric,
            boolean: symbols.boolean,
            atoms: symbols.atoms,
            start_class: rules.start_class,
            language,
            max_cardinality,
            terminals,
            primitives,
            n_read: 0,
            cut_owner,
        }
    }

    /// What lies around some individuals, all different, by the places of the symbols in this space.
    pub fn neighbourhood(&self, of: &[IndividualId]) -> Neighbourhood {
        let numeric = self.numeric.iter().map(|numeric| (numeric.property, numeric.cuts[0].kind));
        Neighbourhood::new(self.graph.clone(), &self.classes, &self.roles, numeric, of)
    }

    /// The type of a node.
    #[inline]
    pub fn node_type(&self, code: Code) -> NodeType {
        match code.op() {
            Op::Number => NodeType::Number,
            Op::Truth => NodeType::Truth,
            Op::Cut => NodeType::Cut(self.cut_owner[code.argument()]),
            _ => NodeType::Concept,
        }
    }

    /// The types of a code's children.
    pub fn child_types(&self, code: Code) -> &'static [ChildType] {
        match code.op() {
            Op::Not | Op::Some | Op::Only => &[ChildType::Concept],
            Op::And | Op::Or => &[ChildType::Concept, ChildType::Concept],
            Op::AtLeast | Op::AtMost | Op::Exactly => &[ChildType::Number, ChildType::Concept],
            Op::Min | Op::Max => &[ChildType::Cut],
            Op::Is => &[ChildType::Truth],
            _ => &[],
        }
    }

    /// The type of a code's child at a place.
    pub fn child_type(&self, code: Code, place: usize) -> NodeType {
        match self.child_types(code)[place] {
            ChildType::Concept => NodeType::Concept,
            ChildType::Number => NodeType::Number,
            ChildType::Truth => NodeType::Truth,
            ChildType::Cut => NodeType::Cut(code.argument() as u32),
        }
    }

    /// The property and value of a threshold.
    pub fn cut(&self, code: Code) -> (DataPropertyId, Value) {
        let property = &self.numeric[self.cut_owner[code.argument()] as usize];
        (property.property, property.cuts[code.argument() - property.first_cut as usize])
    }

    /// The property of a threshold, and the threshold as the bound of `≤` and of `≥`.
    pub(crate) fn bounds(&self, code: Code) -> (DataPropertyId, &[Literal; 2]) {
        let property = &self.numeric[self.cut_owner[code.argument()] as usize];
        (property.property, &property.bounds[code.argument() - property.first_cut as usize])
    }

    /// The length of a concept without parts, by its first code.
    pub fn length_of_leaf(&self, code: Code) -> usize {
        match code.op() {
            Op::Min | Op::Max | Op::Is => 3,
            Op::Atom => Concept::node(self.atoms[code.argument()].1.clone(), []).length(),
            _ => 1,
        }
    }

    /// Whether a code belongs to this space.
    pub fn contains(&self, code: Code) -> bool {
        let argument = code.argument();
        match code.op() {
            Op::Top | Op::Bottom | Op::Not | Op::And | Op::Or => argument == 0,
            Op::Class => argument < self.classes.len(),
            Op::Some | Op::Only | Op::AtLeast | Op::AtMost | Op::Exactly => {
                argument < self.roles.len()
            }
            Op::Atom => argument < self.atoms.len(),
            op @ (Op::Min | Op::Max) => {
                self.numeric.get(argument).is_some_and(|numeric| numeric.ops().any(|has| has == op))
            }
            Op::Is => argument < self.boolean.len(),
            Op::Number => (1..=self.max_cardinality as usize).contains(&argument),
            Op::Truth => argument < 2,
            Op::Cut => argument < self.cut_owner.len(),
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
    Cut,
}
