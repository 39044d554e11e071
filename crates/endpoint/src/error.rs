//! What can go wrong with a store.

use std::io;

/// Why nothing can be fetched from an endpoint. No message has a password or a header in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The address is no address of an endpoint.
    #[error("{address} is no address of an endpoint: {reason}")]
    Address {
        /// The address, without a user.
        address: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A name cannot stand in a query.
    #[error("‘{0}’ is no IRI that a query can name")]
    Iri(String),
    /// A header of the environment is none.
    #[error("EVOLEARNER_ENDPOINT_HEADER has no colon: it is `Name: value`")]
    Header,
    /// The store wants a login, or another one.
    #[error(
        "the store refuses the request (status {0}): it wants a login, or another one; see EVOLEARNER_ENDPOINT_USER, EVOLEARNER_ENDPOINT_PASSWORD and EVOLEARNER_ENDPOINT_HEADER"
    )]
    Login(u16),
    /// The store sends requests on to another host.
    #[error(
        "the store redirects to {0}, and requests go to the given host only: name that address instead if it is right"
    )]
    Redirect(String),
    /// The store could not be reached.
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
    /// The store went away in the middle of the work.
    #[error("the store went away while answering ({reason}):\n{query}")]
    Gone {
        /// What was seen.
        reason: String,
        /// The query.
        query: String,
    },
    /// The answer is something else than results.
    #[error("the answer is no result of a query: {0}")]
    NoResults(String),
    /// The store refuses a query that cannot be made smaller.
    #[error("the store does not answer ({reason}):\n{query}")]
    Refused {
        /// What it said.
        reason: String,
        /// The query.
        query: String,
    },
    /// The store asked to wait too often.
    #[error("the store asked to wait {0} times; what was fetched is kept, try again later")]
    Busy(u32),
    /// A budget is used up before anything can be said.
    #[error("{0}")]
    Budget(String),
    /// An answer is not in the cache, and nothing may be fetched.
    #[error("not in the cache, and nothing may be fetched:\n{0}")]
    Offline(String),
    /// None of the examples is in the store.
    #[error("the store has no triple about any of the {0} individuals that were named")]
    NoIndividuals(usize),
    /// The default graph is empty, and there are named ones.
    #[error("the default graph of the store is empty; its graphs are: {0}")]
    Graphs(String),
    /// A certificate cannot be read.
    #[error("the certificates cannot be read: {0}")]
    Certificates(String),
    /// The cache cannot be used.
    #[error("the cache {path}: {cause}")]
    Cache {
        /// The folder.
        path: String,
        /// What went wrong; part of the message, so not its source.
        cause: io::Error,
    },
}

/// Why one question has no answer, for those that can ask a smaller one.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer was cut or refused: a smaller question may have one.
    TooMuch(String),
    /// A budget is used up.
    Budget(String),
    /// No question has an answer.
    Fatal(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Fatal(error)
    }
}
