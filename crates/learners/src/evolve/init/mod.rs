//! The first population.

mod grow;
mod random_walk;

pub(crate) use grow::grow_ramped;
pub(super) use grow::{Shape, grow, random_leaf};
pub(crate) use random_walk::Walker;
