//! Which examples a concept covers, as fast as a search can ask.
//!
//! A [`Space`] is what concepts may be made of on a graph; a tree of [`Term`]s is a concept over
//! it; an [`Evaluator`] counts the [`Examples`] that a tree covers. Evaluation follows the roles of
//! a tree from the examples outwards, so that its cost depends on the neighbourhood of the examples
//! and not on the graph. No search, clock or random number is known here.

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod examples;
mod measure;
mod code;
mod term;
mod types;
mod neighbourhood;
mod atom;
mod bound;
mod space;
mod rules;
mod cut;
mod express;
mod compile;
mod universe;
mod levels;
mod stump;
mod typed;
mod slots;
mod evaluator;
mod shorten;
mod generalise;
mod workers;

pub use atom::Atom;
pub use bound::bounds;
pub use code::{Code, MAX_CARDINALITY, Op};
pub use evaluator::{Covered, Evaluator};
pub use examples::{Examples, ExamplesNotes, NoExamples};
pub use express::concept;
pub use generalise::generalise;
pub use measure::{Confusion, Measure, Quality, quality_of};
pub use neighbourhood::Neighbourhood;
pub use rules::{SpaceRules, Splitter};
pub use shorten::shorten;
pub use space::{ChildType, NodeType, NumericProperty, Space};
pub use term::{MAX_NODES, Term, append_tree, replace_subtree, subtree, tree_of};
pub use typed::{Leaf, Typed, TypedRole, TypedUniverse};
pub use workers::{Job, Workers};
