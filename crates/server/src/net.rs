//! Connections in, answers out, until it is time to go.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::app::App;
use crate::config::Config;
use crate::library::Source;
use crate::routes;

/// How long open answers get when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long running jobs get after that to be put away.
const PUT_AWAY: Duration = Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
}

impl Server {
    /// Takes up earlier jobs and listens; from here on connections wait to be answered.
    pub async fn start(config: Config, sources: Vec<Source>) -> Result<Self> {
        let bind = config.bind;
        let app = Arc::new(App::new(config, sources)?);
        let listener = TcpListener::bind(bind)
            .await
            .with_context(|| format!("cannot listen on {bind}; --bind names another address"))?;
        Ok(Self { app, listener })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr> {
        Ok(self.listener.local_addr()?)
    }

    /// Answers until `stop` is there; then finishes what is open and puts running jobs away.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<()> {
        let router = routes::router(&self.app);
        let connections = GracefulShutdown::new();
        let permits = Arc::new(Semaphore::new(self.app.config.limits.connections));
        let mut builder = Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(self.app.config.limits.head_time)
            .max_buf_size(64 << 10);
        tokio::pin!(stop);
        loop {
            // The permit comes first: connections beyond the bound wait with the system.
            let accept = async {
                let permit = Arc::clone(&permits).acquire_owned().await;
                (permit, self.listener.accept().await)
            };
            let (permit, stream, address) = tokio::select! {
                (permit, accepted) = accept => match accepted {
                    Ok((stream, address)) => (permit?, stream, address),
                    Err(error) => {
                        // Out of file descriptors, mostly; that passes.
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            let service =
                router.clone().map_request(move |mut request: http::Request<Incoming>| {
                    request.extensions_mut().insert(ConnectInfo(address));
                    request.map(Body::new)
                });
            let service = TowerToHyperService::new(service);
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            let connection = connections.watch(connection);
            let app = Arc::clone(&self.app);
            tokio::spawn(async move {
                app.metrics.connections.fetch_add(1, Ordering::Relaxed);
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection ended badly");
                }
                app.metrics.connections.fetch_sub(1, Ordering::Relaxed);
                drop(permit);
            });
        }
        tracing::info!("stopping");
        drop(self.listener);
        self.app.is_stopping.send_replace(true);
        let jobs = Arc::clone(&self.app.jobs);
        let put_away = tokio::task::spawn_blocking(move || jobs.stop());
        tokio::select! {
            () = connections.shutdown() => {}
            () = tokio::time::sleep(FAREWELL) => tracing::warn!("some answers were cut short"),
        }
        match tokio::time::timeout(PUT_AWAY, put_away).await {
            Ok(ended) => ended?,
            Err(_) => tracing::warn!("a job did not end in time; its last checkpoint counts"),
        }
        Ok(())
    }
}

/// Ctrl-C, or the signal that service managers send.
///
/// Made before the address is announced: until then the system ends the process on a signal.
pub struct StopSignal {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl StopSignal {
    /// From here on the signals are caught. Needs a running Tokio runtime.
    pub fn listen() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix signals are polled"))]
    async fn received(mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Serves until the process is asked to end.
pub async fn serve(server: Server, stop: StopSignal) -> Result<()> {
    server.run(stop.received()).await
}
