//! The facade as callers use it.

mod answers;
mod benchmarks;
mod common;
mod damage;
mod datasets;
mod documented;
mod endpoint;
mod enrich;
mod options;
mod patterns;
mod same_seed;
mod several;
mod sparql;
mod university;
mod unlabelled;
mod values;
mod virtuoso;
mod world;
