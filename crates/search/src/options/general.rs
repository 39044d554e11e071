//! The options that every search has.

use std::time::Duration;

use evolearner_dl::{Constructor, Forall, Language, choices};
use evolearner_evaluate::{Examples, MAX_CARDINALITY, Quality, SpaceRules, Splitter};

use super::spec::{Affects, Group, NameList};
use crate::options;

choices! {
    /// What is taken of statements that are not there.
    pub enum World {
        /// What is not derived is false.
        Closed = "closed",
        /// It is open: only concepts without `¬`, `∀`, `≥ n`, `≤ n` and `= n` are learned, whose instances
        /// are entailed.
        ///
        /// A concept of classes, `⊓`, `⊔`, `∃`, values and nominals covers in the closed world nobody who is
        /// not an instance in every model.
        Open = "open",
    }
}

choices! {
    /// What individuals are that were given as negatives.
    pub enum Negatives {
        /// They are negatives.
        Negative = "negative",
        /// Nobody has said what they are: some are positives.
        Unlabelled = "unlabelled",
    }
}

impl World {
    /// The constructors that conclude something from what is not stated, or from names being different.
    const CLOSING: [Constructor; 4] =
        [Constructor::Negation, Constructor::Forall, Constructor::Cardinality, Constructor::Exact];
}

options! {
    /// What concepts are made of.
    pub struct SpaceOptions in Group::Space => {
        /// The description logic to search in: EL, AL or ALC, then any of I (inverse roles), O
        /// (nominals), Q (cardinalities), then (D) (data).
        language: Language = Language::default(), "§3.2, Table 1", basic true;
        /// Constructors beyond that logic, such as `dates,strings`.
        with: Vec<Constructor> = Vec::new(), "§3.2", python "with_constructors";
        /// Constructors of that logic to do without, such as `forall`.
        without: Vec<Constructor> = Vec::new(), "§3.2", python "without_constructors";
        /// The highest cardinality.
        max_cardinality: u32 = 5, "§3.2, N = 5", within (0.0, MAX_CARDINALITY as f64), python "card_limit";
        /// Thresholds per numeric property.
        splits: usize = 10, "§3.2, k = 10", within (0.0, 1e5);
        /// How thresholds are found.
        splitter: Splitter = Splitter::Entropy, "§3.2, Algorithm 3", python "value_splitter";
        /// How many individuals near the examples must have a value before a concept may name it.
        min_frequency: usize = 3, "DL-Learner";
        /// Classes, with what is below them, and properties that no concept may use; commas between
        /// them.
        never_use: NameList = NameList::default(), "nothing is left out";
        /// Data properties whose thresholds bound one side alone, such as `logP=upper,charge=lower`.
        one_sided: NameList = NameList::default(), "both sides";
        /// What `∀` says of individuals without successors.
        forall: Forall = Forall::Standard, "OWL 2";
        /// Which individuals a concept is to cover.
        semantics: World = World::Closed, "the paper";
    }
}

options! {
    /// What is a good concept.
    pub struct AnswerOptions in Group::Answer => {
        /// The measure that is maximised.
        quality: Quality = Quality::Accuracy, "§3.4", python "quality_func", basic true;
        /// What a missed positive costs, beside what examples weigh.
        false_negative_cost: f64 = 1.0, "both errors cost the same", within (1e-3, 1e3);
        /// What a covered negative costs, beside what examples weigh.
        false_positive_cost: f64 = 1.0, "both errors cost the same", within (1e-3, 1e3);
        /// What the given negatives are. Of unlabelled ones, as many as are expected to be positive may be
        /// covered at no cost.
        negatives_are: Negatives = Negatives::Negative, "docs/weights.md";
        /// The share of positives among unlabelled individuals; estimated where none is given.
        positive_share: Option<f64> = None, "docs/weights.md", within (0.0, 1.0);
        /// What one unit of quality is worth in nodes of a concept.
        parsimony: f64 = 2048.0, "§3.4, x = 2048", within (0.0, 1e12);
        /// Whether concepts are shortened and simplified before they are reported.
        simplify: bool = true, "readers prefer short concepts; off in the paper";
    }
}

options! {
    /// When a run ends, and what it may use.
    pub struct LimitOptions in Group::Limits => {
        /// The longest time of learning, such as `300s`; `none` for no limit.
        timeout: Option<Duration> = Some(Duration::from_mins(5)), "§4.1", affects Affects::Length, python "max_runtime", basic true;
        /// The most evaluations of concepts.
        evaluations: Option<u64> = None, "no limit", within (1.0, 1e15), affects Affects::Length, python "max_num_of_concepts_tested";
        /// Whether a perfect concept ends the run.
        stop_when_solved: bool = false, "§4.1", affects Affects::Length, python "terminate_on_goal";
        /// A quality that ends the run.
        stop_at_quality: Option<f64> = None, "no such end", within (0.0, 1.0), affects Affects::Length;
        /// Memory for computed sets, in MB per thread.
        cache: usize = 256, "docs/learning.md", within (0.0, 1e6), affects Affects::Speed, python "cache_size";
        /// The seed of everything random.
        seed: u64 = 1, "any number", within (0.0, u64::MAX as f64), python "random_state", basic true;
    }
}

impl SpaceOptions {
    /// The rules that follow for a space of concepts.
    pub fn rules(&self) -> SpaceRules {
        SpaceRules {
            language: self.effective_language(),
            max_cardinality: self.max_cardinality,
            max_cuts: self.splits,
            splitter: self.splitter,
            min_frequency: self.min_frequency,
            forall: self.forall,
            ..SpaceRules::default()
        }
    }

    pub(super) fn effective_language(&self) -> Language {
        let with = self.with.iter().fold(self.language, |language, &one| language.with(one));
        let closing: &[Constructor] = match self.semantics {
            World::Closed => &[],
            World::Open => &World::CLOSING,
        };
        let without = self.without.iter().chain(closing);
        without.fold(with, |language, &one| language.without(one))
    }
}

impl AnswerOptions {
    /// Whether examples do not all count the same.
    pub fn weighs(&self, examples: &Examples) -> bool {
        examples.weights().is_some() || self.false_negative_cost != self.false_positive_cost
    }

    /// Examples that count as much as their errors cost.
    pub fn weighed(&self, examples: &Examples) -> Examples {
        let Self { false_negative_cost, false_positive_cost, .. } = *self;
        let examples = examples.clone();
        examples
            .with_costs(false_negative_cost, false_positive_cost)
            .expect("the bounds of both options are above 0")
    }
}

impl LimitOptions {
    /// The memory for computed sets, in bytes per thread.
    pub fn cache_bytes(&self) -> usize {
        self.cache.saturating_mul(1_000_000)
    }
}
