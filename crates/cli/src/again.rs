//! `learn --from REPORT.json`: the same run once more, and whether it gives the same result.

use std::path::Path;

use anyhow::{Context, Result};
use evolearner::report::model::LearnReport;
use evolearner::{Effort, KnowledgeBase, Layer, Learner, Task, TaskError};
use serde::Deserialize;
use serde_json::Value;

use crate::args::{Common, ExistentialsArg, InferenceArg, KbArgs};
use crate::problem::Problems;
use crate::{input, message};

/// A report of an earlier run.
pub(crate) struct Again {
    name: String,
    json: Value,
    report: LearnReport,
}

impl Again {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = input::name(path);
        let text = input::text(path)?;
        let is_none = || format!("{name} is no report of `learn --format json`");
        let json: Value = serde_json::from_str(&text).with_context(is_none)?;
        let report = LearnReport::deserialize(&json).with_context(is_none)?;
        Ok(Self { name, json, report })
    }

    /// The problem of the report; the knowledge base is read as it was then.
    pub(crate) fn problems(&self, kb_args: &mut KbArgs) -> Problems {
        let semantics = &self.report.semantics;
        kb_args.options.inference = Some(match semantics.inference.as_str() {
            "none" => InferenceArg::None,
            "classes" => InferenceArg::Classes,
            _ => InferenceArg::Full,
        });
        kb_args.options.existentials = match semantics.existentials.as_str() {
            "materialize" => ExistentialsArg::Materialize,
            _ => ExistentialsArg::Ignore,
        };
        Problems::of_report()
    }

    /// The learner of the report with its options.
    pub(crate) fn learner(&self, common: &Common) -> Result<Learner> {
        let mut learner = Learner::new(&self.report.learner, "default")?;
        let values = &self.report.settings;
        learner.set_all(values, Layer::File).with_context(|| self.name.clone())?;
        learner.check()?;
        Ok(learner.with_threads(common.threads.unwrap_or(1)))
    }

    /// How much was done to say what to expect on new examples, if anything.
    pub(crate) fn effort(&self) -> Option<Effort> {
        let estimate = self.report.estimate.as_ref()?;
        Some(Effort::Shuffles(estimate.shuffles))
    }

    /// The task of the report.
    pub(crate) fn task(&self, kb: &KnowledgeBase) -> Result<Task, TaskError> {
        Task::from_record(kb, &self.report.task)
    }

    /// Says whether a new report is the same, but for times and the places of files.
    pub(crate) fn compare(&self, report: &LearnReport, common: &Common) -> Result<()> {
        let new = serde_json::to_value(report)?;
        match first_difference(&timeless(&self.json), &timeless(&new), String::new()) {
            None if common.quiet => {}
            None => message::line(format_args!("the same as in {}, but for times", self.name)),
            Some(place) => message::warning(format_args!(
                "this is not what {} has: {place} differs (version {} there, {} here)",
                self.name, self.report.program, report.program
            )),
        }
        Ok(())
    }
}

/// A report without times and names of files.
fn timeless(report: &Value) -> Value {
    match report {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| *name != "seconds");
            let mut kept: serde_json::Map<String, Value> =
                kept.map(|(name, value)| (name.clone(), timeless(value))).collect();
            if kept.contains_key("digest") {
                kept.remove("name");
            }
            Value::Object(kept)
        }
        Value::Array(items) => items.iter().map(timeless).collect(),
        other => other.clone(),
    }
}

/// The place of the first difference, such as `best.concept.dl`.
fn first_difference(one: &Value, other: &Value, place: String) -> Option<String> {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
            names.sort();
            names.dedup();
            names.into_iter().find_map(|name| {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => first_difference(a, b, place),
                    _ => Some(place),
                }
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(at, (a, b))| first_difference(a, b, format!("{place}[{at}]"))),
        _ => (one != other).then_some(place),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_and_places_are_no_difference() {
        let one = json!({"seconds": {"load": 1}, "history": [{"seconds": 1, "length": 3}],
            "inputs": [{"name": "a.owl", "digest": "1"}]});
        let same = json!({"seconds": {"load": 2}, "history": [{"seconds": 9, "length": 3}],
            "inputs": [{"name": "b/a.owl", "digest": "1"}]});
        let other = json!({"seconds": {"load": 2}, "history": [{"seconds": 9, "length": 4}],
            "inputs": [{"name": "a.owl", "digest": "1"}]});
        let compare =
            |a: &Value, b: &Value| first_difference(&timeless(a), &timeless(b), String::new());
        assert_eq!(compare(&one, &same), None);
        assert_eq!(compare(&one, &other).as_deref(), Some("history[0].length"));
    }
}
