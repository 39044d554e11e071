//! Which row of a front is the answer.

use evolearner_dl::choices;
use evolearner_search::{Front, Row, choice_options};

/// Concepts up to this length are short enough: among them the best one counts.
const SHORT: usize = 7;

choices! {
    /// Which of the best concepts of each length is the answer.
    pub enum AnswerRule {
        /// The one with the highest quality less 0.001 per unit of length beyond 7.
        Best = "best",
        /// The same with 0.003 per unit of length.
        Short = "short",
        /// The one with the highest quality, however long.
        Accurate = "accurate",
    }
}

choice_options!(AnswerRule);

impl AnswerRule {
    /// What a unit of length beyond the first few costs.
    fn price(self) -> f64 {
        match self {
            Self::Best => 0.001,
            Self::Short => 0.003,
            Self::Accurate => 0.0,
        }
    }

    /// What is maximised; of equals the shorter is taken.
    fn value(self, row: &Row) -> f64 {
        let n_beyond = row.concept.length().saturating_sub(SHORT);
        row.quality - self.price() * n_beyond as f64
    }
}

/// The answer, and why it is the answer.
pub(super) fn choose(front: &Front, rule: AnswerRule) -> Option<(&Row, String)> {
    let rows = front.front();
    let better = |best, row| if rule.value(row) > rule.value(best) { row } else { best };
    let answer = rows.iter().copied().reduce(better)?;
    let because = match rows.last() {
        Some(longest) if longest.quality > answer.quality => {
            let gain = longest.quality - answer.quality;
            let n_more = longest.concept.length() - answer.concept.length();
            let price = rule.price();
            format!(
                "a gain of {gain:.4} in quality does not pay for {n_more} more units of length ({price} each)"
            )
        }
        _ => "no concept that was found is better".to_owned(),
    };
    Some((answer, because))
}
