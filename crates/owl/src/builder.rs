//! Many files, one ontology.

use evolearner_dl::{Budget, Stopped};
use evolearner_rdf::{Error, Input};

use crate::notice::Notices;
use crate::ontology::{InputRecord, Ontology};
use crate::store::Store;
use crate::vocabulary::{self as v};

/// Collects files until they are turned into an [`Ontology`].
#[derive(Default)]
pub struct OntologyBuilder {
    store: Store,
    notices: Notices,
    budget: Budget,
    inputs: Vec<InputRecord>,
}

impl OntologyBuilder {
    /// A builder without any file.
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder without any file that reads and maps within a budget.
    pub fn within(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Reads one file. After an error the builder holds a part of the file and is of no use.
    pub fn read(&mut self, input: Input<'_>) -> Result<(), Error> {
        self.store.start_file();
        let name = input.name.clone();
        let report = evolearner_rdf::read_within(input, &self.budget, &mut self.store)?;
        for note in report.notes {
            self.notices.add(&note, &name);
        }
        self.inputs.push(InputRecord { name, digest: report.digest, bytes: report.n_bytes });
        Ok(())
    }

    /// The ontologies that the files want to import, sorted.
    pub fn imports(&self) -> Vec<String> {
        self.objects_of(&v::IMPORTS.iri())
    }

    /// The IRIs of the ontologies (and their versions) that the files are, sorted.
    pub fn ontologies(&self) -> Vec<String> {
        let type_iri = v::TYPE.iri();
        let ontology = self.store.terms.find(&format!("{}Ontology", v::OWL));
        let mut iris: Vec<String> = self
            .column(&type_iri)
            .iter()
            .filter(|&&(_, class)| Some(class) == ontology)
            .map(|&(subject, _)| self.store.terms.get(subject).to_owned())
            .collect();
        iris.extend(self.objects_of(&format!("{}versionIRI", v::OWL)));
        iris.sort();
        iris.dedup();
        iris
    }

    /// Notes something about the files that only the caller knows, such as a missing import.
    pub fn notice(&mut self, message: &str, example: &str) {
        self.notices.add(message, example);
    }

    /// The ontology that all files make together, however long it takes.
    pub fn finish(self) -> Ontology {
        Self { budget: Budget::default(), ..self }
            .try_finish()
            .expect("a budget without limits is never used up")
    }

    /// The ontology that all files make together, unless the budget is used up before.
    pub fn try_finish(self) -> Result<Ontology, Stopped> {
        let ontology = crate::mapping::map(self.store, self.notices, &self.budget)?;
        Ok(Ontology { inputs: self.inputs, ..ontology })
    }

    fn column(&self, predicate: &str) -> &[(u32, u32)] {
        match self.store.predicates.find(predicate) {
            Some(index) => &self.store.columns[index as usize].resources,
            None => &[],
        }
    }

    fn objects_of(&self, predicate: &str) -> Vec<String> {
        let name = |term: u32| self.store.terms.get(term).to_owned();
        let mut objects: Vec<String> =
            self.column(predicate).iter().map(|pair| name(pair.1)).collect();
        objects.sort();
        objects.dedup();
        objects
    }
}
