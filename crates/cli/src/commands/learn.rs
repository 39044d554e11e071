//! `learn`: examples in, a concept out.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use evolearner::learning::{CancelToken, Outcome as Learned, Problem, Run, Settings};
use evolearner::report::model::{Context as ReportContext, LearnReport, Semantics};
use evolearner::report::settings::SettingsModel;
use evolearner::report::{html, text};
use evolearner::{Graph, Leniency, Loaded, Resolved, embedded_statement, resolve};

use crate::Outcome;
use crate::args::{Common, KbArgs, LearnArgs, OutputFormat, Preset};
use crate::screen::{Screen, width};
use crate::{kb, output, problem, settings};

/// How often the state of a run is written.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn run(args: &LearnArgs, common: &Common) -> Result<Outcome> {
    let mut kb_args = args.kb.clone();
    let statement = problem::statement(&args.problem, &mut kb_args, common.quiet)?;
    let statement = match statement {
        Some(statement) => statement,
        None if kb_args.kb.is_empty() => embedded_statement(),
        None => bail!(
            "there are no examples to learn from: give --positives FILE and --negatives FILE, \
             --problem FILE or --target-class IRI"
        ),
    };
    let mut settings = settings::settings(&args.settings, common, &SettingsModel::default())?;
    if args.settings.print_settings {
        let text = toml::to_string(&SettingsModel::from(&settings))?;
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(Outcome::Done);
    }
    let loaded = kb::open(&kb_args, common)?;
    let leniency =
        Leniency { skip_unknown: args.problem.skip_unknown, strict: kb_args.options.strict };
    let Resolved { problem, ignored_classes, notices } =
        resolve(&loaded.graph, &statement, leniency)?;
    settings.space.ignored_classes = ignored_classes;
    if !common.quiet {
        for notice in notices {
            eprintln!("notice: {notice}");
        }
    }
    let learned = learn(args, common, &loaded.graph, &problem, &settings)?;
    let report = report(args, &kb_args, &loaded, &settings, &learned);
    if let Some(path) = &args.report {
        let page = html::learn(&report, &title(args));
        output::write_whole(path, |file| file.write_all(page.as_bytes()))?;
    }
    match common.format {
        OutputFormat::Json => output::print_json(&report)?,
        OutputFormat::Text => {
            std::io::stdout().write_all(text::learn(&report, width()).as_bytes())?;
        }
    }
    let good_enough = args.min_quality.is_none_or(|least| report.best.quality >= least);
    Ok(if good_enough { Outcome::Done } else { Outcome::NotGoodEnough })
}

fn learn(
    args: &LearnArgs,
    common: &Common,
    graph: &Graph,
    problem: &Problem,
    settings: &Settings,
) -> Result<Learned> {
    let cancel = cancel_on_interrupt()?;
    let n_threads = common
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let is_quiet = common.quiet || common.format == OutputFormat::Json;
    let mut screen = Screen::new(graph, settings.evolution.generations, is_quiet);
    let mut run = match &args.resume {
        Some(path) => {
            let bytes =
                fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Run::resume(graph, problem, settings, n_threads, cancel, &mut screen, &bytes)
                .with_context(|| path.display().to_string())?
        }
        None => Run::new(graph, problem, settings, n_threads, cancel, &mut screen),
    };
    let mut last_checkpoint = Instant::now();
    let stop = loop {
        if let Some(reason) = run.advance(&mut screen) {
            break reason;
        }
        if let Some(path) = &args.checkpoint
            && last_checkpoint.elapsed() >= CHECKPOINT_INTERVAL
        {
            write_checkpoint(path, &run)?;
            last_checkpoint = Instant::now();
        }
    };
    if let Some(path) = &args.checkpoint {
        write_checkpoint(path, &run)?;
    }
    screen.finish();
    Ok(run.into_outcome(stop))
}

fn write_checkpoint(path: &Path, run: &Run<'_>) -> Result<()> {
    let bytes = run.checkpoint();
    output::write_whole(path, |file| file.write_all(&bytes))
}

/// The first interrupt ends the run with what it has, the second one ends the program.
fn cancel_on_interrupt() -> Result<CancelToken> {
    let cancel = CancelToken::default();
    let token = cancel.clone();
    ctrlc::set_handler(move || {
        if token.is_cancelled() {
            std::process::exit(130);
        }
        token.cancel();
    })
    .context("cannot listen for interrupts")?;
    Ok(cancel)
}

fn report(
    args: &LearnArgs,
    kb_args: &KbArgs,
    loaded: &Loaded,
    settings: &Settings,
    learned: &Learned,
) -> LearnReport {
    let word = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
    let simplify = |concept| evolearner::simplify(&loaded.graph, &concept, settings.space.forall);
    let as_it_is = |concept| concept;
    let context = ReportContext {
        graph: &loaded.graph,
        settings,
        polish: match args.settings.preset {
            Preset::Paper => &as_it_is,
            Preset::Default => &simplify,
        },
        load_seconds: loaded.times.total.as_secs_f64(),
        semantics: Semantics {
            world: "closed",
            inference: word(&kb_args.options.inference),
            forall: word(&settings.space.forall),
            existentials: word(&kb_args.options.existentials),
        },
    };
    LearnReport::new(&context, learned)
}

/// What the page is about.
fn title(args: &LearnArgs) -> String {
    if let Some(class) = &args.problem.target_class {
        return format!("What makes a {class}?");
    }
    match &args.problem.problem {
        Some(path) => format!("Learned from {}", path.display()),
        None if args.problem.positives.is_none() => "Who is an uncle?".to_owned(),
        None => "A learned concept".to_owned(),
    }
}
