//! The tree of a concept, as pictures draw it: one box per operator, property and name.

use evolearner_dl::{Concept, Node, Role};

use crate::dl;
use crate::error::NameKind;
use crate::vocabulary::Vocabulary;

/// What a box stands for, which decides how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A class, an individual, `⊤` or `⊥`.
    Name,
    /// `⊓`, `⊔` or `¬`.
    Operator,
    /// A quantifier and its role.
    Restriction,
    /// A restriction on values.
    Data,
}

/// A box of the tree, in prefix order.
pub struct Item {
    /// What stands in it.
    pub text: String,
    /// How it looks.
    pub look: Look,
    /// How many of the boxes behind it are right below it.
    pub n_children: usize,
}

/// The boxes of a concept in prefix order.
pub fn boxes(concept: &Concept, vocabulary: &Vocabulary<'_>) -> Vec<Item> {
    let role_text = |sign: String, role: &Role| {
        let name = vocabulary.spell(NameKind::ObjectProperty, role.property.0 as usize);
        format!("{sign} {name}{}", if role.inverse { "⁻" } else { "" })
    };
    concept
        .nodes()
        .iter()
        .map(|node| {
            let (text, look) = match node {
                Node::Not => ("¬".to_owned(), Look::Operator),
                Node::And(_) => ("⊓".to_owned(), Look::Operator),
                Node::Or(_) => ("⊔".to_owned(), Look::Operator),
                Node::Some(role) => (role_text("∃".to_owned(), role), Look::Restriction),
                Node::Only(role) => (role_text("∀".to_owned(), role), Look::Restriction),
                Node::AtLeast(n, role) => (role_text(format!("≥ {n}"), role), Look::Restriction),
                Node::AtMost(n, role) => (role_text(format!("≤ {n}"), role), Look::Restriction),
                Node::Exactly(n, role) => (role_text(format!("= {n}"), role), Look::Restriction),
                leaf => {
                    let look = match leaf {
                        Node::Data(_) => Look::Data,
                        Node::HasValue(..) | Node::HasSelf(_) => Look::Restriction,
                        _ => Look::Name,
                    };
                    (dl::print_in(&Concept::leaf(leaf.clone()), vocabulary), look)
                }
            };
            Item { text, look, n_children: node.arity() }
        })
        .collect()
}

/// For every box but the first the index of the box above it.
pub(crate) fn parents(boxes: &[Item]) -> Vec<Option<usize>> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut parents = Vec::with_capacity(boxes.len());
    for (index, item) in boxes.iter().enumerate() {
        while open.last().is_some_and(|&(_, n_missing)| n_missing == 0) {
            open.pop();
        }
        parents.push(open.last_mut().map(|(parent, n_missing)| {
            *n_missing -= 1;
            *parent
        }));
        open.push((index, item.n_children));
    }
    parents
}

/// A text of at most so many characters; the end of a longer one is left out.
pub(crate) fn shortened(text: &str, n_max: usize) -> String {
    if text.chars().count() <= n_max {
        return text.to_owned();
    }
    text.chars().take(n_max - 1).chain(['…']).collect()
}
