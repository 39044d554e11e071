//! A concept with holes, and what stands in them.
//!
//! A hole is written as a concept is: a class, an object property, a cardinality or a literal whose
//! number lies at the end of all numbers, where no knowledge base has names. A sketch is therefore an
//! ordinary [`Concept`] to everything that only walks over it.

use crate::concept::{Concept, Node, Role};
use crate::data::{DataRange, DataRestriction};
use crate::id::{ClassId, DataPropertyId, ObjectPropertyId};
use crate::literal::{Datatype, Literal};

/// The most holes of a sketch.
pub const MAX_HOLES: usize = 64;

/// Numbers from here on are holes.
const FIRST_HOLE: u32 = u32::MAX - MAX_HOLES as u32;

/// The datatype of a literal that is a hole.
const HOLE_DATATYPE: &str = "urn:evolearner:hole";

/// What a hole stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoleKind {
    /// A concept.
    Concept,
    /// A role, inverse ones included where the language has them.
    Role,
    /// A cardinality.
    Number,
    /// A data value.
    Value,
}

impl HoleKind {
    /// The word with its article.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Concept => "a concept",
            Self::Role => "a role",
            Self::Number => "a number",
            Self::Value => "a value",
        }
    }
}

/// The names that the filling of a hole may use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HoleNames {
    /// Classes.
    pub classes: Vec<ClassId>,
    /// Object properties.
    pub object_properties: Vec<ObjectPropertyId>,
    /// Data properties.
    pub data_properties: Vec<DataPropertyId>,
}

impl HoleNames {
    /// Whether a node names nothing else.
    pub fn admit(&self, node: &Node) -> bool {
        match node {
            Node::Class(class) => self.classes.contains(class),
            Node::Data(restriction) => self.data_properties.contains(&restriction.property),
            node => node.role().is_none_or(|role| self.object_properties.contains(&role.property)),
        }
    }
}

/// A hole of a sketch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    /// How it is called, without the question mark.
    pub name: String,
    /// What it stands for.
    pub kind: HoleKind,
    /// The greatest length of a concept in it.
    pub max_length: Option<usize>,
    /// The names that a concept or a role in it may use, where not all.
    pub names: Option<HoleNames>,
}

/// What stands in a hole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filling {
    /// A concept.
    Concept(Concept),
    /// A role.
    Role(Role),
    /// A cardinality.
    Number(u32),
    /// A data value.
    Value(Literal),
}

/// A concept with holes. Where an operator is open there is a template for each choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sketch {
    /// The concepts in which fillings take the places of holes.
    pub templates: Vec<Concept>,
    /// The holes, by their numbers.
    pub holes: Vec<Hole>,
}

/// The number that stands for a hole.
pub fn number_of_hole(hole: usize) -> u32 {
    FIRST_HOLE + hole as u32
}

/// The hole that a number stands for.
pub fn hole_of_number(number: u32) -> Option<usize> {
    let hole = number.checked_sub(FIRST_HOLE)? as usize;
    (hole < MAX_HOLES).then_some(hole)
}

/// The literal that stands for a hole.
pub fn literal_of_hole(hole: usize) -> Literal {
    Literal::new(&hole.to_string(), Datatype::iri(HOLE_DATATYPE))
}

/// The hole that a literal stands for.
pub fn hole_of_literal(literal: &Literal) -> Option<usize> {
    (literal.datatype().as_iri() == HOLE_DATATYPE).then(|| literal.lexical().parse().ok())?
}

/// The holes of a data range.
pub fn holes_of_range(range: &DataRange) -> Vec<usize> {
    match range {
        DataRange::Any | DataRange::Datatype(_) | DataRange::Text(_) => Vec::new(),
        DataRange::Compare(_, bound) => hole_of_literal(bound).into_iter().collect(),
        DataRange::OneOf(values) => values.iter().filter_map(hole_of_literal).collect(),
        DataRange::Not(range) => holes_of_range(range),
        DataRange::And(ranges) | DataRange::Or(ranges) => {
            ranges.iter().flat_map(holes_of_range).collect()
        }
    }
}

impl Sketch {
    /// A sketch that every concept fits.
    pub fn open() -> Self {
        let hole =
            Hole { name: "C".to_owned(), kind: HoleKind::Concept, max_length: None, names: None };
        let template = Concept::class(ClassId(number_of_hole(0)));
        Self { templates: vec![template], holes: vec![hole] }
    }

    /// A template with what stands in its holes; one without a filling stays.
    pub fn fill(&self, template: usize, fillings: &[Option<Filling>]) -> Concept {
        let filling = |hole: Option<usize>| fillings.get(hole?)?.as_ref();
        let role = |role: Role| match filling(hole_of_number(role.property.0)) {
            Some(Filling::Role(filled)) if role.inverse => filled.inverted(),
            Some(Filling::Role(filled)) => *filled,
            _ => role,
        };
        let number = |n: u32| match filling(hole_of_number(n)) {
            Some(Filling::Number(filled)) => *filled,
            _ => n,
        };
        let mut nodes = Vec::new();
        for node in self.templates[template].nodes() {
            nodes.push(match node {
                Node::Class(class) => match filling(hole_of_number(class.0)) {
                    Some(Filling::Concept(concept)) => {
                        nodes.extend(concept.nodes().iter().cloned());
                        continue;
                    }
                    _ => node.clone(),
                },
                Node::Some(of) => Node::Some(role(*of)),
                Node::Only(of) => Node::Only(role(*of)),
                Node::AtLeast(n, of) => Node::AtLeast(number(*n), role(*of)),
                Node::AtMost(n, of) => Node::AtMost(number(*n), role(*of)),
                Node::Exactly(n, of) => Node::Exactly(number(*n), role(*of)),
                Node::HasValue(of, individual) => Node::HasValue(role(*of), *individual),
                Node::HasSelf(of) => Node::HasSelf(role(*of)),
                Node::Data(restriction) => {
                    let range = fill_range(&restriction.range, fillings);
                    Node::Data(Box::new(DataRestriction { range, ..(**restriction).clone() }))
                }
                node => node.clone(),
            });
        }
        Concept::from_preorder(nodes).expect("a filling is a whole concept")
    }

    /// Whether a concept is a template with its holes filled, the same filling for the same name.
    pub fn fits(&self, concept: &Concept) -> bool {
        (0..self.templates.len()).any(|template| self.fits_template(template, concept))
    }

    fn fits_template(&self, template: usize, concept: &Concept) -> bool {
        let Some(fillings) = self.read_fillings(template, concept) else { return false };
        let is_allowed = |(hole, filling): (&Hole, &Option<Filling>)| match filling {
            Some(Filling::Concept(filling)) => {
                hole.max_length.is_none_or(|most| filling.length() <= most)
                    && hole
                        .names
                        .as_ref()
                        .is_none_or(|names| filling.nodes().iter().all(|node| names.admit(node)))
            }
            Some(Filling::Role(role)) => hole
                .names
                .as_ref()
                .is_none_or(|names| names.object_properties.contains(&role.property)),
            _ => true,
        };
        self.fill(template, &fillings) == *concept
            && self.holes.iter().zip(&fillings).all(is_allowed)
    }

    /// What would stand in the holes if a concept were this template; the template with these fillings
    /// need not be the concept.
    fn read_fillings(&self, template: usize, concept: &Concept) -> Option<Vec<Option<Filling>>> {
        let mut fillings: Vec<Option<Filling>> = vec![None; self.holes.len()];
        let mut at = 0;
        for node in self.templates[template].nodes() {
            let found = concept.nodes().get(at)?;
            if let Node::Class(class) = node
                && let Some(hole) = hole_of_number(class.0)
            {
                let end = concept.subtree_end(at);
                let filling = Concept::from_preorder(concept.nodes()[at..end].to_vec())?;
                put(&mut fillings, hole, Filling::Concept(filling));
                at = end;
                continue;
            }
            if let (Some(of), Some(role)) = (node.role(), found.role())
                && let Some(hole) = hole_of_number(of.property.0)
            {
                let role = if of.inverse { role.inverted() } else { role };
                put(&mut fillings, hole, Filling::Role(role));
            }
            if let (Some(n), Some(filled)) = (cardinality(node), cardinality(found))
                && let Some(hole) = hole_of_number(n)
            {
                put(&mut fillings, hole, Filling::Number(filled));
            }
            if let (Node::Data(open), Node::Data(filled)) = (node, found) {
                read_values(&open.range, &filled.range, &mut fillings);
            }
            at += 1;
        }
        Some(fillings)
    }
}

/// The number of a cardinality.
pub(crate) fn cardinality(node: &Node) -> Option<u32> {
    match node {
        Node::AtLeast(n, _) | Node::AtMost(n, _) | Node::Exactly(n, _) => Some(*n),
        _ => None,
    }
}

fn fill_range(range: &DataRange, fillings: &[Option<Filling>]) -> DataRange {
    let literal = |literal: &Literal| {
        let hole = hole_of_literal(literal).and_then(|hole| fillings.get(hole)?.as_ref());
        if let Some(Filling::Value(filled)) = hole { filled.clone() } else { literal.clone() }
    };
    let each = |ranges: &[DataRange]| ranges.iter().map(|one| fill_range(one, fillings)).collect();
    match range {
        DataRange::Any | DataRange::Datatype(_) | DataRange::Text(_) => range.clone(),
        DataRange::Compare(side, bound) => DataRange::Compare(*side, literal(bound)),
        DataRange::OneOf(values) => DataRange::OneOf(values.iter().map(literal).collect()),
        DataRange::Not(range) => DataRange::Not(Box::new(fill_range(range, fillings))),
        DataRange::And(ranges) => DataRange::And(each(ranges)),
        DataRange::Or(ranges) => DataRange::Or(each(ranges)),
    }
}

fn read_values(open: &DataRange, filled: &DataRange, fillings: &mut [Option<Filling>]) {
    match (open, filled) {
        (DataRange::Compare(_, hole), DataRange::Compare(_, value)) => {
            read_value(hole, value, fillings);
        }
        (DataRange::OneOf(holes), DataRange::OneOf(values)) => {
            holes.iter().zip(values).for_each(|(hole, value)| read_value(hole, value, fillings));
        }
        (DataRange::Not(open), DataRange::Not(filled)) => read_values(open, filled, fillings),
        (DataRange::And(open), DataRange::And(filled))
        | (DataRange::Or(open), DataRange::Or(filled)) => {
            open.iter().zip(filled).for_each(|(open, filled)| read_values(open, filled, fillings));
        }
        _ => {}
    }
}

/// Notes a filling. A number that no hole of the sketch has is a number.
fn put(fillings: &mut [Option<Filling>], hole: usize, filling: Filling) {
    if let Some(place) = fillings.get_mut(hole) {
        *place = Some(filling);
    }
}

fn read_value(hole: &Literal, value: &Literal, fillings: &mut [Option<Filling>]) {
    if let Some(hole) = hole_of_literal(hole) {
        put(fillings, hole, Filling::Value(value.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(template: Concept, kinds: &[HoleKind]) -> Sketch {
        let hole = |&kind| Hole { name: "x".to_owned(), kind, max_length: Some(3), names: None };
        Sketch { templates: vec![template], holes: kinds.iter().map(hole).collect() }
    }

    #[test]
    fn a_filled_sketch_fits_and_others_do_not() {
        let class = |id| Concept::class(ClassId(id));
        let hole = |hole| class(number_of_hole(hole));
        let open_role = Role::forward(ObjectPropertyId(number_of_hole(1)));
        let template = Concept::and([hole(0), Concept::some(open_role, hole(0))]);
        let sketch = sketch(template, &[HoleKind::Concept, HoleKind::Role]);
        let role = Role::forward(ObjectPropertyId(4));
        let of = |one: Concept, other: Concept| Concept::and([one, Concept::some(role, other)]);
        let filled = sketch.fill(0, &[Some(Filling::Concept(class(7))), Some(Filling::Role(role))]);
        assert_eq!(filled, of(class(7), class(7)));
        assert!(sketch.fits(&filled));
        assert!(!sketch.fits(&of(class(7), class(8))), "one name has one filling");
        assert!(!sketch.fits(&class(7)));
        let long = Concept::and([class(1), class(2), class(3)]);
        assert!(!sketch.fits(&of(long.clone(), long)), "the filling is too long");
    }

    #[test]
    fn a_cardinality_at_the_end_of_all_numbers_is_no_hole() {
        let role = Role::forward(ObjectPropertyId(4));
        let huge = Concept::node(Node::AtLeast(u32::MAX - 7, role), [Concept::top()]);
        let sketch = sketch(huge.clone(), &[]);
        assert!(sketch.fits(&huge) && !sketch.fits(&Concept::top()));
    }

    #[test]
    fn every_concept_fits_the_open_sketch() {
        let concept = Concept::complement(Concept::top());
        assert!(Sketch::open().fits(&concept));
    }
}
