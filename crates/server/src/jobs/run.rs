//! From a request to a result: what one worker does with one job.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use evolearner::learning::{
    Alphabet, Generation, Observer, Row, Run, Settings, StopReason, concept,
};
use evolearner::report::model::{Context as ReportContext, LearnReport, Semantics};
use evolearner::syntax::{Vocabulary, dl};
use evolearner::{ClassId, Graph, Resolved};

use super::Jobs;
use super::job::{Best, Intent, Job, LearnRequest, Point, Preset, Progress, State, now};
use super::measure;
use crate::config::Limits;
use crate::examples;
use crate::library::KnowledgeBase;
use crate::problem::Problem;

/// How often watchers are shown something new.
const FRAME: Duration = Duration::from_millis(50);

/// How often a run is written down so that it can go on after a crash.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(5);

/// A request that fits its knowledge base and the limits.
pub(crate) struct Prepared {
    problem: evolearner::learning::Problem,
    settings: Settings,
    pub(crate) notices: Vec<String>,
}

impl Prepared {
    pub(crate) fn new(
        graph: &Graph,
        request: &LearnRequest,
        limits: &Limits,
    ) -> Result<Self, Problem> {
        let Resolved { problem, names, mut notices } = examples::find(
            graph,
            &request.positives,
            &request.negatives,
            request.target_class.as_deref(),
            request.skip_unknown,
        )?;
        let mut settings = match request.preset {
            Preset::Default => Settings::recommended(),
            Preset::Paper => Settings::paper(),
        };
        request.settings.apply(&mut settings).map_err(Problem::unusable)?;
        names.restrict(&mut settings.space);
        ignore(graph, &request.ignored_classes, &mut settings)?;
        notices.extend(measure::choose(request, &problem, &mut settings));
        bound(&mut settings, limits)?;
        settings.check().map_err(Problem::unusable)?;
        Ok(Self { problem, settings, notices })
    }
}

/// Keeps classes, and what is below them, out of the answer.
fn ignore(graph: &Graph, names: &[String], settings: &mut Settings) -> Result<(), Problem> {
    let vocabulary = Vocabulary::new(&graph.symbols);
    let named: Result<BTreeSet<ClassId>, _> =
        names.iter().map(|name| vocabulary.class(name)).collect();
    let named = named.map_err(Problem::unusable)?;
    let classes = graph.symbols.classes.iter().map(|(class, _)| class);
    let below = classes.filter(|&class| named.iter().any(|&over| graph.is_subclass(class, over)));
    settings.space.ignored_classes.extend(below);
    Ok(())
}

/// Keeps a run within the memory and time that the server gives it.
fn bound(settings: &mut Settings, limits: &Limits) -> Result<(), Problem> {
    let (evolution, space) = (&settings.evolution, &settings.space);
    for (name, value, most) in [
        ("population", evolution.population, 20_000),
        ("generations", evolution.generations as usize, 20_000),
        ("tournament", evolution.tournament, 1_000),
        ("max-triples", settings.init.max_triples, 100),
        ("splits", space.splits, 1_000),
        ("max-cardinality", space.max_cardinality as usize, 100),
    ] {
        if value > most {
            return Err(Problem::unusable(format!("{name} is at most {most} on this server")));
        }
    }
    let timeout = settings.limits.timeout.unwrap_or(limits.job_time);
    settings.limits.timeout = Some(timeout.min(limits.job_time));
    settings.limits.cache_bytes = settings.limits.cache_bytes.min(limits.cache_bytes);
    Ok(())
}

/// What became of a run.
enum End {
    /// It is over.
    Over { state: State, report: Box<LearnReport> },
    /// It goes on from these bytes when it is told to, or when the server is back.
    Later { state: State, checkpoint: Vec<u8> },
}

/// Runs a job and writes down what came out.
pub(super) fn run(jobs: &Jobs, job: &Job) {
    let start = Instant::now();
    // A worker outlives whatever a job does.
    let end = catch_unwind(AssertUnwindSafe(|| learn(jobs, job)));
    let outcome = match end {
        Ok(Ok(End::Over { state, report })) => close(jobs, job, state, Some(&report), None),
        Ok(Ok(End::Later { state, checkpoint })) => put_off(jobs, job, state, &checkpoint),
        Ok(Err(error)) => close(jobs, job, State::Failed, None, Some(format!("{error:#}"))),
        Err(_panic) => {
            let why =
                "learning failed in a way that it should not; the log of the server says more";
            close(jobs, job, State::Failed, None, Some(why.to_owned()))
        }
    };
    if let Err(error) = outcome {
        tracing::error!(job = job.id, "its end cannot be written down: {error:#}");
        job.update(|status| {
            status.state = State::Failed;
            status.error = Some("the result could not be stored".to_owned());
        });
    }
    let (state, seconds) = (job.state().word(), start.elapsed().as_secs_f64());
    tracing::info!(job = job.id, state, seconds, "a job has left its worker");
}

/// Writes down how a job ended, and only then tells about it.
pub(super) fn close(
    jobs: &Jobs,
    job: &Job,
    state: State,
    report: Option<&LearnReport>,
    error: Option<String>,
) -> Result<()> {
    let best = report.map(|report| Best {
        concept: report.best.concept.dl.clone(),
        length: report.best.length,
        quality: report.best.quality,
    });
    let mut row = job.row();
    let finished = Some(now());
    (row.state, row.finished, row.error) = (state.word().to_owned(), finished, error.clone());
    row.best = best.as_ref().map(|best| serde_json::json!(best).to_string());
    let result = report.map(serde_json::to_string).transpose()?;
    jobs.store.finish(&row, result.as_deref())?;
    *job.points() = Vec::new();
    job.update(|status| {
        (status.state, status.finished, status.error) = (state, finished, error);
        (status.best, status.progress) = (best, None);
    });
    Ok(())
}

/// Writes down a job that goes on later.
fn put_off(jobs: &Jobs, job: &Job, state: State, checkpoint: &[u8]) -> Result<()> {
    jobs.store.suspend(job.id, state.word(), Some(checkpoint))?;
    job.update(|status| status.state = state);
    Ok(())
}

fn learn(jobs: &Jobs, job: &Job) -> Result<End> {
    let cancel = job.cancel_token();
    let request = jobs.store.request(job.id)?.context("the job is not in the store")?;
    let request: LearnRequest = serde_json::from_str(&request)?;
    let refused = |problem: Problem| anyhow::anyhow!(problem.into_detail());
    let kb = jobs.library.get(&job.knowledge_base).map_err(refused)?;
    let graph = &kb.graph;
    let prepared = Prepared::new(graph, &request, &jobs.limits).map_err(refused)?;
    let (problem, settings) = (&prepared.problem, &prepared.settings);
    let mut watcher = Watcher::new(job, graph, settings);
    let n_threads = jobs.limits.threads_per_job;
    let resumed = jobs.store.checkpoint(job.id)?.and_then(|bytes| {
        let resumed =
            Run::resume(graph, problem, settings, n_threads, cancel.clone(), &mut watcher, &bytes);
        resumed.inspect_err(|error| tracing::warn!(job = job.id, %error, "starts anew")).ok()
    });
    let mut run = match resumed {
        Some(run) => run,
        None => {
            job.points().clear();
            Run::new(graph, problem, settings, n_threads, cancel, &mut watcher)
        }
    };
    let mut last_checkpoint = Instant::now();
    let stop = loop {
        watcher.show(&run, false);
        if let Some(reason) = run.advance(&mut watcher) {
            break reason;
        }
        // The run itself counts from when it was resumed; a job has its time only once.
        if settings.limits.timeout.is_some_and(|limit| watcher.seconds >= limit.as_secs_f64()) {
            break StopReason::Time;
        }
        if jobs.is_lasting && last_checkpoint.elapsed() >= CHECKPOINT_INTERVAL {
            let checkpoint = run.checkpoint();
            let written = jobs.store.suspend(job.id, State::Running.word(), Some(&checkpoint));
            if let Err(error) = written {
                // A full disk may have room again before the job ends.
                tracing::warn!(job = job.id, "a checkpoint could not be written: {error:#}");
            }
            last_checkpoint = Instant::now();
        }
    };
    watcher.show(&run, true);
    let intent = job.intent().filter(|_| stop == StopReason::Cancelled);
    Ok(match intent {
        Some(Intent::Pause) => End::Later { state: State::Paused, checkpoint: run.checkpoint() },
        Some(Intent::Suspend) => End::Later { state: State::Queued, checkpoint: run.checkpoint() },
        Some(Intent::Cancel) | None => {
            let state = if stop == StopReason::Cancelled { State::Cancelled } else { State::Done };
            let outcome = run.into_outcome(stop);
            let report = report(&kb, &prepared, &outcome);
            End::Over { state, report: Box::new(report) }
        }
    })
}

fn report(
    kb: &KnowledgeBase,
    Prepared { problem, settings, .. }: &Prepared,
    outcome: &evolearner::learning::Outcome,
) -> LearnReport {
    let context = ReportContext {
        graph: &kb.graph,
        problem,
        settings,
        load_seconds: kb.seconds.total,
        semantics: Semantics {
            world: "closed",
            inference: "full".to_owned(),
            forall: format!("{:?}", settings.space.forall).to_lowercase(),
            existentials: "ignore".to_owned(),
        },
    };
    LearnReport::new(&context, outcome)
}

/// Passes on what a run tells.
struct Watcher<'a> {
    job: &'a Job,
    vocabulary: Vocabulary<'a>,
    alphabet: Option<Alphabet>,
    n_generations: u32,
    seconds: f64,
    evaluations: u64,
    last_frame: Option<Instant>,
}

impl<'a> Watcher<'a> {
    fn new(job: &'a Job, graph: &'a Graph, settings: &Settings) -> Self {
        Self {
            job,
            vocabulary: Vocabulary::new(&graph.symbols),
            alphabet: None,
            n_generations: settings.evolution.generations,
            seconds: 0.0,
            evaluations: 0,
            last_frame: None,
        }
    }

    /// Shows where the run stands; in between frames only where it must.
    fn show(&mut self, run: &Run<'_>, is_last: bool) {
        if !is_last && self.last_frame.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last_frame = Some(Instant::now());
        let found = run.front();
        let front = found.front().into_iter().map(|row| self.best(row)).collect();
        let generation = self.job.points().last().map_or(0, |point| point.generation);
        let progress = Progress {
            generation,
            generations: self.n_generations,
            evaluations: self.evaluations,
            seconds: self.seconds,
            front,
        };
        let best = found.fittest().map(|row| self.best(row));
        self.job.update(|status| {
            status.progress = Some(progress);
            status.best = best;
        });
    }

    fn best(&self, row: &Row) -> Best {
        Best {
            length: row.concept.length(),
            quality: row.quality,
            concept: dl::print_in(&row.concept, &self.vocabulary),
        }
    }
}

impl Observer for Watcher<'_> {
    fn start(&mut self, alphabet: &Alphabet) {
        self.alphabet = Some(alphabet.clone());
    }

    fn generation(&mut self, generation: &Generation) {
        self.seconds = generation.seconds;
        self.evaluations = generation.evaluations;
        let length = self
            .alphabet
            .as_ref()
            .map_or(0, |alphabet| concept(alphabet, &generation.best.genes).length());
        let (number, quality) = (generation.number, generation.best.quality);
        self.job.points().push(Point { generation: number, quality, length });
    }
}
