//! EvoLearner: concepts in description logic, learned from examples.
//!
//! This is the one crate that front ends use. A [`KnowledgeBase`] is opened, a [`Task`] is resolved
//! in it, a [`Learner`] learns, and what was [`Learned`] is reported:
//!
//! ```
//! use evolearner::problem::Statement;
//! use evolearner::{KnowledgeBase, Learner, Policy, Task};
//!
//! let turtle = "@prefix : <http://example.org/> . :anna a :Parent . :ben a :Parent . :eva a :Child .";
//! let kb = KnowledgeBase::from_bytes("people.ttl", turtle.into())?;
//! let statement = Statement::of_examples(vec!["anna".into(), "ben".into()], vec!["eva".into()]);
//! let task = Task::resolve(&kb, &statement, &[], Policy::default())?;
//! let learner = Learner::new("auto", "default")?;
//! let learned = learner.learn(&kb, &task, &mut ())?;
//! assert_eq!(learned.report().best.concept.dl, "Parent");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod inspected;
mod load;
mod definitions;
mod embedded;
mod estimate;
mod knowledge_base;
mod remote;
mod task;
mod weights;
mod unlabelled;
mod vote;
mod constraints;
mod learner;
mod settings;
mod table;
mod problem_options;
mod names;
pub mod parallel;
mod explained;
mod learned;
mod revise;
mod suggest;
mod enrich;
mod several;
mod world;

pub use embedded::{embedded_family, embedded_input, embedded_statement};
pub use enrich::{EnrichSettings, enrich};
pub use estimate::{Effort, not_worth_it};
pub use evolearner_dl::{
    Budget, CancelToken, Choice, ClassId, Comparison, Concept, Damage, DataPropertyId, DataRange,
    DataRestriction, Datatype, Forall, Id, IndividualId, Kind, LabelLanguages, Literal, LiteralId,
    Node, ObjectPropertyId, Quantifier, Resource, Role, Stopped, Symbols, Value, caught,
    local_name,
};
pub use evolearner_endpoint as endpoint;
pub use evolearner_evaluate::{Confusion, Covered, Examples, Measure, Quality};
pub use evolearner_generate as generate;
pub use evolearner_graph::codec::{Digest, Fields};
pub use evolearner_graph::{
    BuildTimes, Counts, Existentials, Graph, GraphSettings, Inconsistency, Inference, InputRecord,
    Origin, SnapshotError,
};
pub use evolearner_learners::{AUTO, METHODS, PRESETS};
pub use evolearner_owl::{
    Compression, Error as ReadError, ErrorKind as ReadErrorKind, Format, Input, Notice, Ontology,
    decompress, read_text,
};
pub use evolearner_problem as problem;
pub use evolearner_report as report;
pub use evolearner_retrieve as retrieval;
pub use evolearner_search::{
    Affects, BadOption, Bound, Found, Front, Group, Layer, Method, NotResumed, Observer,
    OptionKind, OptionSpec, OptionValue, Options, Progress, Random, Row, Spent, Stage, Step,
    StopReason, parse_time,
};
pub use evolearner_syntax as syntax;
pub use explained::explain_report;
pub use knowledge_base::KnowledgeBase;
pub use learned::{Learned, measures};
pub use learner::{Learner, Learning};
pub use load::{LoadError, LoadTimes, Loaded, Resolver, load, load_within, map_snapshot};
pub use names::{concept_model, vocabulary_in};
pub use remote::{Prediction, RemoteError, RemoteStore};
pub use revise::{Change, part_of_whole, revise};
pub use settings::{json as option_json, option_values};
pub use several::{Classifier, LabelledExamples, LabelsError, learn_several};
pub use suggest::{Reading, Suggestion, Suggestions, unlabelled};
pub use table::{all_options, options_table};
pub use task::{Policy, Task, TaskError};
pub use vote::Vote;
