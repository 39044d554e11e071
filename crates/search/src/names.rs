//! What callers demand of the names and the shape of concepts, in terms of a graph.

use std::sync::Arc;

use evolearner_dl::sketch::Sketch;
use evolearner_dl::{ClassId, Comparison, Constructor, DataPropertyId, Node, ObjectPropertyId};

/// What callers demand of the names and the shape of concepts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Classes that must not occur, such as those that would give the answer away.
    pub ignored_classes: Vec<ClassId>,
    /// Object properties that must not occur.
    pub ignored_object_properties: Vec<ObjectPropertyId>,
    /// Data properties that must not occur.
    pub ignored_data_properties: Vec<DataPropertyId>,
    /// Data properties of which concepts have thresholds on one side alone.
    pub one_sided: Vec<(DataPropertyId, Comparison)>,
    /// A class that every concept is a part of.
    pub start_class: Option<ClassId>,
    /// Names that must occur: of each list at least one, since a text may name several things.
    pub must_use: Vec<Vec<Named>>,
    /// What names and constructors count in the length, in place of one.
    pub prices: Vec<(Priced, u32)>,
    /// The shape that concepts must have.
    pub sketch: Option<Arc<Sketch>>,
}

/// A class or a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A class.
    Class(ClassId),
    /// An object property.
    ObjectProperty(ObjectPropertyId),
    /// A data property.
    DataProperty(DataPropertyId),
}

impl Named {
    /// What a node names.
    pub fn of(node: &Node) -> Option<Self> {
        match node {
            Node::Class(class) => Some(Self::Class(*class)),
            Node::Data(restriction) => Some(Self::DataProperty(restriction.property)),
            node => node.role().map(|role| Self::ObjectProperty(role.property)),
        }
    }
}

/// What can have a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priced {
    /// A name.
    Name(Named),
    /// A constructor.
    Constructor(Constructor),
}
