//! The flags of queries.

use clap::ValueEnum;
use evolearner::syntax::sparql::Dialect;

/// The forms of a query.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DialectArg {
    /// A sub-query per restriction, MINUS and counts by groups.
    Sets,
    /// Patterns and one boolean of EXISTS.
    Bool,
}

impl From<DialectArg> for Dialect {
    fn from(arg: DialectArg) -> Self {
        match arg {
            DialectArg::Sets => Self::Sets,
            DialectArg::Bool => Self::Bool,
        }
    }
}
