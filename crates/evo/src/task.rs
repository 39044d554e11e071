//! What is to be learned: names of a problem become examples in a graph.
//!
//! Everything that can be decided about examples and names is decided here: which individuals a
//! name means, which negatives are implied, what is left out, and what is only remarked.

use std::collections::BTreeSet;

use evolearner_dl::{ClassId, Id, IndividualId};
use evolearner_evaluate::{Examples, NoExamples};
use evolearner_graph::Graph;
use evolearner_problem::{NameRules, Statement};
use evolearner_report::model::TaskModel;
use evolearner_search::Names;
use evolearner_syntax::{NameError, NameKind, Vocabulary};

use crate::knowledge_base::KnowledgeBase;
use crate::weights::WeightsOfNames;

/// Examples and names in terms of a graph.
#[derive(Clone)]
#[non_exhaustive]
pub struct Task {
    /// Who is to be distinguished from whom.
    pub examples: Examples,
    /// Names that no concept may use, and the class that all concepts are a part of.
    pub names: Names,
    /// The task by IRIs: enough to state it again.
    pub record: TaskModel,
    /// Whether the negatives were not given but follow from the positives.
    pub negatives_are_implied: bool,
    /// What people should know about it, one sentence each.
    pub notices: Vec<String>,
}

/// What is forgiven in a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Policy {
    /// Leave out examples that are no individuals of the graph.
    pub skips_unknown: bool,
    /// Refuse individuals that are both positive and negative.
    pub refuses_contradictions: bool,
}

impl Policy {
    /// The same, with or without leaving out unknown examples.
    pub fn skipping_unknown(self, skips_unknown: bool) -> Self {
        Self { skips_unknown, ..self }
    }

    /// The same, with or without refusing contradictions.
    pub fn refusing_contradictions(self, refuses_contradictions: bool) -> Self {
        Self { refuses_contradictions, ..self }
    }
}

/// Why a task cannot be learned on a graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// Names that no individual has.
    #[error("{}", unknown_names(.0))]
    UnknownExamples(Vec<NameError>),
    /// A class of that name does not exist.
    #[error("{0}")]
    UnknownClass(NameError),
    /// A name that is to be left out, and that nothing has or more than one thing.
    #[error("{0}")]
    UnknownIgnored(String),
    /// A class that has no instances, or no individual beside them.
    #[error("{0}")]
    OneSided(String),
    /// Too few examples.
    #[error(transparent)]
    NoExamples(#[from] NoExamples),
    /// Individuals in both lists, where that is refused.
    #[error("{}", contradictory(*.0, .1))]
    Contradictory(usize, String),
    /// An individual with two weights, or a number that is no weight.
    #[error("{0}")]
    Weights(String),
}

fn unknown_names(errors: &[NameError]) -> String {
    const SHOWN: usize = 5;
    let mut lines: Vec<String> = errors.iter().take(SHOWN).map(ToString::to_string).collect();
    if errors.len() > SHOWN {
        lines.push(format!("and {} more", errors.len() - SHOWN));
    }
    format!("unknown examples: {}", lines.join("; "))
}

fn contradictory(count: usize, first: &str) -> String {
    match count {
        1 => format!("{first} is both positive and negative"),
        _ => format!("{count} individuals are both positive and negative, for instance {first}"),
    }
}

impl Task {
    /// The task of a statement, without the classes and properties that `ignored` names. Without
    /// negatives, they are all other individuals of the most specific class that has all positives.
    pub fn resolve(
        kb: &KnowledgeBase,
        statement: &Statement,
        ignored: &[String],
        policy: Policy,
    ) -> Result<Self, TaskError> {
        let graph = kb.graph();
        let vocabulary = Vocabulary::new(&graph.symbols);
        let mut notices = Vec::new();
        let stated = &statement.settings.vocabulary;
        let mut names = stated_names(graph, &vocabulary, stated, &mut notices);
        ignore(graph, &vocabulary, ignored, &mut names)?;
        let mut record = TaskModel::default();
        let mut negatives_are_implied = false;
        let (positives, negatives) = if let Some(name) = &statement.target_class {
            let class = vocabulary.class(name).map_err(TaskError::UnknownClass)?;
            record.target_class = Some(graph.symbols.classes.get(class).to_owned());
            ignore_class(graph, class, &mut names);
            let instances = graph.instances(class);
            let others: Vec<IndividualId> =
                individuals(graph).filter(|x| !instances.contains(*x)).collect();
            if instances.is_empty() {
                return Err(TaskError::OneSided(format!("the class {name} has no instances")));
            }
            if others.is_empty() {
                let reason = format!("every individual is an instance of {name}");
                return Err(TaskError::OneSided(format!("{reason}: there are no negatives")));
            }
            (instances.iter().collect(), others)
        } else {
            let mut unknown = Vec::new();
            let mut find = |names: &[String]| -> Vec<IndividualId> {
                let found = vocabulary.individuals(names.iter().map(String::as_str));
                found.filter_map(|found| found.map_err(|error| unknown.push(error)).ok()).collect()
            };
            let positives = find(&statement.positives);
            let mut negatives = find(&statement.negatives);
            if !unknown.is_empty() {
                if !policy.skips_unknown {
                    return Err(TaskError::UnknownExamples(unknown));
                }
                notices.push(format!(
                    "{} examples are unknown and left out, for instance {}",
                    unknown.len(),
                    unknown[0].name
                ));
            }
            let iris = |ids: &[IndividualId]| -> Vec<String> {
                ids.iter().map(|&id| graph.symbols.individuals.get(id).to_owned()).collect()
            };
            (record.positives, record.negatives) = (iris(&positives), iris(&negatives));
            if statement.negatives.is_empty() && !positives.is_empty() {
                let (others, name) = others_of_common_class(graph, &positives);
                notices.push(format!(
                    "no negatives given: the {} other individuals of {name} are taken",
                    others.len()
                ));
                (negatives, negatives_are_implied) = (others, true);
            }
            (positives, negatives)
        };
        let weights = WeightsOfNames::resolve(kb, &statement.weights, policy, &mut notices)?;
        let (positives, negatives) = weights.left(positives, negatives, &mut notices);
        record.weights = weights.record(graph);
        let (examples, notes) = Examples::new(&positives, &negatives)?;
        if notes.duplicates > 0 {
            notices.push(format!("{} examples stand twice and are counted once", notes.duplicates));
        }
        if let Some(&first) = notes.contradictory.first() {
            let name = graph.symbols.individuals.get(first).to_owned();
            let count = notes.contradictory.len();
            if policy.refuses_contradictions {
                return Err(TaskError::Contradictory(count, name));
            }
            notices
                .push(format!("{count} individuals are both positive and negative, e.g. {name}"));
        }
        let examples = weights.apply(examples)?;
        tidy(&mut names);
        record_names(graph, &names, &mut record);
        Ok(Self { examples, names, record, negatives_are_implied, notices })
    }

    /// The task of a record: every name stands for itself alone, since a record has all that followed
    /// from the names that were stated.
    pub fn from_record(kb: &KnowledgeBase, record: &TaskModel) -> Result<Self, TaskError> {
        let statement = Statement {
            positives: record.positives.clone(),
            negatives: record.negatives.clone(),
            target_class: record.target_class.clone(),
            weights: record.weights.iter().map(|(name, &weight)| (name.clone(), weight)).collect(),
            ..Statement::default()
        };
        let mut task = Self::resolve(kb, &statement, &[], Policy::default())?;
        let vocabulary = kb.vocabulary();
        let mut names = Names::default();
        for name in &record.ignored {
            names.ignored_classes.extend(vocabulary.class(name));
            names.ignored_object_properties.extend(vocabulary.object_property(name));
            names.ignored_data_properties.extend(vocabulary.data_property(name));
        }
        if let Some(name) = &record.start_class {
            names.start_class = Some(vocabulary.class(name).map_err(TaskError::UnknownClass)?);
        }
        tidy(&mut names);
        record_names(kb.graph(), &names, &mut task.record);
        task.names = names;
        Ok(task)
    }

    /// The task of telling examples apart without some names.
    pub(crate) fn of_examples(kb: &KnowledgeBase, examples: Examples, names: Names) -> Self {
        let mut record = TaskModel::default();
        record_names(kb.graph(), &names, &mut record);
        let task = Self {
            examples: examples.clone(),
            names,
            record,
            negatives_are_implied: false,
            notices: Vec::new(),
        };
        task.with_examples(kb.graph(), examples)
    }

    /// The same task with other examples, such as those of a fold.
    #[must_use]
    pub fn with_examples(&self, graph: &Graph, examples: Examples) -> Self {
        let iris = |ids: &[IndividualId]| -> Vec<String> {
            ids.iter().map(|&id| graph.symbols.individuals.get(id).to_owned()).collect()
        };
        let record = TaskModel {
            positives: iris(examples.positives()),
            negatives: iris(examples.negatives()),
            target_class: None,
            ..self.record.clone()
        };
        let names = self.names.clone();
        Self { examples, names, record, negatives_are_implied: false, notices: Vec::new() }
    }
}

fn individuals(graph: &Graph) -> impl Iterator<Item = IndividualId> + use<> {
    (0..graph.n_individuals() as u32).map(IndividualId)
}

/// The individuals of the smallest class around all positives that are not among them.
fn others_of_common_class(
    graph: &Graph,
    positives: &[IndividualId],
) -> (Vec<IndividualId>, String) {
    let common = graph
        .symbols
        .classes
        .iter()
        .filter(|(class, _)| positives.iter().all(|&x| graph.instances(*class).contains(x)))
        .filter(|(class, _)| graph.instances(*class).len() > positives.len())
        .min_by_key(|(class, _)| graph.instances(*class).len());
    let mut sorted = positives.to_vec();
    sorted.sort_unstable();
    let is_other = |x: &IndividualId| sorted.binary_search(x).is_err();
    match common {
        Some((class, _)) => {
            let name = Vocabulary::new(&graph.symbols).with_labels();
            let name = name.spell(NameKind::Class, class.0 as usize);
            (graph.instances(class).iter().filter(is_other).collect(), name)
        }
        None => (individuals(graph).filter(is_other).collect(), "owl:Thing".to_owned()),
    }
}

/// A class and what is below it.
pub(crate) fn below(graph: &Graph, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
    let classes = graph.symbols.classes.iter().map(|(other, _)| other);
    classes.filter(move |&other| other == class || graph.is_subclass(other, class))
}

/// Leaves out a class and what is below it.
fn ignore_class(graph: &Graph, class: ClassId, names: &mut Names) {
    names.ignored_classes.extend(below(graph, class));
}

/// Leaves out the classes, with what is below them, and the properties of these names. A name counts
/// for every kind of thing that it names.
fn ignore(
    graph: &Graph,
    vocabulary: &Vocabulary<'_>,
    ignored: &[String],
    names: &mut Names,
) -> Result<(), TaskError> {
    for name in ignored {
        let class = vocabulary.class(name);
        let role = vocabulary.object_property(name);
        let data = vocabulary.data_property(name);
        if let (Err(class), Err(role), Err(data)) = (&class, &role, &data) {
            return Err(TaskError::UnknownIgnored(not_called(name, [class, role, data])));
        }
        if let Ok(class) = class {
            ignore_class(graph, class, names);
        }
        names.ignored_object_properties.extend(role);
        names.ignored_data_properties.extend(data);
    }
    Ok(())
}

/// That neither a class nor a property has a name, with those that look alike.
pub(crate) fn not_called(name: &str, errors: [&NameError; 3]) -> String {
    if let Some(ambiguous) = errors.iter().find(|error| error.is_ambiguous) {
        return ambiguous.to_string();
    }
    let nearest: Vec<&str> =
        errors.iter().flat_map(|error| &error.candidates).map(String::as_str).collect();
    let hint = match nearest.as_slice() {
        [] => String::new(),
        nearest => format!(" (did you mean {}?)", nearest.join(", ")),
    };
    format!("no class or property is called ‘{name}’{hint}")
}

/// Looks up what a problem file allows and forbids. A name that the graph does not know cannot
/// occur in an answer anyway, so it is a notice and no error.
fn stated_names(
    graph: &Graph,
    vocabulary: &Vocabulary<'_>,
    stated: &NameRules,
    notices: &mut Vec<String>,
) -> Names {
    let symbols = &graph.symbols;
    let mut names = Names::default();
    for class in found(&stated.ignored_classes, |name| vocabulary.class(name), notices) {
        ignore_class(graph, class, &mut names);
    }
    let role = |name: &str| vocabulary.object_property(name);
    let data = |name: &str| vocabulary.data_property(name);
    names.ignored_object_properties = found(&stated.ignored_object_properties, role, notices);
    names.ignored_data_properties = found(&stated.ignored_data_properties, data, notices);
    names.ignored_classes.extend(all_but(
        stated.allowed_classes.as_deref(),
        symbols.classes.len(),
        |name| vocabulary.class(name),
        notices,
    ));
    names.ignored_object_properties.extend(all_but(
        stated.allowed_object_properties.as_deref(),
        symbols.object_properties.len(),
        role,
        notices,
    ));
    names.ignored_data_properties.extend(all_but(
        stated.allowed_data_properties.as_deref(),
        symbols.data_properties.len(),
        data,
        notices,
    ));
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

fn found<I>(
    names: &[String],
    find: impl Fn(&str) -> Result<I, NameError>,
    notices: &mut Vec<String>,
) -> Vec<I> {
    let mut ids = Vec::new();
    for name in names {
        match find(name) {
            Ok(id) => ids.push(id),
            Err(error) => notices.push(error.to_string()),
        }
    }
    ids
}

/// Everything that is not among the allowed, where there is such a list.
fn all_but<I: Id + Ord>(
    allowed: Option<&[String]>,
    n_all: usize,
    find: impl Fn(&str) -> Result<I, NameError>,
    notices: &mut Vec<String>,
) -> Vec<I> {
    let Some(allowed) = allowed else { return Vec::new() };
    let allowed: BTreeSet<I> = found(allowed, find, notices).into_iter().collect();
    (0..n_all).map(I::new).filter(|id| !allowed.contains(id)).collect()
}

fn tidy(names: &mut Names) {
    names.ignored_classes.sort_unstable();
    names.ignored_classes.dedup();
    names.ignored_object_properties.sort_unstable();
    names.ignored_object_properties.dedup();
    names.ignored_data_properties.sort_unstable();
    names.ignored_data_properties.dedup();
}

fn record_names(graph: &Graph, names: &Names, record: &mut TaskModel) {
    let symbols = &graph.symbols;
    let classes = names.ignored_classes.iter().map(|&id| symbols.classes.get(id));
    let roles = names.ignored_object_properties.iter().map(|&id| symbols.object_properties.get(id));
    let data = names.ignored_data_properties.iter().map(|&id| symbols.data_properties.get(id));
    record.ignored = classes.chain(roles).chain(data).map(str::to_owned).collect();
    record.start_class = names.start_class.map(|class| symbols.classes.get(class).to_owned());
}
