//! The options of searches by refinement. Each learner takes the rows that it has, with defaults of its
//! own.

use evolearner_search::{Group, OptionSpec, Options, options};

use super::compat::Compat;
use crate::beam::BeamOptions;

options! {
    /// How a search by refinement proceeds.
    pub struct RefineOptions in Group::Search => {
        /// The percentage of examples that a concept may get wrong before it is given up: of positives,
        /// with ocel of all examples, in the parts of spacel and dlfoil of negatives.
        noise: f64 = 0.0, "DL-Learner, noisePercentage", within (0.0, 100.0), basic true;
        /// Whose behaviour is reproduced where programs differ from the papers.
        compat: Compat = Compat::Off, "docs/learners.md";
        /// What a gain in accuracy over the refined concept adds to the score of a concept.
        gain_bonus: f64 = 0.3, "DL-Learner, gainBonusFactor", within (-100.0, 100.0);
        /// What each unit of length that a concept was refined to takes from its score.
        expansion_penalty: f64 = 0.1, "DL-Learner, expansionPenaltyFactor", within (0.0, 100.0);
        /// What each refinement of a concept takes from its score.
        refinement_penalty: f64 = 0.0001, "DL-Learner, nodeRefinementPenalty", within (0.0, 100.0);
    }
}

options! {
    /// How CELOE and OCEL begin.
    pub struct RootOptions in Group::Search => {
        /// What `⊤` has in its score beside its accuracy.
        start_bonus: f64 = 0.1, "DL-Learner, startNodeBonus", within (0.0, 100.0);
    }
}

/// What makes a run shorter where it is repeated on parts of the examples.
pub const FOR_REPETITION: &[(&str, &str)] = &[("evaluations", "10000")];

/// The rows of these names, some of them shared with the systematic search.
pub fn rows(names: &[&str]) -> Vec<&'static OptionSpec> {
    let all = RefineOptions::OPTIONS.iter().chain(RootOptions::OPTIONS).chain(BeamOptions::OPTIONS);
    all.filter(|spec| names.contains(&spec.name)).collect()
}

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The longest concept.
    pub max_length: u32,
    /// The deepest nesting of restrictions.
    pub max_depth: u32,
}

impl Reach {
    /// What the options say.
    pub fn read(options: &Options) -> Self {
        let count = |name| options.get::<usize>(name) as u32;
        Self { max_length: count("max-length"), max_depth: count("nesting") }
    }
}
