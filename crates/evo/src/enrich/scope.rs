//! Who is to be told apart from whom, and without which names.

use evolearner_dl::{ClassId, IndividualId};
use evolearner_evaluate::Examples;
use evolearner_graph::Graph;
use evolearner_search::Names;
use evolearner_syntax::NameKind;

use super::EnrichSettings;
use crate::knowledge_base::KnowledgeBase;
use crate::task::{Task, below};

/// A class and the others around it.
pub(super) struct Scope {
    pub(super) class: ClassId,
    pub(super) name: String,
    /// The class above that it is told apart in.
    pub(super) around: Option<ClassId>,
    /// Its name.
    pub(super) within: Option<String>,
    pub(super) instances: Vec<IndividualId>,
    pub(super) others: Vec<IndividualId>,
    /// What is learned from.
    pub(super) examples: Examples,
    names: Names,
    /// What a unit of length chooses from: names and constructors.
    n_symbols: f64,
}

/// The constructors that concepts are made of, about.
const N_CONSTRUCTORS: usize = 8;

impl Scope {
    /// The scope of a class, or why nothing can be learned about it.
    pub(super) fn of(
        kb: &KnowledgeBase,
        class: ClassId,
        settings: &EnrichSettings,
    ) -> Result<Self, String> {
        let graph = kb.graph();
        let vocabulary = kb.vocabulary();
        let instances: Vec<IndividualId> = graph.instances(class).iter().collect();
        if instances.len() < settings.min_instances {
            return Err(format!("{} instances are too few", instances.len()));
        }
        let around = around(graph, class);
        let is_other = |individual: &IndividualId| !graph.instances(class).contains(*individual);
        let others: Vec<IndividualId> = match around {
            Some(above) => graph.instances(above).iter().filter(is_other).collect(),
            None => (0..graph.n_individuals() as u32).map(IndividualId).filter(is_other).collect(),
        };
        if others.is_empty() {
            return Err("every individual is an instance".to_owned());
        }
        let evenly = |all: &[IndividualId]| -> Vec<IndividualId> {
            let n = all.len().min(settings.max_examples.max(1));
            (0..n).map(|at| all[at * all.len() / n]).collect()
        };
        let (examples, _) = Examples::new(&evenly(&instances), &evenly(&others))
            .map_err(|error| error.to_string())?;
        let is_same =
            |other: &ClassId| graph.is_subclass(*other, class) && graph.is_subclass(class, *other);
        let mut ignored: Vec<ClassId> = below(graph, class).collect();
        ignored.extend(kb.definitions().defined_by(class));
        let all = graph.symbols.classes.iter().map(|(other, _)| other);
        ignored.extend(all.filter(is_same));
        ignored.sort_unstable();
        ignored.dedup();
        let name = |class: ClassId| vocabulary.spell(NameKind::Class, class.0 as usize);
        let symbols = &graph.symbols;
        let n_names =
            symbols.classes.len() + symbols.object_properties.len() + symbols.data_properties.len();
        Ok(Self {
            class,
            n_symbols: (n_names + N_CONSTRUCTORS) as f64,
            name: name(class),
            around,
            within: around.map(name),
            instances,
            others,
            examples,
            names: Names { ignored_classes: ignored, ..Names::default() },
        })
    }

    /// The bits that say who is an instance by a concept of that length with so many exceptions: each
    /// exception names an individual, each unit of length a symbol. A longer concept has to be right about
    /// so many more individuals that its length pays, which on noisy memberships keeps to what they share.
    pub(super) fn description_length(&self, n_wrong: usize, length: usize) -> f64 {
        let n_individuals = (self.instances.len() + self.others.len()) as f64;
        n_wrong as f64 * n_individuals.log2() + length as f64 * self.n_symbols.log2()
    }

    /// The task of telling these examples apart.
    pub(super) fn task(&self, kb: &KnowledgeBase, examples: &Examples) -> Task {
        Task::of_examples(kb, examples.clone(), self.names.clone())
    }
}

/// The class with the fewest instances that is stated above another one and has more of them.
fn around(graph: &Graph, class: ClassId) -> Option<ClassId> {
    let n = graph.instances(class).len();
    let all = graph.symbols.classes.iter().map(|(other, _)| other);
    all.filter(|&other| other != class && graph.instances(other).len() > n)
        .filter(|&other| graph.is_subclass(class, other))
        .min_by_key(|&other| graph.instances(other).len())
}
