//! What people pass where a name or a word is asked for.

use evolearner::{Choice, Forall, IndividualId, KnowledgeBase};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error;

/// A name: a string, or an object of `owlapy` or of ours that carries one as `str`.
pub(crate) fn name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    match object.getattr_opt("str")? {
        Some(text) if text.is_instance_of::<PyString>() => text.extract(),
        _ => Err(error::of_type("an IRI or a name", object)),
    }
}

/// Many names. A single string is a mistake rather than a list of letters.
pub(crate) fn names(objects: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if objects.is_instance_of::<PyString>() {
        return Err(error::of_type("a list of IRIs", objects));
    }
    let items = objects.try_iter().map_err(|_| error::of_type("a list of IRIs", objects))?;
    items.map(|item| name(&item?)).collect()
}

/// The individual of that name.
pub(crate) fn individual(kb: &KnowledgeBase, object: &Bound<'_, PyAny>) -> PyResult<IndividualId> {
    kb.vocabulary().individual(&name(object)?).map_err(|unknown| error::of_name(&unknown))
}

/// The individuals of these names, or a `KeyError` that lists the names that no individual has.
pub(crate) fn individuals(
    kb: &KnowledgeBase,
    objects: &Bound<'_, PyAny>,
) -> PyResult<Vec<IndividualId>> {
    let names = names(objects)?;
    let vocabulary = kb.vocabulary();
    let mut unknown = Vec::new();
    let found = vocabulary.individuals(names.iter().map(String::as_str));
    let found: Vec<IndividualId> =
        found.filter_map(|found| found.map_err(|error| unknown.push(error)).ok()).collect();
    if unknown.is_empty() { Ok(found) } else { Err(error::of_names(&unknown)) }
}

/// The reading of `∀` by its word.
pub(crate) fn forall(word: &str) -> PyResult<Forall> {
    Forall::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Forall::ALL.iter().map(|choice| choice.word()).collect();
        error::of_choice("forall", word, &words)
    })
}
