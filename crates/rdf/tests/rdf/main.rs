//! Readers of all formats: what they read, what they refuse, and that nothing makes them panic.

mod common;
mod damage;
mod datasets;
mod formats;
mod fuzz;
mod obo;
mod threads;
