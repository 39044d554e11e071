//! The form *bool*: named classes and values are patterns, all else is one boolean of `EXISTS` and `NOT
//! EXISTS`.
//!
//! Virtuoso answers sub-queries inside a negation wrongly, and a group that starts with a filter too. So
//! every `EXISTS` group starts with a triple, no sub-query stands in one, and a cardinality is as many
//! variables that differ pairwise.

use std::fmt::Write;

use evolearner_dl::{DataRange, Node, Quantifier, Role};

use super::shape::Shapes;
use super::text::{Text, Var};
use crate::error::WriteError;

/// Above so many repeated patterns the text of cardinalities is refused.
const MAX_REPEATED: u64 = 5_000;

/// What is still to be written. Subtrees are named by where they start; the flag asks for the complement.
enum Piece {
    /// Triples and a filter in the current group, which has bound the variable.
    Group(usize, bool, Var),
    /// A test of a bound variable.
    Test(usize, bool, Var),
    /// So many successors in the filler, in the current group.
    AtLeast {
        filler: usize,
        role: Role,
        n: u64,
        var: Var,
    },
    /// So many values of a data restriction, in the current group.
    Values(usize, u64, Var),
    Same(&'static str),
    Line(String),
    Open,
    Close,
}

/// Writes a concept into the group of a query, behind what binds the variable unless it does so itself.
pub(super) fn write(text: &mut Text<'_>, shapes: &Shapes<'_>) -> Result<(), WriteError> {
    check_size(shapes)?;
    if shapes.binds(0, false) {
        anchor(text, shapes)?;
    }
    run(text, shapes, Piece::Group(0, false, Var::ROOT))
}

/// Writes a concept as a test of the variable.
pub(super) fn test(text: &mut Text<'_>, shapes: &Shapes<'_>) -> Result<(), WriteError> {
    check_size(shapes)?;
    match shapes.constant(0, false) {
        Some(holds) => text.out.push_str(if holds { "true" } else { "false" }),
        None => run(text, shapes, Piece::Test(0, false, Var::ROOT))?,
    }
    Ok(())
}

fn check_size(shapes: &Shapes<'_>) -> Result<(), WriteError> {
    if shapes.weight() > shapes.n_nodes().saturating_add(MAX_REPEATED) {
        return Err(WriteError::LongQuery);
    }
    Ok(())
}

/// Binds the variable to all that the concept can have, if none of its conjuncts is a pattern.
fn anchor(text: &mut Text<'_>, shapes: &Shapes<'_>) -> Result<(), WriteError> {
    let own = shapes.conjuncts(0, false);
    if own.iter().any(|(at, is_negated)| is_pattern(text, shapes, *at, *is_negated)) {
        return Ok(());
    }
    let var = Var::ROOT;
    let mut pending = vec![(0, false)];
    let mut n_written = 0;
    text.line("{ SELECT DISTINCT ?x WHERE ");
    text.open();
    while let Some((at, is_negated)) = pending.pop() {
        let node = shapes.node(at);
        match node {
            Node::Not => {
                pending.push((at + 1, !is_negated));
                continue;
            }
            Node::And(_) | Node::Or(_) => {
                let members = shapes.members(at).into_iter();
                let mut members = members.map(|member| (member, is_negated));
                if matches!(node, Node::And(_)) == is_negated {
                    pending.extend(members.rev());
                } else {
                    pending.extend(members.find(|(member, _)| shapes.binds(*member, is_negated)));
                }
                continue;
            }
            _ => {}
        }
        text.line(if n_written > 0 { "UNION " } else { "" });
        n_written += 1;
        text.open();
        match node {
            Node::OneOf(individuals) => {
                let names: Result<Vec<_>, _> =
                    individuals.iter().map(|individual| text.individual(*individual)).collect();
                let values = format!("VALUES {var} {{ {} }}", names?.join(" "));
                // Virtuoso loses a branch of a union whose neighbour is VALUES, unless that is a sub-query.
                text.line(&format!("{{ SELECT DISTINCT {var} WHERE {{ {values} }} }}"));
            }
            Node::Data(restriction) => {
                let value = text.fresh();
                text.value(restriction, var, value, &DataRange::Any);
            }
            node => match node.role() {
                Some(role) if !matches!(node, Node::HasValue(..) | Node::HasSelf(_)) => {
                    let successor = text.fresh();
                    text.successors(var, role, &[successor]);
                }
                _ => leaf(text, shapes, at, var)?,
            },
        }
        text.close();
    }
    text.close();
    text.out.push_str(" }");
    Ok(())
}

/// Whether a subtree is written as triples. A class with others below it is one of several tests: as a variable
/// that is one of the classes, Virtuoso takes fifteen times as long.
fn is_pattern(text: &Text<'_>, shapes: &Shapes<'_>, at: usize, is_negated: bool) -> bool {
    let is_leaf = match shapes.node(at) {
        Node::Class(class) => text.class_names(*class).len() == 1,
        Node::HasValue(..) | Node::HasSelf(_) => true,
        Node::Data(restriction) => restriction.quantifier == Quantifier::Some,
        _ => false,
    };
    is_leaf && !is_negated
}

/// The triples of a subtree that is written so.
fn leaf(text: &mut Text<'_>, shapes: &Shapes<'_>, at: usize, var: Var) -> Result<(), WriteError> {
    match shapes.node(at) {
        Node::Class(class) => text.class(var, *class),
        Node::HasValue(role, individual) => text.has_value(var, *role, *individual)?,
        Node::HasSelf(role) => {
            let triple = text.triple(var, *role, &var.to_string());
            text.line(&triple);
        }
        Node::Data(restriction) => text.values(restriction, 1, var),
        _ => {}
    }
    Ok(())
}

fn run(text: &mut Text<'_>, shapes: &Shapes<'_>, first: Piece) -> Result<(), WriteError> {
    let mut pending = vec![first];
    let mut pieces = Vec::new();
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Same(words) => text.out.push_str(words),
            Piece::Line(line) => text.line(&line),
            Piece::Open => text.open(),
            Piece::Close => text.close(),
            Piece::Values(at, n, var) => {
                if let Node::Data(restriction) = shapes.node(at) {
                    text.values(restriction, n, var);
                }
            }
            Piece::AtLeast { filler, role, n, var } => {
                let successors: Vec<Var> = (0..n).map(|_| text.fresh()).collect();
                text.successors(var, role, &successors);
                text.pairwise(&successors, |a, b| format!("{a} != {b}"));
                pieces.extend(successors.iter().map(|one| Piece::Group(filler, false, *one)));
            }
            Piece::Group(at, is_negated, var) => {
                let (patterns, tests): (Vec<_>, Vec<_>) = shapes
                    .conjuncts(at, is_negated)
                    .into_iter()
                    .partition(|(at, is_negated)| is_pattern(text, shapes, *at, *is_negated));
                for (at, _) in patterns {
                    leaf(text, shapes, at, var)?;
                }
                for (position, (at, is_negated)) in tests.iter().enumerate() {
                    let start = if position == 0 { "FILTER(" } else { "&& " };
                    pieces.extend([
                        Piece::Line(start.to_owned()),
                        Piece::Test(*at, *is_negated, var),
                    ]);
                }
                if !tests.is_empty() {
                    pieces.push(Piece::Same(")"));
                }
            }
            Piece::Test(at, is_negated, var) => {
                expression(text, shapes, at, is_negated, var, &mut pieces)?;
            }
        }
        pending.extend(pieces.drain(..).rev());
    }
    Ok(())
}

/// The test that a bound variable is in a subtree or in its complement; no constant comes here.
fn expression(
    text: &mut Text<'_>,
    shapes: &Shapes<'_>,
    at: usize,
    is_negated: bool,
    var: Var,
    pieces: &mut Vec<Piece>,
) -> Result<(), WriteError> {
    let exists = |holds: bool| Piece::Same(if holds { "EXISTS " } else { "NOT EXISTS " });
    let at_least = |n: u64, role: Role, holds: bool| {
        let many = Piece::AtLeast { filler: at + 1, role, n, var };
        [exists(holds), Piece::Open, many, Piece::Close]
    };
    let values =
        |n: u64, holds: bool| [exists(holds), Piece::Open, Piece::Values(at, n, var), Piece::Close];
    match shapes.node(at) {
        Node::Class(class) => {
            let (word, join) = if is_negated { ("NOT EXISTS", " && ") } else { ("EXISTS", " || ") };
            let names = text.class_names(*class);
            let tests: Vec<String> =
                names.iter().map(|name| format!("{word} {{ {var} a {name} . }}")).collect();
            let tests = tests.join(join);
            let (open, close) = if names.len() > 1 { ("(", ")") } else { ("", "") };
            // Writing to a string cannot fail.
            let _ = write!(text.out, "{open}{tests}{close}");
        }
        Node::HasValue(..) | Node::HasSelf(_) => {
            text.out.push_str(if is_negated { "NOT EXISTS " } else { "EXISTS " });
            text.open();
            leaf(text, shapes, at, var)?;
            text.close();
        }
        Node::OneOf(individuals) => {
            let names: Result<Vec<_>, _> =
                individuals.iter().map(|individual| text.individual(*individual)).collect();
            let word = if is_negated { "NOT IN" } else { "IN" };
            // Writing to a string cannot fail.
            let _ = write!(text.out, "{var} {word} ({})", names?.join(", "));
        }
        Node::Not => pieces.push(Piece::Test(at + 1, !is_negated, var)),
        node @ (Node::And(_) | Node::Or(_)) => {
            let is_meet = matches!(node, Node::And(_)) != is_negated;
            text.out.push('(');
            for (position, member) in shapes.members(at).into_iter().enumerate() {
                if position > 0 {
                    pieces.push(Piece::Same(if is_meet { " && " } else { " || " }));
                }
                pieces.push(Piece::Test(member, is_negated, var));
            }
            pieces.push(Piece::Same(")"));
        }
        node @ (Node::Some(role) | Node::Only(role)) => {
            // `∀ r.C` has no counterexample: a successor outside the filler.
            let is_only = matches!(node, Node::Only(_));
            text.out.push_str(if is_only == is_negated { "EXISTS " } else { "NOT EXISTS " });
            text.open();
            let successor = text.fresh();
            text.successors(var, *role, &[successor]);
            pieces.extend([Piece::Group(at + 1, is_only, successor), Piece::Close]);
        }
        Node::AtLeast(n, role) => pieces.extend(at_least((*n).into(), *role, !is_negated)),
        Node::AtMost(n, role) => pieces.extend(at_least(u64::from(*n) + 1, *role, is_negated)),
        Node::Exactly(n, role) => {
            let n = u64::from(*n);
            if n == 0 {
                pieces.extend(at_least(1, *role, is_negated));
                return Ok(());
            }
            let (enough, more) =
                (at_least(n, *role, !is_negated), at_least(n + 1, *role, is_negated));
            both(pieces, enough, more, is_negated);
        }
        Node::Data(restriction) => match restriction.quantifier {
            Quantifier::Some => pieces.extend(values(1, !is_negated)),
            Quantifier::Only => {
                text.out.push_str(if is_negated { "EXISTS " } else { "NOT EXISTS " });
                text.open();
                let value = text.fresh();
                let outside = DataRange::Not(Box::new(restriction.range.clone()));
                text.value(restriction, var, value, &outside);
                text.close();
            }
            Quantifier::AtLeast(n) => pieces.extend(values(n.into(), !is_negated)),
            Quantifier::AtMost(n) => pieces.extend(values(u64::from(n) + 1, is_negated)),
            Quantifier::Exactly(0) => pieces.extend(values(1, is_negated)),
            Quantifier::Exactly(n) => {
                let n = u64::from(n);
                both(pieces, values(n, !is_negated), values(n + 1, is_negated), is_negated);
            }
        },
        Node::Top | Node::Bottom => {}
    }
    Ok(())
}

/// Enough and not more; of the complement, too few or more.
fn both(pieces: &mut Vec<Piece>, enough: [Piece; 4], more: [Piece; 4], is_negated: bool) {
    pieces.push(Piece::Same("("));
    pieces.extend(enough);
    pieces.push(Piece::Same(if is_negated { " || " } else { " && " }));
    pieces.extend(more);
    pieces.push(Piece::Same(")"));
}
