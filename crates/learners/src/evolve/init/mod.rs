//! The first population.

mod grow;
mod random_walk;

use evolearner_evaluate::{Code, Examples, NodeType, Space};
use evolearner_search::Random;

use super::options::{EvolutionOptions, InitMethod};

pub(crate) use grow::grow_ramped;
pub(super) use grow::{Shape, grow, random_leaf};
pub(crate) use random_walk::Walker;

/// Appends a random candidate to some codes.
type Draw<'a> = Box<dyn FnMut(&mut Random, &mut Vec<Code>) + 'a>;

/// What draws the candidates of a first population.
pub(super) fn draw<'a>(
    space: &'a Space,
    examples: &Examples,
    options: &'a EvolutionOptions,
) -> Draw<'a> {
    let grown = |shape| -> Draw<'a> {
        Box::new(move |random, codes| {
            grow(random, space, shape, options.init_depth, NodeType::Concept, codes);
        })
    };
    let walked = |examples| -> Draw<'a> {
        let mut walker = Walker::new(space, examples, options.max_triples, options.init);
        Box::new(move |random, codes| walker.walk(random, codes))
    };
    match options.init {
        InitMethod::Grow => grown(Shape::Grow),
        InitMethod::Full => grown(Shape::Full),
        InitMethod::Ramped => Box::new(|random, codes| {
            grow_ramped(random, space, options.init_depth, NodeType::Concept, codes);
        }),
        InitMethod::Walk | InitMethod::WalkNoTypes | InitMethod::WalkNoPaths => {
            walked(examples.positives())
        }
        InitMethod::WalkNegatives => walked(examples.negatives()),
    }
}
