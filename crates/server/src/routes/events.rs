//! A job as it happens, by server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::Path;
use crate::jobs::{Job, JobModel, Point};

/// The pause between two events: faster than the eye follows is only work.
const PAUSE: Duration = Duration::from_millis(80);

/// The data of an event.
#[derive(Serialize, ToSchema)]
pub(super) struct JobEvent {
    /// The job.
    job: JobModel,
    /// The points of the curve that are new since the last event.
    points: Vec<Point>,
}

/// An event as it is sent.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) struct Frame {
    /// `progress`, or `end` for the last one.
    event: String,
    /// A `JobEvent` as JSON.
    data: String,
}

/// Follows a job by server-sent events
///
/// An event `progress` comes whenever something is new, at most a dozen a second; the last event
/// is `end`. Each carries the job and the points of its curve since the one before.
#[utoipa::path(get, path = "/jobs/{id}/events", tag = "jobs",
    params(("id" = u64, Path, description = "Its number")),
    responses((status = 200, description = "The events", body = Frame, content_type = "text/event-stream"), Refused))]
pub(super) async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<u64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let job = app.jobs.get(id)?;
    let listener = Listener {
        changes: job.watch(),
        stopping: app.is_stopping.subscribe(),
        job,
        n_points: 0,
        is_first: true,
        is_over: false,
    };
    let stream = unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// A client that follows a job.
struct Listener {
    job: Arc<Job>,
    changes: watch::Receiver<crate::jobs::Status>,
    stopping: watch::Receiver<bool>,
    n_points: usize,
    is_first: bool,
    is_over: bool,
}

impl Listener {
    /// The next event; nothing behind the last one, or when the server stops.
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        if !std::mem::take(&mut self.is_first) {
            tokio::time::sleep(PAUSE).await;
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                _ = self.stopping.wait_for(|&is_stopping| is_stopping) => return None,
            }
        }
        self.is_over = self.changes.borrow_and_update().state.is_final();
        let points = self.job.points_from(self.n_points);
        self.n_points += points.len();
        let name = if self.is_over { "end" } else { "progress" };
        Event::default().event(name).json_data(JobEvent { job: self.job.model(), points }).ok()
    }
}
