//! Which examples a concept covers, as fast as a search can ask.
//!
//! A [`Space`] is what concepts may be made of on a graph; a tree of [`Term`]s is a concept over
//! it; an [`Evaluator`] counts the [`Examples`] that a tree covers. Evaluation follows the roles of
//! a tree from the examples outwards, so that its cost depends on the neighbourhood of the examples
//! and not on the graph. No search, clock or random number is known here.
//!
//! ```
//! # use evolearner_graph::{Graph, GraphSettings};
//! # use evolearner_owl::{Input, OntologyBuilder};
//! #
//! # fn graph(turtle: &str) -> Result<Graph, Box<dyn std::error::Error>> {
//! #     let mut builder = OntologyBuilder::new();
//! #     let bytes = Box::new(turtle.as_bytes());
//! #     builder.read(Input { name: "family.ttl".to_owned(), bytes, format: None })?;
//! #     Ok(Graph::build(builder.finish(), GraphSettings::default()).0)
//! # }
//! use std::sync::Arc;
//!
//! use evolearner_evaluate::{Code, Evaluator, Examples, Op, Space, SpaceRules, tree_of};
//!
//! let graph = graph("@prefix : <http://e/> . :anna a :Parent . :ben a :Parent . :eva a :Child .")?;
//! let find = |name: &str| graph.symbols.individuals.find(name).ok_or("no such individual");
//! let (examples, _) =
//!     Examples::new(&[find("http://e/anna")?, find("http://e/ben")?], &[find("http://e/eva")?])?;
//! let space = Arc::new(Space::new(Arc::new(graph.clone()), &examples, &SpaceRules::default()));
//! // ¬Child: `Child` is the first class of the space.
//! let tree = tree_of(&[Code::NOT, Code::new(Op::Class, 0)]);
//! let covered = Evaluator::new(space, Arc::new(examples), 1 << 20).covered(&tree);
//! assert_eq!((covered.positives, covered.negatives), (2, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod examples;
mod weights;
mod measure;
mod code;
mod term;
mod types;
mod neighbourhood;
mod text_facet;
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
pub use examples::{BadWeight, Examples, ExamplesNotes, NoExamples};
pub use express::concept;
pub use generalise::generalise;
pub use measure::{Confusion, Measure, PositiveUnlabelled, Quality, quality_of};
pub use neighbourhood::Neighbourhood;
pub use rules::{SpaceRules, Splitter};
pub use shorten::shorten;
pub use space::{ChildType, NodeType, NumericProperty, Space};
pub use term::{MAX_NODES, Term, append_tree, replace_subtree, subtree, tree_of};
pub use typed::{Leaf, Typed, TypedRole, TypedUniverse};
pub use weights::{Side, Weights};
pub use workers::{Job, Workers};
