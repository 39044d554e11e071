//! Graphs against their definitions, their files and their limits.

mod fuzz;
mod laws;
mod limits;
mod owl_details;
mod reasoning;
mod snapshot;
