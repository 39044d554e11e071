//! `explain`: why individuals are instances, or why not.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use evolearner::report::explanation::{ExplainReport, ManyExplanations};
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::{Vocabulary, parse_any};

use crate::Outcome;
use crate::args::{Common, ForallArg, KbArgs, KbOptions, NamesArg, OutputFormat};
use crate::{kb, output};

pub(super) fn run(
    mut words: Vec<String>,
    names: NamesArg,
    forall: ForallArg,
    options: KbOptions,
    common: &Common,
) -> Result<Outcome> {
    let mut individuals = words.split_off(n_files(&words));
    if individuals.len() < 2 {
        bail!(
            "a concept and an individual are needed behind the knowledge base, as in \
             `evolearner explain family.owl \"Male and Parent\" anna`"
        );
    }
    let concept = individuals.remove(0);
    let kb_args = KbArgs { kb: words.into_iter().map(PathBuf::from).collect(), options };
    let graph = kb::open(&kb_args, common)?.graph;
    let vocabulary = Vocabulary::new(&graph.symbols);
    let concept = parse_any(&concept, &vocabulary)?;
    let settings = ExplainSettings { forall: forall.into(), ..ExplainSettings::default() };
    let style = match common.format {
        OutputFormat::Json => NamesArg::Ids,
        OutputFormat::Text => names,
    };
    let mut reports = Vec::new();
    for name in &individuals {
        let explanation = explain(&graph, &concept, vocabulary.individual(name)?, settings);
        reports.push(ExplainReport::with_names(&graph, &concept, &explanation, style.into()));
    }
    match (common.format, reports.as_slice()) {
        (OutputFormat::Json, [report]) => output::print_json(report)?,
        (OutputFormat::Json, _) => output::print_json(&ManyExplanations::new(reports))?,
        (OutputFormat::Text, reports) => {
            let texts: Vec<String> = reports.iter().map(ExplainReport::text).collect();
            std::io::stdout().write_all(texts.join("\n").as_bytes())?;
        }
    }
    Ok(Outcome::Done)
}

/// How many of the words in front are files of the knowledge base: those that end like one, and
/// those that exist where two words are left for the concept and an individual.
fn n_files(words: &[String]) -> usize {
    const ENDINGS: [&str; 15] = [
        "owl", "rdf", "xml", "ttl", "nt", "nq", "trig", "jsonld", "owx", "ofn", "evo", "gz", "zst",
        "bz2", "json",
    ];
    let is_file = |(index, word): &(usize, &String)| {
        let path = Path::new(word.as_str());
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        *word == "-" || ENDINGS.contains(&ending) || (path.is_file() && index + 2 < words.len())
    };
    words.iter().enumerate().take_while(is_file).count()
}

#[cfg(test)]
mod tests {
    use super::n_files;

    #[test]
    fn the_knowledge_base_is_what_ends_like_a_file() {
        let check = |words: &[&str], expected: usize| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(n_files(&words), expected, "{words:?}");
        };
        check(&["kb.owl", "more.ttl.gz", "Male", "anna", "bert"], 2);
        check(&["Male", "anna"], 0);
        check(&["-", "∃ hasChild.Male", "anna"], 1);
        check(&["no/such.owl", "Male", "anna"], 1);
        check(&["kb.owl", "Male"], 1);
    }
}
