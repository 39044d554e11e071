//! What axioms say of what was learned, under OWL's own semantics.

use evolearner_dl::{Budget, ClassId, Concept, IndividualId};
use evolearner_report::world::WorldModel;
use evolearner_retrieve::{OpenWorld, Subsumed, WorldError, WorldVerdict, subsumed};

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

    /// The verdicts on a concept and some individuals, counted.
    pub fn world(
        &self,
        concept: &Concept,
        individuals: &[IndividualId],
        budget: Budget,
    ) -> Result<WorldModel, WorldError> {
        let verdicts = self.open_world(budget)?.verdicts(concept, individuals)?;
        let mut model = WorldModel::default();
        for (&individual, verdict) in individuals.iter().zip(verdicts) {
            match verdict {
                WorldVerdict::Entailed => model.entailed += 1,
                WorldVerdict::Excluded => model.excluded += 1,
                WorldVerdict::NotDecided => model.not_decided += 1,
                WorldVerdict::Unknown => {
                    model.unknown += 1;
                    let name = self.graph().symbols.individuals.get(individual);
                    model.relies_on.push(name.to_owned());
                }
            }
        }
        Ok(model)
    }
}

impl KnowledgeBase {
    /// Where concepts are derived to stand towards a class by the axioms alone; nowhere where there are
    /// no axioms, or the budget is used up.
    pub(crate) fn subsumed(&self, class: ClassId, concepts: &[Concept]) -> Vec<Subsumed> {
        let nowhere = || vec![Subsumed::default(); concepts.len()];
        let Some(axioms) = self.axioms() else { return nowhere() };
        subsumed(self.graph(), axioms, class, concepts, &Budget::default())
            .unwrap_or_else(|_| nowhere())
    }
}

impl Learned {
    /// What the axioms say of the answer and the examples in an open world.
    pub fn world(&self, budget: Budget) -> Result<WorldModel, WorldError> {
        let examples = &self.task.examples;
        let all = [examples.positives(), examples.negatives()].concat();
        self.kb.world(self.concept(), &all, budget)
    }
}
