//! The command as people call it: arguments in; stdout, stderr, files and exit status out.

mod place;
mod knowledge;
mod concepts;
mod learn;
mod answers;
mod output;
mod problems;
mod serve;
mod enrich;
mod evaluation;
mod files;
mod lost_work;
mod refusals;
mod shell;
