//! The learners by refinement as data: they differ in their options and in their search.

use evolearner_graph::codec::Decoder;
use evolearner_search::{Context, Method, NotResumed, OptionSpec, Options, Search, Start};

use super::options::{FOR_REPETITION, rows};
use super::stepwise::{Counted, Stepwise};

/// A learner that refines concepts.
pub struct ByRefinement {
    /// Its name.
    pub(crate) id: &'static str,
    /// What it does.
    pub(crate) about: &'static str,
    /// The names of the options that it shares with other learners.
    pub(crate) shared: &'static [&'static str],
    /// The options that it alone has.
    pub(crate) own: &'static [OptionSpec],
    /// Where its defaults differ from those of the tables.
    pub(crate) defaults: &'static [(&'static str, &'static str)],
    /// Its search at the beginning.
    pub(crate) search: fn(Start<'_>) -> Box<dyn Stepwise>,
}

impl Method for ByRefinement {
    fn id(&self) -> &'static str {
        self.id
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        let mut rows = rows(self.shared);
        rows.extend(self.own);
        rows
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        self.defaults
    }

    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        FOR_REPETITION
    }

    fn prices_length(&self, _: &Options) -> bool {
        false
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Counted::new((self.search)(start)))
    }

    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        Ok(Box::new(Counted::new((self.search)(start)).resumed(context, saved)?))
    }
}
