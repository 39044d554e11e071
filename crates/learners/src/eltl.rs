//! ELTL: search by refinement of EL trees (Lehmann & Haase 2009, Ideal downward refinement in the EL
//! description logic), and its variant that covers the positives by several trees.

mod disjunctive;

use evolearner_dl::Constructor;
use evolearner_evaluate::Covered;
use evolearner_search::{Group, Rating, Start, options};

use crate::refine::best_first::{BestFirst, Guide, SearchNode};
use crate::refine::method::ByRefinement;
use crate::refine::options::Reach;
use crate::refine::stepwise::Stepwise;
use crate::refine::{Clock, Compat, ConceptIdx, Concepts, CutShort, Metric, Operator};
use disjunctive::Disjunctive;

options! {
    /// How the search of EL trees proceeds.
    pub struct TreeOptions in Group::Search => {
        /// Whether the answer may be a disjunction of EL concepts, found one after the other.
        disjunctive: bool = false, "DL-Learner, deltl", basic true;
        /// Concepts that are tried for each disjunct.
        tree_evaluations: u64 = 10_000, "in place of DL-Learner's 1 s, treeSearchTimeSeconds", within (1.0, 1e12);
    }
}

/// Concepts of classes, `⊓` and `∃` alone; by an option, disjunctions of some.
pub static ELTL: ByRefinement = ByRefinement {
    id: "eltl",
    about: "ELTL: refines EL concepts, which are made of classes, ⊓ and ∃ alone; by an option, disjunctions of some.",
    shared: &["noise", "max-length", "nesting"],
    own: TreeOptions::OPTIONS,
    defaults: &[
        ("timeout", "10s"),
        ("evaluations", "1000000"),
        ("stop-when-solved", "true"),
        ("max-length", "30"),
        ("nesting", "2"),
    ],
    search,
};

fn search(start: Start<'_>) -> Box<dyn Stepwise> {
    if TreeOptions::read(start.options).disjunctive {
        Box::new(Disjunctive::new(start))
    } else {
        Box::new(trees(start))
    }
}

fn trees(start: Start<'_>) -> BestFirst<Trees> {
    let reach = Reach::read(start.options);
    let trees = Trees {
        rating: start.rating.clone(),
        n_positives: start.examples.total().positives,
        noise: start.options.get("noise"),
        max_depth: depth(start, reach),
    };
    BestFirst::new(start, trees, operator(start), reach)
}

fn operator(start: Start<'_>) -> Operator {
    Operator::new(start.space, Metric::REPORTED, Compat::Off)
}

/// How deep a tree may be: a language without `∃` has classes alone.
fn depth(start: Start<'_>, reach: Reach) -> u32 {
    if start.space.language.has(Constructor::Exists) { reach.max_depth } else { 0 }
}

struct Trees {
    rating: Rating,
    n_positives: u32,
    noise: f64,
    max_depth: u32,
}

impl Guide for Trees {
    fn accuracy(&self, covered: Covered) -> Option<f64> {
        let missed = f64::from(self.n_positives - covered.positives);
        let allowed = self.noise / 100.0 * f64::from(self.n_positives);
        (missed <= allowed).then(|| self.rating.quality(covered))
    }

    /// The accuracy, and of equals the smaller tree first.
    fn score(&self, node: &SearchNode, concepts: &Concepts) -> f64 {
        node.accuracy - 1e-9 * f64::from(concepts.length(node.concept))
    }

    fn refine(
        &self,
        operator: &mut Operator,
        node: &SearchNode,
        clock: &mut Clock<'_>,
    ) -> Result<Vec<ConceptIdx>, CutShort> {
        operator.refine_tree(node.concept, self.max_depth, clock)
    }

    /// A tree has all its refinements at once.
    fn is_repeated(&self) -> bool {
        false
    }
}
