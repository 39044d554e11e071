//! The triples of a list of individuals, whole or said not to be.
//!
//! Individuals are asked about in batches, by `VALUES`: their triples are counted by property first, then
//! fetched, and both numbers must agree. A batch whose answer is cut, refused or late is halved, down to one
//! individual, one property, and parts of its values by their MD5. Nothing here knows the limits of a server:
//! they show themselves, and the size of batches follows.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::error::{Error, Failure};
use crate::exactness::{Exactness, GapReason};
use crate::session::Session;
use crate::term::Term;

/// Individuals of the first request.
const BATCH: usize = 200;
/// The most individuals of one request: above it, compiling the query takes longer than answering it.
const MAX_BATCH: usize = 1000;
/// The rows that a request should bring, by what the individuals before had: a matter of the data alone, so
/// that a run that goes on asks what was asked before.
const ROWS: usize = 5000;
/// The most bytes of IRIs in one request.
const MAX_BYTES: usize = 200_000;
/// So many properties are not counted at once: the list of counts has no count of its own, and must stay
/// far below the number of rows that any server cuts at.
const MAX_PROPERTIES: u64 = 1000;
/// The most hexadecimal digits of a hash that tell parts apart.
const MAX_DIGITS: usize = 4;
/// Hexadecimal digits of a hash that tell parts of a list of values apart.
const DIGITS: &str = "0123456789abcdef";

pub(crate) const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

/// A triple, as N-Triples writes its terms.
pub(crate) type Triple = [Term; 3];

/// What is fetched of individuals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All of their triples.
    All,
    /// Their types and literals.
    TypesAndLiterals,
    /// The triples that lead to them, but for types.
    Incoming,
}

/// The settings and the outcome of fetching.
pub(crate) struct Hop<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) exactness: &'a mut Exactness,
    pub(crate) left_out: &'a BTreeSet<String>,
    /// Properties that were left out and occur.
    pub(crate) seen_left_out: &'a mut BTreeSet<String>,
    /// Whether numbers lose digits, so that their spelling is asked for.
    pub(crate) loses_digits: bool,
    pub(crate) fan_out: u64,
    pub(crate) number: usize,
    pub(crate) wanted: Wanted,
}

impl Hop<'_> {
    /// Fetches the triples of individuals, which are sorted.
    pub(crate) fn fetch(
        &mut self,
        individuals: &[&str],
        report: &mut dyn FnMut(usize),
    ) -> Result<Vec<Triple>, Error> {
        let mut triples = Vec::new();
        let mut pending: Vec<&[&str]> = Vec::new();
        let (mut n_done, mut size, mut rest) = (0, BATCH, individuals);
        loop {
            if pending.is_empty() {
                let (batch, later) = rest.split_at(size.min(rest.len()));
                pending.push(batch);
                rest = later;
            }
            let Some(batch) = pending.pop().filter(|batch| !batch.is_empty()) else { break };
            let n_bytes: usize = batch.iter().map(|iri| iri.len()).sum();
            let mut outcome = if n_bytes > MAX_BYTES && batch.len() > 1 {
                Err(Failure::TooMuch(String::new()))
            } else {
                self.batch(batch, &mut triples)
            };
            if batch.len() == 1 && matches!(outcome, Err(Failure::TooMuch(_))) {
                outcome = self.batch(batch, &mut triples);
            }
            match outcome {
                Ok(()) => {
                    n_done += batch.len();
                    let n_each = (triples.len() / n_done).max(1);
                    size = (ROWS / n_each).clamp(1, MAX_BATCH);
                    report(n_done);
                }
                Err(Failure::TooMuch(_)) if batch.len() > 1 => {
                    let (first, second) = batch.split_at(batch.len() / 2);
                    pending.extend([second, first]);
                }
                Err(Failure::TooMuch(_)) => {
                    self.exactness.miss("*", self.number, GapReason::Failed, 1, (0, 0));
                }
                Err(Failure::Budget(_)) => {
                    let n = individuals.len() - n_done;
                    self.exactness.miss("*", self.number, GapReason::Budget, n as u64, (0, 0));
                    break;
                }
                Err(Failure::Fatal(error)) => return Err(error),
            }
        }
        Ok(triples)
    }

    /// All triples of a batch, or none.
    fn batch(&mut self, batch: &[&str], triples: &mut Vec<Triple>) -> Result<(), Failure> {
        let values = values(batch);
        let variable = self.subject();
        let filter = self.filter();
        let counted = format!(
            "SELECT ?p (COUNT(*) AS ?n) WHERE {{ VALUES {variable} {{{values} }} ?s ?p ?o .{filter} }} \
             GROUP BY ?p"
        );
        let counts = self.session.ask(&counted, &["p", "n"], None)?;
        let (mut total, mut properties, mut avoided) = (0, Vec::new(), Vec::new());
        for row in &counts.rows {
            let Some(property) = row[0].as_iri() else { continue };
            let n = row[1].number().ok_or_else(|| Failure::TooMuch("no count".to_owned()))?;
            if self.left_out.contains(property) {
                self.seen_left_out.insert(property.to_owned());
                avoided.push(format!("<{property}>"));
            } else {
                total += n;
                properties.push((property.to_owned(), n));
            }
        }
        if counts.n_read() >= MAX_PROPERTIES {
            return Err(Failure::TooMuch("more properties than are counted at once".to_owned()));
        }
        if counts.n_illegal > 0 {
            self.exactness.miss("*", self.number, GapReason::Illegal, 0, (0, 0));
        }
        if total == 0 {
            return Ok(());
        }
        let is_above = |n: u64, cap: Option<u64>| cap.is_some_and(|cap| n >= cap);
        if is_above(total, self.session.cap()) && batch.len() > 1 {
            return Err(Failure::TooMuch("above the cap".to_owned()));
        }
        let is_wide = properties.iter().any(|(_, n)| *n > self.fan_out);
        if batch.len() == 1 && (is_wide || is_above(total, self.session.cap())) {
            return self.by_property(batch[0], &mut properties, triples);
        }
        let avoid = match avoided[..] {
            [] => String::new(),
            _ => format!(" FILTER(?p NOT IN ({}))", avoided.join(", ")),
        };
        let spelled = if self.loses_digits { " (STR(?o) AS ?v)" } else { "" };
        let query = format!(
            "SELECT ?s ?p ?o{spelled} WHERE {{ VALUES {variable} {{{values} }} ?s ?p ?o .{filter}{avoid} }}"
        );
        match self.session.ask(&query, &["s", "p", "o", "v"], Some(total)) {
            Ok(rows) => {
                Self::take(rows.rows, triples);
                if rows.n_illegal > 0 {
                    let n = rows.n_illegal;
                    self.exactness.miss(
                        "*",
                        self.number,
                        GapReason::Illegal,
                        0,
                        (total - n, total),
                    );
                }
                Ok(())
            }
            Err(Failure::TooMuch(_)) if batch.len() == 1 => {
                self.by_property(batch[0], &mut properties, triples)
            }
            Err(failure) => Err(failure),
        }
    }

    /// The variable that individuals are bound to.
    fn subject(&self) -> &'static str {
        if self.wanted == Wanted::Incoming { "?o" } else { "?s" }
    }

    fn filter(&self) -> String {
        match self.wanted {
            Wanted::All => String::new(),
            Wanted::TypesAndLiterals => format!(" FILTER(isLiteral(?o) || ?p = <{RDF_TYPE}>)"),
            Wanted::Incoming => format!(" FILTER(?p != <{RDF_TYPE}>)"),
        }
    }

    /// The triples of one individual, a property at a time; of properties with too many, a part.
    fn by_property(
        &mut self,
        individual: &str,
        properties: &mut [(String, u64)],
        triples: &mut Vec<Triple>,
    ) -> Result<(), Failure> {
        properties.sort();
        for (property, n) in properties {
            let found = self.property(individual, property, *n)?;
            if found.len() as u64 != *n {
                let reason = if *n > self.fan_out { GapReason::Cut } else { GapReason::Failed };
                let kept = (found.len() as u64, *n);
                self.exactness.miss(property, self.number, reason, 1, kept);
            }
            triples.extend(found);
        }
        Ok(())
    }

    /// The triples of one individual with one property. Of too many, those are kept whose values have the
    /// first hashes, so that it does not depend on the server which ones.
    fn property(
        &mut self,
        individual: &str,
        property: &str,
        n: u64,
    ) -> Result<Vec<Triple>, Failure> {
        let list = ValueList::new(self.wanted, individual, property);
        let mut triples = Vec::new();
        if n <= self.fan_out {
            self.parts(&list, String::new(), n, &mut triples)?;
            return Ok(triples);
        }
        let digits = || DIGITS.chars();
        for prefix in digits().flat_map(|a| digits().map(move |b| format!("{a}{b}"))) {
            if let Some(n) = self.part_size(&list, &prefix)? {
                self.parts(&list, prefix, n, &mut triples)?;
            }
            if triples.len() as u64 >= self.fan_out {
                break;
            }
        }
        Ok(triples)
    }

    /// The triples of a list whose hashes start with a prefix, in smaller parts where there are too many. A
    /// part that the store does not give is missing.
    fn parts(
        &mut self,
        list: &ValueList<'_>,
        prefix: String,
        n: u64,
        triples: &mut Vec<Triple>,
    ) -> Result<(), Failure> {
        let mut pending = vec![(prefix, n)];
        while let Some((prefix, n)) = pending.pop() {
            let is_long = prefix.len() >= MAX_DIGITS;
            let is_above = self.session.cap().is_some_and(|cap| n >= cap);
            let rows = if is_above && !is_long {
                Err(Failure::TooMuch(String::new()))
            } else {
                let query = format!("SELECT ?v WHERE {{ {} }}", list.pattern(&prefix));
                self.session.ask(&query, &["v"], Some(n))
            };
            match rows {
                Ok(rows) => {
                    triples.extend(rows.rows.into_iter().flatten().map(|value| list.triple(value)));
                }
                Err(Failure::TooMuch(_)) if !is_long => {
                    for digit in DIGITS.chars().rev() {
                        let prefix = format!("{prefix}{digit}");
                        if let Some(n) = self.part_size(list, &prefix)? {
                            pending.push((prefix, n));
                        }
                    }
                }
                Err(Failure::TooMuch(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// The number of values whose hashes start with a prefix, if there are any and the store counts them.
    fn part_size(&mut self, list: &ValueList<'_>, prefix: &str) -> Result<Option<u64>, Failure> {
        let query = format!("SELECT (COUNT(*) AS ?n) WHERE {{ {} }}", list.pattern(prefix));
        match self.session.count(&query, "n") {
            Ok(0) | Err(Failure::TooMuch(_)) => Ok(None),
            Ok(n) => Ok(Some(n)),
            Err(failure) => Err(failure),
        }
    }

    /// Keeps rows as triples, with all digits of their numbers.
    fn take(rows: Vec<Vec<Term>>, triples: &mut Vec<Triple>) {
        for row in rows {
            let Ok([subject, property, mut object, spelling]) = <[Term; 4]>::try_from(row) else {
                continue;
            };
            if let Some(respelled) = object.respelled(&spelling) {
                object = respelled;
            }
            triples.push([subject, property, object]);
        }
    }
}

/// The values of one property of one individual, or those that have the individual as a value.
struct ValueList<'a> {
    wanted: Wanted,
    individual: &'a str,
    property: &'a str,
}

impl<'a> ValueList<'a> {
    fn new(wanted: Wanted, individual: &'a str, property: &'a str) -> Self {
        Self { wanted, individual, property }
    }

    /// What binds `?v` to the values whose hashes start with a prefix.
    fn pattern(&self, prefix: &str) -> String {
        let Self { wanted, individual, property } = self;
        let mut pattern = match wanted {
            Wanted::Incoming => format!("?v <{property}> <{individual}> ."),
            _ => format!("<{individual}> <{property}> ?v ."),
        };
        if *wanted == Wanted::TypesAndLiterals && *property != RDF_TYPE {
            pattern.push_str(" FILTER(isLiteral(?v))");
        }
        if !prefix.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(pattern, " FILTER(STRSTARTS(MD5(STR(?v)), \"{prefix}\"))");
        }
        pattern
    }

    fn triple(&self, value: Term) -> Triple {
        let (this, property) = (Term::iri(self.individual), Term::iri(self.property));
        match self.wanted {
            Wanted::Incoming => [value, property, this],
            _ => [this, property, value],
        }
    }
}

/// IRIs between brackets, as a list of values.
pub(crate) fn values(iris: &[&str]) -> String {
    let mut out = String::new();
    for iri in iris {
        // Writing to a string cannot fail.
        let _ = write!(out, " <{iri}>");
    }
    out
}
