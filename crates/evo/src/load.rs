//! Files in, graph out.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::time::{Duration, Instant};

use evolearner_dl::{Budget, Stopped};
use evolearner_graph::{Graph, GraphSettings, SNAPSHOT_MAGIC, SnapshotError};
use evolearner_owl::{Axiom, Error as ReadError, ErrorKind, Input, OntologyBuilder};
use evolearner_report::inspect::LoadSeconds;

use crate::definitions::Definitions;

/// A graph and how long it took to make.
#[non_exhaustive]
pub struct Loaded {
    /// The graph.
    pub graph: Graph,
    /// The time of each step.
    pub times: LoadTimes,
    /// What is stated about classes; nothing in a snapshot.
    pub(crate) definitions: Definitions,
    /// The axioms that the graph was made with; a snapshot has none.
    pub(crate) axioms: Option<Vec<Axiom>>,
}

/// The time of each step of loading.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct LoadTimes {
    /// Reading files into triples, or a snapshot into a graph.
    pub parse: Duration,
    /// Finding the ontology in the triples.
    pub map: Duration,
    /// Reasoning.
    pub saturate: Duration,
    /// Laying out the graph.
    pub freeze: Duration,
    /// All of it.
    pub total: Duration,
}

impl From<LoadTimes> for LoadSeconds {
    fn from(times: LoadTimes) -> Self {
        Self {
            parse: times.parse.as_secs_f64(),
            map: times.map.as_secs_f64(),
            saturate: times.saturate.as_secs_f64(),
            freeze: times.freeze.as_secs_f64(),
            total: times.total.as_secs_f64(),
        }
    }
}

/// Why a knowledge base could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file could not be read.
    #[error(transparent)]
    Read(ReadError),
    /// Loading was cancelled, or would have taken more than the caller allows.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file starts as a snapshot but is no good one.
    #[error("{name}: {cause}")]
    Snapshot {
        /// The file.
        name: String,
        /// What is wrong with it; part of the message, so not its source.
        cause: SnapshotError,
    },
    /// A snapshot was given together with other files.
    #[error(
        "{0}: a snapshot is a finished graph and cannot be merged with other files; merge the sources and make a new snapshot"
    )]
    SnapshotAmongOthers(String),
    /// An import was found but could not be opened.
    #[error("{name}: {cause}")]
    Import {
        /// The import.
        name: String,
        /// What went wrong; part of the message, so not its source.
        cause: io::Error,
    },
}

impl From<ReadError> for LoadError {
    fn from(error: ReadError) -> Self {
        match error.kind {
            ErrorKind::Stopped(Stopped::Cancelled) => Self::Stopped(Stopped::Cancelled),
            _ => Self::Read(error),
        }
    }
}

/// Finds the file of an imported ontology, if there is one.
pub type Resolver<'r> = dyn FnMut(&str) -> Option<io::Result<Input<'static>>> + 'r;

/// Loads a knowledge base from one or more files, or from one snapshot. Imports that are none of
/// the files are looked for with `resolve`; those not found become notices.
pub fn load(
    inputs: Vec<Input<'_>>,
    settings: GraphSettings,
    resolve: &mut Resolver<'_>,
) -> Result<Loaded, LoadError> {
    load_within(inputs, settings, &Budget::default(), resolve)
}

/// As [`load`], unless it is cancelled or the budget is used up: then it ends with
/// [`LoadError::Stopped`], or with [`LoadError::Read`] where one file alone is too large.
pub fn load_within(
    inputs: Vec<Input<'_>>,
    settings: GraphSettings,
    budget: &Budget,
    resolve: &mut Resolver<'_>,
) -> Result<Loaded, LoadError> {
    let start = Instant::now();
    let n_inputs = inputs.len();
    let mut builder = OntologyBuilder::within(budget.clone());
    for mut input in inputs {
        if starts_as_snapshot(&mut input)? {
            if n_inputs > 1 {
                return Err(LoadError::SnapshotAmongOthers(input.name));
            }
            let graph = Graph::read_snapshot(input.bytes)
                .map_err(|cause| LoadError::Snapshot { name: input.name, cause })?;
            return Ok(Loaded::of_snapshot(graph, start));
        }
        builder.read(input)?;
    }
    read_imports(&mut builder, resolve)?;
    let parse = start.elapsed();
    let ontology = builder.try_finish()?;
    let definitions = Definitions::of(&ontology);
    let map = start.elapsed().saturating_sub(parse);
    let (graph, build, axioms) = Graph::build_with_axioms(ontology, settings, budget)?;
    let times = LoadTimes {
        parse,
        map,
        saturate: build.saturate,
        freeze: build.freeze,
        total: start.elapsed(),
    };
    Ok(Loaded { graph, times, definitions, axioms: Some(axioms) })
}

/// Opens a file without reading it if it is a snapshot: nothing if it is none. Parts are read when they are
/// first used; a part that is found damaged then unwinds with a [`Damage`](evolearner_dl::Damage), which
/// [`caught`](evolearner_dl::caught) turns into an error and [`Loaded::checked`] finds before.
///
/// The file must not be written to while it is in use. It can be replaced by another one, or removed.
pub fn map_snapshot(name: &str, mut file: &File) -> Result<Option<Loaded>, LoadError> {
    let start = Instant::now();
    let failed = |error| LoadError::from(ReadError::new(name, error));
    let is_file = file.metadata().map_err(failed)?.is_file();
    let mut head = Vec::new();
    if is_file {
        let mut first = file.take(SNAPSHOT_MAGIC.len() as u64);
        first.read_to_end(&mut head).map_err(failed)?;
        file.rewind().map_err(failed)?;
    }
    if head != SNAPSHOT_MAGIC {
        return Ok(None);
    }
    let graph = Graph::map_snapshot(file, name)
        .map_err(|cause| LoadError::Snapshot { name: name.to_owned(), cause })?;
    Ok(Some(Loaded::of_snapshot(graph, start)))
}

impl Loaded {
    fn of_snapshot(graph: Graph, start: Instant) -> Self {
        let total = start.elapsed();
        let times = LoadTimes { parse: total, total, ..LoadTimes::default() };
        Self { graph, times, definitions: Definitions::default(), axioms: None }
    }

    /// The same after a look at all of it: an error if it comes from a damaged snapshot.
    pub fn checked(self) -> Result<Self, LoadError> {
        match self.graph.check() {
            Ok(()) => Ok(self),
            Err(damage) => {
                Err(LoadError::Snapshot { name: damage.file.to_string(), cause: damage.into() })
            }
        }
    }
}

/// Looks at the first bytes and puts them back.
fn starts_as_snapshot(input: &mut Input<'_>) -> Result<bool, LoadError> {
    let mut head = Vec::new();
    let read = (&mut input.bytes).take(SNAPSHOT_MAGIC.len() as u64).read_to_end(&mut head);
    if let Err(error) = read {
        return Err(ReadError::new(&input.name, error).into());
    }
    let is_snapshot = head == SNAPSHOT_MAGIC;
    let rest = std::mem::replace(&mut input.bytes, Box::new(io::empty()));
    input.bytes = Box::new(Cursor::new(head).chain(rest));
    Ok(is_snapshot)
}

fn read_imports(
    builder: &mut OntologyBuilder,
    resolve: &mut Resolver<'_>,
) -> Result<(), LoadError> {
    let mut tried = Vec::new();
    loop {
        let known = builder.ontologies();
        let wanted: Vec<String> = builder
            .imports()
            .into_iter()
            .filter(|iri| !known.contains(iri) && !tried.contains(iri))
            .collect();
        if wanted.is_empty() {
            return Ok(());
        }
        for iri in wanted {
            match resolve(&iri) {
                Some(Ok(input)) => builder.read(input)?,
                Some(Err(cause)) => return Err(LoadError::Import { name: iri, cause }),
                None => {
                    builder.notice("import not found: give its file too", &iri);
                }
            }
            tried.push(iri);
        }
    }
}
