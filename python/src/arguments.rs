//! What people pass where a name or a word is asked for.

use evolearner::retrieval::Forall;
use evolearner::syntax::Vocabulary;
use evolearner::{IndividualId, Symbols};
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

/// The individuals of these names, or a `KeyError` that lists those that nobody has.
pub(crate) fn individuals(symbols: &Symbols, names: &[String]) -> PyResult<Vec<IndividualId>> {
    let vocabulary = Vocabulary::new(symbols);
    let mut unknown = Vec::new();
    let found: Vec<IndividualId> = names
        .iter()
        .filter_map(|name| vocabulary.individual(name).map_err(|error| unknown.push(error)).ok())
        .collect();
    if unknown.is_empty() { Ok(found) } else { Err(error::of_names(&unknown)) }
}

/// The reading of `∀` by its word.
pub(crate) fn forall(word: &str) -> PyResult<Forall> {
    match word {
        "standard" => Ok(Forall::Standard),
        "nonempty" => Ok(Forall::Nonempty),
        _ => Err(error::of_choice("forall", word, &["standard", "nonempty"])),
    }
}
