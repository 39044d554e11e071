//! What a server may do, and how much of it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub bind: SocketAddr,
    /// What clients must send as a bearer token.
    pub token: Option<String>,
    /// Where jobs, results and uploads survive a restart.
    pub data: Option<PathBuf>,
    /// Origins whose pages may call the API, such as `https://example.org`.
    pub allowed_origins: Vec<String>,
    /// How much of everything.
    pub limits: Limits,
}

impl Config {
    /// A server on that address with nothing else said.
    pub fn new(bind: SocketAddr) -> Self {
        Self {
            bind,
            token: None,
            data: None,
            allowed_origins: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Refuses what would leave a server open to all.
    pub(crate) fn check(&self) -> Result<()> {
        if self.token.as_deref().is_some_and(|token| token.trim().is_empty()) {
            bail!("the token is empty");
        }
        if !self.bind.ip().is_loopback() && self.token.is_none() {
            bail!(
                "{} can be reached from elsewhere: a token is needed (--token or EVOLEARNER_TOKEN)",
                self.bind
            );
        }
        Ok(())
    }
}

/// Bounds on time, memory and numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Learning jobs at the same time.
    pub jobs: usize,
    /// Threads per job.
    pub threads_per_job: usize,
    /// The longest that a job may run.
    pub job_time: Duration,
    /// Memory for remembered extensions, in bytes per thread of a job.
    pub cache_bytes: usize,
    /// Jobs that may wait, in all and per client.
    pub queue: (usize, usize),
    /// Finished jobs that are remembered.
    pub kept_jobs: usize,
    /// Bytes of an uploaded knowledge base, as sent and unpacked.
    pub upload: (usize, u64),
    /// Uploads that are received or loaded at the same time; others wait.
    pub uploads: usize,
    /// Facts of one uploaded knowledge base, stated or derived.
    pub facts: u64,
    /// Knowledge bases at the same time.
    pub knowledge_bases: usize,
    /// Memory of all knowledge bases, in bytes.
    pub graph_bytes: usize,
    /// Bytes of any other request.
    pub body_bytes: usize,
    /// The longest that a request may take, apart from event streams.
    pub request_time: Duration,
    /// The longest that the head of a request may take to arrive.
    pub head_time: Duration,
    /// Connections at the same time.
    pub connections: usize,
}

impl Default for Limits {
    /// Fits a laptop: a job per core, and at most some gigabytes in the worst case.
    fn default() -> Self {
        let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            jobs: n_cores,
            threads_per_job: 1,
            job_time: Duration::from_mins(5),
            cache_bytes: 64_000_000,
            queue: (1_000, 200),
            kept_jobs: 500,
            upload: (100_000_000, 1_000_000_000),
            uploads: 4,
            facts: 100_000_000,
            knowledge_bases: 32,
            graph_bytes: 4_000_000_000,
            body_bytes: 8_000_000,
            request_time: Duration::from_mins(1),
            head_time: Duration::from_secs(10),
            connections: 1_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_is_open_without_a_token() {
        let check = |bind: &str, token: Option<&str>, is_fine: bool| {
            let mut config = Config::new(bind.parse().unwrap());
            config.token = token.map(str::to_owned);
            assert_eq!(config.check().is_ok(), is_fine, "{bind} {token:?}");
        };
        check("127.0.0.1:8080", None, true);
        check("[::1]:8080", None, true);
        check("0.0.0.0:8080", None, false);
        check("192.0.2.1:8080", Some("secret"), true);
        check("127.0.0.1:8080", Some(" "), false);
    }
}
