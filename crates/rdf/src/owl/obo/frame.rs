//! The lines of a frame, up to the next one.

use super::at;
use super::line::Clause;
use super::names::is_numbered;
use crate::error::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Term,
    Typedef,
    Instance,
    Unknown,
}

impl Kind {
    pub(super) fn of(word: &str) -> Self {
        match word {
            "Term" => Self::Term,
            "Typedef" => Self::Typedef,
            "Instance" => Self::Instance,
            _ => Self::Unknown,
        }
    }
}

/// The lines from `[Term]` to the next frame.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) is_obsolete: bool,
    pub(super) line: u64,
    pub(super) clauses: Vec<Clause>,
}

impl Frame {
    pub(super) fn new(kind: Kind, line: u64) -> Self {
        Self { kind, id: String::new(), is_obsolete: false, line, clauses: Vec::new() }
    }

    /// Takes the next line of the frame.
    pub(super) fn push(&mut self, clause: Clause) -> Result<(), String> {
        match clause.tag.as_str() {
            "id" => match clause.words()?.as_ids().as_slice() {
                [id] if self.id.is_empty() => (*id).clone_into(&mut self.id),
                [_] => return Err("a frame has a second 'id'".to_owned()),
                _ => return Err("'id' has one name".to_owned()),
            },
            "is_obsolete" => self.is_obsolete = clause.is_true()?,
            _ => self.clauses.push(clause),
        }
        Ok(())
    }

    /// The identifier that a relation with a short name has in other ontologies.
    pub(super) fn elsewhere(&self) -> Result<Option<String>, Failure> {
        if self.id.contains(':') {
            return Ok(None);
        }
        for clause in self.clauses.iter().filter(|clause| clause.tag == "xref") {
            let words = clause.words().map_err(|message| at(clause.line, message))?;
            if let Some(&id) = words.as_ids().first().filter(|id| is_numbered(id)) {
                return Ok(Some(id.to_owned()));
            }
        }
        Ok(None)
    }

    /// Takes out the clauses that name a relation.
    pub(super) fn take_related(&mut self) -> Option<Self> {
        let is_instance = self.kind == Kind::Instance;
        let names_relation = |clause: &Clause| match clause.tag.as_str() {
            "relationship" | "intersection_of" => true,
            "property_value" => is_instance,
            _ => false,
        };
        let (related, rest) =
            std::mem::take(&mut self.clauses).into_iter().partition(names_relation);
        self.clauses = rest;
        let related: Vec<Clause> = related;
        (!related.is_empty()).then(|| Self { id: self.id.clone(), clauses: related, ..*self })
    }

    /// Whether a clause says `true`.
    pub(super) fn has(&self, tag: &str) -> Result<bool, Failure> {
        match self.clauses.iter().find(|clause| clause.tag == tag) {
            Some(clause) => clause.is_true().map_err(|message| at(clause.line, message)),
            None => Ok(false),
        }
    }

    /// Whether the values of a relation are literals.
    pub(super) fn has_literals(&self) -> bool {
        self.clauses.iter().any(|clause| clause.tag == "range" && clause.value.starts_with("xsd:"))
    }
}
