//! Opening a knowledge base the way the flags say, with progress and notices.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use evolearner::{Graph, GraphSettings, Input, Loaded, embedded_input, load};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Common, KbArgs, KbOptions};
use crate::catalog::Catalog;

/// Loads the knowledge base; tells what people should know about it on stderr.
pub(crate) fn open(kb: &KbArgs, common: &Common) -> Result<Loaded> {
    let options = &kb.options;
    let progress = progress_bar(kb, common);
    let inputs = inputs(kb, &progress)?;
    let catalog = match &options.catalog {
        Some(folder) => Some(
            Catalog::open(folder)
                .with_context(|| format!("cannot read the catalogue {}", folder.display()))?,
        ),
        None => None,
    };
    let settings = GraphSettings {
        inference: options.inference.into(),
        existentials: options.existentials.into(),
    };
    let loaded = load(inputs, settings, &mut |iri| catalog.as_ref()?.find(iri));
    progress.finish_and_clear();
    let loaded = loaded?;
    check_consistency(&loaded.graph, options)?;
    if !common.quiet {
        for notice in &loaded.graph.origin.notices {
            let times =
                if notice.count == 1 { String::new() } else { format!(" ({}×)", notice.count) };
            eprintln!("notice: {}{times}, e.g. {}", notice.message, notice.example);
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
        eprintln!("warning: {text}");
    }
    Ok(())
}

fn inputs(kb: &KbArgs, progress: &ProgressBar) -> Result<Vec<Input<'static>>> {
    if kb.kb.is_empty() {
        return Ok(vec![embedded_input()]);
    }
    let stdin_count = kb.kb.iter().filter(|path| is_stdin(path)).count();
    if stdin_count > 1 {
        bail!("`-` can stand for the knowledge base only once");
    }
    kb.kb
        .iter()
        .map(|path| {
            let (name, bytes): (String, Box<dyn Read + Send>) = if is_stdin(path) {
                ("standard input".to_owned(), Box::new(io::stdin()))
            } else {
                let file = File::open(path).with_context(|| {
                    format!("cannot open the knowledge base {}", path.display())
                })?;
                if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                    bail!("{} is a folder; name the files in it", path.display());
                }
                (path.display().to_string(), Box::new(file))
            };
            let bytes = Box::new(progress.wrap_read(bytes));
            Ok(Input { name, bytes, format: kb.options.kb_format })
        })
        .collect()
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A bar over the bytes of all files; hidden where nobody would see it.
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
