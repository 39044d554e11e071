//! Which examples a learned concept gets wrong.

use serde::{Deserialize, Serialize};

use crate::names::IndividualName;

/// The examples that a concept gets wrong, in the order in which they were given.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Misclassified {
    /// Positive examples that are no instances.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub positives_missed: Vec<IndividualName>,
    /// Negative examples that are instances.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub negatives_covered: Vec<IndividualName>,
}
