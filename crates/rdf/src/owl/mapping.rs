//! Table 1 of the mapping: what a closed construct writes.
//!
//! <https://www.w3.org/TR/owl2-mapping-to-rdf/#Translation_of_Axioms_without_Annotations>

use super::builder::Builder;
use super::construct::{EntityKind, Role, Shape};
use super::node::Node;
use super::vocabulary as v;
use crate::term::{Term, TripleSink};

impl<S: TripleSink> Builder<'_, S> {
    /// Writes the triples of a construct; the result is the node of an expression.
    pub(super) fn translate(
        &mut self,
        shape: Shape,
        mut nodes: Vec<Node>,
    ) -> Result<Option<Node>, String> {
        match shape {
            Shape::Ontology | Shape::Entity(_) | Shape::Skipped => {}
            Shape::Declaration => {
                let [_] = exactly(nodes)?;
            }
            Shape::Import => {
                let [import] = exactly(nodes)?;
                let ontology = self.ontology.clone();
                if let Some(ontology) = ontology {
                    self.link(&ontology, v::IMPORTS, &import)?;
                }
            }
            Shape::Annotation => {
                let [property, value] = exactly(nodes)?;
                let property = self.checked(Role::AnnotationProperty, property)?;
                let value = self.checked(Role::Value, value)?;
                let ontology = self.ontology.clone();
                let is_top = self.stack.last().map(|parent| parent.shape) == Some(Shape::Ontology);
                if let (true, Some(ontology), Node::Iri(property)) = (is_top, ontology, property) {
                    self.link(&ontology, &property, &value)?;
                }
            }
            Shape::AnnotationAssertion => {
                let [property, subject, value] = exactly(nodes)?;
                let property = self.checked(Role::AnnotationProperty, property)?;
                let subject = self.checked(Role::Individual, subject)?;
                let value = self.checked(Role::Value, value)?;
                self.link(&subject, iri_of(&property)?, &value)?;
            }
            Shape::Link(first, predicate, second) => {
                let [subject, object] = exactly(nodes)?;
                let subject = self.checked(first, subject)?;
                let object = self.checked(second, object)?;
                self.link(&subject, predicate, &object)?;
            }
            Shape::LinkBack(first, predicate, second) => {
                let [object, subject] = exactly(nodes)?;
                let object = self.checked(first, object)?;
                let subject = self.checked(second, subject)?;
                self.link(&subject, predicate, &object)?;
            }
            Shape::Row(role, predicate) => {
                let nodes = self.all_checked(role, nodes, 2)?;
                for pair in nodes.windows(2) {
                    self.link(&pair[0], predicate, &pair[1])?;
                }
            }
            Shape::Apart(role, predicate, class, members) => {
                let nodes = self.all_checked(role, nodes, 2)?;
                if let [first, second] = nodes.as_slice() {
                    self.link(first, predicate, second)?;
                } else {
                    self.group(class, members, &nodes)?;
                }
            }
            Shape::Kind(role, class) => {
                let [node] = exactly(nodes)?;
                let node = self.checked(role, node)?;
                self.iri_link(&node, v::RDF_TYPE, class)?;
            }
            Shape::SubObjectPropertyOf => {
                let [sub, sup] = exactly(nodes)?;
                let sup = self.checked(Role::ObjectProperty, sup)?;
                if let Node::Chain(chain) = sub {
                    let list = self.sequence(&chain)?;
                    self.link(&sup, v::PROPERTY_CHAIN_AXIOM, &list)?;
                } else {
                    let sub = self.checked(Role::ObjectProperty, sub)?;
                    self.link(&sub, v::RDFS_SUB_PROPERTY_OF, &sup)?;
                }
            }
            Shape::DisjointUnion => {
                let mut nodes = self.all_checked(Role::Class, nodes, 2)?;
                let list = self.sequence(&nodes[1..])?;
                self.link(&nodes.swap_remove(0), v::DISJOINT_UNION_OF, &list)?;
            }
            Shape::HasKey => self.has_key(nodes)?,
            Shape::Assertion(property, object) => {
                let (source, property, target) = self.assertion(property, object, nodes)?;
                self.link(&source, &property, &target)?;
            }
            Shape::NegativeAssertion(property, object) => {
                let (source, property, target) = self.assertion(property, object, nodes)?;
                let node = self.typed_blank(v::NEGATIVE_PROPERTY_ASSERTION)?;
                self.link(&node, v::SOURCE_INDIVIDUAL, &source)?;
                self.iri_link(&node, v::ASSERTION_PROPERTY, &property)?;
                let predicate = match object {
                    Role::Literal => v::TARGET_VALUE,
                    _ => v::TARGET_INDIVIDUAL,
                };
                self.link(&node, predicate, &target)?;
            }
            Shape::Group(class, predicate, role) => {
                let nodes = self.all_checked(role, nodes, 1)?;
                return self.group(class, predicate, &nodes).map(Some);
            }
            Shape::Single(class, predicate, role) => {
                let [node] = exactly(nodes)?;
                let node = self.checked(role, node)?;
                let whole = self.typed_blank(class)?;
                self.link(&whole, predicate, &node)?;
                return Ok(Some(whole));
            }
            Shape::Restriction(property, predicate, filler) => {
                let Some(last) = nodes.pop() else {
                    return Err("a property and a filler are missing".to_owned());
                };
                let is_data = property == Role::DataProperty && filler == Role::DataRange;
                if nodes.len() > 1 && !is_data {
                    return Err(format!("takes 2 arguments, {} given", nodes.len() + 1));
                }
                let nodes = self.all_checked(property, nodes, 1)?;
                let last = self.checked(filler, last)?;
                let node = self.restriction(&nodes)?;
                self.link(&node, predicate, &last)?;
                return Ok(Some(node));
            }
            Shape::SelfRestriction => {
                let nodes = self.all_checked(Role::ObjectProperty, nodes, 1)?;
                let node = self.restriction(&nodes)?;
                let yes = Node::literal("true".to_owned(), Some(v::XSD_BOOLEAN.to_owned()));
                self.link(&node, v::HAS_SELF, &yes)?;
                return Ok(Some(node));
            }
            Shape::Cardinality(property, plain, qualified, on, filler) => {
                if !(2..=3).contains(&nodes.len()) {
                    return Err(format!("takes 2 or 3 arguments, {} given", nodes.len()));
                }
                let last = if nodes.len() == 3 { nodes.pop() } else { None };
                let [number, node] = exactly(nodes)?;
                let Node::Number(number) = number else {
                    return Err(format!("a number is expected, not {}", number.describe()));
                };
                let number = Node::literal(number, Some(v::XSD_NON_NEGATIVE_INTEGER.to_owned()));
                let node = self.checked(property, node)?;
                let last = last.map(|last| self.checked(filler, last)).transpose()?;
                let whole = self.restriction(std::slice::from_ref(&node))?;
                match last {
                    Some(last) => {
                        self.link(&whole, qualified, &number)?;
                        self.link(&whole, on, &last)?;
                    }
                    None => self.link(&whole, plain, &number)?,
                }
                return Ok(Some(whole));
            }
            Shape::DatatypeRestriction => return self.datatype_restriction(nodes).map(Some),
            Shape::InverseOf => {
                let [property] = exactly(nodes)?;
                return Ok(Some(match self.checked_raw(Role::ObjectProperty, property)? {
                    Node::Iri(iri) => Node::Inverse(iri),
                    Node::Inverse(iri) => Node::Iri(iri),
                    other => return Err(format!("{} has no inverse", other.describe())),
                }));
            }
            Shape::Chain => {
                let nodes = self.all_checked(Role::ObjectProperty, nodes, 2)?;
                return Ok(Some(Node::Chain(nodes)));
            }
            Shape::List => return Ok(Some(Node::List(nodes))),
            Shape::Facet => {
                let [facet, value] = exactly(nodes)?;
                let value = self.checked(Role::Literal, value)?;
                return Ok(Some(Node::Facet(iri_of(&facet)?.to_owned(), Box::new(value))));
            }
        }
        Ok(None)
    }

    /// The parts of an assertion; an inverse property swaps its ends (mapping, table 1).
    fn assertion(
        &mut self,
        property: Role,
        object: Role,
        nodes: Vec<Node>,
    ) -> Result<(Node, String, Node), String> {
        let [predicate, source, target] = exactly(nodes)?;
        let source = self.checked(Role::Individual, source)?;
        let target = self.checked(object, target)?;
        Ok(match self.checked_raw(property, predicate)? {
            Node::Iri(iri) => (source, iri, target),
            Node::Inverse(iri) => (target, iri, source),
            other => return Err(format!("{} is not a property", other.describe())),
        })
    }

    /// Functional syntax has two lists behind the class, OWL/XML one row of properties.
    fn has_key(&mut self, nodes: Vec<Node>) -> Result<(), String> {
        let mut nodes = nodes.into_iter();
        let class = nodes.next().ok_or("a class is missing")?;
        let class = self.checked(Role::Class, class)?;
        let mut roles = [Role::ObjectProperty, Role::DataProperty].into_iter();
        let mut properties = Vec::new();
        for node in nodes {
            match node {
                Node::List(members) => {
                    let role = roles.next().ok_or("takes at most two lists")?;
                    properties.extend(self.all_checked(role, members, 0)?);
                }
                node => properties.push(self.checked(Role::Individual, node)?),
            }
        }
        let list = self.sequence(&properties)?;
        self.link(&class, v::HAS_KEY, &list)
    }

    fn datatype_restriction(&mut self, nodes: Vec<Node>) -> Result<Node, String> {
        let mut nodes = nodes.into_iter();
        let datatype = nodes.next().ok_or("a datatype is missing")?;
        let datatype = self.checked(Role::DataRange, datatype)?;
        let mut facets = Vec::new();
        while let Some(node) = nodes.next() {
            let (facet, value) = match node {
                Node::Facet(facet, value) => (facet, *value),
                Node::Iri(facet) => {
                    let value = nodes.next().ok_or("a facet has no value")?;
                    (facet, self.checked(Role::Literal, value)?)
                }
                other => return Err(format!("{} is not a facet", other.describe())),
            };
            let node = self.blank();
            self.link(&node, &facet, &value)?;
            facets.push(node);
        }
        let whole = self.typed_blank(v::RDFS_DATATYPE)?;
        self.link(&whole, v::ON_DATATYPE, &datatype)?;
        let list = self.sequence(&facets)?;
        self.link(&whole, v::WITH_RESTRICTIONS, &list)?;
        Ok(whole)
    }

    fn restriction(&mut self, properties: &[Node]) -> Result<Node, String> {
        let node = self.typed_blank(v::RESTRICTION)?;
        if let [property] = properties {
            self.link(&node, v::ON_PROPERTY, property)?;
        } else {
            let list = self.sequence(properties)?;
            self.link(&node, v::ON_PROPERTIES, &list)?;
        }
        Ok(node)
    }

    fn group(&mut self, class: &str, predicate: &str, nodes: &[Node]) -> Result<Node, String> {
        let whole = self.typed_blank(class)?;
        let list = self.sequence(nodes)?;
        self.link(&whole, predicate, &list)?;
        Ok(whole)
    }

    /// An RDF list.
    fn sequence(&mut self, nodes: &[Node]) -> Result<Node, String> {
        let mut rest = Node::Iri(v::RDF_NIL.to_owned());
        for node in nodes.iter().rev() {
            let cell = self.blank();
            self.link(&cell, v::RDF_FIRST, node)?;
            self.link(&cell, v::RDF_REST, &rest)?;
            rest = cell;
        }
        Ok(rest)
    }

    fn all_checked(
        &mut self,
        role: Role,
        nodes: Vec<Node>,
        at_least: usize,
    ) -> Result<Vec<Node>, String> {
        if nodes.len() < at_least {
            return Err(format!("takes at least {at_least} of its parts, {} given", nodes.len()));
        }
        nodes.into_iter().map(|node| self.checked(role, node)).collect()
    }

    /// Checks the role and gives an inverse property a node of its own.
    fn checked(&mut self, role: Role, node: Node) -> Result<Node, String> {
        match self.checked_raw(role, node)? {
            Node::Inverse(iri) => {
                let node = self.blank();
                self.iri_link(&node, v::INVERSE_OF, &iri)?;
                Ok(node)
            }
            node => Ok(node),
        }
    }

    /// Checks that a node can play its role, and declares properties when they are first met.
    fn checked_raw(&mut self, role: Role, node: Node) -> Result<Node, String> {
        let (fits, expected) = match role {
            Role::Class => (matches!(node, Node::Iri(_) | Node::Blank(_)), "a class"),
            Role::DataRange => (matches!(node, Node::Iri(_) | Node::Blank(_)), "a data range"),
            Role::ObjectProperty => {
                (matches!(node, Node::Iri(_) | Node::Inverse(_)), "an object property")
            }
            Role::DataProperty => (matches!(node, Node::Iri(_)), "a data property"),
            Role::AnnotationProperty => (matches!(node, Node::Iri(_)), "an annotation property"),
            Role::Individual => (matches!(node, Node::Iri(_) | Node::Blank(_)), "an individual"),
            Role::Literal => (matches!(node, Node::Literal { .. }), "a literal"),
            Role::Value => (node.as_term().is_some(), "a value"),
        };
        if !fits {
            return Err(format!("{expected} is expected, not {}", node.describe()));
        }
        match role {
            Role::ObjectProperty => self.declare(EntityKind::ObjectProperty, &node),
            Role::DataProperty => self.declare(EntityKind::DataProperty, &node),
            _ => {}
        }
        Ok(node)
    }

    /// Writes the type of an entity; that of a property only once.
    pub(super) fn declare(&mut self, kind: EntityKind, node: &Node) {
        let Node::Iri(iri) = node else { return };
        let known = match kind {
            EntityKind::ObjectProperty => Some(&mut self.object_properties),
            EntityKind::DataProperty => Some(&mut self.data_properties),
            _ => None,
        };
        if let Some(known) = known {
            // Those of OWL itself, such as owl:topObjectProperty, need no declaration.
            if known.contains(iri) || iri.starts_with(v::OWL) {
                return;
            }
            known.insert(iri.clone());
        }
        self.n_triples += 1;
        self.sink.triple(Term::Iri(iri), v::RDF_TYPE, Term::Iri(kind.type_iri()));
    }

    pub(super) fn blank(&mut self) -> Node {
        self.n_blanks += 1;
        // Labels of the file start with another letter, see `Node::Blank` in the readers.
        Node::Blank(format!("g{}", self.n_blanks))
    }

    fn typed_blank(&mut self, class: &str) -> Result<Node, String> {
        let node = self.blank();
        self.iri_link(&node, v::RDF_TYPE, class)?;
        Ok(node)
    }

    pub(super) fn iri_link(
        &mut self,
        subject: &Node,
        predicate: &str,
        object: &str,
    ) -> Result<(), String> {
        self.emit(subject, predicate, Term::Iri(object))
    }

    pub(super) fn link(
        &mut self,
        subject: &Node,
        predicate: &str,
        object: &Node,
    ) -> Result<(), String> {
        match object.as_term() {
            Some(term) => self.emit(subject, predicate, term),
            None => Err(format!("{} must not stand here", object.describe())),
        }
    }

    fn emit(&mut self, subject: &Node, predicate: &str, object: Term<'_>) -> Result<(), String> {
        match subject.as_term() {
            None | Some(Term::Literal { .. }) => {
                Err(format!("{} cannot be a subject", subject.describe()))
            }
            Some(subject) => {
                self.n_triples += 1;
                self.sink.triple(subject, predicate, object);
                Ok(())
            }
        }
    }
}

fn exactly<const N: usize>(nodes: Vec<Node>) -> Result<[Node; N], String> {
    <[Node; N]>::try_from(nodes).map_err(|nodes| {
        let parts = if N == 1 { "argument" } else { "arguments" };
        format!("takes {N} {parts}, {} given", nodes.len())
    })
}

fn iri_of(node: &Node) -> Result<&str, String> {
    match node {
        Node::Iri(iri) => Ok(iri),
        other => Err(format!("an IRI is expected, not {}", other.describe())),
    }
}
