//! The walk over a concept that writes patterns and expressions.

use std::fmt::{self, Write};

use evolearner_dl::{
    Concept, DataRange, DataRestriction, IndividualId, Node, Quantifier, Role, Symbols,
};

use super::range::range_test;
use crate::error::WriteError;
use crate::graph::indent;
use crate::iri::write_bracketed;

/// Above so many copied nodes a cardinality is counted in a sub-query.
const MAX_COPIES: u64 = 100;
/// And above so many successors: an engine tries their combinations, whose number is a power.
const MAX_VARIABLES: u64 = 3;
/// The same for values, of which an individual rarely has more than one.
const MAX_VALUES: u64 = 5;

/// A variable: the first is the one asked for, all others are successors and values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Var(u32);

impl Var {
    pub(super) const ROOT: Self = Self(0);
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("?x") } else { write!(f, "?y{}", self.0) }
    }
}

/// What is still to be written. Subtrees are named by where they start, because a cardinality
/// writes its filler more than once.
pub(super) enum Piece {
    /// Triples and filters in the current group.
    Pattern(usize, Var),
    /// A filter in the current group.
    Filter(usize, Var),
    /// A test, or its opposite.
    Expression(usize, Var, bool),
    /// The pattern that so many successors are in the filler.
    AtLeast { filler: usize, role: Role, n: u64, var: Var },
    /// The same of values.
    DataAtLeast { at: usize, n: u64, var: Var },
    /// A line of its own.
    Line(String),
    /// Text in the current line.
    Text(&'static str),
    /// An opening brace and deeper lines.
    Open,
    /// A closing brace on a line of its own.
    Close,
}

/// What is known of a subtree before it is written.
#[derive(Clone, Copy)]
struct Shape {
    end: usize,
    /// Whether its pattern binds its variable by a triple.
    binds: bool,
    /// How many nodes its text repeats.
    n_copies: u64,
}

pub(super) struct Writer<'a> {
    pub(super) out: String,
    pub(super) depth: usize,
    nodes: &'a [Node],
    symbols: &'a Symbols,
    shapes: Vec<Shape>,
    n_vars: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(concept: &'a Concept, symbols: &'a Symbols) -> Self {
        let nodes = concept.nodes();
        let mut shapes = vec![Shape { end: 0, binds: false, n_copies: 0 }; nodes.len()];
        for at in (0..nodes.len()).rev() {
            shapes[at] = shape(&nodes[at], at, &shapes);
        }
        Self { out: String::new(), depth: 0, nodes, symbols, shapes, n_vars: 0 }
    }

    pub(super) fn symbols(&self) -> &'a Symbols {
        self.symbols
    }

    pub(super) fn binds(&self, at: usize) -> bool {
        self.shapes[at].binds
    }

    pub(super) fn line(&mut self, text: &str) {
        self.out.push('\n');
        indent(&mut self.out, self.depth);
        self.out.push_str(text);
    }

    pub(super) fn run(&mut self, first: Piece) -> Result<(), WriteError> {
        let mut pending = vec![first];
        // Pieces of one node in the order of the text; they go on the stack the other way round.
        let mut pieces = Vec::new();
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Line(text) => self.line(&text),
                Piece::Open => {
                    self.out.push('{');
                    self.depth += 1;
                }
                Piece::Close => {
                    self.depth -= 1;
                    self.line("}");
                }
                Piece::Pattern(at, var) if !self.binds(at) && !self.is_flat(at) => {
                    pieces.push(Piece::Filter(at, var));
                }
                Piece::Pattern(at, var) => self.pattern(at, var, &mut pieces)?,
                Piece::Filter(at, var) => {
                    self.line("FILTER(");
                    pieces.extend([Piece::Expression(at, var, false), Piece::Text(")")]);
                }
                Piece::Expression(at, var, is_negated) => {
                    self.expression(at, var, is_negated, &mut pieces)?;
                }
                Piece::AtLeast { filler, role, n, var } => {
                    self.at_least(filler, role, n, var, &mut pieces);
                }
                Piece::DataAtLeast { at, n, var } => self.data_at_least(at, n, var),
            }
            pending.extend(pieces.drain(..).rev());
        }
        Ok(())
    }

    /// Whether a node writes itself into a group without binding anything.
    fn is_flat(&self, at: usize) -> bool {
        matches!(self.nodes[at], Node::Top | Node::And(_) | Node::AtLeast(0, _))
    }

    fn children(&self, at: usize) -> Vec<usize> {
        let mut starts = Vec::with_capacity(self.nodes[at].arity());
        let mut start = at + 1;
        for _ in 0..self.nodes[at].arity() {
            starts.push(start);
            start = self.shapes[start].end;
        }
        starts
    }

    fn fresh(&mut self) -> Var {
        self.n_vars += 1;
        Var(self.n_vars)
    }

    fn pattern(&mut self, at: usize, var: Var, pieces: &mut Vec<Piece>) -> Result<(), WriteError> {
        match &self.nodes[at] {
            Node::Class(class) => {
                let class = bracketed(self.symbols.classes.get(*class));
                self.line(&format!("{var} a {class} ."));
            }
            Node::HasValue(role, individual) => {
                let individual = self.individual(*individual)?;
                let triple = self.triple_text(&var.to_string(), *role, &individual);
                self.line(&triple);
                if role.inverse && self.has_literals(*role) {
                    self.line(&format!("FILTER(!isLiteral({var}))"));
                }
            }
            Node::HasSelf(role) => {
                let triple = self.triple_text(&var.to_string(), *role, &var.to_string());
                self.line(&triple);
            }
            Node::Some(role) => {
                let successor = self.fresh();
                self.successor(var, *role, successor);
                pieces.push(Piece::Pattern(at + 1, successor));
            }
            Node::And(_) => {
                pieces.extend(self.children(at).into_iter().map(|at| Piece::Pattern(at, var)));
            }
            Node::Or(_) => {
                self.line("");
                for (position, child) in self.children(at).into_iter().enumerate() {
                    if position > 0 {
                        pieces.push(Piece::Text(" UNION "));
                    }
                    pieces.extend([Piece::Open, Piece::Pattern(child, var), Piece::Close]);
                }
            }
            Node::AtLeast(n, role) | Node::Exactly(n, role) => {
                let (n, role, filler) = (u64::from(*n), *role, at + 1);
                let is_exact = matches!(self.nodes[at], Node::Exactly(..));
                if is_exact && !is_short(2 * n + 1, self.shapes[filler].n_copies) {
                    self.counted(filler, role, var, &format!("= {n}"), pieces);
                } else if n > 0 {
                    pieces.push(Piece::AtLeast { filler, role, n, var });
                    if is_exact {
                        pieces.extend([
                            Piece::Line("FILTER(NOT EXISTS ".to_owned()),
                            Piece::Open,
                            Piece::AtLeast { filler, role, n: n + 1, var },
                            Piece::Close,
                            Piece::Text(")"),
                        ]);
                    }
                }
            }
            Node::Data(restriction) => {
                let n = match restriction.quantifier {
                    Quantifier::AtLeast(n) | Quantifier::Exactly(n) => u64::from(n),
                    _ => 1,
                };
                pieces.push(Piece::DataAtLeast { at, n, var });
                if matches!(restriction.quantifier, Quantifier::Exactly(_)) {
                    pieces.extend([
                        Piece::Line("FILTER(NOT EXISTS ".to_owned()),
                        Piece::Open,
                        Piece::DataAtLeast { at, n: n + 1, var },
                        Piece::Close,
                        Piece::Text(")"),
                    ]);
                }
            }
            Node::Top
            | Node::Bottom
            | Node::OneOf(_)
            | Node::Not
            | Node::Only(_)
            | Node::AtMost(..) => {}
        }
        Ok(())
    }

    fn expression(
        &mut self,
        at: usize,
        var: Var,
        is_negated: bool,
        pieces: &mut Vec<Piece>,
    ) -> Result<(), WriteError> {
        let constant = |holds: bool| Piece::Text(if holds { "true" } else { "false" });
        let exists = |holds: bool| Piece::Text(if holds { "EXISTS " } else { "NOT EXISTS " });
        if self.binds(at) {
            pieces.extend([
                exists(!is_negated),
                Piece::Open,
                Piece::Pattern(at, var),
                Piece::Close,
            ]);
            return Ok(());
        }
        match &self.nodes[at] {
            Node::Top | Node::AtLeast(0, _) => pieces.push(constant(!is_negated)),
            Node::Bottom => pieces.push(constant(is_negated)),
            Node::OneOf(individuals) if individuals.is_empty() => {
                pieces.push(constant(is_negated));
            }
            Node::OneOf(individuals) => {
                let names = individuals
                    .iter()
                    .map(|individual| self.individual(*individual))
                    .collect::<Result<Vec<_>, _>>()?;
                let word = if is_negated { "NOT IN" } else { "IN" };
                let names = names.join(", ");
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{var} {word} ({names})");
            }
            Node::Not => pieces.push(Piece::Expression(at + 1, var, !is_negated)),
            Node::And(n) | Node::Or(n) => {
                let is_meet = matches!(self.nodes[at], Node::And(_));
                if *n == 0 {
                    pieces.push(constant(is_meet != is_negated));
                    return Ok(());
                }
                self.out.push_str(if is_negated { "!(" } else { "(" });
                for (position, child) in self.children(at).into_iter().enumerate() {
                    if position > 0 {
                        pieces.push(Piece::Text(if is_meet { " && " } else { " || " }));
                    }
                    pieces.push(Piece::Expression(child, var, false));
                }
                pieces.push(Piece::Text(")"));
            }
            Node::Only(role) => {
                // A counterexample: a successor outside the filler.
                pieces.extend([exists(is_negated), Piece::Open]);
                let successor = self.fresh();
                pieces.extend(self.successor_lines(var, *role, successor).map(Piece::Line));
                pieces.extend([
                    Piece::Line("FILTER(".to_owned()),
                    Piece::Expression(at + 1, successor, true),
                    Piece::Text(")"),
                    Piece::Close,
                ]);
            }
            Node::AtMost(n, role) | Node::Exactly(n, role) => {
                // Of exact counts only zero comes here; it is `≤ 0`.
                let n = u64::from(*n) + 1;
                pieces.extend([
                    exists(is_negated),
                    Piece::Open,
                    Piece::AtLeast { filler: at + 1, role: *role, n, var },
                    Piece::Close,
                ]);
            }
            Node::Data(restriction) => {
                self.data_expression(restriction, at, var, is_negated, pieces);
            }
            Node::Class(_)
            | Node::HasValue(..)
            | Node::HasSelf(_)
            | Node::Some(_)
            | Node::AtLeast(..) => unreachable!("these bind their variable"),
        }
        Ok(())
    }

    /// Tests that no pattern says: all values, at most so many, and counts of zero.
    fn data_expression(
        &mut self,
        restriction: &DataRestriction,
        at: usize,
        var: Var,
        is_negated: bool,
        pieces: &mut Vec<Piece>,
    ) {
        let exists = |holds: bool| Piece::Text(if holds { "EXISTS " } else { "NOT EXISTS " });
        match restriction.quantifier {
            Quantifier::Only => {
                let value = self.fresh();
                let outside = DataRange::Not(Box::new(restriction.range.clone()));
                pieces.extend([exists(is_negated), Piece::Open]);
                pieces.extend(self.value_lines(restriction, var, value, &outside).map(Piece::Line));
                pieces.push(Piece::Close);
            }
            Quantifier::AtMost(n) | Quantifier::Exactly(n) => {
                let n = u64::from(n) + 1;
                pieces.extend([
                    exists(is_negated),
                    Piece::Open,
                    Piece::DataAtLeast { at, n, var },
                    Piece::Close,
                ]);
            }
            Quantifier::Some | Quantifier::AtLeast(_) => {
                // At least none; more than none binds.
                pieces.push(Piece::Text(if is_negated { "false" } else { "true" }));
            }
        }
    }

    fn at_least(&mut self, filler: usize, role: Role, n: u64, var: Var, pieces: &mut Vec<Piece>) {
        if !is_short(n, self.shapes[filler].n_copies) {
            return self.counted(filler, role, var, &format!(">= {n}"), pieces);
        }
        let successors: Vec<Var> = (0..n).map(|_| self.fresh()).collect();
        for successor in &successors {
            pieces.extend(self.successor_lines(var, role, *successor).map(Piece::Line));
            pieces.push(Piece::Pattern(filler, *successor));
        }
        let tests = pairs(&successors).map(|(a, b)| format!("{a} != {b}")).collect::<Vec<_>>();
        if !tests.is_empty() {
            pieces.push(Piece::Line(format!("FILTER({})", tests.join(" && "))));
        }
    }

    /// A sub-query that counts successors and is joined on the variable it selects.
    fn counted(
        &mut self,
        filler: usize,
        role: Role,
        var: Var,
        test: &str,
        pieces: &mut Vec<Piece>,
    ) {
        let successor = self.fresh();
        pieces.extend([Piece::Line(format!("{{ SELECT {var} WHERE ")), Piece::Open]);
        pieces.extend(self.successor_lines(var, role, successor).map(Piece::Line));
        pieces.extend([
            Piece::Pattern(filler, successor),
            Piece::Close,
            Piece::Line(format!("GROUP BY {var} HAVING (COUNT(DISTINCT {successor}) {test}) }}")),
        ]);
    }

    fn data_at_least(&mut self, at: usize, n: u64, var: Var) {
        let nodes = self.nodes;
        let Node::Data(restriction) = &nodes[at] else { return };
        if n > MAX_VALUES {
            let value = self.fresh();
            self.line(&format!("{{ SELECT {var} WHERE {{"));
            self.depth += 1;
            for line in self.value_lines(restriction, var, value, &restriction.range) {
                self.line(&line);
            }
            self.depth -= 1;
            self.line(&format!("}} GROUP BY {var} HAVING (COUNT(DISTINCT {value}) >= {n}) }}"));
            return;
        }
        let values: Vec<Var> = (0..n).map(|_| self.fresh()).collect();
        for value in &values {
            for line in self.value_lines(restriction, var, *value, &restriction.range) {
                self.line(&line);
            }
        }
        // Values that the standard cannot compare differ; a NaN is not equal to itself, and yet
        // is one value.
        let tests = pairs(&values)
            .map(|(a, b)| format!("!sameTerm({a}, {b}) && COALESCE({a} != {b}, true)"))
            .collect::<Vec<_>>();
        if !tests.is_empty() {
            self.line(&format!("FILTER({})", tests.join(" && ")));
        }
    }

    /// Whether a property is one of data as well, so that literals are among its objects.
    fn has_literals(&self, role: Role) -> bool {
        let iri = self.symbols.object_properties.get(role.property);
        self.symbols.data_properties.find(iri).is_some()
    }

    fn triple_text(&self, subject: &str, role: Role, object: &str) -> String {
        let property = bracketed(self.symbols.object_properties.get(role.property));
        let (subject, object) = if role.inverse { (object, subject) } else { (subject, object) };
        format!("{subject} {property} {object} .")
    }

    fn successor(&mut self, var: Var, role: Role, successor: Var) {
        for line in self.successor_lines(var, role, successor) {
            self.line(&line);
        }
    }

    /// The triple to a successor. Where the property has literals as well, they are kept out.
    fn successor_lines(
        &self,
        var: Var,
        role: Role,
        successor: Var,
    ) -> impl Iterator<Item = String> + use<> {
        let triple = self.triple_text(&var.to_string(), role, &successor.to_string());
        let object = if role.inverse { var } else { successor };
        let filter = self.has_literals(role).then(|| format!("FILTER(!isLiteral({object}))"));
        std::iter::once(triple).chain(filter)
    }

    /// The triple to a value and the test of it.
    fn value_lines(
        &self,
        restriction: &DataRestriction,
        var: Var,
        value: Var,
        range: &DataRange,
    ) -> impl Iterator<Item = String> + use<> {
        let iri = self.symbols.data_properties.get(restriction.property);
        let has_nodes = self.symbols.object_properties.find(iri).is_some();
        let triple = format!("{var} {} {value} .", bracketed(iri));
        let literal = has_nodes.then(|| format!("FILTER(isLiteral({value}))"));
        let types = self.symbols.value_types(restriction.property);
        let test = (*range != DataRange::Any)
            .then(|| format!("FILTER({})", range_test(range, types, &value.to_string())));
        std::iter::once(triple).chain(literal).chain(test)
    }

    pub(super) fn individual(&self, individual: IndividualId) -> Result<String, WriteError> {
        let name = self.symbols.individuals.get(individual);
        if name.starts_with("_:") {
            return Err(WriteError::BlankIndividual(name.to_owned()));
        }
        Ok(bracketed(name))
    }
}

/// Whether so many copies of a filler are short enough to be written out.
fn is_short(n: u64, n_copies: u64) -> bool {
    n <= MAX_VARIABLES && n.saturating_mul(n_copies) <= MAX_COPIES
}

/// What is known of a node whose children are known.
fn shape(node: &Node, at: usize, shapes: &[Shape]) -> Shape {
    let mut end = at + 1;
    let mut n_copies = 1u64;
    let mut n_binding = 0;
    for _ in 0..node.arity() {
        let child = shapes[end];
        end = child.end;
        n_copies = n_copies.saturating_add(child.n_copies);
        n_binding += usize::from(child.binds);
    }
    let written = |n: u64| {
        if is_short(n, n_copies - 1) { n.max(1).saturating_mul(n_copies) } else { n_copies }
    };
    let n_copies = match node {
        Node::AtLeast(n, _) => written(u64::from(*n)),
        Node::AtMost(n, _) => written(u64::from(*n) + 1),
        Node::Exactly(n, _) => written(2 * u64::from(*n) + 1),
        _ => n_copies,
    };
    let binds = match node {
        Node::Class(_) | Node::HasValue(..) | Node::HasSelf(_) | Node::Some(_) => true,
        Node::AtLeast(n, _) | Node::Exactly(n, _) => *n > 0,
        Node::Data(restriction) => match restriction.quantifier {
            Quantifier::Some => true,
            Quantifier::AtLeast(n) | Quantifier::Exactly(n) => n > 0,
            Quantifier::Only | Quantifier::AtMost(_) => false,
        },
        Node::And(_) => n_binding > 0,
        Node::Or(n) => *n > 0 && n_binding == *n as usize,
        Node::Top
        | Node::Bottom
        | Node::OneOf(_)
        | Node::Not
        | Node::Only(_)
        | Node::AtMost(..) => false,
    };
    Shape { end, binds, n_copies }
}

fn pairs(vars: &[Var]) -> impl Iterator<Item = (Var, Var)> {
    vars.iter()
        .enumerate()
        .flat_map(move |(position, a)| vars[position + 1..].iter().map(move |b| (*a, *b)))
}

fn bracketed(iri: &str) -> String {
    let mut out = String::new();
    write_bracketed(&mut out, iri);
    out
}
