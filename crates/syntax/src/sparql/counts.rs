//! The form *counts*: every restriction is a table that is found once, and tables are put together by
//! uniting their rows, grouping them and adding up.
//!
//! Virtuoso evaluates a sub-query inside a negation, or beside few rows of a join, for many rows at a time, and a
//! sub-query with `GROUP BY` then mixes them up. In a union no branch sees the rows of another one. So the
//! members of a meet are branches whose rows count 1, what is taken away are branches whose rows count −1, and those
//! are in the meet whose sum is the number of members. The successors in a complement are counted in the same
//! way: all successors, less those in the filler. One join is left: the edges of a role with the table of the filler.

use evolearner_dl::{Node, Quantifier, Role};

use super::shape::Shapes;
use super::text::{Text, Var};
use super::{among, sets, universe};
use crate::error::WriteError;

/// What is still to be written. Subtrees are named by where they start; the flag asks for the complement.
enum Piece {
    /// The pattern of a subtree that binds its variable, in the current group.
    Pattern(usize, bool, Var),
    /// All that the variable asked for may be.
    Universe,
    /// The individuals to which the answers are limited.
    Among,
    /// So many values of a data restriction.
    Values(usize, u64, Var),
    Successor(Var, Role, Var),
    Same(&'static str),
    Line(String),
    Open,
    Close,
}

/// A table of a sum: what its rows count, and how it is written.
type Branch = (i8, Vec<Piece>);

/// Writes what binds the variable asked for to the instances of a concept.
pub(super) fn write(text: &mut Text<'_>, shapes: &Shapes<'_>) -> Result<(), WriteError> {
    let mut tables = members(shapes, 0, false, Var::ROOT);
    if !shapes.binds(0, false) {
        tables.push((1, vec![Piece::Universe]));
    }
    if text.settings.among.is_some() {
        tables.push((1, vec![Piece::Among]));
    }
    let mut pieces = Vec::new();
    meet(text, Var::ROOT, tables, &mut pieces);
    let mut pending: Vec<Piece> = pieces.drain(..).rev().collect();
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Same(words) => text.out.push_str(words),
            Piece::Line(line) => text.line(&line),
            Piece::Open => text.open(),
            Piece::Close => text.close(),
            Piece::Universe => universe(text),
            Piece::Among => among(text),
            Piece::Successor(var, role, successor) => text.successors(var, role, &[successor]),
            Piece::Values(at, n, var) => {
                if let Node::Data(restriction) = shapes.node(at) {
                    sets::values(text, restriction, n, var);
                }
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
    let mut some = |filler_is_negated: bool, test: &str| {
        restriction(text, shapes, at, filler_is_negated, test, var, pieces);
    };
    match shapes.node(at) {
        Node::Not => pieces.push(Piece::Pattern(at + 1, !is_negated, var)),
        node @ (Node::And(_) | Node::Or(_)) if matches!(node, Node::And(_)) != is_negated => {
            let tables = members(shapes, at, is_negated, var);
            meet(text, var, tables, pieces);
        }
        Node::And(_) | Node::Or(_) => {
            pieces.push(Piece::Line(String::new()));
            for (position, member) in shapes.members(at).into_iter().enumerate() {
                let between = if position > 0 { " UNION " } else { "" };
                let member = Piece::Pattern(member, is_negated, var);
                pieces.extend([Piece::Same(between), Piece::Open, member, Piece::Close]);
            }
        }
        Node::Some(_) | Node::AtMost(0, _) | Node::Exactly(0, _) => some(false, ">= 1"),
        Node::Only(_) => some(true, ">= 1"),
        Node::AtLeast(n, _) => some(false, &format!(">= {n}")),
        Node::AtMost(n, _) => some(false, &format!(">= {}", u64::from(*n) + 1)),
        Node::Exactly(n, _) => some(false, &format!("= {n}")),
        Node::OneOf(_) => {
            // Virtuoso loses a branch of a union whose neighbour is VALUES, unless that is a sub-query.
            text.line(&format!("{{ SELECT DISTINCT {var} WHERE "));
            text.open();
            sets::leaf(text, shapes, at, var)?;
            text.close();
            text.out.push_str(" }");
        }
        Node::Data(data) => match data.quantifier {
            Quantifier::Exactly(n) if n > 0 => {
                let enough = vec![Piece::Values(at, n.into(), var)];
                let more = vec![Piece::Values(at, u64::from(n) + 1, var)];
                sum(text, var, None, vec![(1, enough), (-1, more)], "= 1", pieces);
            }
            _ => sets::leaf(text, shapes, at, var)?,
        },
        _ => sets::leaf(text, shapes, at, var)?,
    }
    Ok(())
}

/// The tables of a meet: the members without parts, which are patterns of one group, then all others.
fn members(shapes: &Shapes<'_>, at: usize, is_negated: bool, var: Var) -> Vec<Branch> {
    let (mut leaves, mut tables) = (Vec::new(), Vec::new());
    for (at, is_negated) in shapes.conjuncts(at, is_negated) {
        let binds = shapes.binds(at, is_negated);
        // What binds no variable has a complement that does.
        let pattern = Piece::Pattern(at, if binds { is_negated } else { !is_negated }, var);
        if binds && is_leaf(shapes.node(at)) {
            leaves.push(pattern);
        } else {
            tables.push((if binds { 1 } else { -1 }, vec![pattern]));
        }
    }
    if !leaves.is_empty() {
        tables.insert(0, (1, leaves));
    }
    tables
}

/// Those who are in all tables that count 1 and in none that counts −1.
fn meet(text: &mut Text<'_>, var: Var, mut tables: Vec<Branch>, pieces: &mut Vec<Piece>) {
    if tables.len() == 1 {
        return pieces.extend(tables.drain(..).flat_map(|(_, table)| table));
    }
    let n_kept = tables.iter().filter(|(n, _)| *n > 0).count();
    sum(text, var, None, tables, &format!("= {n_kept}"), pieces);
}

/// Whether a subtree is written as patterns alone.
fn is_leaf(node: &Node) -> bool {
    match node {
        Node::Data(data) => !matches!(data.quantifier, Quantifier::Exactly(1..)),
        node => {
            matches!(node, Node::Class(_) | Node::OneOf(_) | Node::HasValue(..) | Node::HasSelf(_))
        }
    }
}

/// Those whose number of successors in the filler, or outside of it, passes a test.
fn restriction(
    text: &mut Text<'_>,
    shapes: &Shapes<'_>,
    at: usize,
    is_negated: bool,
    test: &str,
    var: Var,
    pieces: &mut Vec<Piece>,
) {
    let Some(role) = shapes.node(at).role() else { return };
    let (filler, successor) = (at + 1, text.fresh());
    let step = || Piece::Successor(var, role, successor);
    let is_full = shapes.constant(filler, is_negated) == Some(true);
    if !is_full && !shapes.binds(filler, is_negated) {
        let outside = Piece::Pattern(filler, !is_negated, successor);
        let branches = vec![(1, vec![step()]), (-1, vec![step(), outside])];
        return sum(text, var, Some(successor), branches, test, pieces);
    }
    let (distinct, end) = if test == ">= 1" {
        ("DISTINCT ", Piece::Same(" }"))
    } else {
        let end = format!("GROUP BY {var} HAVING (COUNT(DISTINCT {successor}) {test}) }}");
        ("", Piece::Line(end))
    };
    pieces.extend([Piece::Line(format!("{{ SELECT {distinct}{var} WHERE ")), Piece::Open, step()]);
    if !is_full {
        pieces.push(Piece::Pattern(filler, is_negated, successor));
    }
    pieces.extend([Piece::Close, end]);
}

/// Those for whom what the rows of all tables count adds up to what passes a test.
fn sum(
    text: &mut Text<'_>,
    var: Var,
    successor: Option<Var>,
    branches: Vec<Branch>,
    test: &str,
    pieces: &mut Vec<Piece>,
) {
    let count = text.fresh();
    let row = successor.map_or(var.to_string(), |successor| format!("{var} {successor}"));
    pieces.extend([Piece::Line(format!("{{ SELECT {var} WHERE ")), Piece::Open]);
    for (position, (n, table)) in branches.into_iter().enumerate() {
        let between = if position > 0 { "UNION " } else { "" };
        let start = format!("{between}{{ SELECT DISTINCT {row} ({n} AS {count}) WHERE ");
        pieces.extend([Piece::Line(start), Piece::Open]);
        pieces.extend(table);
        pieces.extend([Piece::Close, Piece::Same(" }")]);
    }
    let end = format!("GROUP BY {var} HAVING (SUM({count}) {test}) }}");
    pieces.extend([Piece::Close, Piece::Line(end)]);
}
