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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use evolearner_testing::fixture::{graph, individual};

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::examples::Examples;
    use crate::measure::Confusion;
    use crate::rules::SpaceRules;

    /// What becomes of a candidate where examples cannot tell fathers from parents.
    fn check(codes: impl Fn(&dyn Fn(&str) -> Code, Code) -> [Vec<Code>; 2]) {
        let graph = graph(
            "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
             :Father rdfs:subClassOf :Parent . :Mother rdfs:subClassOf :Parent .
             :p1 :s :f1 . :p2 :s :f2 . :n1 :s :x1 . :n2 :s :x2 .
             :f1 a :Father . :f2 a :Father . :m a :Mother . :x1 a :Child . :x2 a :Child .",
        );
        let all =
            |names: [&str; 2]| names.map(|name| individual(&graph, &format!("http://x/{name}")));
        let (positives, negatives) = (all(["p1", "p2"]), all(["n1", "n2"]));
        let examples = Arc::new(Examples::new(&positives, &negatives).unwrap().0);
        let space = Arc::new(Space::new(Arc::new(graph), &examples, &SpaceRules::default()));
        let class = |name: &str| {
            let id = space.graph.symbols.classes.find(&format!("http://x/{name}")).unwrap();
            Code::new(Op::Class, space.classes.binary_search(&id).unwrap())
        };
        let mut evaluator = Evaluator::new(space.clone(), examples, 1_000_000);
        let [before, expected] = codes(&class, Code::new(Op::Some, 0)).map(|codes| tree_of(&codes));
        let covered = evaluator.covered(&before);
        let (after, _) = generalise(
            &space,
            (before, covered),
            |tree| Some(evaluator.covered(tree)),
            |covered| Confusion::new(covered, 2, 2).accuracy(),
        );
        assert_eq!(after, expected);
    }

    #[test]
    fn a_name_moves_up_where_no_example_minds() {
        check(|class, some| [vec![some, class("Father")], vec![some, class("Parent")]]);
    }

    #[test]
    fn a_negated_name_stays() {
        check(|class, some| {
            let codes = vec![Code::NOT, some, class("Father")];
            [codes.clone(), codes]
        });
    }
}
