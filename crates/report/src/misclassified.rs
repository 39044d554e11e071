//! Which examples a learned concept gets wrong.

use evolearner_dl::{Concept, IndividualId};
use evolearner_learn::Forall;
use evolearner_retrieve::{Forall as RetrieveForall, RetrieveSettings, retrieve};
use evolearner_syntax::Vocabulary;
use serde::Serialize;

use crate::model::Context;
use crate::names::IndividualName;

/// The examples that a concept gets wrong, in the order in which they were given.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Misclassified {
    /// Positive examples that are no instances.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub positives_missed: Vec<IndividualName>,
    /// Negative examples that are instances.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub negatives_covered: Vec<IndividualName>,
}

impl Misclassified {
    /// Retrieves the instances of a concept as it is printed and compares them with the examples.
    /// What evaluation counted during the run plays no part in it.
    pub(crate) fn new(context: &Context<'_>, concept: &Concept) -> Self {
        let forall = match context.settings.space.forall {
            Forall::Standard => RetrieveForall::Standard,
            Forall::Nonempty => RetrieveForall::Nonempty,
        };
        let members = retrieve(context.graph, concept, RetrieveSettings { forall });
        let vocabulary = Vocabulary::new(&context.graph.symbols);
        let names = |examples: &[IndividualId], covered: bool| {
            let wrong = examples.iter().filter(|&&x| members.contains(x) == covered);
            wrong.map(|&x| IndividualName::new(x, &vocabulary)).collect()
        };
        Self {
            positives_missed: names(context.problem.positives(), false),
            negatives_covered: names(context.problem.negatives(), true),
        }
    }
}
