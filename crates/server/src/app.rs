//! What all handlers share.

use std::sync::Arc;

use anyhow::Result;
use axum::http::StatusCode;
use evolearner::CancelToken;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};

use crate::api_error::ApiError;
use crate::config::Config;
use crate::folder::DataFolder;
use crate::jobs::Jobs;
use crate::library::{Library, Source};
use crate::metrics::Metrics;
use crate::store::Store;

/// Computations at the same time that requests wait for, such as retrieval and search.
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
    /// Uploads between their first byte and their answer.
    uploads: Semaphore,
    /// Loading takes memory and time, so one upload is loaded after the other.
    loading: Arc<Semaphore>,
    _folder: Option<DataFolder>,
}

impl App {
    pub(crate) fn new(config: Config, sources: Vec<Source>) -> Result<Self> {
        config.check()?;
        let folder = config.data.as_deref().map(DataFolder::open).transpose()?;
        let file = folder.as_ref().map(DataFolder::database);
        let store = Arc::new(Store::open(file.as_deref())?);
        let uploads = folder.as_ref().map(DataFolder::uploads).transpose()?;
        let library = Arc::new(Library::open(sources, uploads, &store, config.limits)?);
        let jobs = Jobs::open(config.limits, config.data.is_some(), &store, &library)?;
        Ok(Self {
            uploads: Semaphore::new(config.limits.uploads),
            config,
            store,
            library,
            jobs,
            metrics: Metrics::default(),
            is_stopping: watch::Sender::new(false),
            computations: Arc::new(Semaphore::new(N_COMPUTATIONS)),
            loading: Arc::new(Semaphore::new(1)),
            _folder: folder,
        })
    }

    /// Does what takes the processor for a while, away from the threads that answer requests.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.compute_while_wanted(move |_| work()).await
    }

    /// Does the same for work that looks at the token from time to time: it is cancelled when the
    /// client leaves, the request takes too long, or the server ends.
    pub(crate) async fn compute_while_wanted<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelToken) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.computations).acquire_owned().await;
        work_apart(permit.map_err(ApiError::internal)?, work).await
    }

    /// Loads a knowledge base. Waiting for other uploads takes none of the computations. It is
    /// cancelled as computations are, and as soon as the server is about to end.
    pub(crate) async fn load<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelToken) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let load = async {
            let permit = Arc::clone(&self.loading).acquire_owned().await;
            work_apart(permit.map_err(ApiError::internal)?, work).await
        };
        let mut stopping = self.is_stopping.subscribe();
        tokio::select! {
            loaded = load => loaded,
            _ = stopping.wait_for(|&is_stopping| is_stopping) => Err(stopping_now()),
        }
    }

    /// Waits until there is room for one more upload; it has the room until this is dropped.
    pub(crate) async fn room_for_upload(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.uploads.acquire().await.map_err(ApiError::internal)
    }
}

async fn work_apart<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    work: impl FnOnce(&CancelToken) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let cancel = CancelToken::default();
    let _interest = Interest(cancel.clone());
    let task = tokio::task::spawn_blocking(move || {
        // Held by the work and not by the request: a client that leaves frees nothing early.
        let _permit = permit;
        work(&cancel)
    });
    task.await.unwrap_or_else(|error| {
        Err(if error.is_panic() {
            ApiError::internal("a computation panicked")
        } else {
            stopping_now()
        })
    })
}

fn stopping_now() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping")
}

/// Lives as long as a request waits for an answer; the request is dropped when its client leaves.
struct Interest(CancelToken);

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    use evolearner::{GraphSettings, embedded_input, load};
    use tokio::time::timeout;

    /// Longer than any of this takes: what is not done by then waits forever.
    const FOREVER: Duration = Duration::from_mins(1);

    fn app() -> Arc<App> {
        let loaded = load(vec![embedded_input()], GraphSettings::default(), &mut |_| None);
        let loaded = loaded.expect("the family is there");
        let sources = vec![Source { name: "family".to_owned(), loaded, example: None }];
        let config = Config::new("127.0.0.1:0".parse().expect("an address"));
        Arc::new(App::new(config, sources).expect("it starts"))
    }

    #[tokio::test]
    async fn uploads_that_wait_for_another_take_no_computation() {
        let app = app();
        let (release, held) = mpsc::channel::<()>();
        let hold = move |_: &CancelToken| Ok(held.recv().is_ok());
        let first = tokio::spawn({
            let app = Arc::clone(&app);
            async move { app.load(hold).await.is_ok() }
        });
        let others: Vec<_> = (0..2 * N_COMPUTATIONS)
            .map(|_| {
                let app = Arc::clone(&app);
                tokio::spawn(async move { app.load(|_| Ok(())).await.is_ok() })
            })
            .collect();
        // Every task has come to where it waits.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        let computed = timeout(FOREVER, app.compute(|| Ok(7))).await.expect("it is computed");
        assert_eq!(computed.ok(), Some(7));
        assert!(others.iter().all(|other| !other.is_finished()));
        release.send(()).expect("it is held");
        for task in others.into_iter().chain([first]) {
            assert!(timeout(FOREVER, task).await.expect("it is loaded").expect("no panic"));
        }
    }

    #[tokio::test]
    async fn work_is_cancelled_when_its_client_leaves() {
        let app = app();
        let (sender, receiver) = mpsc::channel::<&str>();
        let work = move |cancel: &CancelToken| {
            let _ = sender.send("begun");
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            let _ = sender.send("ended");
            Ok(())
        };
        let request = tokio::spawn({
            let app = Arc::clone(&app);
            async move { app.compute_while_wanted(work).await.is_ok() }
        });
        let receiver = tokio::task::spawn_blocking(move || {
            assert_eq!(receiver.recv_timeout(FOREVER), Ok("begun"));
            receiver
        });
        let receiver = receiver.await.expect("it begins");
        request.abort();
        let ended = tokio::task::spawn_blocking(move || receiver.recv_timeout(FOREVER));
        assert_eq!(ended.await.expect("no panic"), Ok("ended"));
    }
}
