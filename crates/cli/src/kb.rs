//! Opening a knowledge base the way the flags say, with progress and notices.

use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result, bail};
use evolearner::problem::Statement;
use evolearner::{
    Budget, Graph, GraphSettings, Inference, Input, KnowledgeBase, Loaded, RemoteStore,
    embedded_input,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Common, KbArgs, KbOptions};
use crate::catalog::Catalog;
use crate::{input, message, output, remote, threads};

/// Opens the knowledge base; reports what people should know about it on stderr.
pub(crate) fn open(kb: &KbArgs, common: &Common) -> Result<KnowledgeBase> {
    load(kb, common, None).map(KnowledgeBase::from)
}

/// Opens the knowledge base for a command that writes a file, which must be no file of the knowledge
/// base.
pub(crate) fn open_to_write(kb: &KbArgs, common: &Common, target: &Path) -> Result<KnowledgeBase> {
    load(kb, common, Some(target)).map(KnowledgeBase::from)
}

/// Loads a graph, for those that change how it is described before it is shared.
pub(crate) fn load(kb: &KbArgs, common: &Common, target: Option<&Path>) -> Result<Loaded> {
    if let Some(url) = remote::address(kb)? {
        let (loaded, _) = remote::load(&url, &kb.options, &[], common)?;
        return finished(loaded, &kb.options, common);
    }
    if let Some(path) = target {
        output::check(path, &kb.kb)?;
    }
    let options = &kb.options;
    if let Some(loaded) = mapped(kb)? {
        return finished(loaded, options, common);
    }
    let progress = progress_bar(kb, common);
    let inputs = inputs(kb, &progress)?;
    let catalog = match &options.catalog {
        Some(folder) => Some(
            Catalog::open(folder)
                .with_context(|| format!("cannot read the catalogue {}", folder.display()))?,
        ),
        None => None,
    };
    let settings = GraphSettings::default()
        .with_inference(options.inference.map_or(Inference::Full, Into::into))
        .with_existentials(options.existentials.into());
    let n_threads = common.threads.unwrap_or_else(threads::available);
    let budget = Budget { threads: n_threads, ..Budget::default() };
    let mut find = |iri: &str| catalog.as_ref()?.find(iri);
    let loaded = evolearner::load_within(inputs, settings, &budget, &mut find);
    progress.finish_and_clear();
    let loaded = loaded?;
    if let (Some(path), Some(catalog)) = (target, &catalog) {
        output::check(path, catalog.used().iter())?;
    }
    finished(loaded, options, common)
}

/// A single file that is a snapshot, as it is on disk.
fn mapped(kb: &KbArgs) -> Result<Option<Loaded>> {
    match &kb.kb[..] {
        // A pipe can be opened only once.
        [path] if !input::is_dash(path) && path.is_file() => {
            let file = input::open_file(path).context("the knowledge base cannot be opened")?;
            Ok(evolearner::map_snapshot(&input::name(path), &file)?)
        }
        _ => Ok(None),
    }
}

/// Opens the knowledge base of problems, which an endpoint has to know before it is asked. The store is there
/// to be asked afterwards.
pub(crate) fn open_for(
    kb: &KbArgs,
    statements: &mut [Statement],
    ignored: &mut Vec<String>,
    common: &Common,
) -> Result<(KnowledgeBase, Option<RemoteStore>)> {
    let Some(url) = remote::address(kb)? else { return Ok((open(kb, common)?, None)) };
    let examples = remote::examples(&url, &kb.options, statements, ignored)?;
    let (loaded, store) = remote::load(&url, &kb.options, &examples, common)?;
    Ok((finished(loaded, &kb.options, common)?.into(), Some(store)))
}

/// Reports what people should know about a graph, and lets its labels be read in their languages.
fn finished(mut loaded: Loaded, options: &KbOptions, common: &Common) -> Result<Loaded> {
    check_consistency(&loaded.graph, options)?;
    loaded.graph.symbols.label_languages = options.label_language.clone().unwrap_or_default();
    if !common.quiet {
        for notice in &loaded.graph.origin.notices {
            let times =
                if notice.count == 1 { String::new() } else { format!(" ({}×)", notice.count) };
            message::notice(format_args!("{}{times}, e.g. {}", notice.message, notice.example));
        }
    }
    Ok(loaded)
}

fn check_consistency(graph: &Graph, options: &KbOptions) -> Result<()> {
    if let Some(inconsistency) = &graph.origin.inconsistency {
        let witness = graph.symbols.individuals.get(inconsistency.witness);
        let text =
            format!("the knowledge base is inconsistent: {witness}: {}", inconsistency.reason);
        if options.strict {
            bail!(text);
        }
        message::warning(text);
    }
    Ok(())
}

fn inputs(kb: &KbArgs, progress: &ProgressBar) -> Result<Vec<Input<'static>>> {
    if kb.kb.is_empty() {
        return Ok(vec![embedded_input()]);
    }
    kb.kb
        .iter()
        .map(|path| {
            let bytes = input::open(path).context("the knowledge base cannot be opened")?;
            let bytes = Box::new(progress.wrap_read(bytes));
            Ok(Input { name: input::name(path), bytes, format: kb.options.kb_format })
        })
        .collect()
}

/// A bar over the bytes of all files; hidden if stderr is no terminal or the files are small.
fn progress_bar(kb: &KbArgs, common: &Common) -> ProgressBar {
    let total: Option<u64> = kb
        .kb
        .iter()
        .map(|path| path.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len()))
        .sum();
    let is_long = total.is_none_or(|bytes| bytes > 5_000_000) && !kb.kb.is_empty();
    if common.quiet || !is_long || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = match total {
        Some(bytes) => ProgressBar::new(bytes),
        None => ProgressBar::no_length(),
    };
    let template = "reading {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
