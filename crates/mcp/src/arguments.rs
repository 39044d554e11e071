//! What a caller hands over, and what is wrong with it.

use serde_json::{Map, Value};

/// Why a call has no answer, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct CallError(pub String);

impl CallError {
    /// An error with what caused it.
    pub(crate) fn of(error: impl std::fmt::Display) -> Self {
        Self(format!("{error:#}"))
    }
}

/// The arguments of a call.
pub(crate) struct Arguments<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Arguments<'a> {
    /// Refuses names that the tool does not have.
    pub(crate) fn check(&self, known: &[&str]) -> Result<(), CallError> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(CallError(format!(
                "there is no argument `{name}`; there are {}",
                known.join(", ")
            ))),
            None => Ok(()),
        }
    }

    /// A text that must be there.
    pub(crate) fn text(&self, name: &str) -> Result<&'a str, CallError> {
        self.optional_text(name)?.ok_or_else(|| CallError(format!("`{name}` is missing")))
    }

    /// A text, if it is there.
    pub(crate) fn optional_text(&self, name: &str) -> Result<Option<&'a str>, CallError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(CallError(format!("`{name}` is no text"))),
        }
    }

    /// A list of texts; an empty one where it is not there.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, CallError> {
        let wrong = || CallError(format!("`{name}` is no list of texts"));
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(list)) => {
                list.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    }

    /// A whole number from 1, or what stands for it.
    pub(crate) fn count(&self, name: &str, otherwise: usize) -> Result<usize, CallError> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(otherwise),
            Some(value) => match value.as_u64() {
                Some(count @ 1..) => Ok(count as usize),
                _ => Err(CallError(format!("`{name}` is no whole number from 1"))),
            },
        }
    }

    /// Options by name; none where they are not there.
    pub(crate) fn options(&self) -> Result<Map<String, Value>, CallError> {
        match self.0.get("options") {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(Value::Object(options)) => Ok(options.clone()),
            Some(_) => Err(CallError("`options` is no object".to_owned())),
        }
    }
}
