//! A knowledge base that is a SPARQL endpoint: settings from flags and environment, what to fetch, progress.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use evolearner::endpoint::{Access, CacheSettings, EndpointSettings, FetchProgress};
use evolearner::problem::Statement;
use evolearner::{GraphSettings, Inference, Loaded, RemoteStore};
use indicatif::ProgressBar;

use crate::args::{Common, KbArgs, KbOptions};
use crate::input::{List, is_dash};
use crate::message;
use crate::words::is_url;

/// The address, if the knowledge base is an endpoint.
pub(crate) fn address(kb: &KbArgs) -> Result<Option<String>> {
    let address = |path: &PathBuf| path.to_str().filter(|word| is_url(word)).map(str::to_owned);
    match &kb.kb[..] {
        [only] => Ok(address(only)),
        several => match several.iter().find_map(address) {
            Some(url) => {
                bail!("{url} is an endpoint, and cannot be merged with other knowledge bases")
            }
            None => Ok(None),
        },
    }
}

/// The settings of an endpoint; a login comes from the environment.
pub(crate) fn settings(url: &str, options: &KbOptions) -> Result<EndpointSettings> {
    let flags = &options.endpoint;
    let mut settings = EndpointSettings::new(url);
    settings.depth = flags.depth.unwrap_or(settings.depth);
    settings.incoming = flags.incoming;
    settings.derives_all = graph_settings(options).inference == Inference::Full;
    settings.graphs.clone_from(&flags.graph);
    settings.left_out.extend(flags.leave_out.iter().cloned());
    settings.fan_out = flags.fan_out.unwrap_or(settings.fan_out);
    let limits = &mut settings.limits;
    limits.requests = flags.max_requests.unwrap_or(limits.requests);
    limits.bytes = flags.max_bytes.unwrap_or(limits.bytes);
    limits.time = flags.max_minutes.map_or(limits.time, Duration::from_mins);
    let manners = &mut settings.manners;
    manners.pause = flags.pause.map_or(manners.pause, Duration::from_millis);
    settings.cache = cache(options)?;
    settings.access = Access::from_variables(|name| env::var(name).ok())?;
    settings.access.contact.clone_from(&flags.contact);
    if let Some(path) = &flags.ca {
        let pem = fs::read(path).with_context(|| path.display().to_string())?;
        settings.access.certificates = Some(pem);
    }
    Ok(settings)
}

/// How the fragment is read: the hierarchy of classes can be asked of any store as well.
pub(crate) fn graph_settings(options: &KbOptions) -> GraphSettings {
    let inference = options.inference.map_or(Inference::Classes, Into::into);
    GraphSettings::default()
        .with_inference(inference)
        .with_existentials(options.existentials.into())
}

fn cache(options: &KbOptions) -> Result<Option<CacheSettings>> {
    let flags = &options.endpoint;
    let folder = match &flags.fetched {
        Some(path) if is_dash(path) => return Ok(None),
        Some(path) => Some(path.clone()),
        None => {
            let folder =
                |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
            let home = || folder("HOME").map(|home| home.join(".cache"));
            let platform =
                folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA")).or_else(home);
            platform.map(|folder| folder.join("evolearner").join("endpoints"))
        }
    };
    let Some(folder) = folder else {
        if flags.offline {
            bail!("there is no folder for caches: give --fetched DIR");
        }
        return Ok(None);
    };
    let mut cache = CacheSettings::new(folder);
    (cache.refresh, cache.offline) = (flags.refresh, flags.offline);
    Ok(Some(cache))
}

/// The individuals that flags name.
fn around(settings: &EndpointSettings, options: &KbOptions) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for path in &options.endpoint.around {
        found.extend(List::read(path)?.names());
    }
    for class in &options.endpoint.around_class {
        let members = RemoteStore::members(settings, class)?;
        if members.is_empty() {
            bail!("the store states no member of <{class}>");
        }
        found.extend(members);
    }
    Ok(found)
}

/// Fetches and loads what concepts can say about the individuals of flags and about others.
pub(crate) fn load(
    url: &str,
    options: &KbOptions,
    examples: &[String],
    common: &Common,
) -> Result<(Loaded, RemoteStore)> {
    let settings = settings(url, options)?;
    let individuals = individuals(&settings, options, examples)?;
    let bar = progress_bar(common);
    let loaded = RemoteStore::load(settings, &individuals, graph_settings(options), &mut |at| {
        show(&bar, &at);
    });
    bar.finish_and_clear();
    let (loaded, store) = loaded?;
    announce(&store, options, common)?;
    Ok((loaded, store))
}

/// Who is fetched: examples, and those that flags name.
pub(crate) fn individuals(
    settings: &EndpointSettings,
    options: &KbOptions,
    examples: &[String],
) -> Result<Vec<String>> {
    let mut all = around(settings, options)?;
    all.extend(examples.iter().cloned());
    if all.is_empty() {
        bail!(
            "a store is not fetched whole: name individuals with --around FILE or --around-class IRI, or \
             give examples"
        );
    }
    if let Some(name) = all.iter().find(|name| !name.contains(':')) {
        bail!("individuals of an endpoint are named by their IRIs, and `{name}` is none");
    }
    Ok(all.into_iter().collect())
}

pub(crate) fn progress_bar(common: &Common) -> ProgressBar {
    if common.quiet || !io::stderr().is_terminal() {
        ProgressBar::hidden()
    } else {
        ProgressBar::new_spinner()
    }
}

pub(crate) fn show(bar: &ProgressBar, at: &FetchProgress) {
    bar.set_message(format!(
        "hop {}: {} of {} individuals, {} rows in {} requests",
        at.hop, at.done, at.of, at.usage.rows, at.usage.requests
    ));
    bar.tick();
}

/// Says what was fetched, and what is missing; where only what is exact is wanted, that is an error.
pub(crate) fn announce(store: &RemoteStore, options: &KbOptions, common: &Common) -> Result<()> {
    let model = store.model();
    let gaps: Vec<&str> = model.inexact.iter().map(|gap| gap.statement.as_str()).collect();
    if options.strict && !model.exact {
        bail!("the fragment is not exact: {}", gaps.join("; "));
    }
    if common.quiet {
        return Ok(());
    }
    let (named, around) = model.individuals.split_first().unwrap_or((&0, &[]));
    message::notice(format_args!(
        "{} triples about {named} individuals and {} around them, which are known in part; {} requests",
        model.triples,
        around.iter().sum::<u64>(),
        model.requests
    ));
    if !model.left_out.is_empty() {
        message::notice(format_args!("left out: {}", model.left_out.join(", ")));
    }
    for iri in &store.facts().unknown {
        message::notice(format_args!("the store has no triple about <{iri}>"));
    }
    for gap in gaps {
        message::warning(format_args!("not exact: {gap}"));
    }
    Ok(())
}

/// The examples of problems. The members of a target class become positives, and the class is among the names
/// that no concept may use. Negatives that are not given are the other individuals that flags name: those
/// around the examples are known in part only, and would be taken for what they are not.
pub(crate) fn examples(
    url: &str,
    options: &KbOptions,
    statements: &mut [Statement],
    ignored: &mut Vec<String>,
) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for statement in statements {
        let settings = settings(url, options)?;
        if let Some(class) = statement.target_class.take() {
            statement.positives = RemoteStore::members(&settings, &class)?;
            if statement.positives.is_empty() {
                bail!("the store states no member of <{class}>");
            }
            ignored.push(class);
        }
        if statement.negatives.is_empty() {
            let mut others = around(&settings, options)?;
            statement.positives.iter().for_each(|iri| {
                others.remove(iri);
            });
            if others.is_empty() {
                bail!(
                    "there are no negatives: --around-class IRI or --around FILE names individuals, and \
                     those that are no positives are taken"
                );
            }
            statement.negatives = others.into_iter().collect();
        }
        all.extend(statement.positives.iter().chain(&statement.negatives).cloned());
    }
    Ok(all)
}

/// Whether a path is named like a snapshot.
pub(crate) fn is_snapshot(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "evo")
}
