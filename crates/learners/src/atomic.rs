//! The best concept that needs no search: a class, its negation, or one restriction.

use evolearner_dl::Concept;
use evolearner_graph::Graph;

use crate::space::Space;
use crate::evaluate::Evaluator;
use crate::examples::Examples;
use crate::express::concept;
use crate::code::{Code, Op};
use evolearner_dl::Constructor;
use crate::problem::Problem;
use crate::quality::Confusion;
use crate::settings::Settings;
use crate::space::space;
use crate::term::append_tree;
use crate::universe::World;

/// The best of all atomic concepts on the examples: what a learner has to beat. Of equals the
/// shorter, then the first.
pub fn best_atomic(graph: &Graph, problem: &Problem, settings: &Settings) -> Concept {
    let space = space(graph, problem, &settings.space);
    let examples = Examples::new(graph, problem, settings.space.start_class);
    let world = World { graph, space: &space, examples: &examples };
    let mut evaluator = Evaluator::new(world, settings.space.forall, settings.limits.cache_bytes);
    let mut tree = Vec::new();
    let mut best = (f64::NEG_INFINITY, vec![Code::TOP]);
    for codes in atomic(&space) {
        tree.clear();
        append_tree(codes.iter().copied(), &mut tree);
        let covered = evaluator.evaluate(world, &tree);
        let confusion = Confusion::new(covered, examples.n_positives, examples.n_negatives);
        let quality = settings.fitness.quality.of(confusion);
        let fitness = quality * settings.fitness.parsimony - codes.len() as f64;
        if fitness > best.0 {
            best = (fitness, codes);
        }
    }
    concept(&space, &best.1)
}

/// The most pairs of a role and a class that are tried; ontologies with more have too many to try
/// all before learning.
const MAX_PAIRS: usize = 20_000;

/// `⊤`, `⊥`, every class and its negation, each role with each class, each threshold, each truth
/// value, as far as the language has them.
pub(crate) fn atomic(space: &Space) -> impl Iterator<Item = Vec<Code>> + '_ {
    let has = |constructor| space.language.has(constructor);
    let names = || {
        let is_name = |code: &Code| ![Code::TOP, Code::BOTTOM].contains(code);
        space.terminals.iter().copied().filter(is_name)
    };
    let negated = names().filter(move |_| has(Constructor::Negation));
    let n_pairs = space.roles.len() * (1 + space.terminals.len());
    let n_roles =
        if has(Constructor::Exists) && n_pairs <= MAX_PAIRS { space.roles.len() } else { 0 };
    let pairs = (0..n_roles).flat_map(move |role| {
        let fillers = std::iter::once(Code::TOP).chain(names());
        fillers.map(move |code| vec![Code::new(Op::Some, role), code])
    });
    let thresholds = space.numeric.iter().enumerate().flat_map(|(index, property)| {
        (0..property.cuts.len()).flat_map(move |cut| {
            let cut = Code::new(Op::Cut, property.first_cut as usize + cut);
            [Op::Min, Op::Max].map(|op| vec![Code::new(op, index), cut])
        })
    });
    let truths = (0..space.boolean.len()).flat_map(|property| {
        [0, 1].map(|truth| vec![Code::new(Op::Is, property), Code::new(Op::Truth, truth)])
    });
    [vec![Code::TOP], vec![Code::BOTTOM]]
        .into_iter()
        .chain(names().map(|code| vec![code]))
        .chain(negated.map(|code| vec![Code::NOT, code]))
        .chain(pairs)
        .chain(thresholds)
        .chain(truths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use evolearner_dl::Term;

    #[test]
    fn the_class_that_tells_all_apart_is_found() {
        let (graph, problem, _) = molecules();
        let found = best_atomic(&graph, &problem, &Settings::paper());
        let acid = graph.symbols.classes.find("http://x/Acid").unwrap();
        assert_eq!(found, Concept::class(acid));
        let mut settings = Settings::paper();
        settings.space.ignored_classes =
            graph.symbols.classes.iter().map(|(class, _)| class).collect();
        let found = best_atomic(&graph, &problem, &settings);
        assert!(matches!(found.nodes(), [Term::Data(_)]), "{found:?}");
    }
}
