//! The flags of endpoints and of queries.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use evolearner::syntax::sparql::Dialect;

/// The forms of a query.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DialectArg {
    /// A sub-query per restriction, MINUS and counts by groups.
    Sets,
    /// Patterns and one boolean of EXISTS.
    Bool,
    /// A sub-query per restriction, unions and sums by groups.
    Counts,
}

impl From<DialectArg> for Dialect {
    fn from(arg: DialectArg) -> Self {
        match arg {
            DialectArg::Sets => Self::Sets,
            DialectArg::Bool => Self::Bool,
            DialectArg::Counts => Self::Counts,
        }
    }
}

/// What is fetched from a knowledge base that is a SPARQL endpoint.
#[derive(ClapArgs, Clone, Debug, Default)]
#[command(next_help_heading = "Endpoint")]
pub(crate) struct EndpointFlags {
    /// Fetch what concepts can say about these individuals: IRIs, one a line; examples are fetched anyway.
    #[arg(long, value_name = "FILE")]
    pub(crate) around: Vec<PathBuf>,
    /// Fetch what concepts can say about the members of this class.
    #[arg(long, value_name = "IRI")]
    pub(crate) around_class: Vec<String>,
    /// How many restrictions on roles may be nested in a concept [default: 2].
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// Fetch edges that lead to individuals as well, which inverse roles need.
    #[arg(long)]
    pub(crate) incoming: bool,
    /// Ask this graph of the store; may be repeated.
    #[arg(long, value_name = "IRI")]
    pub(crate) graph: Vec<String>,
    /// Do not fetch this property; may be repeated. Labels, comments, links and owl:sameAs are never fetched.
    #[arg(long, value_name = "IRI")]
    pub(crate) leave_out: Vec<String>,
    /// The most values of one property of one individual; more are cut, and said so [default: 10000].
    #[arg(long, value_name = "N")]
    pub(crate) fan_out: Option<u64>,
    /// The most requests [default: 2000].
    #[arg(long, value_name = "N")]
    pub(crate) max_requests: Option<u64>,
    /// The most bytes of answers, decompressed [default: 1073741824].
    #[arg(long, value_name = "N")]
    pub(crate) max_bytes: Option<u64>,
    /// The longest time for fetching [default: 30].
    #[arg(long, value_name = "MINUTES")]
    pub(crate) max_minutes: Option<u64>,
    /// The pause between requests to other machines [default: 100].
    #[arg(long, value_name = "MILLISECONDS")]
    pub(crate) pause: Option<u64>,
    /// Where answers are kept, `-` for nowhere [default: the folder for caches of the platform].
    #[arg(long, value_name = "DIR")]
    pub(crate) fetched: Option<PathBuf>,
    /// Ask again for what is kept.
    #[arg(long, conflicts_with = "offline")]
    pub(crate) refresh: bool,
    /// Use what is kept and ask nothing.
    #[arg(long)]
    pub(crate) offline: bool,
    /// Trust these certificates (PEM) in place of those of the platform.
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// An address for the operators of the store, sent with every request.
    #[arg(long, value_name = "TEXT")]
    pub(crate) contact: Option<String>,
}
