//! How concepts are written.

/// A notation in which concepts are written and read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `Male ⊓ ∃ hasSibling.Parent`
    #[default]
    Dl,
    /// `Male and (hasSibling some Parent)`
    Manchester,
    /// `ObjectIntersectionOf(Male ObjectSomeValuesFrom(…))`
    Functional,
}
