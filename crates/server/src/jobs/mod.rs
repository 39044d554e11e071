//! Learning jobs: taken in, put in line, run on threads of their own, remembered for a while.

mod job;
mod queue;
mod run;

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use anyhow::Result;
use axum::http::StatusCode;

use crate::config::Limits;
use crate::library::Library;
use crate::problem::Problem;
use crate::store::{JobRow, Store};
use job::{Intent, now};
pub(crate) use job::{Job, JobModel, LearnRequest, Point, State, Status};
use queue::FairQueue;
pub(crate) use run::Prepared;

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
        let mut table = Table::default();
        for mut row in store.jobs()? {
            // What ran when the server ended goes on, from its checkpoint if there is one.
            if row.state == State::Running.word() {
                State::Queued.word().clone_into(&mut row.state);
            }
            let job = Arc::new(Job::new(&row));
            if job.state() == State::Queued {
                table.queue.push(&job.client, job.id);
            }
            table.last_id = table.last_id.max(job.id);
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
        });
        let workers = (0..limits.jobs.max(1)).map(|number| {
            let jobs = Arc::clone(&jobs);
            std::thread::Builder::new().name(format!("learn-{number}")).spawn(move || work(&jobs))
        });
        let workers = workers.collect::<std::io::Result<Vec<_>>>()?;
        *jobs.workers.lock().unwrap_or_else(PoisonError::into_inner) = workers;
        Ok(jobs)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job in. When this returns, the job is written down.
    pub(crate) fn submit(&self, client: &str, request: &LearnRequest) -> Result<Arc<Job>, Problem> {
        let id = request.knowledge_base.as_deref().unwrap_or(self.library.first());
        let kb = self.library.get(id)?;
        // Found out now and not when its turn comes: mistakes go back to whoever made them.
        let notices = Prepared::new(&kb.graph, request, &self.limits)?.notices;
        let request = serde_json::to_string(request).map_err(Problem::internal)?;
        let job = {
            let mut table = self.table();
            let (n_max, n_max_of_client) = self.limits.queue;
            if table.is_stopping {
                return Err(Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "the server is stopping",
                ));
            }
            if table.queue.len() >= n_max || table.queue.len_of(client) >= n_max_of_client {
                let why = "too many jobs wait already; try again later";
                return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, why));
            }
            table.last_id += 1;
            let row = JobRow {
                id: table.last_id,
                client: client.to_owned(),
                knowledge_base: kb.id.clone(),
                state: State::Queued.word().to_owned(),
                created: now(),
                notices: serde_json::json!(notices).to_string(),
                ..JobRow::default()
            };
            self.store.add(&row, &request).map_err(Problem::internal)?;
            let job = Arc::new(Job::new(&row));
            table.jobs.insert(job.id, Arc::clone(&job));
            table.queue.push(client, job.id);
            job
        };
        self.bell.notify_one();
        tracing::info!(job = job.id, client, knowledge_base = kb.id, "a job is queued");
        Ok(job)
    }

    pub(crate) fn get(&self, id: u64) -> Result<Arc<Job>, Problem> {
        let job = self.table().jobs.get(&id).cloned();
        job.ok_or_else(|| Problem::not_found(format!("there is no job {id}, or not any more")))
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
    pub(crate) fn cancel(&self, id: u64) -> Result<Arc<Job>, Problem> {
        let job = self.get(id)?;
        let mut table = self.table();
        match job.state() {
            State::Running => job.ask(Intent::Cancel),
            State::Queued | State::Paused => {
                table.queue.remove(id);
                drop(table);
                run::close(self, &job, State::Cancelled, None, None).map_err(Problem::internal)?;
            }
            State::Done | State::Cancelled | State::Failed => {
                return Err(Problem::conflict(format!("job {id} has ended already")));
            }
        }
        Ok(job)
    }

    /// Makes a job wait until it is told to go on.
    pub(crate) fn pause(&self, id: u64) -> Result<Arc<Job>, Problem> {
        let job = self.get(id)?;
        let mut table = self.table();
        match job.state() {
            State::Running => job.ask(Intent::Pause),
            State::Queued => {
                let paused = State::Paused;
                self.store.suspend(id, paused.word(), None).map_err(Problem::internal)?;
                table.queue.remove(id);
                job.update(|status| status.state = paused);
            }
            state => {
                return Err(Problem::conflict(format!("job {id} cannot pause: {}", state.word())));
            }
        }
        Ok(job)
    }

    /// Lets a paused job go on when its turn comes.
    pub(crate) fn resume(&self, id: u64) -> Result<Arc<Job>, Problem> {
        let job = self.get(id)?;
        let mut table = self.table();
        if job.state() != State::Paused {
            let state = job.state().word();
            return Err(Problem::conflict(format!("job {id} is not paused: {state}")));
        }
        let queued = State::Queued;
        self.store.suspend(id, queued.word(), None).map_err(Problem::internal)?;
        job.update(|status| status.state = queued);
        table.queue.push(&job.client, id);
        drop(table);
        self.bell.notify_one();
        Ok(job)
    }

    /// Forgets a job that has ended.
    pub(crate) fn remove(&self, id: u64) -> Result<(), Problem> {
        let job = self.get(id)?;
        if !job.state().is_final() {
            return Err(Problem::conflict(format!("job {id} has not ended yet; cancel it first")));
        }
        self.store.remove(&[id]).map_err(Problem::internal)?;
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
                // Under the lock: whoever cancels sees either a queued or a running job.
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
