//! The first population.

mod random_walk;
mod grow;

pub(crate) use grow::random_leaf;
pub use grow::{Shape, grow, grow_ramped};
pub use random_walk::Walker;
