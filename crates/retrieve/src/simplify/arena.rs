//! Concepts as shared terms: equal subtrees are one number.

use evolearner_dl::{Concept, Node, Quantifier};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use evolearner_dl::Forall;

/// A term of an [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term(u32);

struct Item {
    node: Node,
    children: Box<[Term]>,
    /// Equal for terms that differ in the order of operands only.
    key: u32,
    /// The number of nodes, as a measure of which of two terms is the simpler one.
    size: usize,
    /// By how much the negation is longer once `¬` is pushed where it costs least; at most 1,
    /// which is `¬` in front.
    flip: i64,
}

/// All terms of one simplification. Comparing two is comparing numbers.
#[derive(Default)]
pub(crate) struct Arena {
    items: Vec<Item>,
    terms: HashMap<(Node, Box<[Term]>), Term, FixedState>,
    keys: HashMap<(Node, Box<[u32]>), u32, FixedState>,
    forall: Forall,
}

impl Arena {
    pub(crate) fn new(forall: Forall) -> Self {
        Self { forall, ..Self::default() }
    }

    /// The term of a node over its children.
    pub(crate) fn intern(&mut self, node: Node, children: &[Term]) -> Term {
        debug_assert_eq!(node.arity(), children.len(), "children match the arity");
        let lookup = (node, Box::from(children));
        if let Some(&term) = self.terms.get(&lookup) {
            return term;
        }
        let (node, children): (Node, Box<[Term]>) = lookup;
        let mut child_keys: Vec<u32> = children.iter().map(|&child| self.key(child)).collect();
        if matches!(node, Node::And(_) | Node::Or(_)) {
            child_keys.sort_unstable();
        }
        let n_keys = self.keys.len() as u32;
        let key = *self.keys.entry((node.clone(), child_keys.into())).or_insert(n_keys);
        let size = children.iter().map(|&child| self.size(child)).sum::<usize>().saturating_add(1);
        let flip = self.flip_of(&node, &children);
        let term = Term(u32::try_from(self.items.len()).expect("fewer than 2^32 terms"));
        self.terms.insert((node.clone(), children.clone()), term);
        self.items.push(Item { node, children, key, size, flip });
        term
    }

    fn flip_of(&self, node: &Node, children: &[Term]) -> i64 {
        let of_children = children.iter().map(|&child| self.flip(child)).sum::<i64>();
        match node {
            Node::Not => -1,
            Node::Top | Node::Bottom | Node::AtLeast(..) | Node::AtMost(..) => 0,
            Node::Data(restriction) => match restriction.quantifier {
                Quantifier::AtLeast(_) | Quantifier::AtMost(_) => 0,
                _ => 1,
            },
            Node::And(_) | Node::Or(_) => of_children.min(1),
            Node::Some(_) | Node::Only(_) if self.forall == Forall::Standard => of_children.min(1),
            _ => 1,
        }
    }

    pub(crate) fn node(&self, term: Term) -> &Node {
        &self.items[term.0 as usize].node
    }

    pub(crate) fn children(&self, term: Term) -> &[Term] {
        &self.items[term.0 as usize].children
    }

    pub(crate) fn key(&self, term: Term) -> u32 {
        self.items[term.0 as usize].key
    }

    pub(crate) fn size(&self, term: Term) -> usize {
        self.items[term.0 as usize].size
    }

    pub(crate) fn flip(&self, term: Term) -> i64 {
        self.items[term.0 as usize].flip
    }

    /// The concept that a term stands for.
    pub(crate) fn concept(&self, term: Term) -> Concept {
        let mut nodes = Vec::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            nodes.push(self.node(term).clone());
            open.extend(self.children(term).iter().rev());
        }
        Concept::from_preorder(nodes).expect("terms have as many children as their nodes want")
    }
}
