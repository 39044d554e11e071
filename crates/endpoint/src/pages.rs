//! The answers of a query for individuals, all of them whatever the server cuts at.

use crate::error::{Error, Failure};
use crate::fragment::settled;
use crate::session::Session;

/// Hexadecimal digits of a hash that tell parts of the answers apart.
const DIGITS: &str = "0123456789abcdef";
/// A part of the answers has as many digits of the hash at most.
const MAX_DIGITS: usize = 4;

impl Session {
    /// The number that a query counts as `?n`, if the store can tell.
    pub fn number(&mut self, query: &str) -> Result<u64, Error> {
        settled(self.count(query, "n"), query)
    }

    /// The individuals `?x` of a query that needs no pages, by IRI, as they come.
    pub fn few(&mut self, query: &str) -> Result<Vec<String>, Error> {
        let rows = settled(self.ask(query, &["x"], None), query)?;
        Ok(rows.rows.iter().filter_map(|row| row[0].as_iri().map(str::to_owned)).collect())
    }

    /// All individuals `?x` of a query, by IRI, sorted, and how many there are by a separate count; the
    /// two numbers differ where the store cannot give all of them. Where the answer is cut, it is asked for
    /// in parts by the hash of the individuals; whole parts are kept, so that asking again goes on.
    pub fn all(
        &mut self,
        query: &str,
        counted: &str,
        report: &mut dyn FnMut(usize),
    ) -> Result<(Vec<String>, u64), Error> {
        let total = self.number(counted)?;
        let mut found = Vec::new();
        let mut pending = vec![(String::new(), total)];
        while let Some((prefix, n)) = pending.pop() {
            let is_above = self.cap().is_some_and(|cap| n >= cap) && prefix.len() < MAX_DIGITS;
            let whole_part = part(query, &prefix);
            let rows = if is_above {
                Err(Failure::TooMuch(String::new()))
            } else {
                self.ask(&whole_part, &["x"], Some(n))
            };
            match rows {
                Ok(rows) => {
                    let iris = rows.rows.iter().filter_map(|row| row[0].as_iri());
                    found.extend(iris.map(str::to_owned));
                    report(found.len());
                }
                Err(Failure::TooMuch(_)) if prefix.len() < MAX_DIGITS => {
                    for digit in DIGITS.chars().rev() {
                        let prefix = format!("{prefix}{digit}");
                        let part = part(query, &prefix);
                        let counted = format!("SELECT (COUNT(*) AS ?n) WHERE {{ {{ {part} }} }}");
                        match self.number(&counted)? {
                            0 => {}
                            n => pending.push((prefix, n)),
                        }
                    }
                }
                Err(Failure::TooMuch(_)) => {}
                Err(Failure::Budget(reason)) => return Err(Error::Budget(reason)),
                Err(Failure::Fatal(error)) => return Err(error),
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok((found, total))
    }
}

fn part(query: &str, prefix: &str) -> String {
    if prefix.is_empty() {
        return query.to_owned();
    }
    format!(
        "SELECT ?x WHERE {{ {{ {} }} FILTER(STRSTARTS(MD5(STR(?x)), \"{prefix}\")) }}",
        query.trim_end()
    )
}
