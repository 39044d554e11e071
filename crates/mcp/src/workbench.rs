//! Calls in, answers out.

use std::path::PathBuf;

use evolearner::report::names::NameStyle;
use evolearner::retrieval::{ExplainSettings, explain};
use evolearner::syntax::parse_any;
use evolearner::{CancelToken, Concept, Forall, KnowledgeBase, explain_report};
use serde_json::{Map, Value, json};

use crate::arguments::{Arguments, CallError};
use crate::library::Library;
use crate::tools::TOOLS;
use crate::{learning, lookup};

/// The entries of an answer unless something is said.
pub(crate) const LIMIT: usize = 50;

/// Knowledge bases, and the tools that work on them.
pub struct Workbench {
    library: Library,
}

impl Workbench {
    /// A workbench that reads files of these folders.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { library: Library::new(folders) }
    }

    /// Does what a tool does. Learning ends with what it has when it is cancelled.
    pub fn call(
        &self,
        tool: &str,
        arguments: &Map<String, Value>,
        cancel: &CancelToken,
    ) -> Result<Value, CallError> {
        let Some(spec) = TOOLS.iter().find(|spec| spec.name == tool) else {
            let names: Vec<&str> = TOOLS.iter().map(|spec| spec.name).collect();
            return Err(CallError(format!("there is no tool `{tool}`: {}", names.join(", "))));
        };
        let arguments = Arguments(arguments);
        arguments.check(&spec.names())?;
        if tool == "open" && arguments.optional_text("kb")?.is_none() {
            return Ok(json!({ "can_be_opened": self.library.listed() }));
        }
        let kb = self.library.open(arguments.text("kb")?)?;
        match tool {
            "open" => Ok(lookup::summary(&kb)),
            "look_up" => lookup::look_up(&kb, &arguments),
            "learn" => learning::learn(&kb, &arguments, cancel),
            "crossval" => learning::cross_validate(&kb, &arguments, cancel),
            "retrieve" => retrieve(&kb, &arguments),
            _ => explained(&kb, &arguments),
        }
    }
}

fn concept(kb: &KnowledgeBase, arguments: &Arguments<'_>) -> Result<Concept, CallError> {
    parse_any(arguments.text("concept")?, &kb.vocabulary()).map_err(CallError::of)
}

fn retrieve(kb: &KnowledgeBase, arguments: &Arguments<'_>) -> Result<Value, CallError> {
    let concept = concept(kb, arguments)?;
    let limit = arguments.count("limit", LIMIT)?;
    let members = kb.retrieve(&concept, Forall::Standard);
    let names = members.iter().take(limit).map(|one| lookup::individual(kb, one));
    Ok(json!({ "count": members.count(), "individuals": names.collect::<Vec<String>>() }))
}

fn explained(kb: &KnowledgeBase, arguments: &Arguments<'_>) -> Result<Value, CallError> {
    let concept = concept(kb, arguments)?;
    let name = arguments.text("individual")?;
    let individual = kb.vocabulary().individual(name).map_err(CallError::of)?;
    let explanation = explain(kb.graph(), &concept, individual, ExplainSettings::default());
    let report = explain_report(kb.graph(), &concept, &explanation, NameStyle::Automatic);
    Ok(json!({ "member": report.member, "missing": report.missing, "text": report.text() }))
}
