//! How concepts are read where readings differ.

use crate::choices;

choices! {
    /// What `∀ r.C` says of individuals without an r-successor.
    pub enum Forall {
        /// They satisfy it.
        Standard = "standard",
        /// They do not.
        Nonempty = "nonempty",
    }
}

impl Default for Forall {
    /// The reading of OWL.
    fn default() -> Self {
        Self::Standard
    }
}
