//! Candidates become rows: expressed, simplified, and counted again by retrieval.

use evolearner_dl::Concept;
use evolearner_graph::Graph;
use evolearner_retrieve::{
    Forall as RetrieveForall, Hierarchy, Knowledge, RetrieveSettings, retrieve_among, simplify,
};

use crate::space::Space;
use crate::bits::has_bit;
use crate::evaluate::{Covered, Forall};
use crate::examples::Examples;
use crate::express::concept;
use crate::front::Row;
use crate::code::Code;
use crate::quality::Confusion;
use crate::settings::{Bloat, Settings};

/// Makes rows of a run.
pub(crate) struct RowMaker<'a> {
    graph: &'a Graph,
    settings: &'a Settings,
    forall: RetrieveForall,
    /// What the ontology states, where concepts are simplified by it.
    hierarchy: Option<Hierarchy>,
}

impl<'a> RowMaker<'a> {
    pub(crate) fn new(graph: &'a Graph, settings: &'a Settings) -> Self {
        let stated = &graph.stated;
        let hierarchy = settings.simplify.then(|| {
            Hierarchy::new(
                graph.symbols.classes.len(),
                stated.subclasses.iter().copied(),
                stated.disjoint.iter().copied(),
                stated.ranges.iter().copied(),
            )
        });
        let forall = match settings.space.forall {
            Forall::Standard => RetrieveForall::Standard,
            Forall::Nonempty => RetrieveForall::Nonempty,
        };
        Self { graph, settings, forall, hierarchy }
    }

    /// The concept of a candidate as it is reported.
    pub(crate) fn concept(&self, space: &Space, codes: &[Code]) -> Concept {
        let concept = concept(space, codes);
        match &self.hierarchy {
            Some(hierarchy) => {
                simplify(&concept, &Knowledge::stated(hierarchy).with_forall(self.forall))
            }
            None => concept,
        }
    }

    /// A concept that covers so many examples.
    pub(crate) fn row(&self, concept: Concept, covered: Covered, examples: &Examples) -> Row {
        let confusion = Confusion::new(covered, examples.n_positives, examples.n_negatives);
        let quality = self.settings.fitness.quality.measure(confusion);
        let penalty = match self.settings.evolution.bloat {
            Bloat::Parametric => concept.n_nodes() as f64,
            Bloat::DoubleTournament | Bloat::ProportionalTournament => 0.0,
        };
        let fitness = quality * self.settings.fitness.parsimony - penalty;
        Row { concept, covered, quality, fitness }
    }

    /// The row of a concept, counted by retrieval: the figures are those of the concept that is
    /// printed, whatever the candidate was evaluated to.
    pub(crate) fn counted(&self, concept: Concept, examples: &Examples) -> Row {
        let settings = RetrieveSettings { forall: self.forall };
        let members = retrieve_among(self.graph, &concept, settings, &examples.individuals);
        let count = |bits: &[u64]| {
            let is_counted = |place: &usize| members[*place] && has_bit(bits, *place as u32);
            (0..members.len()).filter(is_counted).count() as u32
        };
        let covered = Covered {
            positives: count(&examples.positives),
            negatives: count(&examples.negatives),
        };
        self.row(concept, covered, examples)
    }
}
