//! What to answer where saying nothing is as accurate as anything.

use std::sync::Arc;

use evolearner_dl::{Choice, Node, choices};
use evolearner_evaluate::Quality;
use evolearner_search::{Advance, Answer, Context, Rating, Search, choice_options};

use super::choose::choose;
use super::{Phase, Systematic};

choices! {
    /// What is done where no concept beats `⊤` and `⊥`.
    pub enum Uneven {
        /// The answer is the best concept by balanced accuracy.
        Auto = "auto",
        /// The answer is `⊤` or `⊥`.
        Off = "off",
    }
}

choice_options!(Uneven);

impl Systematic {
    /// The best concept by balanced accuracy, if the best one by accuracy says nothing: it is `⊤` or
    /// `⊥`. That happens where one side has few examples.
    pub(super) fn balanced(&self, answer: &Answer, context: &mut Context<'_>) -> Option<Answer> {
        let says_nothing = matches!(answer.concept.nodes(), [Node::Top | Node::Bottom]);
        let is_accuracy = self.rating.measure_id() == Quality::Accuracy.word();
        if !says_nothing || !is_accuracy || self.options.uneven == Uneven::Off {
            return None;
        }
        let measure = Arc::new(Quality::BalancedAccuracy);
        let rating = Rating::new(measure, self.rating.parsimony(), true, &self.examples);
        let mut search = self.rated_by(rating.clone());
        let mut front = context.front.rated_by(rating.clone());
        let mut best_quality = f64::NEG_INFINITY;
        let mut context = Context {
            workers: context.workers,
            front: &mut front,
            watch: context.watch,
            evaluations: context.evaluations,
            best_quality: &mut best_quality,
            report: &mut None,
        };
        while search.state.as_ref().is_none_or(|state| matches!(state.phase, Phase::Beam(_))) {
            if search.advance(&mut context) != Advance::More {
                break;
            }
        }
        let (row, _) = choose(&front, self.options.answer)?;
        let is_news = row.quality > 0.5;
        let nothing = if answer.concept.nodes() == [Node::Top] { "⊤" } else { "⊥" };
        is_news.then(|| Answer {
            concept: row.concept.clone(),
            covered: row.covered,
            because: format!(
                "no concept that was found beats {nothing} in accuracy; this one is the best by balanced \
                 accuracy ({:.3})",
                row.quality
            ),
            rating: Some(rating),
        })
    }
}
