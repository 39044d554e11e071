//! A concept as it is asked for: written out, or what a report has learned (`@report.json`).

use std::path::Path;

use anyhow::{Context, Result, bail};
use evolearner::report::model::LearnReport;
use evolearner::{Concept, Vote};

use crate::input;

/// What a report begins with in the place of a concept.
pub(crate) const REPORT: char = '@';

/// Concepts that are still text, with their weights in a vote.
pub(crate) struct Asked(Vec<(String, f64)>);

impl Asked {
    /// The concept that a word is, or the answer of the report that it names; with a committee, its
    /// members.
    pub(crate) fn read(word: &str) -> Result<Self> {
        let Some(path) = word.strip_prefix(REPORT) else {
            return Ok(Self(vec![(word.to_owned(), 1.0)]));
        };
        let path = Path::new(path);
        let report: LearnReport = serde_json::from_str(&input::text(path)?).with_context(|| {
            format!("{} is no report of `learn --format json`", input::name(path))
        })?;
        // Functional syntax has whole IRIs, which mean the same in every knowledge base.
        Ok(Self(match report.committee {
            None => vec![(report.best.concept.functional, 1.0)],
            Some(committee) => {
                let members = committee.members.into_iter();
                members.map(|one| (one.solution.concept.functional, one.weight)).collect()
            }
        }))
    }

    /// The text, where there is one concept.
    pub(crate) fn only(&self) -> Result<&str> {
        match self.0.as_slice() {
            [(text, _)] => Ok(text),
            _ => bail!("a committee needs the names of a knowledge base: --kb FILE"),
        }
    }

    /// The vote of the concepts.
    pub(crate) fn vote<E: Into<anyhow::Error>>(
        &self,
        parse: impl Fn(&str) -> Result<Concept, E>,
    ) -> Result<Vote> {
        let member = |(text, weight): &(String, f64)| {
            parse(text).map(|concept| (concept, *weight)).map_err(Into::into)
        };
        Ok(Vote::new(self.0.iter().map(member).collect::<Result<_>>()?))
    }

    /// The same as one concept.
    pub(crate) fn concept<E: Into<anyhow::Error>>(
        &self,
        parse: impl Fn(&str) -> Result<Concept, E>,
    ) -> Result<Concept> {
        let n = self.0.len();
        self.vote(parse)?
            .concept()
            .with_context(|| format!("a committee of {n} members is too large for one concept"))
    }
}
