//! Learning jobs: taken in, put in line, run on threads of their own, remembered for a while.

mod enrich;
mod estimate;
mod job;
mod labels;
mod prepare;
mod queue;
mod run;

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use anyhow::Result;
use axum::http::StatusCode;
use evolearner::{LabelLanguages, Task};
use serde::Serialize;

use crate::api_error::ApiError;
use crate::config::Limits;
use crate::library::{Library, LibraryItem};
use crate::search::Item;
use crate::store::{JobRow, Store};
pub(crate) use enrich::EnrichRequest;
use estimate::Estimate;
use job::{About, Intent, now};
pub(crate) use job::{Job, JobKind, JobModel, LearnRequest, Point, State, Status};
pub(crate) use labels::LabelsRequest;
pub(crate) use prepare::prepare;
use queue::FairQueue;

/// All jobs of a server.
pub(crate) struct Jobs {
    table: Mutex<Table>,
    /// Rings when there is a job to run, or none will come any more.
    bell: Condvar,
    limits: Limits,
    /// Whether jobs survive the server.
    is_lasting: bool,
    store: Arc<Store>,
    library: Arc<Library>,
    workers: Mutex<Vec<JoinHandle<()>>>,
    /// Jobs that lack their estimate; nothing when the server stops.
    estimates: Mutex<Option<Sender<Estimate>>>,
}

#[derive(Default)]
struct Table {
    jobs: BTreeMap<u64, Arc<Job>>,
    queue: FairQueue,
    last_id: u64,
    is_stopping: bool,
}

impl Jobs {
    /// Takes up what the store knows and starts to work.
    pub(crate) fn open(
        limits: Limits,
        is_lasting: bool,
        store: &Arc<Store>,
        library: &Arc<Library>,
    ) -> Result<Arc<Self>> {
        let mut table = Table { last_id: store.last_id()?, ..Table::default() };
        for mut row in store.jobs()? {
            // What ran when the server ended goes on, from its checkpoint if there is one.
            if row.state == State::Running.word() {
                State::Queued.word().clone_into(&mut row.state);
            }
            let job = Arc::new(Job::new(&row));
            if job.state() == State::Queued {
                table.queue.push(&job.client, job.id);
            }
            table.jobs.insert(job.id, job);
        }
        let jobs = Arc::new(Self {
            table: Mutex::new(table),
            bell: Condvar::new(),
            limits,
            is_lasting,
            store: Arc::clone(store),
            library: Arc::clone(library),
            workers: Mutex::default(),
            estimates: Mutex::default(),
        });
        let workers = (0..limits.jobs.max(1)).map(|number| {
            let jobs = Arc::clone(&jobs);
            std::thread::Builder::new().name(format!("learn-{number}")).spawn(move || work(&jobs))
        });
        let mut workers = workers.collect::<std::io::Result<Vec<_>>>()?;
        let (sender, waiting) = channel();
        *jobs.estimates.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        let shared = Arc::clone(&jobs);
        let estimator = std::thread::Builder::new().name("estimate".to_owned());
        workers.push(estimator.spawn(move || estimate::work(&shared, waiting))?);
        *jobs.workers.lock().unwrap_or_else(PoisonError::into_inner) = workers;
        Ok(jobs)
    }

    /// Finds out what to expect of the answer of a job when its turn comes.
    fn estimate(&self, estimate: Estimate) {
        let estimates = self.estimates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*estimates {
            // The other end is there until the server stops.
            let _ = sender.send(estimate);
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job in. When this returns, the job is written down.
    pub(crate) fn submit(
        &self,
        client: &str,
        request: &LearnRequest,
        languages: &LabelLanguages,
    ) -> Result<Arc<Job>, ApiError> {
        let item = self.item(request.knowledge_base.as_deref(), languages)?;
        // Prepared now and not only when its turn comes: the answer to the request names mistakes.
        let (task, _) = prepare(&item.kb, request, &self.limits)?;
        self.put_in_line(client, &item.id, &about(&item, &task), &task.notices, request)
    }

    /// The knowledge base that a request names, or the first one.
    fn item(
        &self,
        id: Option<&str>,
        languages: &LabelLanguages,
    ) -> Result<Arc<LibraryItem>, ApiError> {
        self.library.get_in(id.unwrap_or(self.library.first()), languages)
    }

    /// Writes a checked request down as a job that waits for its turn.
    fn put_in_line(
        &self,
        client: &str,
        knowledge_base: &str,
        about: &About,
        notices: &[String],
        request: &impl Serialize,
    ) -> Result<Arc<Job>, ApiError> {
        let request = serde_json::to_string(request).map_err(ApiError::internal)?;
        let job = {
            let mut table = self.table();
            let (n_max, n_max_of_client) = self.limits.queue;
            if table.is_stopping {
                return Err(ApiError::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "the server is stopping",
                ));
            }
            if table.queue.len() >= n_max || table.queue.len_of(client) >= n_max_of_client {
                let why = "too many jobs wait already; try again later";
                return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, why));
            }
            table.last_id += 1;
            let row = JobRow {
                id: table.last_id,
                client: client.to_owned(),
                knowledge_base: knowledge_base.to_owned(),
                state: State::Queued.word().to_owned(),
                created: now(),
                notices: serde_json::json!(notices).to_string(),
                about: serde_json::json!(about).to_string(),
                ..JobRow::default()
            };
            self.store.add(&row, &request).map_err(ApiError::storage)?;
            let job = Arc::new(Job::new(&row));
            table.jobs.insert(job.id, Arc::clone(&job));
            table.queue.push(client, job.id);
            job
        };
        self.bell.notify_one();
        tracing::info!(job = job.id, client, knowledge_base, "a job is queued");
        Ok(job)
    }

    pub(crate) fn get(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let job = self.table().jobs.get(&id).cloned();
        job.ok_or_else(|| ApiError::not_found(format!("there is no job {id}, or not any more")))
    }

    /// All jobs, newest first.
    pub(crate) fn all(&self) -> Vec<Arc<Job>> {
        self.table().jobs.values().rev().cloned().collect()
    }

    /// How many jobs there are in each state.
    pub(crate) fn census(&self) -> BTreeMap<State, usize> {
        let mut census: BTreeMap<State, usize> = State::ALL.map(|state| (state, 0)).into();
        for job in self.table().jobs.values() {
            *census.entry(job.state()).or_default() += 1;
        }
        census
    }

    /// Ends a job with what it has.
    pub(crate) fn cancel(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        let mut table = self.table();
        match job.state() {
            State::Running if job.is_estimating() => {
                // Its answer is there, and its turn to be estimated may be far off.
                job.ask(Intent::Cancel);
                drop(table);
                self.close_with_answer(&job)?;
            }
            State::Running => job.ask(Intent::Cancel),
            State::Queued | State::Paused => {
                let has_begun = self.store.checkpoint(id).map_err(ApiError::internal)?.is_some();
                table.queue.remove(id);
                if has_begun {
                    // Its result comes from the checkpoint: the run is resumed on this thread, finds
                    // that it is cancelled, and ends. Until then it is shown as running.
                    job.renew_switch();
                    job.ask(Intent::Cancel);
                    job.update(|status| status.state = State::Running);
                    drop(table);
                    run::run(self, &job);
                } else {
                    drop(table);
                    run::close(self, &job, State::Cancelled, None, None)
                        .map_err(ApiError::storage)?;
                }
            }
            State::Done | State::Cancelled | State::Failed => {
                return Err(ApiError::conflict(format!("job {id} has ended already")));
            }
        }
        Ok(job)
    }

    /// Ends a job with the answer that is stored, without an estimate.
    fn close_with_answer(&self, job: &Job) -> Result<(), ApiError> {
        let stored = self.store.result(job.id).map_err(ApiError::internal)?;
        let report = stored.as_deref().map(serde_json::from_str).transpose();
        let finished = report.map_err(ApiError::internal)?.as_ref().map(run::Finished::learned);
        let finished = finished.transpose().map_err(ApiError::internal)?;
        run::close(self, job, State::Done, finished, None).map_err(ApiError::storage)
    }

    /// Makes a job wait until it is resumed.
    pub(crate) fn pause(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        let mut table = self.table();
        match job.state() {
            State::Running => job.ask(Intent::Pause),
            State::Queued => {
                let paused = State::Paused;
                self.store.suspend(id, paused.word(), None).map_err(ApiError::storage)?;
                table.queue.remove(id);
                job.update(|status| status.state = paused);
            }
            state => {
                return Err(ApiError::conflict(format!("job {id} cannot pause: {}", state.word())));
            }
        }
        Ok(job)
    }

    /// Lets a paused job go on when its turn comes.
    pub(crate) fn resume(&self, id: u64) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        let mut table = self.table();
        if job.state() != State::Paused {
            let state = job.state().word();
            return Err(ApiError::conflict(format!("job {id} is not paused: {state}")));
        }
        let queued = State::Queued;
        self.store.suspend(id, queued.word(), None).map_err(ApiError::storage)?;
        job.update(|status| status.state = queued);
        table.queue.push(&job.client, id);
        drop(table);
        self.bell.notify_one();
        Ok(job)
    }

    /// Gives a job a name and a note.
    pub(crate) fn rename(&self, id: u64, name: String, note: String) -> Result<Arc<Job>, ApiError> {
        let job = self.get(id)?;
        self.store.set_name(id, &name, &note).map_err(ApiError::storage)?;
        job.update(|status| (status.name, status.note) = (name, note));
        Ok(job)
    }

    /// Forgets a job that has ended.
    pub(crate) fn remove(&self, id: u64) -> Result<(), ApiError> {
        let job = self.get(id)?;
        if !job.state().is_final() {
            return Err(ApiError::conflict(format!("job {id} has not ended yet; cancel it first")));
        }
        self.store.remove(&[id]).map_err(ApiError::internal)?;
        self.table().jobs.remove(&id);
        Ok(())
    }

    /// Forgets the oldest finished jobs where there are too many.
    fn prune(&self) -> Result<()> {
        let mut table = self.table();
        let ended = table.jobs.values().filter(|job| job.state().is_final());
        let ended: Vec<u64> = ended.map(|job| job.id).collect();
        let n_surplus = ended.len().saturating_sub(self.limits.kept_jobs);
        for id in &ended[..n_surplus] {
            table.jobs.remove(id);
        }
        drop(table);
        if n_surplus > 0 { self.store.remove(&ended[..n_surplus]) } else { Ok(()) }
    }

    /// Ends all work. Where jobs last, those that run are written down to go on later.
    pub(crate) fn stop(&self) {
        {
            let mut table = self.table();
            table.is_stopping = true;
            for job in table.jobs.values().filter(|job| job.state() == State::Running) {
                job.ask(if self.is_lasting { Intent::Suspend } else { Intent::Cancel });
            }
        }
        self.bell.notify_all();
        *self.estimates.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let workers =
            std::mem::take(&mut *self.workers.lock().unwrap_or_else(PoisonError::into_inner));
        for worker in workers {
            if worker.join().is_err() {
                tracing::error!("a worker panicked");
            }
        }
    }

    /// Waits for a job; nothing when the server stops.
    fn next(&self) -> Option<Arc<Job>> {
        let mut table = self.table();
        loop {
            if table.is_stopping {
                return None;
            }
            if let Some(job) = table.queue.pop().and_then(|id| table.jobs.get(&id).cloned()) {
                // Under the lock: who cancels sees either a queued or a running job.
                job.renew_switch();
                job.update(|status| {
                    status.state = State::Running;
                    status.started = status.started.or(Some(now()));
                });
                return Some(job);
            }
            table = self.bell.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a task is about.
fn about(item: &LibraryItem, task: &Task) -> About {
    let symbols = &item.kb.graph().symbols;
    About {
        kind: JobKind::Learn,
        label_languages: item.label_languages().to_string(),
        positives: task.examples.n_positives(),
        negatives: task.examples.n_negatives(),
        target_class: task.record.target_class.as_deref().map(|iri| Item::new(symbols, iri).name),
    }
}

/// Lets threads that answer requests go first, wherever there are fewer cores than jobs.
fn step_back() {
    // On Linux niceness belongs to the thread; elsewhere it would slow the whole server down.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "learning goes on with full priority");
    }
}

/// Runs jobs until the server stops.
fn work(jobs: &Jobs) {
    step_back();
    while let Some(job) = jobs.next() {
        run::run(jobs, &job);
        if let Err(error) = jobs.prune() {
            tracing::error!("old jobs could not be forgotten: {error:#}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Source;
    use evolearner::{GraphSettings, embedded_input, load};
    use serde_json::{Value, json};

    /// Jobs on the embedded family with one worker.
    struct Fixture {
        jobs: Arc<Jobs>,
    }

    impl Fixture {
        fn new() -> Self {
            let loaded = load(vec![embedded_input()], GraphSettings::default(), &mut |_| None);
            let loaded = loaded.expect("the family is there");
            let sources = vec![Source { name: "family".to_owned(), loaded, example: None }];
            let store = Arc::new(Store::open(None).expect("memory"));
            let limits = Limits { jobs: 1, ..Limits::default() };
            let library = Library::open(sources, None, &store, limits).expect("a library");
            let jobs = Jobs::open(limits, false, &store, &Arc::new(library)).expect("workers");
            Self { jobs }
        }

        fn learn(&self, request: &Value) -> Arc<Job> {
            let request = serde_json::from_value(request.clone()).expect("a request");
            let taken = self.jobs.submit("test", &request, &LabelLanguages::default());
            taken.map_err(ApiError::into_detail).expect("it is taken")
        }

        fn wait(job: &Job, state: State) {
            loop {
                let now = job.state();
                if now == state {
                    return;
                }
                assert!(!now.is_final(), "it is {}", now.word());
                std::thread::yield_now();
            }
        }

        /// Lets a job come to that many points and holds it there: a run needs the lock on its points
        /// between two steps, so it does nothing for as long as that is held.
        fn hold(job: &Job, n_points: usize) -> MutexGuard<'_, Vec<Point>> {
            loop {
                let points = job.points();
                if points.len() >= n_points {
                    assert_eq!(job.state(), State::Running);
                    return points;
                }
                drop(points);
                assert!(!job.state().is_final(), "it ended before it could be held");
                std::thread::yield_now();
            }
        }

        /// Pauses a job after its third step at the earliest.
        fn pause_midway(&self, job: &Job) {
            let barrier = Self::hold(job, 3);
            self.jobs.pause(job.id).map_err(ApiError::into_detail).expect("it pauses");
            drop(barrier);
            Self::wait(job, State::Paused);
        }

        fn resume(&self, job: &Job) {
            self.jobs.resume(job.id).map_err(ApiError::into_detail).expect("it is resumed");
        }

        fn result(&self, job: &Job) -> Value {
            let text = self.jobs.store.result(job.id).expect("a store").expect("a result");
            serde_json::from_str(&text).expect("JSON")
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            self.jobs.stop();
        }
    }

    fn request() -> Value {
        json!({
            "target_class": "Grandfather",
            "settings": { "generations": 150, "population": 300, "language": "AL" },
        })
    }

    /// The same for the default learner, without what would say at once who is a grandfather.
    fn systematic() -> Value {
        json!({
            "target_class": "Grandfather",
            "ignore": ["Grandparent", "Grandmother", "hasChild", "married"],
            "settings": { "work": 1 },
        })
    }

    #[test]
    fn a_paused_job_makes_room_and_ends_as_if_it_had_not_paused() {
        let fixture = Fixture::new();
        for request in [request(), systematic()] {
            let straight = fixture.learn(&request);
            Fixture::wait(&straight, State::Done);
            let paused = fixture.learn(&request);
            fixture.pause_midway(&paused);
            let other = fixture.learn(&json!({ "target_class": "Mother", "settings": {
                "generations": 3, "population": 50,
            }}));
            Fixture::wait(&other, State::Done);
            assert_eq!(paused.state(), State::Paused);
            fixture.resume(&paused);
            Fixture::wait(&paused, State::Done);
            let (paused, straight) = (fixture.result(&paused), fixture.result(&straight));
            for field in ["learner", "best", "front", "proof", "generations", "evaluations"] {
                assert_eq!(paused[field], straight[field], "{field}");
            }
        }
    }

    #[test]
    fn a_systematic_search_that_is_stopped_while_it_pauses_ends_with_what_it_has() {
        let fixture = Fixture::new();
        let job = fixture.learn(&systematic());
        let barrier = Fixture::hold(&job, 5);
        assert!(fixture.jobs.pause(job.id).is_ok());
        drop(barrier);
        Fixture::wait(&job, State::Paused);
        let best = job.model().status.best.expect("five lengths were tried");
        assert!(best.length > 1, "a search that begins again has only names: {best:?}");
        assert!(fixture.jobs.cancel(job.id).is_ok());
        let result = fixture.result(&job);
        assert_eq!((&result["stop"], &result["learner"]), (&json!("cancelled"), &json!("beam")));
        assert_eq!(result["best"]["quality"], best.quality);
        assert_eq!(job.model().status.best.map(|best| best.quality), Some(best.quality));
    }

    #[test]
    fn a_job_whose_checkpoint_is_refused_begins_again_and_has_a_notice() {
        let fixture = Fixture::new();
        let job = fixture.learn(&request());
        fixture.pause_midway(&job);
        let store = &fixture.jobs.store;
        store.suspend(job.id, State::Paused.word(), Some(b"something else")).expect("a store");
        fixture.resume(&job);
        Fixture::wait(&job, State::Done);
        assert_eq!(fixture.result(&job)["generations"], 150);
        let notices = job.model().status.notices;
        let expected = "the job began again after an interruption: this is no checkpoint";
        assert_eq!(notices.last().map(String::as_str), Some(expected));
        let rows = store.jobs().expect("a store");
        assert_eq!(rows[0].notices, json!(notices).to_string());
    }

    #[test]
    fn a_job_has_its_time_only_once() {
        let fixture = Fixture::new();
        let limit = std::time::Duration::from_secs(2);
        let job = fixture.learn(&json!({ "target_class": "Mother", "settings": {
            "generations": 20_000, "population": 100, "timeout": limit.as_secs(),
        }}));
        let barrier = Fixture::hold(&job, 1);
        let n_points = barrier.len();
        std::thread::sleep(limit);
        assert!(fixture.jobs.pause(job.id).is_ok());
        drop(barrier);
        Fixture::wait(&job, State::Paused);
        fixture.resume(&job);
        Fixture::wait(&job, State::Done);
        let result = fixture.result(&job);
        assert_eq!(result["stop"], "time");
        let steps = result["history"].as_array().expect("a list");
        // A step that was under way when the barrier was set up may be there, too.
        assert!(steps.len() <= n_points + 1, "{} steps after {n_points}", steps.len());
    }

    #[test]
    fn the_curve_of_a_job_is_whole_after_a_restart() {
        let fixture = Fixture::new();
        let job = fixture.learn(&request());
        fixture.pause_midway(&job);
        // Points are in memory only: this is what a restart leaves of them.
        let before = std::mem::take(&mut *job.points());
        fixture.resume(&job);
        let after = Fixture::hold(&job, before.len() + 1);
        assert_eq!(after[..before.len()], before);
    }

    #[test]
    fn a_job_that_is_stopped_while_it_pauses_ends_with_what_it_has() {
        let fixture = Fixture::new();
        let job = fixture.learn(&request());
        fixture.pause_midway(&job);
        // The only worker is busy: the result does not wait for it.
        let blocker = fixture.learn(&json!({ "target_class": "Mother", "settings": {
            "generations": 20_000, "population": 2_000, "stop-when-solved": false,
        }}));
        Fixture::wait(&blocker, State::Running);
        assert!(fixture.jobs.cancel(job.id).is_ok());
        assert_eq!(job.state(), State::Cancelled);
        assert_eq!(blocker.state(), State::Running);
        let result = fixture.result(&job);
        assert_eq!(result["stop"], "cancelled");
        assert!(result["generations"].as_u64().expect("a number") >= 2);
        assert!(job.model().status.best.is_some());
        assert!(fixture.jobs.cancel(job.id).is_err(), "it has ended");
    }

    #[test]
    fn a_job_that_is_stopped_before_it_began_has_no_result() {
        let fixture = Fixture::new();
        let blocker = fixture.learn(&request());
        let barrier = blocker.points();
        let job = fixture.learn(&request());
        assert!(fixture.jobs.cancel(job.id).is_ok());
        drop(barrier);
        assert_eq!(job.state(), State::Cancelled);
        assert_eq!(fixture.jobs.store.result(job.id).expect("a store"), None);
    }
}
