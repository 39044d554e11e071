//! Which classes and properties an answer may use, by what a problem file says.

use evolearner_dl::{ClassId, DataPropertyId, Id, ObjectPropertyId};
use evolearner_graph::Graph;
use evolearner_learn::SearchSpace;
use evolearner_problem::Vocabulary as Stated;
use evolearner_syntax::{NameError, Vocabulary};

/// Names that an answer must not use, and the class that it starts from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Classes, such as those that would give the answer away.
    pub ignored_classes: Vec<ClassId>,
    /// Object properties.
    pub ignored_object_properties: Vec<ObjectPropertyId>,
    /// Data properties.
    pub ignored_data_properties: Vec<DataPropertyId>,
    /// A class that every answer is a part of.
    pub start_class: Option<ClassId>,
}

/// A name that is to be ignored and is not that of one class or property.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct IgnoreError(String);

impl Names {
    /// The classes and properties of these names, which an answer must not use. A name counts for
    /// every kind of thing that it names; the subclasses and subproperties of what it names are
    /// not ignored.
    pub fn ignoring(graph: &Graph, names: &[String]) -> Result<Self, IgnoreError> {
        let vocabulary = Vocabulary::new(&graph.symbols);
        let mut ignored = Self::default();
        for name in names {
            let class = vocabulary.class(name);
            let role = vocabulary.object_property(name);
            let data = vocabulary.data_property(name);
            if let (Err(class), Err(role), Err(data)) = (&class, &role, &data) {
                return Err(not_ignored(name, [class, role, data]));
            }
            ignored.ignored_classes.extend(class);
            ignored.ignored_object_properties.extend(role);
            ignored.ignored_data_properties.extend(data);
        }
        Ok(ignored)
    }

    /// Narrows a search space to these names.
    pub fn restrict(self, space: &mut SearchSpace) {
        space.ignored_classes.extend(self.ignored_classes);
        space.ignored_object_properties.extend(self.ignored_object_properties);
        space.ignored_data_properties.extend(self.ignored_data_properties);
        space.start_class = self.start_class.or(space.start_class);
    }
}

fn not_ignored(name: &str, errors: [&NameError; 3]) -> IgnoreError {
    if let Some(ambiguous) = errors.iter().find(|error| error.is_ambiguous) {
        return IgnoreError(ambiguous.to_string());
    }
    let nearest: Vec<&str> =
        errors.iter().flat_map(|error| &error.candidates).map(String::as_str).collect();
    let hint = match nearest.as_slice() {
        [] => String::new(),
        nearest => format!(" (did you mean {}?)", nearest.join(", ")),
    };
    IgnoreError(format!("no class or property is called ‘{name}’{hint}"))
}

/// Looks up what a problem file allows and forbids. A name that the graph does not know cannot
/// occur in an answer anyway, so it is a notice and no error.
pub(crate) fn names_allowed(
    graph: &Graph,
    vocabulary: &Vocabulary<'_>,
    stated: &Stated,
    notices: &mut Vec<String>,
) -> Names {
    let symbols = &graph.symbols;
    let mut names = Names {
        ignored_classes: ignored(
            &stated.ignored_classes,
            stated.allowed_classes.as_deref(),
            symbols.classes.len(),
            |name| vocabulary.class(name),
            notices,
        ),
        ignored_object_properties: ignored(
            &stated.ignored_object_properties,
            stated.allowed_object_properties.as_deref(),
            symbols.object_properties.len(),
            |name| vocabulary.object_property(name),
            notices,
        ),
        ignored_data_properties: ignored(
            &stated.ignored_data_properties,
            stated.allowed_data_properties.as_deref(),
            symbols.data_properties.len(),
            |name| vocabulary.data_property(name),
            notices,
        ),
        start_class: None,
    };
    if let Some(name) = &stated.start_class
        && !is_thing(name)
    {
        match vocabulary.class(name) {
            Ok(class) => names.start_class = Some(class),
            Err(error) => notices.push(format!("no start class: {error}")),
        }
    }
    names
}

fn is_thing(name: &str) -> bool {
    matches!(name, "owl:Thing" | "Thing" | "⊤" | "http://www.w3.org/2002/07/owl#Thing")
}

/// What is forbidden by name, and what is not among the allowed.
fn ignored<I: Id + Ord>(
    ignored: &[String],
    allowed: Option<&[String]>,
    n_all: usize,
    find: impl Fn(&str) -> Result<I, NameError>,
    notices: &mut Vec<String>,
) -> Vec<I> {
    let mut found = |names: &[String]| -> Vec<I> {
        let ids = names.iter().filter_map(|name| match find(name) {
            Ok(id) => Some(id),
            Err(error) => {
                notices.push(error.to_string());
                None
            }
        });
        ids.collect()
    };
    let mut out = found(ignored);
    if let Some(allowed) = allowed {
        let mut allowed = found(allowed);
        allowed.sort_unstable();
        out.extend((0..n_all).map(I::new).filter(|id| allowed.binary_search(id).is_err()));
    }
    out
}
