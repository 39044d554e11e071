//! A hash of concepts that is the same in every run and every version.
//!
//! Operands of `⊓` and `⊔` may come in any order; so may the members of `{a, b}`. The mixing is
//! written out here, because the standard library and hashing crates promise no fixed values.

use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Datatype, IndividualId, Literal, Node,
    Quantifier, Role,
};

/// The hash of a concept, commutative in `⊓` and `⊔`.
pub fn stable_hash(concept: &Concept) -> u64 {
    concept.fold(|node, children| combine(node, children))
}

/// The hash of every subtree, by the position of its root in [`Concept::nodes`].
pub fn subtree_hashes(concept: &Concept) -> Vec<u64> {
    let nodes = concept.nodes();
    let mut hashes = Vec::with_capacity(nodes.len());
    concept.fold(|node, children| {
        let hash = combine(node, children);
        hashes.push(hash);
        hash
    });
    // Folding goes from the last node to the first.
    hashes.reverse();
    hashes
}

/// One word after another: multiply, then let the high bits reach the low ones.
fn mix(state: u64, word: u64) -> u64 {
    let mut mixed = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

fn mix_all(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x5eed_0fc0_4cc3_9735, mix)
}

/// A sum does not see the order; mixing each part first keeps sums apart.
fn mix_unordered(tag: u64, parts: impl IntoIterator<Item = u64>) -> u64 {
    let (mut n_parts, mut sum) = (0, 0u64);
    for part in parts {
        n_parts += 1;
        sum = sum.wrapping_add(mix_all([tag, part]));
    }
    mix_all([tag, n_parts, sum])
}

fn combine(node: &Node, children: &[u64]) -> u64 {
    // These numbers are part of the format: never renumber.
    match node {
        Node::Top => mix_all([1]),
        Node::Bottom => mix_all([2]),
        Node::Class(class) => mix_all([3, class.0.into()]),
        Node::OneOf(individuals) => {
            mix_unordered(4, individuals.iter().map(|individual| individual.0.into()))
        }
        Node::HasValue(role, IndividualId(individual)) => {
            mix_all([5, of_role(*role), u64::from(*individual)])
        }
        Node::HasSelf(role) => mix_all([6, of_role(*role)]),
        Node::Data(restriction) => of_restriction(restriction),
        Node::Not => mix_all([8, children[0]]),
        Node::And(_) => mix_unordered(9, children.iter().copied()),
        Node::Or(_) => mix_unordered(10, children.iter().copied()),
        Node::Some(role) => mix_all([11, of_role(*role), children[0]]),
        Node::Only(role) => mix_all([12, of_role(*role), children[0]]),
        Node::AtLeast(n, role) => mix_all([13, u64::from(*n), of_role(*role), children[0]]),
        Node::AtMost(n, role) => mix_all([14, u64::from(*n), of_role(*role), children[0]]),
        Node::Exactly(n, role) => mix_all([15, u64::from(*n), of_role(*role), children[0]]),
    }
}

fn of_role(role: Role) -> u64 {
    u64::from(role.property.0) << 1 | u64::from(role.inverse)
}

fn of_restriction(restriction: &DataRestriction) -> u64 {
    let (quantifier, n) = match restriction.quantifier {
        Quantifier::Some => (1, 0),
        Quantifier::Only => (2, 0),
        Quantifier::AtLeast(n) => (3, n),
        Quantifier::AtMost(n) => (4, n),
        Quantifier::Exactly(n) => (5, n),
    };
    let property = restriction.property.0.into();
    mix_all([7, property, quantifier, n.into(), of_range(&restriction.range)])
}

fn of_range(range: &DataRange) -> u64 {
    match range {
        DataRange::Any => mix_all([21]),
        DataRange::Datatype(datatype) => mix_all([22, of_datatype(datatype)]),
        DataRange::Compare(comparison, bound) => {
            let comparison = match comparison {
                Comparison::AtMost => 1,
                Comparison::Below => 2,
                Comparison::AtLeast => 3,
                Comparison::Above => 4,
            };
            mix_all([23, comparison, of_literal(bound)])
        }
        DataRange::OneOf(literals) => mix_unordered(24, literals.iter().map(of_literal)),
        DataRange::Not(range) => mix_all([25, of_range(range)]),
        DataRange::And(ranges) => mix_unordered(26, ranges.iter().map(of_range)),
        DataRange::Or(ranges) => mix_unordered(27, ranges.iter().map(of_range)),
    }
}

fn of_literal(literal: &Literal) -> u64 {
    let kind = literal.value().kind as u64;
    mix_all([31, of_text(literal.lexical()), of_datatype(literal.datatype()), kind])
}

fn of_datatype(datatype: &Datatype) -> u64 {
    match datatype {
        Datatype::Iri(iri) => mix_all([41, of_text(iri)]),
        Datatype::Language(language) => mix_all([42, of_text(language)]),
    }
}

fn of_text(text: &str) -> u64 {
    let words = text.as_bytes().chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(bytes)
    });
    mix_all(words.chain([text.len() as u64]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::{ClassId, DataPropertyId, ObjectPropertyId};

    fn sample() -> Concept {
        let class = |id| Concept::class(ClassId(id));
        let bound = Literal::new("2.1", Datatype::xsd("double"));
        let data = Concept::leaf(Node::Data(Box::new(DataRestriction {
            property: DataPropertyId(3),
            quantifier: Quantifier::Some,
            range: DataRange::Compare(Comparison::AtMost, bound),
        })));
        let role = Role { property: ObjectPropertyId(1), inverse: true };
        Concept::and([class(1), Concept::some(role, Concept::or([class(2), data]))])
    }

    #[test]
    fn hashes_do_not_change_between_versions() {
        let hashes = [Concept::top(), sample()].map(|concept| stable_hash(&concept));
        assert_eq!(hashes, [0xf2b3_01f8_c139_d279, 0x4178_7315_ff96_5e4a]);
    }

    #[test]
    fn the_order_of_operands_does_not_matter_but_their_place_does() {
        let class = |id| Concept::class(ClassId(id));
        let role = Role::forward(ObjectPropertyId(0));
        let hash = |concept: Concept| stable_hash(&concept);
        assert_eq!(
            hash(Concept::and([class(1), class(2), class(3)])),
            hash(Concept::and([class(3), class(1), class(2)]))
        );
        assert_ne!(
            hash(Concept::and([class(1), class(2)])),
            hash(Concept::or([class(1), class(2)]))
        );
        assert_ne!(
            hash(Concept::and([class(1), Concept::some(role, class(2))])),
            hash(Concept::and([class(2), Concept::some(role, class(1))]))
        );
        assert_ne!(
            hash(Concept::and([Concept::and([class(1), class(2)]), class(3)])),
            hash(Concept::and([Concept::and([class(1), class(3)]), class(2)]))
        );
        assert_ne!(
            hash(Concept::and([class(1), class(1)])),
            hash(Concept::and([class(2), class(2)]))
        );
    }

    #[test]
    fn subtrees_hash_like_concepts_of_their_own() {
        let concept = sample();
        let hashes = subtree_hashes(&concept);
        for (start, hash) in hashes.iter().enumerate() {
            let nodes = concept.nodes()[start..concept.subtree_end(start)].to_vec();
            assert_eq!(stable_hash(&Concept::from_preorder(nodes).unwrap()), *hash);
        }
    }
}
