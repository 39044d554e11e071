//! Blank-node trees become concepts, roles and data ranges.
//!
//! Expansion is a loop over an explicit stack that writes the concept in prefix order, so that
//! depth costs no stack. Its size is bounded: blank nodes may be shared, and a few triples could
//! otherwise unfold into more nodes than any machine holds.

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, Kind, Literal, LiteralId, Node,
    Quantifier, Role, TextFacet,
};

use super::Mapping;
use super::kinds::Flags;
use super::structure::Object;
use crate::store::TermId;
use crate::vocabulary::{self as v, OWL, XSD};

/// The largest concept that is taken from a file, in nodes.
const MAX_NODES: usize = 1 << 22;
/// The deepest data range that is taken from a file.
const MAX_RANGE_DEPTH: usize = 64;

/// Why an expression was not understood; the text goes into a notice.
pub(super) type NotUnderstood = &'static str;

enum Step {
    Expand(TermId),
    /// The expansion of this node is done: it may occur again beside, but never within itself.
    Leave(TermId),
}

impl Mapping<'_> {
    /// The concept that a term stands for.
    pub(super) fn concept(&self, term: TermId) -> Result<Concept, NotUnderstood> {
        let mut nodes = Vec::new();
        let mut on_path = hashbrown::HashSet::<TermId, foldhash::fast::FixedState>::default();
        let mut steps = vec![Step::Expand(term)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave(term) => {
                    on_path.remove(&term);
                }
                Step::Expand(term) => {
                    if !self.structure.is_blank(term) {
                        nodes.push(self.named_class(term)?);
                        continue;
                    }
                    if !on_path.insert(term) {
                        return Err("class expression that contains itself");
                    }
                    steps.push(Step::Leave(term));
                    let children = self.expand(term, &mut nodes)?;
                    steps.extend(children.into_iter().rev().map(Step::Expand));
                    if nodes.len() + steps.len() > MAX_NODES {
                        return Err("class expression with more than four million nodes");
                    }
                }
            }
        }
        Concept::from_preorder(nodes).ok_or("incomplete class expression")
    }

    fn named_class(&self, term: TermId) -> Result<Node, NotUnderstood> {
        if let Some(class) = self.ids.class(term) {
            return Ok(Node::Class(class));
        }
        match self.structure.name(term).strip_prefix(OWL) {
            Some("Thing") => Ok(Node::Top),
            Some("Nothing") => Ok(Node::Bottom),
            _ if self.structure.name(term) == format!("{}Resource", v::RDFS) => Ok(Node::Top),
            _ => Err("name that is no class where a class is wanted"),
        }
    }

    /// Writes the node of one blank term; its children are still to be expanded.
    fn expand(&self, term: TermId, nodes: &mut Vec<Node>) -> Result<Vec<TermId>, NotUnderstood> {
        let structure = &self.structure;
        for (predicate, join, of_none) in [
            (v::INTERSECTION_OF, Node::And as fn(u32) -> Node, Node::Top),
            (v::UNION_OF, Node::Or, Node::Bottom),
        ] {
            if let Some(head) = structure.resource(term, predicate) {
                let members = structure.resource_list(head).ok_or("broken list of classes")?;
                match members.len() {
                    0 => nodes.push(of_none),
                    1 => {}
                    n => nodes.push(join(n as u32)),
                }
                return Ok(members);
            }
        }
        if let Some(operand) = structure.resource(term, v::COMPLEMENT_OF) {
            nodes.push(Node::Not);
            return Ok(vec![operand]);
        }
        if let Some(head) = structure.resource(term, v::ONE_OF) {
            let members = structure.resource_list(head).ok_or("broken list of individuals")?;
            let mut individuals = members
                .into_iter()
                .map(|member| self.ids.individual(member).ok_or("unknown individual in a list"))
                .collect::<Result<Vec<_>, _>>()?;
            individuals.sort_unstable();
            individuals.dedup();
            nodes.push(if individuals.is_empty() {
                Node::Bottom
            } else {
                Node::OneOf(individuals.into())
            });
            return Ok(Vec::new());
        }
        let property =
            structure.resource(term, v::ON_PROPERTY).ok_or("blank node that is no expression")?;
        match self.data_property_of_restriction(term, property) {
            Some(property) => {
                nodes.push(Node::Data(Box::new(self.data_restriction(term, property)?)));
                Ok(Vec::new())
            }
            None => self.object_restriction(term, self.role(property)?, nodes),
        }
    }

    fn object_restriction(
        &self,
        term: TermId,
        role: Role,
        nodes: &mut Vec<Node>,
    ) -> Result<Vec<TermId>, NotUnderstood> {
        let structure = &self.structure;
        if let Some(filler) = structure.resource(term, v::SOME_VALUES_FROM) {
            nodes.push(Node::Some(role));
            return Ok(vec![filler]);
        }
        if let Some(filler) = structure.resource(term, v::ALL_VALUES_FROM) {
            nodes.push(Node::Only(role));
            return Ok(vec![filler]);
        }
        if let Some(value) = structure.resource(term, v::HAS_VALUE) {
            let individual = self.ids.individual(value).ok_or("hasValue of no individual")?;
            nodes.push(Node::HasValue(role, individual));
            return Ok(Vec::new());
        }
        if structure.object(term, v::HAS_SELF).is_some() {
            nodes.push(Node::HasSelf(role));
            return Ok(Vec::new());
        }
        let (quantifier, count) = self.cardinality(term)?;
        nodes.push(match quantifier {
            Bound::AtLeast => Node::AtLeast(count, role),
            Bound::AtMost => Node::AtMost(count, role),
            Bound::Exactly => Node::Exactly(count, role),
        });
        match structure.resource(term, v::ON_CLASS) {
            Some(filler) => Ok(vec![filler]),
            None => {
                nodes.push(Node::Top);
                Ok(Vec::new())
            }
        }
    }

    fn cardinality(&self, term: TermId) -> Result<(Bound, u32), NotUnderstood> {
        for (predicate, bound) in [
            (v::MIN_CARDINALITY, Bound::AtLeast),
            (v::MAX_CARDINALITY, Bound::AtMost),
            (v::CARDINALITY, Bound::Exactly),
            (v::MIN_QUALIFIED_CARDINALITY, Bound::AtLeast),
            (v::MAX_QUALIFIED_CARDINALITY, Bound::AtMost),
            (v::QUALIFIED_CARDINALITY, Bound::Exactly),
        ] {
            if let Some(literal) = self.structure.literal(term, predicate) {
                let count = self.structure.store.literals.lexical(literal).trim().parse();
                return Ok((bound, count.map_err(|_| "cardinality that is no number")?));
            }
        }
        Err("restriction of an unknown kind")
    }

    /// The role that a term stands for.
    pub(super) fn role(&self, term: TermId) -> Result<Role, NotUnderstood> {
        let mut inverse = false;
        let mut term = term;
        // OWL does not allow an inverse of an inverse, but it has a meaning; a circle of inverses
        // has none, so the steps are bounded.
        for _ in 0..8 {
            if let Some(property) = self.ids.object_property(term) {
                return Ok(Role { property, inverse });
            }
            if !self.structure.is_blank(term) {
                break;
            }
            term = self.structure.resource(term, v::INVERSE_OF).ok_or("unknown role expression")?;
            inverse = !inverse;
        }
        Err(if self.structure.name(term).starts_with(OWL) {
            "the top or bottom property"
        } else {
            "name that is no object property where one is wanted"
        })
    }

    /// The data property of a restriction, unless it is one of an object property.
    fn data_property_of_restriction(
        &self,
        term: TermId,
        property: TermId,
    ) -> Option<evolearner_dl::DataPropertyId> {
        let data = self.ids.data_property(property)?;
        if self.ids.object_property(property).is_none() {
            return Some(data);
        }
        // Punned: the filler decides.
        let structure = &self.structure;
        let speaks_of_data = structure.resource(term, v::ON_DATA_RANGE).is_some()
            || structure.literal(term, v::HAS_VALUE).is_some()
            || [v::SOME_VALUES_FROM, v::ALL_VALUES_FROM].into_iter().any(|predicate| {
                structure
                    .resource(term, predicate)
                    .is_some_and(|range| self.kinds.is_data_range(structure, range))
            });
        speaks_of_data.then_some(data)
    }

    fn data_restriction(
        &self,
        term: TermId,
        property: evolearner_dl::DataPropertyId,
    ) -> Result<DataRestriction, NotUnderstood> {
        let structure = &self.structure;
        let restriction = |quantifier, range| DataRestriction { property, quantifier, range };
        for (predicate, quantifier) in
            [(v::SOME_VALUES_FROM, Quantifier::Some), (v::ALL_VALUES_FROM, Quantifier::Only)]
        {
            if let Some(range) = structure.resource(term, predicate) {
                return Ok(restriction(quantifier, self.data_range(range, 0)?));
            }
        }
        if let Some(literal) = structure.literal(term, v::HAS_VALUE) {
            let range = DataRange::OneOf(Box::new([self.literal(literal)]));
            return Ok(restriction(Quantifier::Some, range));
        }
        let (bound, count) = self.cardinality(term)?;
        let quantifier = match bound {
            Bound::AtLeast => Quantifier::AtLeast(count),
            Bound::AtMost => Quantifier::AtMost(count),
            Bound::Exactly => Quantifier::Exactly(count),
        };
        let range = match structure.resource(term, v::ON_DATA_RANGE) {
            Some(range) => self.data_range(range, 0)?,
            None => DataRange::Any,
        };
        Ok(restriction(quantifier, range))
    }

    /// The data range that a term stands for.
    pub(super) fn data_range(
        &self,
        term: TermId,
        depth: usize,
    ) -> Result<DataRange, NotUnderstood> {
        if depth > MAX_RANGE_DEPTH {
            return Err("data range nested too deeply");
        }
        let structure = &self.structure;
        if !structure.is_blank(term) {
            let datatype = Datatype::iri(structure.name(term));
            let known = self.kinds.of(term).has(Flags::RESERVED) || datatype.kind().is_some();
            return if datatype.is_top() {
                Ok(DataRange::Any)
            } else if known {
                Ok(DataRange::Datatype(datatype))
            } else {
                Err("datatype that the file defines")
            };
        }
        let members = |head| structure.list(head).ok_or("broken list in a data range");
        let ranges = |head| {
            members(head)?
                .into_iter()
                .map(|member| match member {
                    Object::Resource(range) => self.data_range(range, depth + 1),
                    Object::Literal(_) => Err("literal where a data range is wanted"),
                })
                .collect::<Result<Box<[_]>, NotUnderstood>>()
        };
        if let Some(head) = structure.resource(term, v::ONE_OF) {
            let literals = members(head)?
                .into_iter()
                .map(|member| match member {
                    Object::Literal(literal) => Ok(self.literal(literal)),
                    Object::Resource(_) => Err("individual where a literal is wanted"),
                })
                .collect::<Result<_, _>>()?;
            Ok(DataRange::OneOf(literals))
        } else if let Some(head) = structure.resource(term, v::INTERSECTION_OF) {
            Ok(DataRange::And(ranges(head)?))
        } else if let Some(head) = structure.resource(term, v::UNION_OF) {
            Ok(DataRange::Or(ranges(head)?))
        } else if let Some(range) = structure.resource(term, v::DATATYPE_COMPLEMENT_OF) {
            Ok(DataRange::Not(Box::new(self.data_range(range, depth + 1)?)))
        } else if let Some(base) = structure.resource(term, v::ON_DATATYPE) {
            self.facets(term, base, depth)
        } else {
            Err("data range of an unknown kind")
        }
    }

    fn facets(&self, term: TermId, base: TermId, depth: usize) -> Result<DataRange, NotUnderstood> {
        let structure = &self.structure;
        let head =
            structure.resource(term, v::WITH_RESTRICTIONS).ok_or("data range without facets")?;
        let base_range = self.data_range(base, depth + 1)?;
        let is_string =
            matches!(&base_range, DataRange::Datatype(datatype) if datatype.is_string());
        let mut ranges = Vec::new();
        for facet in structure.resource_list(head).ok_or("broken list of facets")? {
            for (name, comparison) in [
                ("minInclusive", Comparison::AtLeast),
                ("minExclusive", Comparison::Above),
                ("maxInclusive", Comparison::AtMost),
                ("maxExclusive", Comparison::Below),
            ] {
                for bound in self.facet_values(facet, name) {
                    if bound.value().kind == Kind::Text {
                        return Err("facet whose bound has no order");
                    }
                    ranges.push(DataRange::Compare(comparison, bound));
                }
            }
            if is_string {
                for name in ["pattern", "length", "minLength", "maxLength"] {
                    for value in self.facet_values(facet, name) {
                        let facets = TextFacet::of_name(name, &value)
                            .map_err(|_| "pattern other than of a beginning, an end or a part")?;
                        ranges.extend(facets.into_iter().map(DataRange::Text));
                    }
                }
            }
        }
        if ranges.is_empty() {
            return Err("facet other than a bound");
        }
        // A bound implies its own kind, and a facet of strings that it is one; only a datatype narrower
        // than that says more.
        let is_implied = ranges.iter().all(|range| matches!(range, DataRange::Text(_)));
        let is_narrower = !is_implied
            && matches!(&base_range, DataRange::Datatype(datatype)
            if !matches!(datatype, Datatype::Iri(iri) if
                matches!(iri.strip_prefix(XSD), Some("double" | "float" | "decimal" | "dateTime"))));
        if is_narrower {
            ranges.insert(0, base_range);
        }
        Ok(if ranges.len() == 1 { ranges.remove(0) } else { DataRange::And(ranges.into()) })
    }

    /// The values of a facet of XML Schema.
    fn facet_values(&self, facet: TermId, name: &str) -> Vec<Literal> {
        let store = &self.structure.store;
        let Some(column) = store.predicates.find(&format!("{XSD}{name}")) else {
            return Vec::new();
        };
        let literals = &store.columns[column as usize].literals;
        let start = literals.partition_point(|&(subject, _)| subject < facet);
        let of_facet = literals[start..].iter().take_while(|pair| pair.0 == facet);
        of_facet.map(|&(_, value)| self.literal(value)).collect()
    }

    pub(super) fn literal(&self, literal: LiteralId) -> Literal {
        self.structure.store.literals.get(literal)
    }
}

enum Bound {
    AtLeast,
    AtMost,
    Exactly,
}
