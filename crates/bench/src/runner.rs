//! Runs a suite: what is not there yet is learned, row by row.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};
use evolearner::problem::{Statement, parse_list};
use evolearner::syntax::dl;
use evolearner::{CancelToken, Concept, KnowledgeBase, Learner, Policy, Task};

use crate::external::{System, Verdict};
use crate::fingerprint;
use crate::folds::{Fold, folds};
use crate::rows::{Row, RowFile};
use crate::suite::{ProblemFiles, ProblemSpec, Suite, Variant};
use crate::trial::{Emerged, History, run};
use evolearner::parallel::each;

/// Where a suite runs.
#[derive(Clone, Debug)]
pub struct Places {
    /// Where problems are.
    pub data: PathBuf,
    /// Where other learners are named from.
    pub suite: PathBuf,
    /// Where results go.
    pub output: PathBuf,
}

/// How far a suite is.
#[derive(Clone, Debug)]
pub struct SuiteProgress<'a> {
    /// Folds done, those of earlier runs included.
    pub done: usize,
    /// Folds of the suite.
    pub total: usize,
    /// The last one.
    pub row: &'a Row,
}

/// A concept that was the best for a while, on one fold.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The problem.
    pub problem: String,
    /// The variant.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// The fold.
    pub fold: usize,
    /// Since which generation.
    pub generation: u64,
    /// Since when.
    pub seconds: f64,
    /// Length.
    pub length: usize,
    /// Training accuracy and F1, test accuracy and F1.
    pub measures: [f64; 4],
    /// The concept.
    pub concept: String,
}

/// What a suite found.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// A row per fold.
    pub rows: Vec<Row>,
    /// How answers came about, where the suite asks for that.
    pub steps: Vec<Step>,
}

/// One fold to do.
struct Work<'a> {
    variant: &'a Variant,
    seed: u64,
    fold: usize,
    fingerprint: &'a str,
}

/// The fingerprints of a problem's rows, variant by variant and seed by seed.
struct Fingerprints<'a> {
    suite: &'a Suite,
    words: Vec<String>,
}

impl<'a> Fingerprints<'a> {
    fn new(suite: &'a Suite, places: &Places, files: &ProblemFiles) -> Result<Self> {
        let content = fingerprint::of_files(files).with_context(|| files.name.clone())?;
        let mut words = Vec::new();
        for variant in &suite.variants {
            let system = fingerprint::of_system(places, variant)?;
            for &seed in &suite.seeds {
                let system = system.as_deref();
                words.push(fingerprint::of_rows(suite, &content, variant, system, seed)?);
            }
        }
        Ok(Self { suite, words })
    }

    /// Whether a row of this problem is what the suite would find again. A learner that failed is
    /// tried again: what it lacked may be there now.
    fn is_current(&self, row: &Row) -> bool {
        let variant = self.suite.variants.iter().position(|variant| variant.name == row.variant);
        let seed = self.suite.seeds.iter().position(|&seed| seed == row.seed);
        let (Some(variant), Some(seed)) = (variant, seed) else { return false };
        let word = &self.words[variant * self.suite.seeds.len() + seed];
        *word == row.settings && row.fold < self.suite.folds && !row.is_failure()
    }
}

/// Runs what is missing of a suite. Rows are appended as they come: a killed run loses the folds
/// that were running and nothing else. Rows that other settings, data or versions gave stay in the
/// file and do not count.
pub fn run_suite(
    suite: &Suite,
    places: &Places,
    jobs: usize,
    cancel: &CancelToken,
    mut progress: impl FnMut(SuiteProgress<'_>) + Send,
) -> Result<Results> {
    fs::create_dir_all(&places.output)
        .with_context(|| format!("cannot make {}", places.output.display()))?;
    let path = places.output.join("rows.csv");
    let (mut file, known) = RowFile::open(&path)?;
    let mut results = Results::default();
    let total = suite.problems.len() * suite.variants.len() * suite.seeds.len() * suite.folds;
    for spec in &suite.problems {
        let files = spec.files(&places.data)?;
        let decided_by = Fingerprints::new(suite, places, &files)?;
        // Histories are not kept from run to run: a suite that shows them learns every fold again.
        if !suite.history {
            let is_current = |row: &&Row| row.problem == files.name && decided_by.is_current(row);
            results.rows.extend(known.iter().filter(is_current).cloned());
        }
        let is_done = |work: &Work<'_>| {
            results.rows.iter().any(|row| {
                row.problem == files.name
                    && row.variant == work.variant.name
                    && row.seed == work.seed
                    && row.fold == work.fold
            })
        };
        let works: Vec<Work<'_>> = suite
            .variants
            .iter()
            .flat_map(|variant| suite.seeds.iter().map(move |&seed| (variant, seed)))
            .zip(&decided_by.words)
            .flat_map(|((variant, seed), fingerprint)| {
                (0..suite.folds).map(move |fold| Work { variant, seed, fold, fingerprint })
            })
            .filter(|work| !is_done(work))
            .collect();
        if works.is_empty() || cancel.is_cancelled() {
            continue;
        }
        let problem = Loaded::open(suite, &files)?;
        let failed = Mutex::new(None);
        let work = |index: usize| {
            (!cancel.is_cancelled())
                .then(|| problem.fold(suite, places, &works[index], cancel.clone()))
        };
        each(jobs, works.len(), work, |_, done| match done {
            // A fold that was cut short is no result.
            Some(Ok(_)) if cancel.is_cancelled() => {}
            Some(Ok((row, steps))) => {
                if let Err(error) = file.push(&row) {
                    *failed.lock().expect("no thread panics with the lock") = Some(error);
                }
                results.rows.push(row);
                results.steps.extend(steps);
                let row = results.rows.last().expect("just pushed");
                progress(SuiteProgress { done: results.rows.len(), total, row });
            }
            Some(Err(error)) => {
                *failed.lock().expect("no thread panics with the lock") = Some(error);
            }
            None => {}
        });
        if let Some(error) = failed.into_inner().expect("no thread panics with the lock") {
            return Err(error);
        }
    }
    if suite.history {
        RowFile::drop_superseded(&path)?;
    }
    let place = |row: &Row| {
        let spec = |spec: &ProblemSpec| spec.name() == row.problem;
        let variant = |variant: &Variant| variant.name == row.variant;
        (
            suite.problems.iter().position(spec),
            suite.variants.iter().position(variant),
            row.seed,
            row.fold,
        )
    };
    results.rows.sort_by_key(place);
    results.steps.sort_by(|a, b| {
        (&a.problem, &a.variant, a.seed, a.fold, a.generation).cmp(&(
            &b.problem,
            &b.variant,
            b.seed,
            b.fold,
            b.generation,
        ))
    });
    Ok(results)
}

/// A problem in memory.
struct Loaded {
    files: ProblemFiles,
    kb: KnowledgeBase,
    task: Task,
    folds: Vec<Fold>,
}

impl Loaded {
    fn open(suite: &Suite, files: &ProblemFiles) -> Result<Self> {
        let kb = KnowledgeBase::from_path(&files.kb)?;
        let list = |path: &Path| -> Result<Vec<String>> {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            parse_list(&text).with_context(|| path.display().to_string())
        };
        let statement = Statement::of_examples(list(&files.positives)?, list(&files.negatives)?);
        let task = Task::resolve(&kb, &statement, &[], Policy::default())
            .with_context(|| files.name.clone())?;
        // Shuffles, where there are any, are the same for all variants: pairs stay pairs.
        let folds = folds(&task.examples, suite.folds, suite.scheme()?, 1, 0)
            .with_context(|| files.name.clone())?;
        Ok(Self { files: files.clone(), kb, task, folds })
    }

    fn fold(
        &self,
        suite: &Suite,
        places: &Places,
        work: &Work<'_>,
        cancel: CancelToken,
    ) -> Result<(Row, Vec<Step>)> {
        let fold = &self.folds[work.fold];
        if let Some(folder) = &work.variant.system {
            let system = System {
                folder: places.suite.join(folder),
                kb: self.files.kb.clone(),
                settings: &work.variant.settings,
                seed: work.seed,
                max_seconds: work.variant.seconds,
                max_megabytes: work.variant.megabytes,
                cancel,
            };
            let verdict = system.fold(self.kb.graph(), fold)?;
            return Ok((self.external_row(work, &verdict), Vec::new()));
        }
        let learner = work.variant.learner(work.seed)?.with_cancel(cancel);
        let history = if suite.history { History::All } else { History::End };
        self.own_row(work, fold, &learner, history)
    }

    fn own_row(
        &self,
        work: &Work<'_>,
        fold: &Fold,
        learner: &Learner,
        history: History,
    ) -> Result<(Row, Vec<Step>)> {
        let trial = run(&self.kb, &self.task, fold, learner, history)?;
        let print = |concept: &Concept| dl::print(concept, &self.kb.graph().symbols);
        let (train, test) = (trial.learned.train, trial.learned.test);
        let row = Row {
            problem: self.files.name.clone(),
            variant: work.variant.name.clone(),
            settings: work.fingerprint.to_owned(),
            seed: work.seed,
            fold: work.fold,
            status: "ok".to_owned(),
            train_tp: Some(train.tp),
            train_fp: Some(train.fp),
            train_tn: Some(train.tn),
            train_fn: Some(train.fn_),
            test_tp: test.tp,
            test_fp: test.fp,
            test_tn: test.tn,
            test_fn: test.fn_,
            length: Some(trial.learned.concept.length()),
            nodes: Some(trial.learned.concept.n_nodes()),
            seconds: trial.time.as_secs_f64(),
            concept: print(&trial.learned.concept),
        };
        let step = |Emerged { step, seconds, tested }: &Emerged| Step {
            problem: row.problem.clone(),
            variant: row.variant.clone(),
            seed: row.seed,
            fold: row.fold,
            generation: *step,
            seconds: *seconds,
            length: tested.concept.length(),
            measures: [
                tested.train.accuracy(),
                tested.train.f1(),
                tested.test.accuracy(),
                tested.test.f1(),
            ],
            concept: print(&tested.concept),
        };
        let steps = trial.history.iter().map(step).collect();
        Ok((row, steps))
    }

    fn external_row(&self, work: &Work<'_>, verdict: &Verdict) -> Row {
        let test = verdict.test;
        Row {
            problem: self.files.name.clone(),
            variant: work.variant.name.clone(),
            settings: work.fingerprint.to_owned(),
            seed: work.seed,
            fold: work.fold,
            status: verdict.status.clone(),
            // Another learner says neither how it does on what it learned from nor how long its answer is.
            train_tp: None,
            train_fp: None,
            train_tn: None,
            train_fn: None,
            test_tp: test.tp,
            test_fp: test.fp,
            test_tn: test.tn,
            test_fn: test.fn_,
            length: None,
            nodes: None,
            seconds: verdict.seconds,
            concept: verdict.answer.clone(),
        }
    }
}

/// Writes the steps of a suite as CSV.
pub fn write_steps(path: &Path, steps: &[Step]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "problem",
        "variant",
        "seed",
        "fold",
        "generation",
        "seconds",
        "length",
        "train_accuracy",
        "train_f1",
        "test_accuracy",
        "test_f1",
        "concept",
    ])?;
    for step in steps {
        let mut record = vec![
            step.problem.clone(),
            step.variant.clone(),
            step.seed.to_string(),
            step.fold.to_string(),
            step.generation.to_string(),
            format!("{:.5}", step.seconds),
            step.length.to_string(),
        ];
        record.extend(step.measures.iter().map(|measure| format!("{measure:.4}")));
        record.push(step.concept.clone());
        writer.write_record(record)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    File::create(path)?.write_all(&bytes).with_context(|| path.display().to_string())
}
