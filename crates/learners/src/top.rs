//! The best concept that needs no search: what every other method has to beat.

use std::sync::Arc;

use evolearner_dl::choices;
use evolearner_evaluate::{Code, Examples, Op, Space, concept, tree_of};
use evolearner_search::{
    Advance, Context, Group, Method, OptionSpec, Progress, Search, Start, StopReason,
    choice_options, options,
};

use crate::atomic::{atomic, atomic_of};

/// The best of `⊤`, `⊥` and single names, or of single restrictions too. All of it is one step, so a
/// run cannot be resumed.
pub struct Top;

options! {
    /// What the baseline tries.
    pub struct TopOptions in Group::Search => {
        /// The concepts that are tried.
        candidates: Candidates = Candidates::Names, "the baseline of every table";
    }
}

choices! {
    /// The concepts that need no search.
    pub enum Candidates {
        /// `⊤`, `⊥` and every class.
        Names = "names",
        /// The same, negated classes, one role with one class, one threshold, one truth value.
        Restrictions = "restrictions",
    }
}

choice_options!(Candidates);

impl Method for Top {
    fn id(&self) -> &'static str {
        "top"
    }

    fn about(&self) -> &'static str {
        "The best of ⊤, ⊥ and single names: the baseline that learning has to beat."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        TopOptions::OPTIONS.iter().collect()
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        let candidates = TopOptions::read(start.options).candidates;
        let (space, examples) = (start.space.clone(), start.examples.clone());
        Box::new(Trial { space, examples, candidates })
    }
}

struct Trial {
    space: Arc<Space>,
    examples: Arc<Examples>,
    candidates: Candidates,
}

impl Search for Trial {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        let is_name = |codes: &Vec<Code>| match codes[..] {
            [code] => matches!(code.op(), Op::Top | Op::Bottom | Op::Class),
            _ => false,
        };
        let concepts: Box<dyn Iterator<Item = Vec<Code>>> = match self.candidates {
            Candidates::Restrictions => Box::new(atomic_of(&self.space, &self.examples)),
            Candidates::Names => Box::new(atomic(&self.space).filter(is_name)),
        };
        // ⊤ and ⊥ come first and are always tried, so that there is an answer.
        for (n_tried, codes) in concepts.enumerate() {
            if n_tried >= 2 && (context.is_used_up() || context.watch.reason().is_some()) {
                break;
            }
            let covered = context.workers.own().covered(&tree_of(&codes));
            *context.evaluations += 1;
            context.front.offer(&concept(&self.space, &codes), covered);
        }
        let best = context.front.fittest().expect("⊤ was offered").clone();
        context.saw(best.quality);
        let number = *context.evaluations;
        *context.report = Some(Progress {
            unit: "name".into(),
            number,
            of: Some(number),
            best,
            columns: Vec::new(),
        });
        Advance::Done(StopReason::Complete)
    }
}
