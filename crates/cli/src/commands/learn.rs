//! `learn`: examples in, a concept out.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use evolearner::learning::{CancelToken, Outcome as Learned, Problem, Run, Settings};
use evolearner::problem::{Notation, Statement};
use evolearner::report::html::{self, Page};
use evolearner::report::model::{
    Context as ReportContext, LearnReport, ManyReport, NamedReport, Semantics,
};
use evolearner::report::settings::SettingsModel;
use evolearner::report::text::{self, TextStyle};
use evolearner::{Graph, Leniency, Loaded, Names, Resolved, format_time, resolve};

use crate::Outcome;
use crate::args::{Common, KbArgs, LearnArgs, OutputFormat, Preset};
use crate::interrupt::cancel_on_interrupt;
use crate::screen::{Screen, text_width};
use crate::{kb, output, problem, settings};

/// How often the state of a run is written.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

pub(super) fn run(args: &LearnArgs, common: &Common) -> Result<Outcome> {
    let mut kb_args = args.kb.clone();
    let statements = problem::statements(&args.problem, &mut kb_args, common)?;
    if args.settings.print_settings {
        let settings = settings::settings(&args.settings, &statements[0], common)?;
        let text = toml::to_string(&SettingsModel::from(&settings))?;
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(Outcome::Done);
    }
    let loaded = kb::open(&kb_args, common)?;
    let cancel = cancel_on_interrupt()?;
    let mut reports = Vec::new();
    for statement in &statements {
        if args.problem.all && !common.quiet {
            eprintln!("learning {}", name_of(statement));
        }
        let mut settings = settings::settings(&args.settings, statement, common)?;
        let Resolved { problem, names, notices } =
            resolve(&loaded.graph, statement, leniency(args, &kb_args))
                .with_context(|| statement.name.clone().unwrap_or_else(|| "the examples".into()))?;
        names.restrict(&mut settings.space);
        Names::ignoring(&loaded.graph, &args.problem.ignore)?.restrict(&mut settings.space);
        if !common.quiet {
            for notice in notices {
                eprintln!("notice: {notice}");
            }
            if statement.settings.cross_validation.wanted == Some(true) {
                eprintln!("notice: the problem asks for cross-validation: `evolearner crossval`");
            }
        }
        let task = Task { graph: &loaded.graph, problem: &problem, settings: &settings };
        let threads = statement.settings.threads.map(|threads| threads as usize);
        let learned = learn(args, common, &task, threads, cancel.clone())?;
        reports.push(NamedReport {
            name: name_of(statement),
            report: report(args, &kb_args, &loaded, &task, &learned),
        });
        if cancel.is_cancelled() {
            break;
        }
    }
    let good_enough = reports
        .iter()
        .all(|named| args.min_quality.is_none_or(|least| named.report.best.quality >= least));
    show(args, &kb_args, common, &statements[0], reports)?;
    Ok(if good_enough { Outcome::Done } else { Outcome::NotGoodEnough })
}

fn leniency(args: &LearnArgs, kb_args: &KbArgs) -> Leniency {
    Leniency { skip_unknown: args.problem.skip_unknown, strict: kb_args.options.strict }
}

fn name_of(statement: &Statement) -> String {
    statement.name.clone().unwrap_or_else(|| "the problem".to_owned())
}

/// Prints what was learned: one report, or a table of several.
fn show(
    args: &LearnArgs,
    kb_args: &KbArgs,
    common: &Common,
    statement: &Statement,
    reports: Vec<NamedReport>,
) -> Result<()> {
    let style = text_style(args, statement);
    if args.problem.all {
        return match common.format {
            OutputFormat::Json => output::print_json(&ManyReport::new(reports)),
            OutputFormat::Text => {
                Ok(std::io::stdout().write_all(text::learn_many(&reports, &style).as_bytes())?)
            }
        };
    }
    let report = &reports[0].report;
    if let Some(path) = &args.report {
        let page = html::learn(
            report,
            &Page {
                title: &title(args),
                knowledge_base: &knowledge_base(kb_args),
                date: &date(),
                command: &command_line(),
                names: args.names.into(),
            },
        );
        output::write_whole(path, |file| file.write_all(page.as_bytes()))?;
    }
    match common.format {
        OutputFormat::Json => output::print_json(report),
        OutputFormat::Text => {
            Ok(std::io::stdout().write_all(text::learn(report, &style).as_bytes())?)
        }
    }
}

fn text_style(args: &LearnArgs, statement: &Statement) -> TextStyle {
    let usual = TextStyle::default();
    TextStyle {
        width: text_width(),
        notation: match statement.settings.notation {
            Some(Notation::Manchester) => text::Notation::Manchester,
            _ => text::Notation::Dl,
        },
        names: args.names.into(),
        max_examples: if args.examples { usize::MAX } else { usual.max_examples },
    }
}

/// What a run needs to know.
struct Task<'a> {
    graph: &'a Graph,
    problem: &'a Problem,
    settings: &'a Settings,
}

fn learn(
    args: &LearnArgs,
    common: &Common,
    &Task { graph, problem, settings }: &Task<'_>,
    threads: Option<usize>,
    cancel: CancelToken,
) -> Result<Learned> {
    let n_threads = common.threads.or(threads).unwrap_or_else(super::available_threads);
    let is_quiet = common.quiet || common.format == OutputFormat::Json;
    let names = args.names.into();
    let mut screen = Screen::new(graph, names, settings.evolution.generations, is_quiet);
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

fn report(
    args: &LearnArgs,
    kb_args: &KbArgs,
    loaded: &Loaded,
    &Task { problem, settings, .. }: &Task<'_>,
    learned: &Learned,
) -> LearnReport {
    let word = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
    let simplify = |concept| evolearner::simplify(&loaded.graph, &concept, settings.space.forall);
    let as_it_is = |concept| concept;
    let context = ReportContext {
        graph: &loaded.graph,
        problem,
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

/// The knowledge base by the names of its files, without their folders.
fn knowledge_base(kb_args: &KbArgs) -> String {
    let names = kb_args.kb.iter().map(|path| match path.file_name() {
        Some(name) if path.as_os_str() != "-" => name.to_string_lossy().into_owned(),
        _ => "standard input".to_owned(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { "a small family".to_owned() } else { names.join(", ") }
}

/// The time in UTC to the minute.
fn date() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = format_time(now.as_secs_f64());
    format!("{} {} UTC", &text[..10], &text[11..16])
}

/// How this program was called, quoted for a shell.
fn command_line() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("evolearner".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("--seed=5"), "--seed=5");
        assert_eq!(quoted("it's here"), r"'it'\''s here'");
        assert_eq!(quoted("∃ r.C"), "'∃ r.C'");
        assert_eq!(quoted(""), "''");
    }
}
