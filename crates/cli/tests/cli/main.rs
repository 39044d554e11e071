//! The command as people call it: arguments in; stdout, stderr, files and exit status out.

mod place;
mod knowledge;
mod concepts;
mod learn;
mod output;
mod problems;
mod serve;
mod evaluation;
