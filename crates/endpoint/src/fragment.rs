//! What concepts can say about examples, fetched from a store.
//!
//! For concepts with `d` nested restrictions on roles, all triples of the individuals up to `d - 1` steps from
//! the examples are needed, and the types and literals of those at `d`; and the axioms. A fragment is sorted
//! triples: its bytes do not depend on batches, on the format of answers or on the cache, and learning from
//! an endpoint is learning from this file.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Failure};
use crate::exactness::{Exactness, Gap, GapReason};
use crate::hop::{Hop, RDF_TYPE, Triple, Wanted, values};
use crate::schema;
use crate::session::{Session, Usage};
use crate::settings::EndpointSettings;
use crate::term::is_legal_iri;

/// Triples of a store around examples, and what is missing among them.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The triples as N-Triples, sorted, each once.
    pub ntriples: Vec<u8>,
    /// What is known of them.
    pub facts: FragmentFacts,
    /// What was asked for them in this run.
    pub usage: Usage,
    /// Whether the cache had the whole of it.
    pub is_cached: bool,
}

/// What is known of a fragment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FragmentFacts {
    /// What the server calls itself.
    pub server: String,
    /// The number of triples.
    pub triples: u64,
    /// The number of individuals at each distance from the examples.
    pub individuals: Vec<u64>,
    /// What is missing; empty if the fragment is exact.
    pub inexact: Vec<Gap>,
    /// Properties that occur and were left out.
    pub left_out: Vec<String>,
    /// Individuals that were named and of which the store has no triple.
    pub unknown: Vec<String>,
}

/// How far extraction is.
#[derive(Clone, Copy, Debug)]
pub struct FetchProgress {
    /// The distance from the examples.
    pub hop: usize,
    /// Individuals of this hop that were fetched.
    pub done: usize,
    /// Individuals of this hop.
    pub of: usize,
    /// What was asked so far.
    pub usage: Usage,
}

impl Session {
    /// Fetches what concepts can say about individuals, which are named by their IRIs.
    pub fn fragment(
        &mut self,
        settings: &EndpointSettings,
        individuals: &[String],
        report: &mut dyn FnMut(FetchProgress),
    ) -> Result<Fragment, Error> {
        let seeds: BTreeSet<&str> = individuals.iter().map(String::as_str).collect();
        if let Some(iri) = seeds.iter().find(|iri| !is_legal_iri(iri)) {
            return Err(Error::Iri((*iri).to_owned()));
        }
        let question = question(settings, &seeds);
        if let Some((facts, ntriples)) = self.kept(&question) {
            self.set_server(facts.server.clone());
            return Ok(Fragment { ntriples, facts, usage: self.usage(), is_cached: true });
        }
        let loses_digits = self.greet()?;
        let mut exactness = Exactness::default();
        let mut seen_left_out = BTreeSet::new();
        let axioms = schema::all(self)?;
        let left_out: BTreeSet<String> = settings.left_out.iter().cloned().collect();
        let mut triples: Vec<Triple> = Vec::new();
        let mut known: BTreeSet<String> = seeds.iter().map(|iri| (*iri).to_owned()).collect();
        let mut frontier: Vec<String> = known.iter().cloned().collect();
        let mut unknown = Vec::new();
        let mut n_individuals = Vec::new();
        for number in 0..=settings.depth {
            n_individuals.push(frontier.len() as u64);
            let list: Vec<&str> = frontier.iter().map(String::as_str).collect();
            let is_last = number == settings.depth;
            let outgoing = if is_last { Wanted::TypesAndLiterals } else { Wanted::All };
            let ways: &[Wanted] = if settings.incoming && !is_last {
                &[outgoing, Wanted::Incoming]
            } else {
                &[outgoing]
            };
            let mut found = Vec::new();
            for wanted in ways {
                let of = list.len();
                let mut hop = Hop {
                    session: &mut *self,
                    exactness: &mut exactness,
                    left_out: &left_out,
                    seen_left_out: &mut seen_left_out,
                    loses_digits,
                    fan_out: settings.fan_out,
                    number,
                    wanted: *wanted,
                };
                let mut done = 0;
                found.extend(hop.fetch(&list, &mut |n| done = n)?);
                report(FetchProgress { hop: number, done, of, usage: self.usage() });
            }
            if number == 0 {
                let subjects: BTreeSet<&str> =
                    found.iter().flat_map(|[s, _, o]| [s.as_iri(), o.as_iri()]).flatten().collect();
                unknown = list
                    .iter()
                    .filter(|iri| !subjects.contains(**iri))
                    .map(|iri| (*iri).to_owned())
                    .collect();
                if unknown.len() == list.len() && exactness.list().is_empty() {
                    return Err(Error::NoIndividuals(list.len()));
                }
            }
            blank(&found, number, is_last, &mut exactness);
            frontier = if is_last { Vec::new() } else { next(&found, &mut known) };
            triples.extend(found);
        }
        let axioms = match axioms {
            Some(axioms) => axioms,
            None => {
                if settings.derives_all {
                    exactness.miss("*", 0, GapReason::Axioms, 0, (0, 0));
                }
                schema::upwards(self, &triples, &mut exactness)?
            }
        };
        if settings.derives_all {
            for property in schema::reaching(&axioms) {
                exactness.miss(&property, 0, GapReason::Axioms, 0, (0, 0));
            }
        }
        triples.extend(axioms);
        triples.sort_unstable();
        triples.dedup();
        let facts = FragmentFacts {
            server: self.server().to_owned(),
            triples: triples.len() as u64,
            individuals: n_individuals,
            inexact: exactness.list(),
            left_out: seen_left_out.into_iter().collect(),
            unknown,
        };
        let ntriples = written(&triples);
        // What a budget or a moment of the store cut short is asked for again.
        let is_final = |one: &Gap| !matches!(one.reason, GapReason::Budget | GapReason::Failed);
        if facts.inexact.iter().all(is_final) {
            self.keep(&question, &facts, &ntriples)?;
        }
        Ok(Fragment { ntriples, facts, usage: self.usage(), is_cached: false })
    }

    /// Finds out whether the store can be asked and whether its numbers lose digits.
    fn greet(&mut self) -> Result<bool, Error> {
        let probe = "SELECT (0.1234567890123456e0 AS ?v) ?s WHERE { { SELECT ?s WHERE { ?s ?p ?o } LIMIT 1 } }";
        let rows = settled(self.ask(probe, &["v"], None), probe)?;
        let Some(row) = rows.rows.first() else {
            let graphs = "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } LIMIT 20";
            let rows = settled(self.ask(graphs, &["g"], None), graphs)?;
            let names: Vec<&str> = rows.rows.iter().filter_map(|row| row[0].as_iri()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(Error::Graphs(names));
        };
        let spelled = row[0].as_str().split('"').nth(1).and_then(|text| text.parse::<f64>().ok());
        Ok(spelled != Some(0.123_456_789_012_345_6))
    }

    /// The members that the store states of a class, by IRI, sorted.
    pub fn members(&mut self, class: &str) -> Result<Vec<String>, Error> {
        if !is_legal_iri(class) {
            return Err(Error::Iri(class.to_owned()));
        }
        let pattern = format!("?x a{} . FILTER(isIRI(?x))", values(&[class]));
        let select = format!("SELECT DISTINCT ?x WHERE {{ {pattern} }}");
        let counted = format!("SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ {pattern} }}");
        let (found, n) = self.all(&select, &counted, &mut |_| {})?;
        if found.len() as u64 != n {
            let reason = format!("{} of {n} members", found.len());
            return Err(Error::Refused { reason, query: select });
        }
        Ok(found)
    }

    fn kept(&self, question: &str) -> Option<(FragmentFacts, Vec<u8>)> {
        let bytes = self.cache()?.bytes(question)?;
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let facts = serde_json::from_slice(&bytes[..end]).ok()?;
        Some((facts, bytes[end + 1..].to_vec()))
    }

    fn keep(&self, question: &str, facts: &FragmentFacts, ntriples: &[u8]) -> Result<(), Error> {
        let Some(cache) = self.cache() else { return Ok(()) };
        let Ok(mut bytes) = serde_json::to_vec(facts) else { return Ok(()) };
        bytes.push(b'\n');
        bytes.extend_from_slice(ntriples);
        cache.keep_bytes(question, &bytes)
    }
}

/// An answer to a question that cannot be made smaller.
pub(crate) fn settled<T>(answer: Result<T, Failure>, query: &str) -> Result<T, Error> {
    answer.map_err(|failure| match failure {
        Failure::TooMuch(reason) => Error::Refused { reason, query: query.to_owned() },
        Failure::Budget(reason) => Error::Budget(reason),
        Failure::Fatal(error) => error,
    })
}

/// All that decides the bytes of a fragment.
fn question(settings: &EndpointSettings, seeds: &BTreeSet<&str>) -> String {
    let EndpointSettings { depth, incoming, derives_all, left_out, fan_out, .. } = settings;
    let seeds: Vec<&str> = seeds.iter().copied().collect();
    format!(
        "fragment {depth} {incoming} {derives_all} {fan_out} {} \n{}",
        left_out.join(" "),
        seeds.join(" ")
    )
}

/// Blank nodes have no name to ask for: what they are is not known beyond their label.
fn blank(found: &[Triple], number: usize, is_last: bool, exactness: &mut Exactness) {
    let mut subjects: BTreeSet<(&str, &str)> = BTreeSet::new();
    for [subject, property, object] in found {
        let Some(property) = property.as_iri() else { continue };
        if object.is_blank() && (!is_last || property == RDF_TYPE) || subject.is_blank() {
            subjects.insert((property, subject.as_str()));
        }
    }
    for (property, _) in subjects {
        exactness.miss(property, number, GapReason::Blank, 1, (0, 0));
    }
}

/// The individuals that triples lead to and that were not met before.
fn next(found: &[Triple], known: &mut BTreeSet<String>) -> Vec<String> {
    let mut next = BTreeSet::new();
    for [subject, property, object] in found {
        if property.as_iri() == Some(RDF_TYPE) {
            continue;
        }
        for iri in [subject, object].into_iter().filter_map(|term| term.as_iri()) {
            if known.insert(iri.to_owned()) {
                next.insert(iri.to_owned());
            }
        }
    }
    next.into_iter().collect()
}

fn written(triples: &[Triple]) -> Vec<u8> {
    let mut out = Vec::new();
    for [subject, property, object] in triples {
        for text in [subject.as_str(), " ", property.as_str(), " ", object.as_str(), " .\n"] {
            out.extend_from_slice(text.as_bytes());
        }
    }
    out
}
