//! `enrich`: what could be added to an ontology, and who seems to be in the wrong class.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use evolearner::problem::Statement;
use evolearner::report::enrich::EnrichedClass;
use evolearner::report::enrich_html;
use evolearner::{EnrichSettings, KnowledgeBase, Learner, enrich};
use indicatif::{ProgressBar, ProgressStyle};

use crate::Outcome;
use crate::args::{Common, EnrichArgs, OutputFormat};
use crate::interrupt::cancel_on_interrupt;
use crate::{input, kb, learner, message, output, page, threads};

pub(super) fn run(args: &EnrichArgs, common: &Common) -> Result<Outcome> {
    for path in [&args.report, &args.owl].into_iter().flatten() {
        output::check(path, &args.kb.kb)?;
    }
    if let Some(path) = &args.state
        && input::is_dash(path)
    {
        bail!("--state needs a file: it is written while classes are looked at");
    }
    let learner = learner::learner(&args.settings, &Statement::default(), common)?;
    let learner = EnrichSettings::adapt(learner)?;
    let kb = kb::open(&args.kb, common)?;
    let vocabulary = kb.vocabulary();
    let classes = args.classes.iter().map(|name| vocabulary.class(name));
    let settings = EnrichSettings {
        classes: classes.collect::<Result<_, _>>()?,
        min_instances: args.min_instances.max(1),
        max_examples: args.max_examples,
        max_suggestions: args.suggestions,
        min_quality: args.min_quality,
        n_threads: common.threads.unwrap_or_else(threads::available),
    };
    let learner = learner.with_cancel(cancel_on_interrupt()?);
    let (known, mut state) = match &args.state {
        Some(path) => {
            let (known, state) = open_state(path, &kb, &learner, &settings)?;
            (known, Some(state))
        }
        None => (BTreeMap::new(), None),
    };
    if !known.is_empty() && !common.quiet {
        message::line(format_args!("{} classes are known from an earlier run", known.len()));
    }
    let bar = progress_bar(common);
    let mut failure = None;
    let report = enrich(&kb, &learner, &settings, &known, |n_done, n, class| {
        bar.set_length(n as u64);
        bar.set_position(n_done as u64);
        if let (Some(state), Some(class)) = (&mut state, class)
            && !known.contains_key(&class.iri)
            && let Err(error) = write_line(state, class)
        {
            failure.get_or_insert(error);
        }
    })?;
    bar.finish_and_clear();
    if let Some(error) = failure {
        message::warning(format!("not everything was kept for another run: {error:#}"));
    }
    if let Some(path) = &args.owl {
        let text = report.ontology(args.accept);
        output::write_whole(path, |out| out.write_all(text.as_bytes()))?;
    }
    if let Some(path) = &args.report {
        let name = page::knowledge_base(&args.kb);
        let html = enrich_html::enrich(&report, &name, &page::date(), args.accept);
        output::write_whole(path, |out| out.write_all(html.as_bytes()))?;
    }
    let prints_file =
        [&args.report, &args.owl].into_iter().flatten().any(|path| input::is_dash(path));
    if !prints_file {
        match common.format {
            OutputFormat::Json => output::print_json(&report)?,
            OutputFormat::Text => output::print(&report.text())?,
        }
    }
    Ok(Outcome::Done)
}

fn progress_bar(common: &Common) -> ProgressBar {
    if common.quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} classes, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Reads what an earlier run found, and opens the file for more. The first line says which run it is of;
/// a last line that was cut off is left out.
fn open_state(
    path: &Path,
    kb: &KnowledgeBase,
    learner: &Learner,
    settings: &EnrichSettings,
) -> Result<(BTreeMap<String, EnrichedClass>, File)> {
    let place = || format!("cannot use {}", path.display());
    let fingerprint = settings.fingerprint(kb, learner);
    let mut known = BTreeMap::new();
    let is_there = path.exists() && path.metadata().is_ok_and(|file| file.len() > 0);
    if is_there {
        let text = input::text(path)?;
        let mut lines = text.lines();
        if lines.next() != Some(fingerprint.as_str()) {
            bail!(
                "{}: this file is of a run on another knowledge base or with other options",
                path.display()
            );
        }
        let classes = lines.filter_map(|line| serde_json::from_str::<EnrichedClass>(line).ok());
        known.extend(classes.map(|class| (class.iri.clone(), class)));
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(place)?;
    // After a line that was cut off, the next one starts anew.
    let start = if is_there { "\n".to_owned() } else { format!("{fingerprint}\n") };
    file.write_all(start.as_bytes()).with_context(place)?;
    Ok((known, file))
}

fn write_line(file: &mut File, class: &EnrichedClass) -> Result<()> {
    let mut line = serde_json::to_string(class)?;
    line.push('\n');
    Ok(file.write_all(line.as_bytes())?)
}
