//! What axioms say of what was learned, under OWL's own semantics.

use evolearner_dl::{Budget, Concept, IndividualId};
use evolearner_report::world::WorldModel;
use evolearner_retrieve::{OpenWorld, WorldError, WorldVerdict};

use crate::knowledge_base::KnowledgeBase;
use crate::learned::Learned;

impl KnowledgeBase {
    /// What its axioms say under OWL's own semantics.
    pub fn open_world(&self, budget: Budget) -> Result<OpenWorld<'_>, WorldError> {
        let axioms = self.axioms().ok_or(WorldError::NoAxioms)?;
        OpenWorld::new(self.graph(), axioms, budget)
    }

    /// The verdict on one individual in an open world.
    pub fn world_verdict(
        &self,
        concept: &Concept,
        individual: IndividualId,
        budget: Budget,
    ) -> Result<WorldVerdict, WorldError> {
        let verdicts = self.open_world(budget)?.verdicts(concept, &[individual])?;
        Ok(verdicts[0])
    }
}

impl Learned {
    /// What the axioms say of the answer and the examples in an open world.
    pub fn world(&self, budget: Budget) -> Result<WorldModel, WorldError> {
        let examples = &self.task.examples;
        let all = [examples.positives(), examples.negatives()].concat();
        let verdicts = self.kb.open_world(budget)?.verdicts(self.concept(), &all)?;
        let mut model = WorldModel::default();
        for (individual, verdict) in all.into_iter().zip(verdicts) {
            match verdict {
                WorldVerdict::Entailed => model.entailed += 1,
                WorldVerdict::Excluded => model.excluded += 1,
                WorldVerdict::NotDecided => model.not_decided += 1,
                WorldVerdict::Unknown => {
                    model.unknown += 1;
                    let name = self.kb.graph().symbols.individuals.get(individual);
                    model.relies_on.push(name.to_owned());
                }
            }
        }
        Ok(model)
    }
}
