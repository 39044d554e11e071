//! CELOE: best-first search by refinement that prefers short concepts (Lehmann, Auer, Bühmann & Tramp
//! 2011, Class expression learning for ontology engineering).

use evolearner_evaluate::Covered;
use evolearner_search::{Rating, Start};

use crate::refine::best_first::{BestFirst, Guide, SearchNode};
use crate::refine::method::ByRefinement;
use crate::refine::options::{Reach, RefineOptions, RootOptions};
use crate::refine::stepwise::Stepwise;
use crate::refine::{Compat, Concepts, Metric, Operator};

/// The options that it has.
const OPTIONS: &[&str] = &[
    "noise",
    "compat",
    "gain-bonus",
    "expansion-penalty",
    "refinement-penalty",
    "start-bonus",
    "max-length",
    "nesting",
];

/// Best-first search by refinement; a concept must not miss more positives than the noise.
pub static CELOE: ByRefinement = ByRefinement {
    id: "celoe",
    about: "CELOE: refines the best concept so far, short ones first; none may miss more positives than the noise.",
    shared: OPTIONS,
    own: &[],
    defaults: &[
        ("timeout", "10s"),
        ("evaluations", "1000000"),
        ("stop-when-solved", "true"),
        ("max-length", "30"),
        ("nesting", "7"),
    ],
    search,
};

fn search(start: Start<'_>) -> Box<dyn Stepwise> {
    let options = RefineOptions::read(start.options);
    let (compat, reach) = (options.compat, Reach::read(start.options));
    let heuristic = Heuristic {
        rating: start.rating.clone(),
        n_positives: start.examples.total().positives,
        start_bonus: RootOptions::read(start.options).start_bonus,
        options,
    };
    let operator = Operator::new(start.space, Metric::REPORTED, compat);
    Box::new(BestFirst::new(start, heuristic, operator, reach))
}

struct Heuristic {
    rating: Rating,
    n_positives: u32,
    options: RefineOptions,
    start_bonus: f64,
}

impl Guide for Heuristic {
    fn accuracy(&self, covered: Covered) -> Option<f64> {
        let missed = f64::from(self.n_positives - covered.positives);
        let allowed = self.options.noise / 100.0 * f64::from(self.n_positives);
        let is_too_weak = match (self.options.compat, self.rating.measure_id()) {
            (Compat::Off, _) => missed > allowed,
            // DL-Learner refuses as many as are allowed already.
            (Compat::DlLearner, "accuracy") => missed >= 1.0 && missed >= allowed.ceil(),
            (Compat::DlLearner, "jaccard") => missed >= allowed,
            (Compat::DlLearner, _) => covered.positives == 0 || missed > allowed,
        };
        (!is_too_weak).then(|| self.rating.quality(covered))
    }

    /// accuracy + 0.3 · gain − 0.1 · (expansion − 1) − 0.0001 · refinements.
    fn score(&self, node: &SearchNode, _: &Concepts) -> f64 {
        let RefineOptions { gain_bonus, expansion_penalty, refinement_penalty, .. } = self.options;
        let gain = match node.of_parent {
            Some(of_parent) => gain_bonus * (node.accuracy - of_parent),
            None => self.start_bonus,
        };
        node.accuracy + gain
            - expansion_penalty * (f64::from(node.expansion) - 1.0)
            - refinement_penalty * f64::from(node.n_refinements)
    }

    /// Nothing is better than a concept that gets every example right.
    fn is_refined(&self, covered: Covered) -> bool {
        self.rating.quality(covered) < 1.0
    }
}
