//! Why a row of the front is the answer, and what to know before it is used.

use evolearner_dl::Node;
use evolearner_learn::{Answer, Row, Settings};

/// Why the answer was chosen, as a part of a sentence.
pub(crate) fn because(settings: &Settings, answer: &Row, front: &[&Row]) -> String {
    if settings.answer == Answer::LastPopulation {
        return "it is the fittest of the last population, as in the paper".to_owned();
    }
    match front.last() {
        Some(longest) if longest.quality > answer.quality => {
            let gain = longest.quality - answer.quality;
            let n_more = longest.concept.n_nodes().saturating_sub(answer.concept.n_nodes());
            format!(
                "a gain of {gain:.4} in quality does not pay for {n_more} more nodes \
                 (parsimony {})",
                settings.fitness.parsimony
            )
        }
        _ => "no concept that was found is better".to_owned(),
    }
}

/// What to know before the answer is used.
pub(crate) fn warnings(answer: &Row) -> Vec<String> {
    match answer.concept.nodes() {
        [Node::Top] => vec![nothing_learned("⊤", answer.quality)],
        [Node::Bottom] => vec![nothing_learned("⊥", answer.quality)],
        _ => Vec::new(),
    }
}

fn nothing_learned(concept: &str, quality: f64) -> String {
    format!(
        "nothing was learned: no concept that was found does better than {concept} (quality \
         {quality:.3}); look at the examples, or choose a quality in which both sides weigh the \
         same, such as balanced-accuracy"
    )
}
