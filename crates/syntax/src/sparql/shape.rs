//! What is known of every subtree of a concept before it is written, under both polarities.
//!
//! Negation is never moved inside the concept as a value: a subtree is written *positively* or as its
//! *complement*, and this table says of both whether the text binds its variable with triples. Of a
//! subtree that is no constant, one of the two always does: a meet binds if one member does, a join if all
//! members do, and a member that does not bind has a complement that does.

use evolearner_dl::{Concept, DataRestriction, Node, Quantifier};

/// What is known of one subtree.
#[derive(Clone, Copy)]
struct Shape {
    /// Where the next subtree starts.
    end: usize,
    /// The constant that the subtree is equivalent to by its constructors alone.
    constant: Option<bool>,
    /// Whether the pattern of the subtree, and that of its complement, bind the variable.
    binds: [bool; 2],
    /// How many patterns are written where a cardinality repeats its filler for every successor.
    weight: u64,
}

/// The shapes of all subtrees of a concept, by where they start.
pub(super) struct Shapes<'a> {
    nodes: &'a [Node],
    shapes: Vec<Shape>,
}

impl<'a> Shapes<'a> {
    pub(super) fn of(concept: &'a Concept) -> Self {
        let nodes = concept.nodes();
        let unknown = Shape { end: 0, constant: None, binds: [false; 2], weight: 0 };
        let mut shapes = Self { nodes, shapes: vec![unknown; nodes.len()] };
        for at in (0..nodes.len()).rev() {
            shapes.shapes[at] = shapes.shape(at);
        }
        shapes
    }

    pub(super) fn node(&self, at: usize) -> &'a Node {
        &self.nodes[at]
    }

    /// Whether the subtree, or its complement, holds of everything or of nothing.
    pub(super) fn constant(&self, at: usize, is_negated: bool) -> Option<bool> {
        self.shapes[at].constant.map(|holds| holds != is_negated)
    }

    /// Whether the pattern of the subtree, or of its complement, binds the variable.
    pub(super) fn binds(&self, at: usize, is_negated: bool) -> bool {
        self.shapes[at].binds[usize::from(is_negated)]
    }

    /// How many patterns are written where fillers of cardinalities are repeated.
    pub(super) fn weight(&self) -> u64 {
        self.shapes[0].weight
    }

    pub(super) fn n_nodes(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The members of a meet or join that are no constants.
    pub(super) fn members(&self, at: usize) -> Vec<usize> {
        let mut starts = self.children(at);
        starts.retain(|start| self.shapes[*start].constant.is_none());
        starts
    }

    /// The members of nested meets that are no constants, with their polarity, in the order of the text.
    pub(super) fn conjuncts(&self, at: usize, is_negated: bool) -> Vec<(usize, bool)> {
        let mut pending = vec![(at, is_negated)];
        let mut found = Vec::new();
        while let Some((at, is_negated)) = pending.pop() {
            match self.node(at) {
                _ if self.constant(at, is_negated).is_some() => {}
                Node::Not => pending.push((at + 1, !is_negated)),
                node @ (Node::And(_) | Node::Or(_))
                    if matches!(node, Node::And(_)) != is_negated =>
                {
                    pending.extend(self.members(at).into_iter().rev().map(|at| (at, is_negated)));
                }
                _ => found.push((at, is_negated)),
            }
        }
        found
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

    fn shape(&self, at: usize) -> Shape {
        let node = &self.nodes[at];
        let children = self.children(at);
        let end = children.last().map_or(at + 1, |last| self.shapes[*last].end);
        let n_filler =
            children.iter().fold(0u64, |n, child| n.saturating_add(self.shapes[*child].weight));
        let filler = children.first().map(|first| self.shapes[*first]);
        let is_empty = filler.is_some_and(|filler| filler.constant == Some(false));
        let is_full = filler.is_some_and(|filler| filler.constant == Some(true));
        let constant = match node {
            Node::Top | Node::AtLeast(0, _) => Some(true),
            Node::Bottom => Some(false),
            Node::OneOf(individuals) if individuals.is_empty() => Some(false),
            Node::Not => filler.and_then(|filler| filler.constant).map(|holds| !holds),
            Node::And(_) => self.constant_of(&children, false),
            Node::Or(_) => self.constant_of(&children, true),
            Node::Some(_) | Node::AtLeast(..) => is_empty.then_some(false),
            Node::Only(_) => is_full.then_some(true),
            Node::AtMost(..) => is_empty.then_some(true),
            Node::Exactly(n, _) => is_empty.then_some(*n == 0),
            Node::Data(restriction) => {
                matches!(restriction.quantifier, Quantifier::AtLeast(0)).then_some(true)
            }
            Node::Class(_) | Node::OneOf(_) | Node::HasValue(..) | Node::HasSelf(_) => None,
        };
        let binds = if constant.is_some() { [false; 2] } else { self.binding(node, &children) };
        let copies = |n: u32, more: u64| {
            (u64::from(n).saturating_add(more)).saturating_mul(n_filler.saturating_add(1))
        };
        let weight = match node {
            _ if constant.is_some() => 0,
            Node::Not | Node::And(_) | Node::Or(_) => n_filler,
            Node::AtLeast(n, _) => copies(*n, 0),
            Node::AtMost(n, _) => copies(*n, 1),
            Node::Exactly(n, _) => copies(*n, 0).saturating_add(copies(*n, 1)),
            Node::Data(restriction) => match restriction.quantifier {
                Quantifier::AtLeast(n) => copies(n, 0),
                Quantifier::AtMost(n) => copies(n, 1),
                Quantifier::Exactly(n) => copies(n, 0).saturating_add(copies(n, 1)),
                Quantifier::Some | Quantifier::Only => 1,
            },
            _ => n_filler.saturating_add(1),
        };
        Shape { end, constant, binds, weight }
    }

    /// A meet is false with a false member and true if all are true; a join is the opposite.
    fn constant_of(&self, children: &[usize], is_join: bool) -> Option<bool> {
        let mut constants = children.iter().map(|child| self.shapes[*child].constant);
        if constants.clone().any(|constant| constant == Some(is_join)) {
            return Some(is_join);
        }
        constants.all(|constant| constant == Some(!is_join)).then_some(!is_join)
    }

    fn binding(&self, node: &Node, children: &[usize]) -> [bool; 2] {
        const POSITIVE: [bool; 2] = [true, false];
        const NEGATIVE: [bool; 2] = [false, true];
        let members = || {
            let known = children.iter().map(|child| self.shapes[*child]);
            known.filter(|shape| shape.constant.is_none()).map(|shape| shape.binds)
        };
        match node {
            Node::Not => {
                let [positive, negative] = self.shapes[children[0]].binds;
                [negative, positive]
            }
            Node::And(_) => [members().any(|binds| binds[0]), members().all(|binds| binds[1])],
            Node::Or(_) => [members().all(|binds| binds[0]), members().any(|binds| binds[1])],
            Node::Only(_) | Node::AtMost(..) | Node::Exactly(0, _) => NEGATIVE,
            Node::Data(restriction) if !binds_value(restriction) => NEGATIVE,
            _ => POSITIVE,
        }
    }
}

/// Whether a data restriction asks for a value.
fn binds_value(restriction: &DataRestriction) -> bool {
    match restriction.quantifier {
        Quantifier::Some => true,
        Quantifier::AtLeast(n) | Quantifier::Exactly(n) => n > 0,
        Quantifier::Only | Quantifier::AtMost(_) => false,
    }
}
