//! Random small knowledge bases as lines of N-Triples, with axioms of every kind.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::sample::select;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

const CLASSES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];
const ROLES: [&str; 4] = ["p", "q", "r", "s"];
const INDIVIDUALS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// A class expression; names are positions in the tables above.
#[derive(Clone, Debug)]
enum Expression {
    Class(&'static str),
    Not(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
    Some(Role, Box<Expression>),
    All(Role, Box<Expression>),
    AtLeast(u8, Role, Box<Expression>),
    AtMost(u8, Role, Box<Expression>),
    HasValue(Role, &'static str),
    HasSelf(Role),
    OneOf(Vec<&'static str>),
    DataAtLeast(i8),
    DataValue(i8),
}

/// A property or its inverse.
type Role = (&'static str, bool);

/// What a knowledge base can state.
#[derive(Clone, Debug)]
enum Axiom {
    SubClass(Expression, Expression),
    Equivalent(&'static str, Expression),
    Disjoint(&'static str, &'static str),
    Typed(&'static str, Expression),
    SubRole(Role, Role),
    Inverse(&'static str, &'static str),
    Chain(&'static str, &'static str, &'static str),
    Characteristic(&'static str, &'static str),
    Domain(&'static str, Expression),
    Range(&'static str, Expression),
    Key(&'static str),
    Same(&'static str, &'static str),
    Different(&'static str, &'static str),
    Not(&'static str, &'static str, &'static str),
}

/// A plain fact; blank nodes are written `_:x`.
#[derive(Clone, Debug)]
enum Fact {
    Type(String, &'static str),
    Edge(String, &'static str, String),
    Value(String, i8),
}

/// A knowledge base in its parts.
#[derive(Clone, Debug)]
pub struct Kb {
    axioms: Vec<Axiom>,
    facts: Vec<Fact>,
}

fn role() -> impl Strategy<Value = Role> {
    (select(&ROLES[..]), prop::bool::weighted(0.2))
}

fn class() -> impl Strategy<Value = &'static str> {
    select(&CLASSES[..])
}

fn individual() -> impl Strategy<Value = &'static str> {
    select(&INDIVIDUALS[..])
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        6 => class().prop_map(Expression::Class),
        1 => (role(), individual()).prop_map(|(role, a)| Expression::HasValue(role, a)),
        1 => role().prop_map(Expression::HasSelf),
        1 => prop::collection::vec(individual(), 1..3).prop_map(Expression::OneOf),
        1 => (0..4i8).prop_map(Expression::DataAtLeast),
        1 => (0..4i8).prop_map(Expression::DataValue),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let inner = inner.prop_map(Box::new);
        prop_oneof![
            inner.clone().prop_map(Expression::Not),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Expression::And(a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Expression::Or(a, b)),
            (role(), inner.clone()).prop_map(|(r, c)| Expression::Some(r, c)),
            (role(), inner.clone()).prop_map(|(r, c)| Expression::All(r, c)),
            (1..3u8, role(), inner.clone()).prop_map(|(n, r, c)| Expression::AtLeast(n, r, c)),
            (0..3u8, role(), inner).prop_map(|(n, r, c)| Expression::AtMost(n, r, c)),
        ]
    })
}

fn axiom() -> impl Strategy<Value = Axiom> {
    let plain_role = || select(&ROLES[..]);
    let characteristics = [
        "Transitive",
        "Symmetric",
        "Functional",
        "InverseFunctional",
        "Reflexive",
        "Irreflexive",
        "Asymmetric",
    ];
    prop_oneof![
        4 => (expression(), expression()).prop_map(|(c, d)| Axiom::SubClass(c, d)),
        2 => (class(), expression()).prop_map(|(c, d)| Axiom::Equivalent(c, d)),
        1 => (class(), class()).prop_map(|(c, d)| Axiom::Disjoint(c, d)),
        2 => (individual(), expression()).prop_map(|(a, c)| Axiom::Typed(a, c)),
        1 => (role(), role()).prop_map(|(r, s)| Axiom::SubRole(r, s)),
        1 => (plain_role(), plain_role()).prop_map(|(r, s)| Axiom::Inverse(r, s)),
        1 => (plain_role(), plain_role(), plain_role()).prop_map(|(r, s, t)| Axiom::Chain(r, s, t)),
        2 => (select(characteristics.to_vec()), plain_role())
            .prop_map(|(what, r)| Axiom::Characteristic(what, r)),
        1 => (plain_role(), expression()).prop_map(|(r, c)| Axiom::Domain(r, c)),
        1 => (plain_role(), expression()).prop_map(|(r, c)| Axiom::Range(r, c)),
        1 => class().prop_map(Axiom::Key),
        1 => (individual(), individual()).prop_map(|(a, b)| Axiom::Same(a, b)),
        1 => (individual(), individual()).prop_map(|(a, b)| Axiom::Different(a, b)),
        1 => (individual(), plain_role(), individual()).prop_map(|(a, r, b)| Axiom::Not(a, r, b)),
    ]
}

fn named_node() -> impl Strategy<Value = String> {
    individual().prop_map(|name| format!("<http://e/{name}>"))
}

fn node() -> impl Strategy<Value = String> {
    prop_oneof![6 => named_node(), 1 => select(&["_:x", "_:y"][..]).prop_map(str::to_owned)]
}

fn fact_of<N: Strategy<Value = String>>(node: fn() -> N) -> impl Strategy<Value = Fact> {
    prop_oneof![
        2 => (node(), class()).prop_map(|(a, c)| Fact::Type(a, c)),
        3 => (node(), select(&ROLES[..]), node()).prop_map(|(a, r, b)| Fact::Edge(a, r, b)),
        1 => (node(), 0..4i8).prop_map(|(a, n)| Fact::Value(a, n)),
    ]
}

/// Lines with facts about individuals that have a name.
pub fn named_facts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(fact_of(named_node), 0..6).prop_map(|facts| fact_lines(&facts))
}

/// Knowledge bases, some with blank individuals.
pub fn kb() -> impl Strategy<Value = Kb> {
    let axioms = prop::collection::vec(axiom(), 0..7);
    let facts = prop::collection::vec(fact_of(node), 0..9);
    (axioms, facts).prop_map(|(axioms, facts)| Kb { axioms, facts })
}

impl Kb {
    /// Everything but the plain facts, one triple a line. Whatever occurs is declared: a file
    /// that leaves kinds to be guessed may mean something else when more is said.
    pub fn terminology(&self) -> Vec<String> {
        let mut writer = Writer::default();
        for class in CLASSES {
            writer.line(&iri(class), &rdf("type"), &owl("Class"));
        }
        for role in ROLES {
            writer.line(&iri(role), &rdf("type"), &owl("ObjectProperty"));
        }
        writer.line(&iri("n"), &rdf("type"), &owl("DatatypeProperty"));
        for individual in INDIVIDUALS {
            writer.line(&iri(individual), &rdf("type"), &owl("NamedIndividual"));
        }
        for axiom in &self.axioms {
            writer.axiom(axiom);
        }
        writer.lines
    }

    /// Everything, one triple a line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = self.terminology();
        lines.extend(fact_lines(&self.facts));
        lines
    }
}

/// Plain facts, one triple a line.
fn fact_lines(facts: &[Fact]) -> Vec<String> {
    let mut writer = Writer::default();
    for fact in facts {
        match fact {
            Fact::Type(node, class) => writer.line(node, &rdf("type"), &iri(class)),
            Fact::Edge(one, role, other) => writer.line(one, &iri(role), other),
            Fact::Value(node, number) => writer.line(node, &iri("n"), &integer(*number)),
        }
    }
    writer.lines
}

fn iri(name: &str) -> String {
    format!("<http://e/{name}>")
}

fn rdf(name: &str) -> String {
    format!("<{RDF}{name}>")
}

fn owl(name: &str) -> String {
    format!("<{OWL}{name}>")
}

fn rdfs(name: &str) -> String {
    format!("<{RDFS}{name}>")
}

fn integer(number: i8) -> String {
    format!("\"{number}\"^^<{XSD}integer>")
}

#[derive(Default)]
struct Writer {
    lines: Vec<String>,
    n_blanks: Cell<u32>,
}

impl Writer {
    fn line(&mut self, subject: &str, predicate: &str, object: &str) {
        self.lines.push(format!("{subject} {predicate} {object} .\n"));
    }

    fn blank(&self) -> String {
        self.n_blanks.set(self.n_blanks.get() + 1);
        format!("_:t{}", self.n_blanks.get())
    }

    fn list(&mut self, members: &[String]) -> String {
        let mut head = rdf("nil");
        for member in members.iter().rev() {
            let node = self.blank();
            self.line(&node, &rdf("first"), member);
            self.line(&node, &rdf("rest"), &head);
            head = node;
        }
        head
    }

    fn role(&mut self, role: Role) -> String {
        if !role.1 {
            return iri(role.0);
        }
        let node = self.blank();
        self.line(&node, &owl("inverseOf"), &iri(role.0));
        node
    }

    fn restriction(&mut self, role: Role, facet: &str, filler: &str) -> String {
        let property = self.role(role);
        let node = self.blank();
        self.line(&node, &rdf("type"), &owl("Restriction"));
        self.line(&node, &owl("onProperty"), &property);
        self.line(&node, &owl(facet), filler);
        node
    }

    fn counted(&mut self, facet: &str, n: u8, role: Role, inner: &Expression) -> String {
        let filler = self.expression(inner);
        let number = format!("\"{n}\"^^<{XSD}nonNegativeInteger>");
        let node = self.restriction(role, facet, &number);
        self.line(&node, &owl("onClass"), &filler);
        node
    }

    fn joined(&mut self, join: &str, members: &[String]) -> String {
        let list = self.list(members);
        let node = self.blank();
        self.line(&node, &rdf("type"), &owl("Class"));
        self.line(&node, &owl(join), &list);
        node
    }

    fn expression(&mut self, expression: &Expression) -> String {
        match expression {
            Expression::Class(class) => iri(class),
            Expression::Not(inner) => {
                let inner = self.expression(inner);
                let node = self.blank();
                self.line(&node, &rdf("type"), &owl("Class"));
                self.line(&node, &owl("complementOf"), &inner);
                node
            }
            Expression::And(one, other) | Expression::Or(one, other) => {
                let members = [self.expression(one), self.expression(other)];
                let is_and = matches!(expression, Expression::And(..));
                self.joined(if is_and { "intersectionOf" } else { "unionOf" }, &members)
            }
            Expression::Some(role, inner) | Expression::All(role, inner) => {
                let filler = self.expression(inner);
                let is_some = matches!(expression, Expression::Some(..));
                let facet = if is_some { "someValuesFrom" } else { "allValuesFrom" };
                self.restriction(*role, facet, &filler)
            }
            Expression::AtLeast(n, role, inner) => {
                self.counted("minQualifiedCardinality", *n, *role, inner)
            }
            Expression::AtMost(n, role, inner) => {
                self.counted("maxQualifiedCardinality", *n, *role, inner)
            }
            Expression::HasValue(role, a) => self.restriction(*role, "hasValue", &iri(a)),
            Expression::HasSelf(role) => {
                self.restriction(*role, "hasSelf", &format!("\"true\"^^<{XSD}boolean>"))
            }
            Expression::OneOf(members) => {
                let members: Vec<String> = members.iter().map(|name| iri(name)).collect();
                self.joined("oneOf", &members)
            }
            Expression::DataAtLeast(bound) => {
                let facet = self.blank();
                self.line(&facet, &format!("<{XSD}minInclusive>"), &integer(*bound));
                let list = self.list(&[facet]);
                let range = self.blank();
                self.line(&range, &rdf("type"), &rdfs("Datatype"));
                self.line(&range, &owl("onDatatype"), &format!("<{XSD}integer>"));
                self.line(&range, &owl("withRestrictions"), &list);
                self.restriction(("n", false), "someValuesFrom", &range)
            }
            Expression::DataValue(number) => {
                self.restriction(("n", false), "hasValue", &integer(*number))
            }
        }
    }

    fn axiom(&mut self, axiom: &Axiom) {
        match axiom {
            Axiom::SubClass(sub, sup) => {
                let (sub, sup) = (self.expression(sub), self.expression(sup));
                self.line(&sub, &rdfs("subClassOf"), &sup);
            }
            Axiom::Equivalent(class, expression) => {
                let expression = self.expression(expression);
                self.line(&iri(class), &owl("equivalentClass"), &expression);
            }
            Axiom::Disjoint(one, other) => {
                self.line(&iri(one), &owl("disjointWith"), &iri(other));
            }
            Axiom::Typed(individual, expression) => {
                let expression = self.expression(expression);
                self.line(&iri(individual), &rdf("type"), &expression);
            }
            Axiom::SubRole(sub, sup) => {
                let (sub, sup) = (self.role(*sub), self.role(*sup));
                self.line(&sub, &rdfs("subPropertyOf"), &sup);
            }
            Axiom::Inverse(one, other) => self.line(&iri(one), &owl("inverseOf"), &iri(other)),
            Axiom::Chain(first, second, whole) => {
                let list = self.list(&[iri(first), iri(second)]);
                self.line(&iri(whole), &owl("propertyChainAxiom"), &list);
            }
            Axiom::Characteristic(what, role) => {
                self.line(&iri(role), &rdf("type"), &owl(&format!("{what}Property")));
            }
            Axiom::Domain(role, expression) => {
                let expression = self.expression(expression);
                self.line(&iri(role), &rdfs("domain"), &expression);
            }
            Axiom::Range(role, expression) => {
                let expression = self.expression(expression);
                self.line(&iri(role), &rdfs("range"), &expression);
            }
            Axiom::Key(class) => {
                let list = self.list(&[iri("n")]);
                self.line(&iri(class), &owl("hasKey"), &list);
            }
            Axiom::Same(one, other) => self.line(&iri(one), &owl("sameAs"), &iri(other)),
            Axiom::Different(one, other) => {
                self.line(&iri(one), &owl("differentFrom"), &iri(other));
            }
            Axiom::Not(one, role, other) => {
                let node = self.blank();
                self.line(&node, &rdf("type"), &owl("NegativePropertyAssertion"));
                self.line(&node, &owl("sourceIndividual"), &iri(one));
                self.line(&node, &owl("assertionProperty"), &iri(role));
                self.line(&node, &owl("targetIndividual"), &iri(other));
            }
        }
    }
}
