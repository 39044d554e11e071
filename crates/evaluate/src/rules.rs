//! What a search allows concepts to be made of, and the space that follows from it on a graph.

use std::sync::Arc;

use evolearner_dl::{
    ClassId, Comparison, Constructor, DataPropertyId, Forall, Id, Kind, Language, ObjectPropertyId,
    Role, choices,
};
use evolearner_graph::Graph;

use crate::atom::atoms;
use crate::bound::bounds;
use crate::cut::cuts;
use crate::examples::Examples;
use crate::neighbourhood::Neighbourhood;
use crate::space::{NumericProperty, Space, Symbols};

/// What concepts may be made of, before a graph is known.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceRules {
    /// The constructors.
    pub language: Language,
    /// The highest cardinality (§3.2, N = 5).
    pub max_cardinality: u32,
    /// Thresholds per numeric property (§3.2, k = 10).
    pub max_cuts: usize,
    /// How thresholds are found.
    pub splitter: Splitter,
    /// How many individuals near the examples must have a value before a concept may name it
    /// (DL-Learner's default).
    pub min_frequency: usize,
    /// Classes that must not occur, such as the one that is to be described.
    pub ignored_classes: Vec<ClassId>,
    /// Object properties that must not occur.
    pub ignored_object_properties: Vec<ObjectPropertyId>,
    /// Data properties that must not occur.
    pub ignored_data_properties: Vec<DataPropertyId>,
    /// Properties of which concepts have thresholds on one side alone.
    pub one_sided: Vec<(DataPropertyId, Comparison)>,
    /// A class that every concept is a part of.
    pub start_class: Option<ClassId>,
    /// What `∀` says of individuals without successors.
    pub forall: Forall,
}

impl Default for SpaceRules {
    fn default() -> Self {
        Self {
            language: Language::default(),
            max_cardinality: 5,
            max_cuts: 10,
            splitter: Splitter::Entropy,
            min_frequency: 3,
            ignored_classes: Vec::new(),
            ignored_object_properties: Vec::new(),
            ignored_data_properties: Vec::new(),
            one_sided: Vec::new(),
            start_class: None,
            forall: Forall::Standard,
        }
    }
}

choices! {
    /// How thresholds are found.
    #[non_exhaustive]
    pub enum Splitter {
        /// By information gain on the examples (§3.2), or on values near them where they have none.
        ///
        /// A property that no example has a value of is split by the values within some steps of
        /// the examples.
        Entropy = "entropy",
        /// By the paper's formula; a property that no example has gets bins with as many values each.
        ///
        /// The formula counts an example with values on both sides of a threshold on both; the bins are
        /// what the authors' program does.
        EntropyOrBins = "entropy-or-bins",
        /// At every boundary between positives and negatives, or by gain on values near the examples.
        ///
        /// No threshold of a property that examples have tells them apart better than one of these.
        /// A property that only successors of the examples have is split by information gain on what
        /// restrictions can say of it.
        Boundaries = "boundaries",
        /// So that as many values lie between any two.
        Quantile = "quantile",
        /// As DL-Learner: the ends of all values and means of neighbours at equal distances between.
        ///
        /// Its means are rounded to the decimals of the values; these are not.
        DlLearner = "dl-learner",
        /// No thresholds: numeric properties are left out.
        None = "none",
    }
}

impl SpaceRules {
    /// Whether concepts may have thresholds `≤`, and `≥`, of a property.
    fn sides(&self, property: DataPropertyId) -> [bool; 2] {
        let mut rules = self.one_sided.iter().filter(|(of, _)| *of == property).peekable();
        if rules.peek().is_none() {
            return [true, true];
        }
        rules.fold([false, false], |[most, least], (_, side)| {
            [most || *side == Comparison::AtMost, least || *side == Comparison::AtLeast]
        })
    }
}

impl Space {
    /// The space that the rules give on a graph; thresholds are found on the way.
    pub fn new(graph: Arc<Graph>, examples: &Examples, rules: &SpaceRules) -> Self {
        let symbols = &graph.symbols;
        let classes: Vec<ClassId> = symbols
            .classes
            .iter()
            .map(|(class, _)| class)
            .filter(|class| !rules.ignored_classes.contains(class))
            .collect();
        let mut roles: Vec<Role> = (0..symbols.object_properties.len())
            .map(ObjectPropertyId::new)
            .filter(|property| !rules.ignored_object_properties.contains(property))
            .map(Role::forward)
            .collect();
        if rules.language.has(Constructor::Inverse) {
            let inverted: Vec<Role> = roles.iter().map(|role| role.inverted()).collect();
            roles.extend(inverted);
        }
        let data_properties: Vec<DataPropertyId> = (0..symbols.data_properties.len())
            .map(DataPropertyId::new)
            .filter(|property| !rules.ignored_data_properties.contains(property))
            .collect();
        let mut numeric = Vec::new();
        let mut boolean = Vec::new();
        for &property in &data_properties {
            let has = |constructor, kind| {
                rules.language.has(constructor)
                    && !graph.values(property).between(graph.literals.of_kind(kind)).is_empty()
            };
            if has(Constructor::Booleans, Kind::Boolean) {
                boolean.push(property);
            }
            if has(Constructor::Numbers, Kind::Number) {
                numeric.push((property, Kind::Number));
            } else if has(Constructor::Dates, Kind::Time) {
                numeric.push((property, Kind::Time));
            } else if has(Constructor::Dates, Kind::Duration) {
                numeric.push((property, Kind::Duration));
            }
        }
        if rules.splitter == Splitter::None {
            numeric.clear();
        }
        let mut near = Neighbourhood::new(
            graph.clone(),
            &classes,
            &roles,
            numeric.iter().copied(),
            examples.individuals(),
        );
        let mut n_read = 0;
        let numeric = cuts(
            &mut near,
            examples,
            &numeric,
            rules.splitter,
            rules.max_cuts,
            rules.max_cardinality,
            &mut n_read,
        )
        .into_iter()
        .map(|cuts| NumericProperty {
            property: cuts.property,
            bounds: cuts.values.iter().map(|&value| bounds(&graph, cuts.property, value)).collect(),
            cuts: cuts.values,
            has_sides: rules.sides(cuts.property),
            first_cut: 0,
        })
        .collect();
        let atoms = atoms(&mut near, examples, rules, &roles, &data_properties);
        let atoms = atoms.into_iter().map(|atom| (atom.clone(), atom.node(&graph))).collect();
        let symbols = Symbols { classes, roles, numeric, boolean, atoms };
        let mut space = Self::of_symbols(graph, symbols, rules);
        space.n_read = n_read;
        space
    }
}
