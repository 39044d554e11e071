//! Takes out of a candidate what does not help it on the examples.
//!
//! Evolution finds good concepts with parts that no example depends on. Each part is left out, or
//! put more positively, and the change is kept if the quality does not fall.

use evolearner_dl::Constructor;

use crate::code::{Code, Op};
use crate::evaluator::Covered;
use crate::space::Space;
use crate::term::{Term, append_tree, replace_subtree, subtree};

/// A candidate and what it covers.
pub type Candidate = (Vec<Term>, Covered);

/// Shortens a candidate as long as `quality` does not fall. One pass goes over the nodes from the
/// root; passes are repeated until one changes nothing.
pub fn shorten(
    space: &Space,
    (mut tree, mut covered): Candidate,
    mut evaluate: impl FnMut(&[Term]) -> Option<Covered>,
    quality: impl Fn(Covered) -> f64,
) -> Candidate {
    let mut changed = true;
    let mut child = Vec::new();
    while std::mem::take(&mut changed) {
        let mut at = 0;
        while at < tree.len() {
            let mut was_replaced = false;
            for replacement in replacements(space, &tree, at) {
                child.clear();
                replace_subtree(&tree, at, &replacement, &mut child);
                let Some(found) = evaluate(&child) else { return (tree, covered) };
                if quality(found) >= quality(covered) {
                    std::mem::swap(&mut tree, &mut child);
                    (covered, changed, was_replaced) = (found, true, true);
                    break;
                }
            }
            at += usize::from(!was_replaced);
        }
    }
    (tree, covered)
}

/// What may stand in the place of a subtree: fewer nodes, or as many that say less about absence.
/// Every replacement lowers the pair of both, so that shortening ends.
fn replacements(space: &Space, tree: &[Term], at: usize) -> Vec<Vec<Term>> {
    let node = &tree[subtree(tree, at)];
    let code = node[0].code;
    let has = |constructor| space.language.has(constructor);
    let mut found = Vec::new();
    let part = |at: usize| node[subtree(node, at)].to_vec();
    let with_root = |root: Code, filler: &[Term]| {
        let mut nodes = Vec::with_capacity(1 + filler.len());
        append_tree(std::iter::once(root).chain(filler.iter().map(|node| node.code)), &mut nodes);
        nodes
    };
    let some = Code::new(Op::Some, code.argument());
    match code.op() {
        Op::And | Op::Or => found.extend([part(1), part(1 + node[1].size())]),
        Op::Some | Op::Only => {
            let filler = &node[1..];
            if code.op() == Op::Only && has(Constructor::Exists) {
                found.push(with_root(some, filler));
            }
            if filler.len() > 1 {
                found.push(with_root(code, &[top()]));
            }
        }
        Op::AtLeast | Op::AtMost => {
            let (number, filler) = (node[1], &node[2..]);
            if has(Constructor::Exists) {
                found.push(with_root(some, filler));
            }
            if code.op() == Op::AtMost {
                let at_least = Code::new(Op::AtLeast, code.argument());
                found.push(with_root(at_least, &node[1..]));
            }
            if filler.len() > 1 {
                found.push(with_root(code, &[number, top()]));
            }
        }
        _ => {}
    }
    found
}

fn top() -> Term {
    let mut nodes = Vec::with_capacity(1);
    append_tree([Code::TOP], &mut nodes);
    nodes[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use evolearner_testing::fixture::molecules;

    use crate::evaluator::Evaluator;
    use crate::examples::Examples;
    use crate::measure::Confusion;
    use crate::rules::SpaceRules;
    use crate::term::tree_of;

    /// What is left of a candidate on the molecules, a1 and a2 against b1 and b2.
    fn check(codes: impl Fn(&dyn Fn(&str) -> Code, &dyn Fn(Op, &str) -> Code) -> [Vec<Code>; 2]) {
        let (graph, positives, negatives) = molecules();
        let examples = Arc::new(Examples::new(&positives, &negatives).unwrap().0);
        let space = Arc::new(Space::new(Arc::new(graph), &examples, &SpaceRules::default()));
        let graph = &space.graph;
        let class = |name: &str| {
            let id = graph.symbols.classes.find(&format!("http://x/{name}")).unwrap();
            let place = space.classes.iter().position(|&class| class == id).unwrap();
            Code::new(Op::Class, place)
        };
        let role = |op, name: &str| {
            let id = graph.symbols.object_properties.find(&format!("http://x/{name}")).unwrap();
            let place = space.roles.iter().position(|role| role.property == id).unwrap();
            Code::new(op, place)
        };
        let mut evaluator = Evaluator::new(space.clone(), examples, 1_000_000);
        let [long, expected] = codes(&class, &role).map(|codes| tree_of(&codes));
        let covered = evaluator.covered(&long);
        let (short, _) = shorten(
            &space,
            (long, covered),
            |tree| Some(evaluator.covered(tree)),
            |covered| Confusion::new(covered, 2, 2).accuracy(),
        );
        assert_eq!(short, expected);
    }

    #[test]
    fn a_part_that_no_example_needs_is_left_out() {
        check(|class, _| [vec![Code::AND, class("Acid"), class("Compound")], vec![class("Acid")]]);
        check(|class, role| {
            let has = role(Op::Some, "has");
            [
                vec![Code::OR, class("Acid"), Code::AND, has, class("Oxygen"), class("Acid")],
                vec![class("Acid")],
            ]
        });
    }

    #[test]
    fn a_universal_restriction_gives_way_to_an_existential_one_that_does_as_well() {
        // b1 has an oxygen only, all others a hydrogen: neither reading is better here.
        check(|class, role| {
            let hydrogen = class("Hydrogen");
            [vec![role(Op::Only, "has"), hydrogen], vec![role(Op::Some, "has"), hydrogen]]
        });
    }
}
