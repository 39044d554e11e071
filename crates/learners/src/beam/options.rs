//! The options of the systematic search.

use evolearner_search::{Group, options};

use super::choose::AnswerRule;
use super::uneven::Uneven;

options! {
    /// How far the search goes, and which concept is the answer.
    pub struct BeamOptions in Group::Search => {
        /// Which of the best concepts of each length is the answer.
        answer: AnswerRule = AnswerRule::Best, "docs/search.md", basic true;
        /// Concepts that vote, the answer among them; further ones are short and correct it. 1 is the answer
        /// alone.
        committee: usize = 1, "docs/search.md", within (1.0, 100.0), basic true;
        /// What is done where no concept beats `⊤` and `⊥`, as with one positive among many negatives.
        uneven: Uneven = Uneven::Auto, "docs/search.md";
        /// The longest concept that is looked for.
        max_length: usize = 21, "docs/search.md", within (1.0, 200.0), basic true;
        /// The sets of examples that are kept of each length.
        width: usize = 200, "docs/search.md", within (1.0, 1e5);
        /// The longest filler of an atom.
        filler_length: usize = 3, "docs/search.md", within (1.0, 20.0);
        /// How deep restrictions are nested at most.
        nesting: usize = 4, "docs/search.md", within (0.0, 20.0);
        /// How much work goes into trying all short concepts, in millions of steps of about a
        /// nanosecond.
        work: u64 = 250, "docs/search.md", within (0.0, 1e12);
    }
}
