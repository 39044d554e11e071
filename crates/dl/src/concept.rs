//! The concept tree as a value.
//!
//! A [`Concept`] is its nodes in prefix order: one flat array, no pointers. Everything that walks
//! a concept is therefore a loop, and a concept nested a hundred thousand levels deep costs memory
//! and not stack. [`Concept::fold`] is the one way in which the rest of the code goes bottom-up.

use crate::data::DataRestriction;
use crate::id::{ClassId, IndividualId, ObjectPropertyId};

/// An object property or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role {
    /// The property.
    pub property: ObjectPropertyId,
    /// Whether it is read from object to subject.
    pub inverse: bool,
}

impl Role {
    /// The property as it stands.
    pub fn forward(property: ObjectPropertyId) -> Self {
        Self { property, inverse: false }
    }

    /// The same edges read the other way.
    pub fn inverted(self) -> Self {
        Self { inverse: !self.inverse, ..self }
    }
}

/// One node of a concept tree. The children follow it in the array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// `⊤`, everything.
    Top,
    /// `⊥`, nothing.
    Bottom,
    /// A named class.
    Class(ClassId),
    /// `{a, b}`: exactly these individuals.
    OneOf(Box<[IndividualId]>),
    /// `∃ r.{a}`.
    HasValue(Role, IndividualId),
    /// `∃ r.Self`.
    HasSelf(Role),
    /// A restriction on a data property.
    Data(Box<DataRestriction>),
    /// `¬ C`.
    Not,
    /// `C ⊓ D …`, with that many operands.
    And(u32),
    /// `C ⊔ D …`, with that many operands.
    Or(u32),
    /// `∃ r.C`.
    Some(Role),
    /// `∀ r.C`.
    Only(Role),
    /// `≥ n r.C`.
    AtLeast(u32, Role),
    /// `≤ n r.C`.
    AtMost(u32, Role),
    /// `= n r.C`.
    Exactly(u32, Role),
}

impl Node {
    /// The role that a restriction is about, as it is written.
    pub fn role(&self) -> Option<Role> {
        match self {
            Self::Some(role)
            | Self::Only(role)
            | Self::AtLeast(_, role)
            | Self::AtMost(_, role)
            | Self::Exactly(_, role)
            | Self::HasValue(role, _)
            | Self::HasSelf(role) => Some(*role),
            _ => None,
        }
    }

    /// The number of children that follow this node.
    pub fn arity(&self) -> usize {
        match self {
            Self::Top
            | Self::Bottom
            | Self::Class(_)
            | Self::OneOf(_)
            | Self::HasValue(..)
            | Self::HasSelf(_)
            | Self::Data(_) => 0,
            Self::Not
            | Self::Some(_)
            | Self::Only(_)
            | Self::AtLeast(..)
            | Self::AtMost(..)
            | Self::Exactly(..) => 1,
            Self::And(n) | Self::Or(n) => *n as usize,
        }
    }
}

/// A concept: a class expression of OWL 2, as a plain value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Concept {
    nodes: Box<[Node]>,
}

impl Concept {
    /// `⊤`.
    pub fn top() -> Self {
        Self::leaf(Node::Top)
    }

    /// `⊥`.
    pub fn bottom() -> Self {
        Self::leaf(Node::Bottom)
    }

    /// A named class.
    pub fn class(class: ClassId) -> Self {
        Self::leaf(Node::Class(class))
    }

    /// A concept of a single node.
    ///
    /// # Panics
    /// If the node wants children.
    pub fn leaf(node: Node) -> Self {
        assert_eq!(node.arity(), 0, "a leaf has no children");
        Self { nodes: Box::new([node]) }
    }

    /// A node over its children.
    ///
    /// # Panics
    /// If the number of children is not the node's arity.
    pub fn node(node: Node, children: impl IntoIterator<Item = Concept>) -> Self {
        let arity = node.arity();
        let mut nodes = vec![node];
        let mut n_children = 0;
        for child in children {
            nodes.extend(child.nodes);
            n_children += 1;
        }
        assert_eq!(n_children, arity, "children match the arity");
        Self { nodes: nodes.into() }
    }

    /// `¬ C`.
    pub fn complement(concept: Concept) -> Self {
        Self::node(Node::Not, [concept])
    }

    /// The meet of any number of concepts: `⊤` of none, the concept itself of one.
    pub fn and(concepts: impl IntoIterator<Item = Concept>) -> Self {
        Self::joined(concepts, Node::And, Node::Top)
    }

    /// The join of any number of concepts: `⊥` of none, the concept itself of one.
    pub fn or(concepts: impl IntoIterator<Item = Concept>) -> Self {
        Self::joined(concepts, Node::Or, Node::Bottom)
    }

    /// `∃ r.C`.
    pub fn some(role: Role, filler: Concept) -> Self {
        Self::node(Node::Some(role), [filler])
    }

    /// `∀ r.C`.
    pub fn only(role: Role, filler: Concept) -> Self {
        Self::node(Node::Only(role), [filler])
    }

    fn joined(
        concepts: impl IntoIterator<Item = Concept>,
        join: fn(u32) -> Node,
        of_none: Node,
    ) -> Self {
        let mut concepts: Vec<Concept> = concepts.into_iter().collect();
        match concepts.len() {
            0 => Self::leaf(of_none),
            1 => concepts.remove(0),
            n => Self::node(join(n as u32), concepts),
        }
    }

    /// A concept from its nodes in prefix order, or nothing if they are not exactly one tree.
    pub fn from_preorder(nodes: Vec<Node>) -> Option<Self> {
        let mut n_open = 1usize;
        for (index, node) in nodes.iter().enumerate() {
            n_open = n_open - 1 + node.arity();
            if n_open == 0 && index + 1 < nodes.len() {
                return None;
            }
        }
        (n_open == 0).then(|| Self { nodes: nodes.into() })
    }

    /// The nodes in prefix order; the first is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The root node.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Computes a value for the whole tree from the leaves up. `combine` gets a node and the
    /// values of its children, in order.
    pub fn fold<T>(&self, mut combine: impl FnMut(&Node, &mut Vec<T>) -> T) -> T {
        let mut stack: Vec<T> = Vec::new();
        let mut children: Vec<T> = Vec::new();
        // Read backwards, prefix order is postfix order: children are done before their parent.
        for node in self.nodes.iter().rev() {
            let n_children = node.arity();
            children.clear();
            children.extend(stack.drain(stack.len() - n_children..).rev());
            let value = combine(node, &mut children);
            stack.push(value);
        }
        stack.pop().expect("a concept has a root")
    }

    /// The concepts directly below the root.
    pub fn children(&self) -> Vec<Concept> {
        let mut children = Vec::with_capacity(self.root().arity());
        let mut start = 1;
        while start < self.nodes.len() {
            let end = self.subtree_end(start);
            children.push(Self { nodes: self.nodes[start..end].into() });
            start = end;
        }
        children
    }

    /// Where the subtree that starts at a node ends (exclusive).
    pub fn subtree_end(&self, start: usize) -> usize {
        let mut n_open = 1;
        let mut index = start;
        while n_open > 0 {
            n_open = n_open - 1 + self.nodes[index].arity();
            index += 1;
        }
        index
    }

    /// The number of tree nodes as the paper's fitness counts them (§3.4): `⊓` and `⊔` are
    /// binary, a cardinality and a data value are nodes of their own.
    pub fn n_nodes(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| match node {
                Node::And(n) | Node::Or(n) => of_join(*n),
                Node::AtLeast(..) | Node::AtMost(..) | Node::Exactly(..) | Node::HasValue(..) => 2,
                Node::OneOf(individuals) => individuals.len().max(1),
                Node::Data(restriction) => restriction.n_nodes(),
                _ => 1,
            })
            .sum()
    }

    /// The length that the paper's tables report (OWL length): a class 1, `¬`, `⊓` and `⊔` 1 each,
    /// `∃` and `∀` 2, cardinalities 3, a data restriction 3, an inverse 1 more.
    pub fn length(&self) -> usize {
        let of_role = |role: &Role| 1 + usize::from(role.inverse);
        self.nodes
            .iter()
            .map(|node| match node {
                Node::Top | Node::Bottom | Node::Class(_) | Node::Not => 1,
                Node::And(n) | Node::Or(n) => of_join(*n),
                Node::Some(role) | Node::Only(role) | Node::HasSelf(role) => 1 + of_role(role),
                Node::AtLeast(_, role)
                | Node::AtMost(_, role)
                | Node::Exactly(_, role)
                | Node::HasValue(role, _) => 2 + of_role(role),
                Node::OneOf(individuals) => individuals.len().max(1),
                Node::Data(restriction) => restriction.length(),
            })
            .sum()
    }

    /// The number of levels: 1 for a leaf.
    pub fn depth(&self) -> usize {
        self.fold(|_, children| 1 + children.iter().copied().max().unwrap_or(0))
    }
}

/// What a join adds to its operands: `⊓` and `⊔` count as binary, and a join of nothing is `⊤` or
/// `⊥`.
fn of_join(n_operands: u32) -> usize {
    n_operands.abs_diff(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_of_nothing_and_of_one_have_a_length() {
        for join in [Node::And, Node::Or] {
            let of_none = Concept::leaf(join(0));
            assert_eq!((of_none.n_nodes(), of_none.length()), (1, 1));
            let of_one = Concept::node(join(1), [Concept::top()]);
            assert_eq!((of_one.n_nodes(), of_one.length()), (1, 1));
        }
    }
}
