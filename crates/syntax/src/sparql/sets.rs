//! The form *sets*: every restriction is the set of those that have it, and sets are joined, united and
//! taken away.
//!
//! A restriction is a sub-query with its own `DISTINCT`, so that an engine evaluates it once and bottom-up
//! instead of once for each binding of the variable; a complement is `MINUS`; a cardinality groups and
//! counts. Every group binds its variable with a triple before something is taken away from it.

use evolearner_dl::{DataRange, DataRestriction, Node, Quantifier, Role};

use super::shape::Shapes;
use super::text::{Text, Var};
use crate::error::WriteError;

/// Up to so many values of one individual are variables that differ; more are grouped and counted.
const MAX_VALUES: u64 = 5;

/// What is still to be written. Subtrees are named by where they start; the flag asks for the complement.
enum Piece {
    /// Triples and sub-queries in the current group.
    Pattern(usize, bool, Var),
    /// Text in the current line.
    Same(&'static str),
    /// A line of its own.
    Line(String),
    Open,
    Close,
}

/// Writes the pattern of a concept into the current group, which has bound the variable unless the
/// pattern does.
pub(super) fn write(text: &mut Text<'_>, shapes: &Shapes<'_>) -> Result<(), WriteError> {
    let mut pending = vec![Piece::Pattern(0, false, Var::ROOT)];
    // Pieces of one node in the order of the text; they go on the stack the other way round.
    let mut pieces = Vec::new();
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Same(words) => text.out.push_str(words),
            Piece::Line(line) => text.line(&line),
            Piece::Open => text.open(),
            Piece::Close => text.close(),
            Piece::Pattern(at, is_negated, _) if shapes.constant(at, is_negated).is_some() => {}
            Piece::Pattern(at, is_negated, var) if !shapes.binds(at, is_negated) => {
                pieces.extend([
                    Piece::Line("MINUS ".to_owned()),
                    Piece::Open,
                    Piece::Pattern(at, !is_negated, var),
                    Piece::Close,
                ]);
            }
            Piece::Pattern(at, is_negated, var) => {
                pattern(text, shapes, at, is_negated, var, &mut pieces)?;
            }
        }
        pending.extend(pieces.drain(..).rev());
    }
    Ok(())
}

/// The pattern of a subtree that binds its variable under this polarity.
fn pattern(
    text: &mut Text<'_>,
    shapes: &Shapes<'_>,
    at: usize,
    is_negated: bool,
    var: Var,
    pieces: &mut Vec<Piece>,
) -> Result<(), WriteError> {
    match shapes.node(at) {
        Node::Not => pieces.push(Piece::Pattern(at + 1, !is_negated, var)),
        Node::And(_) | Node::Or(_) => {
            let mut members = shapes.members(at);
            if matches!(shapes.node(at), Node::And(_)) != is_negated {
                // What is taken away comes behind what binds.
                members.sort_by_key(|member| !shapes.binds(*member, is_negated));
                pieces.extend(members.iter().map(|at| Piece::Pattern(*at, is_negated, var)));
            } else if let [only] = members[..] {
                pieces.push(Piece::Pattern(only, is_negated, var));
            } else {
                text.line("");
                for (position, member) in members.into_iter().enumerate() {
                    if position > 0 {
                        pieces.push(Piece::Same(" UNION "));
                    }
                    pieces.extend([
                        Piece::Open,
                        Piece::Pattern(member, is_negated, var),
                        Piece::Close,
                    ]);
                }
            }
        }
        Node::Some(role)
        | Node::AtLeast(1, role)
        | Node::AtMost(0, role)
        | Node::Exactly(0, role) => {
            some(text, at + 1, *role, false, var, pieces);
        }
        Node::Only(role) => some(text, at + 1, *role, true, var, pieces),
        Node::AtLeast(n, role) => counted(text, at + 1, *role, &format!(">= {n}"), var, pieces),
        Node::AtMost(n, role) => {
            let more = format!(">= {}", u64::from(*n) + 1);
            counted(text, at + 1, *role, &more, var, pieces);
        }
        Node::Exactly(n, role) => counted(text, at + 1, *role, &format!("= {n}"), var, pieces),
        _ => leaf(text, shapes, at, var)?,
    }
    Ok(())
}

/// The pattern of a subtree without parts.
pub(super) fn leaf(
    text: &mut Text<'_>,
    shapes: &Shapes<'_>,
    at: usize,
    var: Var,
) -> Result<(), WriteError> {
    match shapes.node(at) {
        Node::Class(class) => text.class(var, *class),
        Node::OneOf(individuals) => {
            let names: Result<Vec<_>, _> =
                individuals.iter().map(|individual| text.individual(*individual)).collect();
            text.line(&format!("VALUES {var} {{ {} }}", names?.join(" ")));
        }
        Node::HasValue(role, individual) => text.has_value(var, *role, *individual)?,
        Node::HasSelf(role) => {
            let triple = text.triple(var, *role, &var.to_string());
            text.line(&triple);
        }
        Node::Data(restriction) => data(text, restriction, var),
        _ => {}
    }
    Ok(())
}

/// Those with a successor in the filler, or outside of it, once each.
fn some(
    text: &mut Text<'_>,
    filler: usize,
    role: Role,
    is_negated: bool,
    var: Var,
    pieces: &mut Vec<Piece>,
) {
    let successor = text.fresh();
    text.line(&format!("{{ SELECT DISTINCT {var} WHERE "));
    text.open();
    text.successors(var, role, &[successor]);
    pieces.extend([Piece::Pattern(filler, is_negated, successor), Piece::Close, Piece::Same(" }")]);
}

/// Those whose number of successors in the filler passes a test.
fn counted(
    text: &mut Text<'_>,
    filler: usize,
    role: Role,
    test: &str,
    var: Var,
    pieces: &mut Vec<Piece>,
) {
    let successor = text.fresh();
    text.line(&format!("{{ SELECT {var} WHERE "));
    text.open();
    text.successors(var, role, &[successor]);
    pieces.extend([
        Piece::Pattern(filler, false, successor),
        Piece::Close,
        Piece::Line(format!("GROUP BY {var} HAVING (COUNT(DISTINCT {successor}) {test}) }}")),
    ]);
}

/// The values that a data restriction asks for, or that its complement does.
fn data(text: &mut Text<'_>, restriction: &DataRestriction, var: Var) {
    match restriction.quantifier {
        Quantifier::Some | Quantifier::Exactly(0) => values(text, restriction, 1, var),
        Quantifier::Only => {
            let value = text.fresh();
            let outside = DataRange::Not(Box::new(restriction.range.clone()));
            text.value(restriction, var, value, &outside);
        }
        Quantifier::AtLeast(n) => values(text, restriction, n.into(), var),
        Quantifier::AtMost(n) => values(text, restriction, u64::from(n) + 1, var),
        Quantifier::Exactly(n) => {
            values(text, restriction, n.into(), var);
            text.line("MINUS ");
            text.open();
            values(text, restriction, u64::from(n) + 1, var);
            text.close();
        }
    }
}

/// At least so many values of a data restriction.
pub(super) fn values(text: &mut Text<'_>, restriction: &DataRestriction, n: u64, var: Var) {
    if n == 1 {
        return text.values(restriction, n, var);
    }
    let is_counted = n > MAX_VALUES;
    let distinct = if is_counted { "" } else { "DISTINCT " };
    text.line(&format!("{{ SELECT {distinct}{var} WHERE "));
    text.open();
    if !is_counted {
        text.values(restriction, n, var);
        text.close();
        text.out.push_str(" }");
        return;
    }
    let value = text.fresh();
    text.value(restriction, var, value, &restriction.range);
    text.close();
    text.line(&format!("GROUP BY {var} HAVING (COUNT(DISTINCT {value}) >= {n}) }}"));
}
