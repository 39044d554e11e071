//! A concept changed by hand at one of its nodes, and what a part says about the whole.

use evolearner_dl::{Concept, DataRange, Literal, Node};

/// What is done at a node.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Leaves the part out. Of `∃ r.C` without `C`, `∃ r.⊤` remains.
    Drop,
    /// Puts another concept in its place.
    Replace(Concept),
    /// Asks for another concept as well.
    And(Concept),
    /// Allows another concept instead.
    Or(Concept),
    /// Moves the bound of a comparison of values.
    Bound(String),
}

/// The concept with a change at the node of that place in prefix order; nothing where there is no
/// such node, or where it has no bound of the kind of the new one.
pub fn revise(concept: &Concept, at: usize, change: Change) -> Option<Concept> {
    if at >= concept.nodes().len() {
        return None;
    }
    match change {
        Change::Drop => without(concept, at),
        Change::Replace(other) => replaced(concept, at, other.nodes()),
        Change::And(other) => joined(concept, at, &other, Node::And),
        Change::Or(other) => joined(concept, at, &other, Node::Or),
        Change::Bound(text) => {
            let Node::Data(restriction) = &concept.nodes()[at] else { return None };
            let DataRange::Compare(comparison, bound) = &restriction.range else { return None };
            let moved = Literal::new(&text, bound.datatype().clone());
            if moved.value().kind != bound.value().kind {
                return None;
            }
            let mut restriction = restriction.clone();
            restriction.range = DataRange::Compare(*comparison, moved);
            replaced(concept, at, &[Node::Data(restriction)])
        }
    }
}

/// What a part says about the individuals that the whole concept is about: that a successor along
/// the roles above it, be it any of several, is an instance of the part.
pub fn part_of_whole(concept: &Concept, at: usize) -> Option<Concept> {
    let nodes = concept.nodes();
    if at >= nodes.len() {
        return None;
    }
    let part = Concept::from_preorder(nodes[at..concept.subtree_end(at)].to_vec())?;
    let mut above = Vec::new();
    let mut place = at;
    while let Some(parent) = parent_of(concept, place) {
        above.extend(nodes[parent].role());
        place = parent;
    }
    Some(above.into_iter().fold(part, |part, role| Concept::some(role, part)))
}

/// The node above a node.
fn parent_of(concept: &Concept, at: usize) -> Option<usize> {
    (0..at).rev().find(|&above| concept.subtree_end(above) > at)
}

fn replaced(concept: &Concept, at: usize, part: &[Node]) -> Option<Concept> {
    let nodes = concept.nodes();
    let end = concept.subtree_end(at);
    Concept::from_preorder([&nodes[..at], part, &nodes[end..]].concat())
}

fn without(concept: &Concept, at: usize) -> Option<Concept> {
    let nodes = concept.nodes();
    let Some(parent) = parent_of(concept, at) else { return Some(Concept::top()) };
    let fewer = match nodes[parent] {
        Node::And(n) if n > 2 => Some(Node::And(n - 1)),
        Node::Or(n) if n > 2 => Some(Node::Or(n - 1)),
        // A join of one is that one.
        Node::And(_) | Node::Or(_) => None,
        Node::Not => return without(concept, parent),
        _ => return replaced(concept, at, &[Node::Top]),
    };
    let (before, after) = (&nodes[parent + 1..at], &nodes[concept.subtree_end(at)..]);
    Concept::from_preorder([&nodes[..parent], fewer.as_slice(), before, after].concat())
}

fn joined(concept: &Concept, at: usize, other: &Concept, join: fn(u32) -> Node) -> Option<Concept> {
    let nodes = concept.nodes();
    let end = concept.subtree_end(at);
    let is_join = |node: &Node| {
        let n = node.arity() as u32;
        (*node == join(n)).then_some(n)
    };
    // A join takes one more operand; another part becomes a join of two.
    let of = match (is_join(&nodes[at]), parent_of(concept, at)) {
        (Some(n), _) => Some((at, n)),
        (None, Some(parent)) => is_join(&nodes[parent]).map(|n| (parent, n)),
        (None, None) => None,
    };
    let mut changed = [&nodes[..end], other.nodes(), &nodes[end..]].concat();
    match of {
        Some((place, n)) => changed[place] = join(n + 1),
        None => changed.insert(at, join(2)),
    }
    Concept::from_preorder(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_syntax::{dl, parse_any};

    use crate::knowledge_base::KnowledgeBase;

    fn kb() -> KnowledgeBase {
        let turtle = "@prefix : <http://e/> . :a a :A, :B, :C, :D ; :r :b ; :s :b ; :v 3 .";
        KnowledgeBase::from_bytes("kb.ttl", turtle.into()).expect("it can be read")
    }

    fn read(kb: &KnowledgeBase, text: &str) -> Concept {
        parse_any(text, &kb.vocabulary()).expect("a concept")
    }

    #[test]
    fn a_change_at_a_node_gives_the_concept_that_a_person_would_write() {
        let kb = kb();
        let concept = |text: &str| read(&kb, text);
        let check = |before: &str, at: usize, change: Change, after: &str| {
            let changed = revise(&concept(before), at, change).expect("it can be changed");
            assert_eq!(dl::print_in(&changed, &kb.vocabulary()), after, "{before} at {at}");
        };
        check("A ⊓ B", 1, Change::Drop, "B");
        check("A ⊓ B ⊓ C", 2, Change::Drop, "A ⊓ C");
        check("A ⊓ (B ⊔ C)", 3, Change::Drop, "A ⊓ C");
        check("A ⊓ ¬B", 3, Change::Drop, "A");
        check("∃ r.A", 1, Change::Drop, "∃ r.⊤");
        check("A", 0, Change::Drop, "⊤");
        check("A ⊓ ∃ r.B", 3, Change::Replace(concept("C ⊔ D")), "A ⊓ ∃ r.(C ⊔ D)");
        check("A", 0, Change::And(concept("B")), "A ⊓ B");
        check("A ⊓ B", 1, Change::And(concept("C")), "A ⊓ C ⊓ B");
        check("A ⊓ B", 0, Change::And(concept("C")), "A ⊓ B ⊓ C");
        check("A ⊓ B", 1, Change::Or(concept("C")), "(A ⊔ C) ⊓ B");
        check("∃ r.A", 1, Change::And(concept("B")), "∃ r.(A ⊓ B)");
        check("A ⊓ v ≤ 3", 2, Change::Bound("2".to_owned()), "A ⊓ (v ≤ 2)");
        assert_eq!(revise(&concept("A"), 1, Change::Drop), None);
        assert_eq!(revise(&concept("A"), 0, Change::Bound("2".to_owned())), None);
        assert_eq!(revise(&concept("v ≤ 3"), 0, Change::Bound("two".to_owned())), None);
    }

    #[test]
    fn a_part_is_seen_through_the_roles_above_it() {
        let kb = kb();
        let check = |whole: &str, at: usize, part: &str| {
            let found = part_of_whole(&read(&kb, whole), at).expect("it is there");
            assert_eq!(dl::print_in(&found, &kb.vocabulary()), part, "{whole} at {at}");
        };
        check("A ⊓ ∃ r.(B ⊓ ∀ s.C)", 0, "A ⊓ ∃ r.(B ⊓ ∀ s.C)");
        check("A ⊓ ∃ r.(B ⊓ ∀ s.C)", 1, "A");
        check("A ⊓ ∃ r.(B ⊓ ∀ s.C)", 4, "∃ r.B");
        check("A ⊓ ∃ r.(B ⊓ ∀ s.C)", 6, "∃ r.∃ s.C");
    }
}
