//! What fillings may be made of, what each part costs, and which of the demanded names it uses.

use std::sync::Arc;

use evolearner_dl::sketch::HoleNames;
use evolearner_dl::{
    Comparison, Concept, Constructor, DataPropertyId, DataRange, DataRestriction, Datatype,
    Literal, Node, Quantifier, Role,
};
use evolearner_evaluate::{Op, Space};
use evolearner_search::{Named, Names, Priced};

/// The names and constructors of fillings, with prices.
pub(super) struct Grammar {
    pub(super) space: Arc<Space>,
    must_use: Vec<Vec<Named>>,
    prices: Vec<(Priced, u32)>,
}

impl Grammar {
    pub(super) fn new(space: Arc<Space>, names: &Names) -> Self {
        let (must_use, prices) = (names.must_use.clone(), names.prices.clone());
        Self { space, must_use, prices }
    }

    /// The set of all demanded names, a bit each.
    pub(super) fn all_used(&self) -> u64 {
        (1 << self.must_use.len()) - 1
    }

    /// Whether anything costs what it would not cost by its length.
    pub(super) fn has_prices(&self) -> bool {
        !self.prices.is_empty()
    }

    /// The demanded names that a node has.
    pub(super) fn used(&self, node: &Node) -> u64 {
        let Some(named) = Named::of(node) else { return 0 };
        let lists = self.must_use.iter().enumerate();
        lists.filter(|(_, names)| names.contains(&named)).map(|(place, _)| 1 << place).sum()
    }

    /// The demanded names that a concept has.
    pub(super) fn used_in(&self, concept: &Concept) -> u64 {
        concept.nodes().iter().fold(0, |used, node| used | self.used(node))
    }

    fn price(&self, priced: Priced) -> usize {
        let mut known = self.prices.iter().filter(|(of, _)| *of == priced);
        known.next_back().map_or(1, |&(_, price)| price as usize)
    }

    /// What a node adds to the length, by its prices.
    pub(super) fn cost(&self, node: &Node) -> usize {
        let constructor = |constructor| self.price(Priced::Constructor(constructor));
        let name = Named::of(node).map_or(1, |named| self.price(Priced::Name(named)));
        let of_role = |role: &Role| name + usize::from(role.inverse);
        match node {
            Node::Top | Node::Bottom => 1,
            Node::Class(_) => name,
            Node::Not => constructor(Constructor::Negation),
            Node::And(n) => n.abs_diff(1) as usize,
            Node::Or(n) => constructor(Constructor::Union) * n.abs_diff(1) as usize,
            Node::Some(role) => constructor(Constructor::Exists) + of_role(role),
            Node::Only(role) => constructor(Constructor::Forall) + of_role(role),
            Node::AtLeast(_, role) | Node::AtMost(_, role) | Node::Exactly(_, role) => {
                1 + constructor(Constructor::Cardinality) + of_role(role)
            }
            leaf => Concept::leaf(leaf.clone()).length() - 1 + name,
        }
    }

    /// The length of a concept by the prices.
    pub(super) fn cost_of(&self, concept: &Concept) -> usize {
        concept.nodes().iter().map(|node| self.cost(node)).sum()
    }

    /// The nodes without parts that a filling of these names may have, `⊤` and `⊥` first.
    pub(super) fn leaves(&self, names: Option<&HoleNames>) -> Vec<Node> {
        let space = &self.space;
        let mut leaves = vec![Node::Top, Node::Bottom];
        leaves.extend(space.classes.iter().map(|&class| Node::Class(class)));
        for property in &space.numeric {
            for op in property.ops() {
                let side = if op == Op::Max { Comparison::AtMost } else { Comparison::AtLeast };
                let bounds = property
                    .bounds
                    .iter()
                    .map(|[most, least]| if op == Op::Max { most.clone() } else { least.clone() });
                let ranges = bounds.map(|bound| DataRange::Compare(side, bound));
                leaves.extend(ranges.map(|range| data(property.property, range)));
            }
        }
        for &property in &space.boolean {
            leaves.extend(truths().map(|truth| data(property, DataRange::OneOf([truth].into()))));
        }
        leaves.extend(space.atoms.iter().map(|(_, node)| node.clone()));
        leaves.retain(|node| names.is_none_or(|names| names.admit(node)));
        leaves
    }

    /// The restrictions that a filling of these names may have, without their fillers.
    pub(super) fn restrictions(&self, names: Option<&HoleNames>) -> Vec<Node> {
        let space = &self.space;
        let has = |constructor| space.language.has(constructor);
        let mut nodes = Vec::new();
        for &role in &space.roles {
            if has(Constructor::Exists) {
                nodes.push(Node::Some(role));
            }
            if has(Constructor::Forall) {
                nodes.push(Node::Only(role));
            }
            for n in 1..=space.max_cardinality {
                if has(Constructor::Cardinality) {
                    nodes.push(Node::AtMost(n, role));
                    // `≥ 1` is `∃`.
                    if n > 1 || !has(Constructor::Exists) {
                        nodes.push(Node::AtLeast(n, role));
                    }
                }
                if has(Constructor::Exact) {
                    nodes.push(Node::Exactly(n, role));
                }
            }
        }
        nodes.retain(|node| names.is_none_or(|names| names.admit(node)));
        nodes
    }
}

/// `d` with a value in a range.
fn data(property: DataPropertyId, range: DataRange) -> Node {
    Node::Data(Box::new(DataRestriction { property, quantifier: Quantifier::Some, range }))
}

/// The truth values.
pub(super) fn truths() -> impl Iterator<Item = Literal> {
    ["true", "false"].into_iter().map(|word| Literal::new(word, Datatype::xsd("boolean")))
}
