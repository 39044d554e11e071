//! `learn`: examples in, a concept out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use evolearner::problem::Statement;
use evolearner::report::endpoint::EndpointModel;
use evolearner::report::model::{ManyReport, NamedReport};
use evolearner::report::text::{self, TextStyle};
use evolearner::report::world::WorldModel;
use evolearner::{
    Budget, Effort, KnowledgeBase, Learned, Learner, Learning, Policy, RemoteStore, Task,
    not_worth_it,
};

use crate::Outcome;
use crate::again::Again;
use crate::args::{Common, EstimateArg, KbArgs, LearnArgs, OutputFormat};
use crate::input::is_dash;
use crate::interrupt::cancel_on_interrupt;
use crate::problem::Problems;
use crate::screen::{Screen, text_width};
use crate::{input, kb, learner, message, output, page, problem};

/// How often the state of a run is written.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn run(args: &LearnArgs, common: &Common) -> Result<Outcome> {
    if let Some(path) = &args.problem.labels {
        let files = [&args.report, &args.checkpoint, &args.resume, &args.from];
        if files.iter().any(|file| file.is_some()) || args.min_quality.is_some() || args.world {
            bail!(
                "with --labels there is no --report, --checkpoint, --resume, --from, --min-quality and \
                 --world"
            );
        }
        return super::several::run(path, &args.kb, &args.problem, &args.settings, 0, common);
    }
    let mut kb_args = args.kb.clone();
    let again = args.from.as_deref().map(Again::read).transpose()?;
    let mut problems = match &again {
        Some(again) => again.problems(&mut kb_args),
        None => problem::problems(&args.problem, &mut kb_args, common)?,
    };
    let learner = |statement: &Statement| match &again {
        Some(again) => again.learner(common),
        None => learner::learner(&args.settings, statement, common),
    };
    if args.settings.print_settings {
        output::print(&learner::print(&learner(&problems.statements[0])?)?)?;
        return Ok(Outcome::Done);
    }
    let pages = pages(args, &problems.statements);
    check_outputs(args, common, &pages, &problems, &kb_args)?;
    let mut ignored = args.problem.ignore.clone();
    let (kb, mut store) = kb::open_for(&kb_args, &mut problems.statements, &mut ignored, common)?;
    let statements = &problems.statements;
    let cancel = cancel_on_interrupt()?;
    let policy = Policy::default()
        .skipping_unknown(args.problem.skip_unknown)
        .refusing_contradictions(kb_args.options.strict);
    // All problems are looked up before the first is learned: a name that is not known in the last
    // one must not cost the results of the others.
    let mut prepared = Vec::new();
    for statement in statements {
        let learner = learner(statement)?.with_cancel(cancel.clone());
        let task = match &again {
            Some(again) => again.task(&kb),
            None => Task::resolve(&kb, statement, &ignored, policy),
        };
        let task = task
            .map_err(|error| problems.explain(error))
            .with_context(|| statement.name.clone().unwrap_or_else(|| "the examples".into()))?;
        prepared.push((statement, learner, task));
    }
    let mut reports = Vec::new();
    for (statement, learner, task) in prepared {
        if !common.quiet {
            if args.problem.all {
                message::line(format_args!("learning {}", name_of(statement)));
            }
            task.notices.iter().for_each(message::notice);
            if statement.settings.cross_validation.wanted == Some(true) {
                message::notice("the problem asks for cross-validation: `evolearner crossval`");
            }
        }
        let effort = match &again {
            Some(again) => again.effort(),
            None => effort(args),
        };
        let learning = start(args, &kb, &task, &learner)?;
        let learn = || learn(args, common, &kb, learning);
        let (learned, estimate) = match effort {
            Some(effort) => learner.estimate_beside(&kb, &task, effort, learn),
            None => (learn(), Ok(None)),
        };
        let mut report = learned.report();
        report.estimate = estimate?;
        report.warnings.extend(report.estimate.as_ref().and_then(not_worth_it));
        if args.world {
            report.world = open_world(&learned);
        }
        report.endpoint = store.as_mut().map(|store| ask(store, &learned));
        reports.push(NamedReport { name: name_of(statement), report });
        if cancel.is_cancelled() {
            break;
        }
    }
    let good_enough = reports
        .iter()
        .all(|named| args.min_quality.is_none_or(|least| named.report.best.quality >= least));
    if let Some(again) = &again {
        again.compare(&reports[0].report, common)?;
    }
    show(args, &kb_args, common, &statements[0], reports, &pages)?;
    Ok(if good_enough { Outcome::Done } else { Outcome::NotGoodEnough })
}

/// What the store says of the answer. A store that does not answer takes no result away.
fn ask(store: &mut RemoteStore, learned: &Learned) -> EndpointModel {
    let concept = learned.concept();
    let answer = store.verify(&learned.kb, concept, &learned.task.examples, learned.forall());
    let mut model = store.model();
    match answer {
        Ok(answer) => model.answer = Some(answer),
        Err(error) => {
            message::warning(format_args!("the answer is not checked on the store: {error}"));
        }
    }
    model
}

/// What the axioms say of the answer in an open world. Where they say nothing the result stands.
fn open_world(learned: &Learned) -> Option<WorldModel> {
    match learned.world(Budget::default()) {
        Ok(model) => Some(model),
        Err(error) => {
            message::warning(format_args!("no verdicts in an open world: {error}"));
            None
        }
    }
}

/// How much is done to say what to expect on new examples, if anything.
fn effort(args: &LearnArgs) -> Option<Effort> {
    match args.estimate {
        EstimateArg::Off => None,
        EstimateArg::Auto => (!args.problem.all).then_some(Effort::Auto),
        EstimateArg::Shuffles(n) => Some(Effort::Shuffles(n)),
    }
}

fn name_of(statement: &Statement) -> String {
    statement.name.clone().unwrap_or_else(|| "the problem".to_owned())
}

/// Where the page of each problem goes: nowhere, where it was asked for, or beside that under the
/// name of the problem.
fn pages(args: &LearnArgs, statements: &[Statement]) -> Vec<PathBuf> {
    let Some(path) = &args.report else { return Vec::new() };
    if !args.problem.all {
        return vec![path.clone()];
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or("html".as_ref()).to_string_lossy();
    let mut taken = BTreeSet::new();
    let page = |(index, statement): (usize, &Statement)| {
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' };
        let name = statement.name.as_deref().map(|name| name.chars().map(plain).collect());
        let name: String = name.unwrap_or_default();
        // Names that differ in what files cannot have, or in case alone, get a number.
        let name = if !name.is_empty() && taken.insert(name.to_lowercase()) {
            name
        } else {
            format!("{name}{}", index + 1)
        };
        path.with_file_name(format!("{stem}-{name}.{ending}"))
    };
    statements.iter().enumerate().map(page).collect()
}

/// Checks that everything can be written when the run is over.
fn check_outputs(
    args: &LearnArgs,
    common: &Common,
    pages: &[PathBuf],
    problems: &Problems,
    kb_args: &KbArgs,
) -> Result<()> {
    let inputs = || kb_args.kb.iter().chain(&problems.files).chain(args.settings.settings.as_ref());
    if args.report.as_deref().is_some_and(is_dash)
        && (args.problem.all || common.format == OutputFormat::Json)
    {
        bail!("--report - prints the page in place of the text: it fits neither --all nor JSON");
    }
    for page in pages {
        output::check(page, inputs().chain(&args.checkpoint).chain(&args.resume))?;
    }
    if let Some(path) = &args.checkpoint {
        if is_dash(path) {
            bail!("--checkpoint needs a file: a state is written again and again");
        }
        output::check(path, inputs())?;
    }
    Ok(())
}

/// Prints what was learned, then writes the pages: a page that cannot be written is an error, but
/// the result is there.
fn show(
    args: &LearnArgs,
    kb_args: &KbArgs,
    common: &Common,
    statement: &Statement,
    reports: Vec<NamedReport>,
    pages: &[PathBuf],
) -> Result<()> {
    let html: Vec<(&PathBuf, String)> = pages
        .iter()
        .zip(&reports)
        .map(|(path, named)| (path, page::of(args, kb_args, named)))
        .collect();
    let prints_page = args.report.as_deref().is_some_and(is_dash);
    let printed = if prints_page { Ok(()) } else { print(args, common, statement, reports) };
    let mut written = Ok(());
    for (path, page) in html {
        let result = output::write_whole(path, |out| out.write_all(page.as_bytes()));
        if result.is_ok() && args.problem.all && !common.quiet {
            message::line(format_args!("page written to {}", path.display()));
        }
        written = written.and(result);
    }
    written.and(printed)
}

/// Prints one report, or a table of several.
fn print(
    args: &LearnArgs,
    common: &Common,
    statement: &Statement,
    reports: Vec<NamedReport>,
) -> Result<()> {
    let style = text_style(args, statement);
    if args.problem.all {
        return match common.format {
            OutputFormat::Json => output::print_json(&ManyReport::new(reports)),
            OutputFormat::Text => output::print(&text::learn_many(&reports, &style)),
        };
    }
    let report = &reports[0].report;
    match common.format {
        OutputFormat::Json => output::print_json(report),
        OutputFormat::Text => output::print(&text::learn(report, &style)),
    }
}

fn text_style(args: &LearnArgs, statement: &Statement) -> TextStyle {
    let usual = TextStyle::default();
    TextStyle {
        width: text_width(),
        notation: statement.settings.notation.unwrap_or_default(),
        names: args.names.into(),
        max_examples: if args.examples { usize::MAX } else { usual.max_examples },
    }
}

/// A run at its beginning, or where an earlier one ended.
fn start(args: &LearnArgs, kb: &KnowledgeBase, task: &Task, learner: &Learner) -> Result<Learning> {
    Ok(match &args.resume {
        Some(path) => {
            learner.resume(kb, task, &input::bytes(path)?).with_context(|| input::name(path))?
        }
        None => learner.start(kb, task)?,
    })
}

fn learn(args: &LearnArgs, common: &Common, kb: &KnowledgeBase, mut learning: Learning) -> Learned {
    let is_quiet = common.quiet || common.format == OutputFormat::Json;
    let mut screen = Screen::new(kb.graph(), args.names.into(), is_quiet);
    let mut checkpoint = args.checkpoint.as_deref().map(Checkpoint::new);
    let stop = loop {
        if let Some(reason) = learning.advance(&mut screen) {
            break reason;
        }
        if let Some(checkpoint) = &mut checkpoint
            && let Some(bytes) = learning.checkpoint_after(CHECKPOINT_INTERVAL)
        {
            checkpoint.write(&bytes, &screen);
        }
    };
    if let Some(checkpoint) = &mut checkpoint {
        checkpoint.write(&learning.checkpoint(), &screen);
    }
    let learned = learning.finish(stop);
    screen.finish(&learned.found.answer);
    learned
}

/// The file with the state of a run.
struct Checkpoint<'a> {
    path: &'a Path,
    has_failed: bool,
}

impl<'a> Checkpoint<'a> {
    fn new(path: &'a Path) -> Self {
        Self { path, has_failed: false }
    }

    /// Writes the state. A failure, such as a full disk, is a warning the first time it happens:
    /// the run goes on, and the next state may fit.
    fn write(&mut self, bytes: &[u8], screen: &Screen<'_>) {
        let result = output::write_whole(self.path, |out| out.write_all(bytes));
        if let Err(error) = &result
            && !self.has_failed
        {
            screen.warn(&format!("no checkpoint: {error:#}; the run goes on"));
        }
        self.has_failed = result.is_err();
    }
}
