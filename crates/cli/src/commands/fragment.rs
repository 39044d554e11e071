//! `fragment`: what concepts can say about individuals of an endpoint, as a file.

use std::path::{Path, PathBuf};

use anyhow::Result;
use evolearner::RemoteStore;

use crate::Outcome;
use crate::args::{Common, KbArgs, KbOptions, OutputFormat};
use crate::input::is_dash;
use crate::{kb, message, output, remote};

pub(super) fn run(url: &str, path: &Path, options: KbOptions, common: &Common) -> Result<Outcome> {
    output::check(path, &options.endpoint.around)?;
    if remote::is_snapshot(path) {
        let kb_args = KbArgs { kb: vec![PathBuf::from(url)], options };
        let kb = kb::open(&kb_args, common)?;
        output::write_whole(path, |file| kb.graph().write_snapshot(file))?;
        return Ok(Outcome::Done);
    }
    let settings = remote::settings(url, &options)?;
    let individuals = remote::individuals(&settings, &options, &[])?;
    let bar = remote::progress_bar(common);
    let fetched = RemoteStore::fetch(settings, &individuals, &mut |at| remote::show(&bar, &at));
    bar.finish_and_clear();
    let (store, fragment) = fetched?;
    remote::announce(&store, &options, common)?;
    output::write_whole(path, |file| file.write_all(&fragment.ntriples))?;
    match common.format {
        OutputFormat::Json if !is_dash(path) => output::print_json(&store.model())?,
        _ if common.quiet || is_dash(path) => {}
        _ => message::line(format_args!(
            "{} triples in {:.1} MB written to {}; exact: {}",
            fragment.facts.triples,
            fragment.ntriples.len() as f64 / 1e6,
            path.display(),
            if fragment.facts.inexact.is_empty() { "yes" } else { "no" }
        )),
    }
    Ok(Outcome::Done)
}
