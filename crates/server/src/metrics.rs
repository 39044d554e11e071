//! Numbers for Prometheus, in its text format.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;

/// Upper bounds of the buckets for response times, in seconds.
const BUCKETS: [f64; 8] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

/// What is counted while the server runs.
#[derive(Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<Route, Times>>,
    pub(crate) connections: AtomicUsize,
}

/// Which requests are counted together.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    method: String,
    path: String,
    status: u16,
}

#[derive(Clone, Copy, Default)]
struct Times {
    buckets: [u64; BUCKETS.len()],
    count: u64,
    sum: Duration,
}

impl Metrics {
    fn count(&self, route: Route, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let times = requests.entry(route).or_default();
        times.count += 1;
        times.sum += time;
        for (bucket, bound) in times.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(time.as_secs_f64() <= bound);
        }
    }
}

/// Counts a request, under the pattern of its path: addresses themselves would be endless.
pub(crate) async fn measure(
    State(app): State<std::sync::Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or("other", MatchedPath::as_str).to_owned();
    let method = request.method().as_str();
    // Methods can be made up, and names of metrics must not be.
    let is_common = ["GET", "POST", "DELETE", "HEAD", "OPTIONS"].contains(&method);
    let method = if is_common { method } else { "other" }.to_owned();
    let response = next.run(request).await;
    let time = start.elapsed();
    let status = response.status().as_u16();
    tracing::debug!(method, path, status, seconds = time.as_secs_f64(), "a request");
    app.metrics.count(Route { method, path, status }, time);
    response
}

/// Everything, as Prometheus reads it.
pub(crate) fn render(app: &App) -> String {
    let mut out = String::new();
    let mut gauge = |name: &str, help: &str, values: &[(String, f64)]| {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(out, "# HELP evolearner_{name} {help}\n# TYPE evolearner_{name} gauge");
        for (labels, value) in values {
            let _ = writeln!(out, "evolearner_{name}{labels} {value}");
        }
    };
    let census = app.jobs.census();
    let states: Vec<(String, f64)> = census
        .iter()
        .map(|(state, &count)| (format!("{{state=\"{}\"}}", state.word()), count as f64))
        .collect();
    gauge("jobs", "Jobs that the server knows, by state.", &states);
    let none = String::new;
    gauge("knowledge_bases", "Knowledge bases.", &[(none(), app.library.all().len() as f64)]);
    let n_connections = app.metrics.connections.load(Ordering::Relaxed) as f64;
    gauge("connections", "Open connections.", &[(none(), n_connections)]);
    if let Some(bytes) = resident_bytes() {
        gauge("resident_memory_bytes", "Memory of the process.", &[(none(), bytes)]);
    }
    render_requests(&app.metrics, &mut out);
    out
}

fn render_requests(metrics: &Metrics, out: &mut String) {
    let name = "evolearner_http_request_duration_seconds";
    let _ = writeln!(out, "# HELP {name} Time until the head of the answer.");
    let _ = writeln!(out, "# TYPE {name} histogram");
    let requests = metrics.requests.lock().unwrap_or_else(PoisonError::into_inner);
    for (Route { method, path, status }, times) in requests.iter() {
        let labels = format!("method=\"{method}\",path=\"{path}\",status=\"{status}\"");
        for (count, bound) in times.buckets.iter().zip(BUCKETS) {
            let _ = writeln!(out, "{name}_bucket{{{labels},le=\"{bound}\"}} {count}");
        }
        let (count, sum) = (times.count, times.sum.as_secs_f64());
        let _ = writeln!(out, "{name}_bucket{{{labels},le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum{{{labels}}} {sum}\n{name}_count{{{labels}}} {count}");
    }
}

/// The memory of this process, where the system says it.
fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024.0)
}
