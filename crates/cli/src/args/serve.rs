//! The flags of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::KbOptions;

/// The arguments of `serve`.
#[derive(ClapArgs, Debug)]
pub(crate) struct ServeArgs {
    /// Files of knowledge bases, each one a knowledge base of its own; without any: a small family.
    #[arg(value_name = "KB")]
    pub(crate) kb: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) options: KbOptions,
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    /// What clients must send as a bearer token; needed to listen beyond this machine.
    #[arg(long, value_name = "TOKEN", env = "EVOLEARNER_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// A folder in which jobs, results and uploads survive a restart.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// An origin whose pages may call the API, such as `https://example.org`; can be repeated.
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
    /// How logs are written to stderr.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
    /// Learning jobs at the same time [default: one per core].
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// The longest that a job may run, in seconds [default: 300].
    #[arg(long, value_name = "SECONDS")]
    pub(crate) max_seconds: Option<u64>,
    /// Memory for remembered extensions per job, in MB [default: 64].
    #[arg(long, value_name = "MB")]
    pub(crate) max_cache: Option<usize>,
    /// The largest upload, in MB; unpacked it may be ten times as large [default: 100].
    #[arg(long, value_name = "MB")]
    pub(crate) max_upload: Option<usize>,
    /// Finished jobs that are remembered [default: 500].
    #[arg(long, value_name = "N")]
    pub(crate) keep: Option<usize>,
}

/// How logs are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}
