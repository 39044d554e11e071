//! Puts more general names into a candidate where the examples do not mind.
//!
//! `∃ married.∃ hasSibling.Father` and `….Parent` may cover the same examples and not the same
//! individuals. Of concepts that do as well, the more general one does better on new examples.

use evolearner_dl::ClassId;

use crate::code::{Code, Op};
use crate::shorten::Candidate;
use crate::space::Space;
use crate::term::{Term, replace_subtree, tree_of};

/// Moves the names of a candidate up the stated hierarchy, as long as `quality` does not fall. Names
/// that a negation or an upper bound makes narrow stay.
pub fn generalise(
    space: &Space,
    (mut tree, mut covered): Candidate,
    mut evaluate: impl FnMut(&[Term]) -> Option<crate::Covered>,
    quality: impl Fn(crate::Covered) -> f64,
) -> Candidate {
    let mut child = Vec::new();
    for at in names(&tree) {
        let mut is_lower = true;
        while std::mem::take(&mut is_lower) {
            for class in above(space, tree[at].code) {
                child.clear();
                replace_subtree(&tree, at, &tree_of(&[class]), &mut child);
                let Some(found) = evaluate(&child) else { return (tree, covered) };
                if quality(found) >= quality(covered) {
                    std::mem::swap(&mut tree, &mut child);
                    (covered, is_lower) = (found, true);
                    break;
                }
            }
        }
    }
    (tree, covered)
}

/// The places of the names that more individuals may take the place of: those below an even number
/// of negations and upper bounds, and below no exact number.
fn names(tree: &[Term]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    // For each operator above: the end of its subtree, and how it reads its parts.
    let mut above: Vec<(usize, Reading)> = Vec::new();
    while at < tree.len() {
        above.retain(|&(end, _)| at < end);
        let reading = above.last().map_or(Reading::Wider, |&(_, reading)| reading);
        let op = tree[at].code.op();
        if op == Op::Class && reading == Reading::Wider {
            found.push(at);
        }
        let below = match (op, reading) {
            (Op::Not | Op::AtMost, Reading::Wider) => Reading::Narrower,
            (Op::Not | Op::AtMost, Reading::Narrower) => Reading::Wider,
            (Op::Exactly, _) => Reading::Neither,
            _ => reading,
        };
        above.push((at + tree[at].size(), below));
        at += 1;
    }
    found
}

/// What becomes of a concept if one of its parts covers more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Wider,
    Narrower,
    Neither,
}

/// The classes of the space that are stated to be directly above a class.
fn above(space: &Space, class: Code) -> Vec<Code> {
    let class = space.classes[class.argument()];
    let stated = &space.graph.stated.subclasses;
    let supers = stated.iter().filter(|&&(below, above)| below == class && above != class);
    let place = |above: ClassId| space.classes.binary_search(&above).ok();
    let n_members = |class: ClassId| space.graph.instances(class).len();
    // One with as many members is the same class by another name, and would lead back.
    supers
        .filter(|&&(_, above)| n_members(above) > n_members(class))
        .filter_map(|&(_, above)| place(above))
        .map(|place| Code::new(Op::Class, place))
        .collect()
}
