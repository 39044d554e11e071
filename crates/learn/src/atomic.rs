//! The best concept that needs no search: a class, its negation, or one restriction.

use evolearner_dl::Concept;
use evolearner_graph::Graph;

use crate::alphabet::Alphabet;
use crate::evaluate::Evaluator;
use crate::examples::Examples;
use crate::express::concept;
use crate::gene::{Gene, Op};
use crate::language::Constructor;
use crate::problem::Problem;
use crate::quality::Confusion;
use crate::settings::Settings;
use crate::space::alphabet;
use crate::tree::plant;
use crate::universe::World;

/// The best of all atomic concepts on the examples: what a learner has to beat. Of equals the
/// shorter, then the first.
pub fn best_atomic(graph: &Graph, problem: &Problem, settings: &Settings) -> Concept {
    let alphabet = alphabet(graph, problem, &settings.space);
    let examples = Examples::new(graph, problem, settings.space.start_class);
    let world = World { graph, alphabet: &alphabet, examples: &examples };
    let mut evaluator = Evaluator::new(world, settings.space.forall, settings.limits.cache_bytes);
    let mut tree = Vec::new();
    let mut best = (f64::NEG_INFINITY, vec![Gene::TOP]);
    for genes in atomic(&alphabet) {
        tree.clear();
        plant(genes.iter().copied(), &mut tree);
        let covered = evaluator.evaluate(world, &tree);
        let confusion = Confusion::new(covered, examples.n_positives, examples.n_negatives);
        let quality = settings.fitness.quality.of(confusion);
        let fitness = quality * settings.fitness.parsimony - genes.len() as f64;
        if fitness > best.0 {
            best = (fitness, genes);
        }
    }
    concept(&alphabet, &best.1)
}

/// The most pairs of a role and a class that are tried; ontologies with more have too many to try
/// all before learning.
const MAX_PAIRS: usize = 20_000;

/// `⊤`, `⊥`, every class and its negation, each role with each class, each threshold, each truth
/// value, as far as the language has them.
pub(crate) fn atomic(alphabet: &Alphabet) -> impl Iterator<Item = Vec<Gene>> + '_ {
    let has = |constructor| alphabet.language.has(constructor);
    let names = || {
        let is_name = |gene: &Gene| ![Gene::TOP, Gene::BOTTOM].contains(gene);
        alphabet.terminals.iter().copied().filter(is_name)
    };
    let negated = names().filter(move |_| has(Constructor::Negation));
    let n_pairs = alphabet.roles.len() * (1 + alphabet.terminals.len());
    let n_roles =
        if has(Constructor::Exists) && n_pairs <= MAX_PAIRS { alphabet.roles.len() } else { 0 };
    let pairs = (0..n_roles).flat_map(move |role| {
        let fillers = std::iter::once(Gene::TOP).chain(names());
        fillers.map(move |gene| vec![Gene::new(Op::Some, role), gene])
    });
    let thresholds = alphabet.numeric.iter().enumerate().flat_map(|(index, property)| {
        (0..property.splits.len()).flat_map(move |split| {
            let split = Gene::new(Op::Split, property.first_split as usize + split);
            [Op::Min, Op::Max].map(|op| vec![Gene::new(op, index), split])
        })
    });
    let truths = (0..alphabet.boolean.len()).flat_map(|property| {
        [0, 1].map(|truth| vec![Gene::new(Op::Is, property), Gene::new(Op::Truth, truth)])
    });
    [vec![Gene::TOP], vec![Gene::BOTTOM]]
        .into_iter()
        .chain(names().map(|gene| vec![gene]))
        .chain(negated.map(|gene| vec![Gene::NOT, gene]))
        .chain(pairs)
        .chain(thresholds)
        .chain(truths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::molecules;
    use evolearner_dl::Node;

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
        assert!(matches!(found.nodes(), [Node::Data(_)]), "{found:?}");
    }
}
