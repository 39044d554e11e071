//! `serve`: a page for people and an API for programs.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use evolearner::embedded_statement;
use evolearner_server::{Config, Limits, Server, Source, StopSignal, serve};
use tracing_subscriber::filter::LevelFilter;

use crate::Outcome;
use crate::args::{Common, KbArgs, LogFormat, ServeArgs};
use crate::{kb, message, output};

pub(super) fn run(args: &ServeArgs, common: &Common) -> Result<Outcome> {
    log(args.log, common.quiet);
    let sources = sources(args, common)?;
    let config = Config {
        bind: args.bind,
        token: args.token.clone(),
        data: args.data.clone(),
        allowed_origins: args.allow_origin.clone(),
        limits: limits(args, common),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let stop = StopSignal::listen()?;
        let server = Server::start(config, sources).await?;
        // On stdout, because it is what a script that starts a server waits for.
        if let Err(error) = output::print(&format!("http://{}\n", server.address()?)) {
            message::warning(format_args!("{error:#}"));
        }
        serve(server, stop).await
    });
    // What still computes is not waited for: a knowledge base that is being loaded is dropped.
    runtime.shutdown_background();
    served?;
    Ok(Outcome::Done)
}

/// Each file is a knowledge base of its own.
fn sources(args: &ServeArgs, common: &Common) -> Result<Vec<Source>> {
    let load = |files: Vec<std::path::PathBuf>, name: String| -> Result<Source> {
        let kb_args = KbArgs { kb: files, options: args.options.clone() };
        // Checked whole: a server should not start with what will fail a request.
        Ok(Source { name, loaded: kb::load(&kb_args, common, None)?.checked()?, example: None })
    };
    if args.kb.is_empty() {
        let family = load(Vec::new(), "family".to_owned())?;
        let example = Some(("Who is an uncle?".to_owned(), embedded_statement()));
        return Ok(vec![Source { example, ..family }]);
    }
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    args.kb.iter().map(|path| load(vec![path.clone()], name(path))).collect()
}

fn limits(args: &ServeArgs, common: &Common) -> Limits {
    const MEGABYTE: usize = 1_000_000;
    let mut limits = Limits::default();
    limits.jobs = args.jobs.unwrap_or(limits.jobs);
    limits.threads_per_job = common.threads.unwrap_or(limits.threads_per_job);
    limits.job_time = args.max_seconds.map_or(limits.job_time, Duration::from_secs);
    limits.cache_bytes = args.max_cache.map_or(limits.cache_bytes, |mb| mb * MEGABYTE);
    limits.kept_jobs = args.keep.unwrap_or(limits.kept_jobs);
    if let Some(megabytes) = args.max_upload {
        limits.upload = (megabytes * MEGABYTE, (megabytes * MEGABYTE * 10) as u64);
    }
    limits
}

fn log(format: LogFormat, is_quiet: bool) {
    let level = if is_quiet { LevelFilter::ERROR } else { LevelFilter::INFO };
    // A log line that cannot be written is dropped; reporting that on stderr would panic.
    let builder = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .log_internal_errors(false);
    match format {
        LogFormat::Text => builder.with_target(false).compact().init(),
        LogFormat::Json => builder.json().flatten_event(true).init(),
    }
}
