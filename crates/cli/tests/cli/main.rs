//! The command as people call it: arguments in; stdout, stderr, files and exit status out.

mod place;
#[path = "../../../endpoint/tests/endpoint/store.rs"]
#[expect(dead_code, reason = "faults are for the tests of the crate that it belongs to")]
mod store;
mod knowledge;
mod endpoint;
mod concepts;
mod learn;
mod answers;
mod output;
mod problems;
mod serve;
mod enrich;
mod evaluation;
#[cfg(unix)]
mod ontolearn;
mod files;
mod lost_work;
mod refusals;
mod shell;
mod weights;
