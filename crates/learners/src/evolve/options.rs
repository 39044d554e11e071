//! Everything that can be chosen, with the paper's values as defaults.

use std::time::Duration;

use evolearner_dl::{ClassId, DataPropertyId, ObjectPropertyId};

use crate::evaluate::Forall;
use crate::language::Language;
use crate::quality::Quality;

/// All settings of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// What candidates are made of.
    pub space: SpaceRules,
    /// How the first population is made.
    pub init: Init,
    /// How populations follow each other.
    pub evolution: Evolution,
    /// What is maximised.
    pub fitness: FitnessSettings,
    /// When a run ends.
    pub limits: Limits,
    /// Which concept is the answer.
    pub answer: Answer,
    /// Whether concepts are shortened and simplified before they are reported.
    pub simplify: bool,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            space: SpaceRules::default(),
            init: Init::default(),
            evolution: Evolution::default(),
            fitness: FitnessSettings::default(),
            limits: Limits::default(),
            answer: Answer::default(),
            simplify: true,
            seed: 1,
        }
    }
}

impl Settings {
    /// The paper's settings: its answer is the best of the last population, as it was evolved.
    pub fn paper() -> Self {
        Self {
            answer: Answer::LastPopulation,
            evolution: Evolution { elite: 0, ..Evolution::default() },
            simplify: false,
            space: SpaceRules { splitter: Splitter::EntropyOrBins, ..SpaceRules::default() },
            ..Self::default()
        }
    }

    /// Our own: as the paper's, but nothing good is ever lost, single names are candidates, and
    /// what is reported is shortened and simplified.
    pub fn recommended() -> Self {
        Self::default()
    }
}

/// What candidates are made of.
#[derive(Clone, PartialEq, Debug)]
pub struct SpaceRules {
    /// The constructors.
    pub language: Language,
    /// The highest cardinality (§3.2, N = 5).
    pub max_cardinality: u32,
    /// Thresholds per numeric property (§3.2, k = 10).
    pub splits: usize,
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
    /// A class that every answer is a part of.
    pub start_class: Option<ClassId>,
    /// What `∀` says of individuals without successors.
    pub forall: Forall,
}

impl Default for SpaceRules {
    fn default() -> Self {
        Self {
            language: Language::default(),
            max_cardinality: 5,
            splits: 10,
            splitter: Splitter::Entropy,
            min_frequency: 3,
            ignored_classes: Vec::new(),
            ignored_object_properties: Vec::new(),
            ignored_data_properties: Vec::new(),
            start_class: None,
            forall: Forall::Standard,
        }
    }
}

/// How thresholds are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Splitter {
    /// By information gain on the examples (§3.2); for a property that no example has a value of,
    /// on the values within some steps of the examples.
    #[default]
    Entropy,
    /// The same, but such a property gets bins with as many of all its values each, as in the
    /// authors' program.
    EntropyOrBins,
    /// So that as many values lie between any two.
    Quantile,
    /// No thresholds: numeric properties are left out.
    None,
}

/// How the first population is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Init {
    /// The method.
    pub method: InitMethod,
    /// The most triples that a walk takes from an example (§3.1, maxT = 2).
    pub max_triples: usize,
    /// The heights of random trees (Koza's methods only).
    pub depth: (usize, usize),
}

impl Default for Init {
    fn default() -> Self {
        Self { method: InitMethod::Walk, max_triples: 2, depth: (1, 6) }
    }
}

/// The ways to make the first population.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitMethod {
    /// Biased random walks from the positives (§3.1).
    Walk,
    /// The same without the type of the example (§4.4, first variant).
    WalkNoTypes,
    /// The type alone (§4.4, second variant).
    WalkNoPaths,
    /// Walks from the negatives, negated (mentioned at the end of §3.1).
    WalkNegatives,
    /// Random trees whose leaves may lie at different depths (Koza).
    Grow,
    /// Random trees whose leaves all lie at the same depth (Koza).
    Full,
    /// Half of each (Koza).
    Ramped,
}

/// How populations follow each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evolution {
    /// Candidates per generation.
    pub population: usize,
    /// Generations after the first population.
    pub generations: u32,
    /// Candidates per tournament.
    pub tournament: usize,
    /// How two candidates are crossed.
    pub crossover: Crossover,
    /// The share of pairs that are crossed.
    pub crossover_rate: f64,
    /// How one candidate is changed.
    pub mutation: Mutation,
    /// The share of candidates that are changed.
    pub mutation_rate: f64,
    /// The highest tree, in edges (§3.4).
    pub max_depth: usize,
    /// How long concepts are kept in check.
    pub bloat: Bloat,
    /// The best candidates of a generation that pass to the next unchanged.
    pub elite: usize,
}

impl Default for Evolution {
    fn default() -> Self {
        Self {
            population: 800,
            generations: 200,
            tournament: 7,
            crossover: Crossover::OnePoint,
            crossover_rate: 0.9,
            mutation: Mutation::Uniform,
            mutation_rate: 0.1,
            max_depth: 17,
            bloat: Bloat::Parametric,
            elite: 1,
        }
    }
}

/// How two candidates are crossed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossover {
    /// Two subtrees of one type change places.
    OnePoint,
    /// The same, with leaves chosen one time in ten (Koza).
    LeafBiased,
}

/// How one candidate is changed (Table 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutation {
    /// A node gives way to a random tree of height 1 to 3.
    Uniform,
    /// A node gives way to one of its descendants.
    Shrink,
    /// A node gives way to a node with the same children.
    NodeReplacement,
    /// A node becomes the child of a new node in its place.
    Insert,
}

/// How long concepts are kept in check (Luke and Panait 2006).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bloat {
    /// Length lowers fitness (§3.4).
    Parametric,
    /// Fitness is quality alone; a second tournament prefers the shorter of two winners.
    DoubleTournament,
    /// Fitness is quality alone; a share of the tournaments is won by the shortest.
    ProportionalTournament,
}

/// What is maximised.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitnessSettings {
    /// The raw measure.
    pub quality: Quality,
    /// What one unit of quality is worth in nodes (§3.4, x = 2048).
    pub parsimony: f64,
}

impl Default for FitnessSettings {
    fn default() -> Self {
        Self { quality: Quality::Accuracy, parsimony: 2048.0 }
    }
}

/// When a run ends before its last generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub timeout: Option<Duration>,
    /// Evaluations of candidates.
    pub evaluations: Option<u64>,
    /// End as soon as a concept with quality 1 is known.
    pub stop_when_solved: bool,
    /// End as soon as a concept of that quality is known.
    pub stop_at_quality: Option<f64>,
    /// Memory for remembered extensions, in bytes per thread.
    pub cache_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout: Some(Duration::from_mins(5)),
            evaluations: None,
            stop_when_solved: false,
            stop_at_quality: None,
            cache_bytes: 256_000_000,
        }
    }
}

/// Which concept is the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Answer {
    /// The fittest of the whole run, `⊤`, `⊥` and single names and restrictions included.
    #[default]
    WholeRun,
    /// The fittest of the last population, as in the paper.
    LastPopulation,
}

/// A choice that has a word on the command line and in settings files.
pub trait Named: Copy + 'static {
    /// All choices.
    const ALL: &'static [Self];

    /// The word for it.
    fn word(self) -> &'static str;

    /// The choice of that word.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.word() == word)
    }
}

impl Named for Splitter {
    const ALL: &'static [Self] = &[Self::Entropy, Self::EntropyOrBins, Self::Quantile, Self::None];

    fn word(self) -> &'static str {
        match self {
            Self::Entropy => "entropy",
            Self::EntropyOrBins => "entropy-or-bins",
            Self::Quantile => "quantile",
            Self::None => "none",
        }
    }
}

impl Named for InitMethod {
    const ALL: &'static [Self] = &[
        Self::Walk,
        Self::WalkNoTypes,
        Self::WalkNoPaths,
        Self::WalkNegatives,
        Self::Grow,
        Self::Full,
        Self::Ramped,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::WalkNoTypes => "walk-no-types",
            Self::WalkNoPaths => "walk-no-paths",
            Self::WalkNegatives => "walk-negatives",
            Self::Grow => "grow",
            Self::Full => "full",
            Self::Ramped => "ramped",
        }
    }
}

impl Named for Crossover {
    const ALL: &'static [Self] = &[Self::OnePoint, Self::LeafBiased];

    fn word(self) -> &'static str {
        match self {
            Self::OnePoint => "one-point",
            Self::LeafBiased => "leaf-biased",
        }
    }
}

impl Named for Mutation {
    const ALL: &'static [Self] =
        &[Self::Uniform, Self::Shrink, Self::NodeReplacement, Self::Insert];

    fn word(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Shrink => "shrink",
            Self::NodeReplacement => "node-replacement",
            Self::Insert => "insert",
        }
    }
}

impl Named for Bloat {
    const ALL: &'static [Self] =
        &[Self::Parametric, Self::DoubleTournament, Self::ProportionalTournament];

    fn word(self) -> &'static str {
        match self {
            Self::Parametric => "parametric",
            Self::DoubleTournament => "double-tournament",
            Self::ProportionalTournament => "proportional-tournament",
        }
    }
}

impl Named for Quality {
    const ALL: &'static [Self] = &[
        Self::Accuracy,
        Self::F1,
        Self::BalancedAccuracy,
        Self::Precision,
        Self::Recall,
        Self::GeometricMean,
        Self::Matthews,
        Self::Jaccard,
        Self::MeanPrecisionRecall,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::F1 => "f1",
            Self::BalancedAccuracy => "balanced-accuracy",
            Self::Precision => "precision",
            Self::Recall => "recall",
            Self::GeometricMean => "geometric-mean",
            Self::Matthews => "matthews",
            Self::Jaccard => "jaccard",
            Self::MeanPrecisionRecall => "mean-precision-recall",
        }
    }
}

impl Named for Answer {
    const ALL: &'static [Self] = &[Self::WholeRun, Self::LastPopulation];

    fn word(self) -> &'static str {
        match self {
            Self::WholeRun => "whole-run",
            Self::LastPopulation => "last-population",
        }
    }
}

impl Named for Forall {
    const ALL: &'static [Self] = &[Self::Standard, Self::Nonempty];

    fn word(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Nonempty => "nonempty",
        }
    }
}
