//! A concept while it is being read: nodes that come before their parents.

use evolearner_dl::{Concept, Node};

/// A tree that is built from the leaves up in linear time.
///
/// A finished concept is an array in prefix order, but a parser learns how many operands a `⊓`
/// has only when it has read them all; so it links nodes first and puts them in order at the end.
#[derive(Default)]
pub(crate) struct Arena {
    entries: Vec<Entry>,
}

struct Entry {
    node: Node,
    first_child: Option<Ref>,
    next: Option<Ref>,
}

/// A node of an arena.
#[derive(Clone, Copy)]
pub(crate) struct Ref(u32);

impl Arena {
    pub(crate) fn leaf(&mut self, node: Node) -> Ref {
        self.over(node, &[])
    }

    /// A node over its children, which have no parent yet.
    pub(crate) fn over(&mut self, node: Node, children: &[Ref]) -> Ref {
        for pair in children.windows(2) {
            self.entries[pair[0].0 as usize].next = Some(pair[1]);
        }
        let at = Ref(self.entries.len() as u32);
        self.entries.push(Entry { node, first_child: children.first().copied(), next: None });
        at
    }

    /// The join of operands: the operand itself where there is only one.
    pub(crate) fn join(&mut self, join: fn(u32) -> Node, operands: &[Ref]) -> Ref {
        match operands {
            [only] => *only,
            _ => self.over(join(operands.len() as u32), operands),
        }
    }

    /// The concept below a node.
    pub(crate) fn finish(self, root: Ref) -> Concept {
        let mut entries: Vec<_> = self.entries.into_iter().map(Some).collect();
        let mut nodes = Vec::with_capacity(entries.len());
        let mut pending = vec![root];
        while let Some(Ref(at)) = pending.pop() {
            let entry = entries[at as usize].take().expect("each node has one parent");
            nodes.push(entry.node);
            pending.extend(entry.next);
            pending.extend(entry.first_child);
        }
        Concept::from_preorder(nodes).expect("each node was given as many children as it wants")
    }
}
