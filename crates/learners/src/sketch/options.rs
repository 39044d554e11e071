//! The options of the search by sketch.

use evolearner_search::{Group, NameList, options};

options! {
    /// The shape of concepts, and the names that they have.
    pub struct SketchOptions in Group::Space => {
        /// The concept with holes that the answer is, such as `Compound ⊓ ∃ hasAtom.(?C ⊓ charge ≥ ?v)`.
        sketch: Option<String> = None, "docs/sketches.md";
        /// Classes and properties that the answer must use; commas between them.
        must_use: NameList = NameList::default(), "docs/sketches.md";
        /// What names and constructors count in the length in place of one, such as `Ring=0,forall=4`.
        prices: NameList = NameList::default(), "docs/sketches.md";
    }
}
