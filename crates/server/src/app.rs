//! What all handlers share.

use std::sync::Arc;

use anyhow::{Context, Result};
use axum::http::StatusCode;
use tokio::sync::{Semaphore, watch};

use crate::config::Config;
use crate::jobs::Jobs;
use crate::library::{Library, Source};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::store::Store;

/// Computations at the same time that requests wait for: retrieval, search, loading.
const N_COMPUTATIONS: usize = 4;

/// The server's parts.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Arc<Store>,
    pub(crate) library: Arc<Library>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) metrics: Metrics,
    /// Turns true when the server is about to end.
    pub(crate) is_stopping: watch::Sender<bool>,
    computations: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(config: Config, sources: Vec<Source>) -> Result<Self> {
        config.check()?;
        if let Some(folder) = &config.data {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let file = config.data.as_ref().map(|folder| folder.join("jobs.sqlite"));
        let store = Arc::new(Store::open(file.as_deref())?);
        let uploads = config.data.as_ref().map(|folder| folder.join("knowledge-bases"));
        let library = Arc::new(Library::open(sources, uploads, &store, config.limits)?);
        let jobs = Jobs::open(config.limits, config.data.is_some(), &store, &library)?;
        Ok(Self {
            config,
            store,
            library,
            jobs,
            metrics: Metrics::default(),
            is_stopping: watch::Sender::new(false),
            computations: Arc::new(Semaphore::new(N_COMPUTATIONS)),
        })
    }

    /// Does what takes the processor for a while, away from the threads that answer requests.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = Arc::clone(&self.computations).acquire_owned().await;
        let permit = permit.map_err(Problem::internal)?;
        let task = tokio::task::spawn_blocking(move || {
            // Held by the work and not by the request: a client that leaves frees nothing early.
            let _permit = permit;
            work()
        });
        task.await.unwrap_or_else(|error| {
            Err(if error.is_panic() {
                Problem::internal("a computation panicked")
            } else {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
            })
        })
    }
}
