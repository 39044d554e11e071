//! OCEL: best-first search by refinement with a milder price for length than CELOE (Lehmann & Hitzler
//! 2010, Concept learning in description logics using refinement operators).

use evolearner_evaluate::{Covered, Op};
use evolearner_search::Start;

use crate::refine::best_first::{BestFirst, Guide, SearchNode};
use crate::refine::method::ByRefinement;
use crate::refine::options::{Reach, RefineOptions, RootOptions};
use crate::refine::stepwise::Stepwise;
use crate::refine::{Compat, ConceptIdx, Concepts, Metric, Operator, Shape};

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

/// Best-first search by refinement, where `∃` costs no length.
pub static OCEL: ByRefinement = ByRefinement {
    id: "ocel",
    about: "OCEL: like CELOE, with a lower price for length and the noise counted on all examples.",
    shared: OPTIONS,
    own: &[],
    defaults: &[
        ("timeout", "10s"),
        ("evaluations", "1000000"),
        ("stop-when-solved", "true"),
        ("max-length", "30"),
        ("nesting", "7"),
        ("gain-bonus", "0.5"),
        ("expansion-penalty", "0.02"),
    ],
    search,
};

fn search(start: Start<'_>) -> Box<dyn Stepwise> {
    let options = RefineOptions::read(start.options);
    let (compat, reach) = (options.compat, Reach::read(start.options));
    let Covered { positives: n_positives, negatives: n_negatives } = start.examples.total();
    let start_bonus = RootOptions::read(start.options).start_bonus;
    let heuristic = Heuristic { n_positives, n_negatives, options, start_bonus };
    let operator = Operator::new(start.space, Metric::OCEL, compat);
    Box::new(BestFirst::new(start, heuristic, operator, reach))
}

struct Heuristic {
    n_positives: u32,
    n_negatives: u32,
    options: RefineOptions,
    start_bonus: f64,
}

impl Guide for Heuristic {
    fn accuracy(&self, covered: Covered) -> Option<f64> {
        let n = f64::from(self.n_positives + self.n_negatives);
        let allowed = (self.options.noise / 100.0 * n).round();
        let missed = f64::from(self.n_positives - covered.positives);
        let n_right = covered.positives + self.n_negatives - covered.negatives;
        (missed <= allowed).then(|| f64::from(n_right) / n)
    }

    /// accuracy + 0.5 · gain − 0.02 · expansion − 0.0001 · refinements. The expansion is that of the
    /// last refinement, which is one less than that of the next.
    fn score(&self, node: &SearchNode, concepts: &Concepts) -> f64 {
        let RefineOptions { gain_bonus, expansion_penalty, refinement_penalty, compat, .. } =
            self.options;
        let gain = match node.of_parent {
            Some(of_parent) => gain_bonus * (node.accuracy - of_parent),
            None => self.start_bonus,
        };
        let bonus = match compat {
            Compat::Off => 0.0,
            Compat::DlLearner => last_bonus(concepts, node.concept),
        };
        node.accuracy + gain
            - expansion_penalty * (f64::from(node.expansion) - 1.0 - bonus)
            - refinement_penalty * f64::from(node.n_refinements)
    }

    fn is_eager(&self) -> bool {
        true
    }
}

/// DL-Learner's bonus for parts of a concept: 3 for a data restriction, 1 for `⊤`, where the last part
/// that has one decides alone.
fn last_bonus(concepts: &Concepts, concept: ConceptIdx) -> f64 {
    fn last(concepts: &Concepts, concept: ConceptIdx) -> Option<f64> {
        match concepts.shape(concept) {
            Shape::Top => Some(1.0),
            Shape::Leaf { code, .. } if matches!(code.op(), Op::Min | Op::Max | Op::Is) => {
                Some(3.0)
            }
            Shape::Leaf { is_negated: true, .. } => Some(0.0),
            Shape::Join { .. } => {
                let operands = concepts.operands(concept).iter().rev();
                operands.into_iter().find_map(|&operand| last(concepts, operand))
            }
            Shape::Restriction { filler, .. } => last(concepts, filler),
            _ => None,
        }
    }
    last(concepts, concept).unwrap_or(0.0)
}
