//! What is in a knowledge base, what follows, what was not understood.

use serde::{Deserialize, Serialize};

/// The result of `inspect`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InspectReport {
    /// The version of this format.
    pub version: u32,
    /// Individuals, blank ones included.
    pub individuals: usize,
    /// Named classes.
    pub classes: usize,
    /// Object properties.
    pub object_properties: usize,
    /// Data properties.
    pub data_properties: usize,
    /// Annotation properties that serve as data properties.
    pub annotation_data_properties: u64,
    /// Axioms in the files.
    pub axioms: u64,
    /// Triples in the files.
    pub triples: u64,
    /// The description logic that the axioms need.
    pub expressivity: String,
    /// Whether there is no contradiction.
    pub consistent: bool,
    /// The first contradiction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inconsistency: Option<InconsistencyModel>,
    /// Classes that can have no instance.
    pub impossible_classes: Vec<String>,
    /// Assertions in the files.
    pub assertions: AssertionCounts,
    /// Assertions that were derived.
    pub inferred: AssertionCounts,
    /// Blank individuals made for unnamed successors.
    pub unfolded: u64,
    /// How the graph was made.
    pub origin: OriginModel,
    /// Memory.
    pub bytes: GraphBytes,
    /// What was read differently from what a file may have meant.
    pub notices: Vec<NoticeModel>,
    /// How long loading took.
    pub seconds: LoadSeconds,
}

/// How a graph was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OriginModel {
    /// The files, in the order in which they were read, imports last.
    pub inputs: Vec<InputModel>,
    /// How much was derived: `none`, `classes` or `full`.
    pub inference: String,
    /// What became of unnamed successors: `ignore` or `materialize`.
    pub existentials: String,
    /// The version of the program that derived it.
    pub version: String,
    /// A fingerprint of all that but the names of the files, as 16 hexadecimal digits.
    pub digest: String,
}

/// A file that a graph was made of.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InputModel {
    /// Its name, as it was given.
    pub name: String,
    /// Its size before decompression.
    pub bytes: u64,
    /// The XXH3-64 of these bytes, as 16 hexadecimal digits.
    pub digest: String,
}

/// A contradiction.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InconsistencyModel {
    /// The individual that cannot exist.
    pub witness: String,
    /// Why not.
    pub reason: String,
}

/// A number for each kind of assertion.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AssertionCounts {
    /// Memberships in named classes.
    pub class: u64,
    /// Edges.
    pub object: u64,
    /// Data values.
    pub data: u64,
}

/// The memory of a graph.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GraphBytes {
    /// Memberships, edges and values.
    pub facts: usize,
    /// Names and literals.
    pub names: usize,
}

/// Something read differently from what a file may have meant.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoticeModel {
    /// What it is.
    pub message: String,
    /// How often it was met.
    pub count: u64,
    /// Where, for instance.
    pub example: String,
}

/// The seconds of each step of loading.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoadSeconds {
    /// Reading files into triples, or a snapshot into a graph.
    pub parse: f64,
    /// Finding the ontology in the triples.
    pub map: f64,
    /// Reasoning.
    pub saturate: f64,
    /// Laying out the graph.
    pub freeze: f64,
    /// All of it.
    pub total: f64,
}
