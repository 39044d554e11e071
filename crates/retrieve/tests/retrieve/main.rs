//! Retrieval, explanation, simplification and the open world against naive readings of the semantics.

mod explain;
mod retrieve;
mod simplify;
mod world;
