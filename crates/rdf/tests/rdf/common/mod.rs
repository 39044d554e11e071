//! What the tests share: a sink that keeps everything, and a way to compare graphs.
#![allow(dead_code, reason = "tests and fuzz targets use their own part")]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use evolearner_rdf::{Error, ErrorKind, Format, Input, ReadReport, Term, TripleSink, read};

/// Keeps triples and prefixes as text.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    pub triples: Vec<[String; 3]>,
    pub prefixes: Vec<(String, String)>,
}

fn show(term: Term<'_>) -> String {
    match term {
        Term::Iri(iri) => format!("<{iri}>"),
        Term::Blank(label) => format!("_:{label}"),
        Term::Literal { lexical, datatype, language } => {
            format!("{lexical:?}^^<{datatype}>@{}", language.unwrap_or(""))
        }
    }
}

impl TripleSink for Kept {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        self.triples.push([show(subject), format!("<{predicate}>"), show(object)]);
    }

    fn prefix(&mut self, prefix: &str, iri: &str) {
        self.prefixes.push((prefix.to_owned(), iri.to_owned()));
    }
}

impl Kept {
    /// The graph with blank nodes named by what hangs on them, so that equal graphs are equal.
    pub fn canonical(&self) -> BTreeSet<[String; 3]> {
        let mut colors: BTreeMap<&str, u64> = BTreeMap::new();
        for _ in 0..16 {
            let color = |term: &str| colors.get(term).copied().unwrap_or(0);
            let mut next: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
            for [subject, predicate, object] in &self.triples {
                let ends = [(subject, object, 0), (object, subject, 1)];
                for (end, other, side) in ends {
                    if end.starts_with("_:") {
                        let shown = if other.starts_with("_:") { "_" } else { other };
                        let parts = (predicate, shown, color(other), side);
                        next.entry(end).or_default().push(hash(&parts));
                    }
                }
            }
            colors = next
                .into_iter()
                .map(|(node, mut parts)| {
                    parts.sort_unstable();
                    (node, hash(&parts))
                })
                .collect();
        }
        let name = |term: &String| match colors.get(term.as_str()) {
            Some(color) => format!("_:{color:x}"),
            None => term.clone(),
        };
        self.triples.iter().map(|triple| triple.each_ref().map(name)).collect()
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

pub fn read_as(
    name: &str,
    bytes: &[u8],
    format: Option<Format>,
) -> (Result<ReadReport, Error>, Kept) {
    let mut kept = Kept::default();
    let input = Input { name: name.to_owned(), bytes: Box::new(bytes), format };
    let report = read(input, &mut kept);
    (report, kept)
}

/// Reads what need not be readable: an error has a place unless the whole file is at fault. Returns
/// whether it was read.
pub fn check_read(bytes: &[u8], format: Option<Format>) -> bool {
    let (report, _) = read_as("x.owl", bytes, format);
    let Err(error) = report else { return true };
    let may_lack_place = matches!(error.kind, ErrorKind::UnknownFormat(_) | ErrorKind::Io(_));
    assert!(error.position.is_some() || may_lack_place, "{error}");
    false
}

/// Reads what must be readable.
pub fn load(name: &str, bytes: &[u8]) -> (ReadReport, Kept) {
    let (report, kept) = read_as(name, bytes, None);
    match report {
        Ok(report) => (report, kept),
        Err(error) => panic!("{error}"),
    }
}
