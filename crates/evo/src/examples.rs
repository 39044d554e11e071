//! From names in a problem statement to examples in a graph.

use evolearner_dl::IndividualId;
use evolearner_graph::Graph;
use evolearner_learn::{Problem, ProblemError};
use evolearner_problem::Statement;
use evolearner_syntax::{NameError, Vocabulary};

use crate::names::{Names, names_allowed};

/// A problem in terms of a graph, and what people should know about it.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The examples.
    pub problem: Problem,
    /// Which names an answer may use.
    pub names: Names,
    /// One sentence each.
    pub notices: Vec<String>,
}

/// Why a statement is no problem on this graph.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExamplesError {
    /// Names that no individual has.
    #[error("{}", unknown_names(.0))]
    Unknown(Vec<NameError>),
    /// A class of that name does not exist.
    #[error("{0}")]
    Class(NameError),
    /// Too few examples.
    #[error("{0}")]
    Problem(#[from] ProblemError),
    /// Individuals in both lists, where that is forbidden.
    #[error("{0} individuals are both positive and negative, for instance {1}")]
    Contradictory(usize, String),
}

fn unknown_names(errors: &[NameError]) -> String {
    const SHOWN: usize = 5;
    let mut lines: Vec<String> = errors.iter().take(SHOWN).map(ToString::to_string).collect();
    if errors.len() > SHOWN {
        lines.push(format!("and {} more", errors.len() - SHOWN));
    }
    format!("unknown examples: {}", lines.join("; "))
}

/// What is forgiven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leniency {
    /// Leave out examples that are no individuals of the graph.
    pub skip_unknown: bool,
    /// Refuse individuals that are both positive and negative.
    pub strict: bool,
}

/// Finds the examples of a statement. Without negatives, they are all other individuals of the
/// most specific class that has all positives.
pub fn resolve(
    graph: &Graph,
    statement: &Statement,
    leniency: Leniency,
) -> Result<Resolved, ExamplesError> {
    let vocabulary = Vocabulary::new(&graph.symbols);
    let mut notices = Vec::new();
    let mut names = names_allowed(graph, &vocabulary, &statement.settings.vocabulary, &mut notices);
    let (positives, negatives) = if let Some(name) = &statement.target_class {
        let class = vocabulary.class(name).map_err(ExamplesError::Class)?;
        names.ignored_classes.push(class);
        for (other, _) in graph.symbols.classes.iter() {
            if other != class && graph.is_subclass(other, class) {
                names.ignored_classes.push(other);
            }
        }
        let positives: Vec<IndividualId> = graph.instances(class).iter().collect();
        let negatives =
            individuals(graph).filter(|x| !graph.instances(class).contains(*x)).collect();
        (positives, negatives)
    } else {
        let mut unknown = Vec::new();
        let mut find = |names: &[String]| -> Vec<IndividualId> {
            let found = names.iter().filter_map(|name| {
                vocabulary.individual(name).map_err(|error| unknown.push(error)).ok()
            });
            found.collect()
        };
        let positives = find(&statement.positives);
        let mut negatives = find(&statement.negatives);
        if !unknown.is_empty() {
            if !leniency.skip_unknown {
                return Err(ExamplesError::Unknown(unknown));
            }
            notices.push(format!(
                "{} examples are unknown and left out, for instance {}",
                unknown.len(),
                unknown[0].name
            ));
        }
        if statement.negatives.is_empty() && !positives.is_empty() {
            let (others, name) = others_of_common_class(graph, &positives);
            notices.push(format!(
                "no negatives given: the {} other individuals of {name} are taken",
                others.len()
            ));
            negatives = others;
        }
        (positives, negatives)
    };
    let (problem, notes) = Problem::new(&positives, &negatives)?;
    if notes.duplicates > 0 {
        notices.push(format!("{} examples stand twice and are counted once", notes.duplicates));
    }
    if let Some(&first) = notes.contradictory.first() {
        let name = graph.symbols.individuals.get(first).to_owned();
        let count = notes.contradictory.len();
        if leniency.strict {
            return Err(ExamplesError::Contradictory(count, name));
        }
        notices.push(format!("{count} individuals are both positive and negative, e.g. {name}"));
    }
    Ok(Resolved { problem, names, notices })
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
        Some((class, name)) => {
            (graph.instances(class).iter().filter(is_other).collect(), name.to_owned())
        }
        None => (individuals(graph).filter(is_other).collect(), "owl:Thing".to_owned()),
    }
}
