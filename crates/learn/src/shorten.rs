//! Takes out of a candidate what does not help it on the examples.
//!
//! Evolution finds good concepts with parts that no example depends on. Each part is left out, or
//! put more positively, and the change is kept if the quality does not fall.

use crate::alphabet::Alphabet;
use crate::evaluate::Covered;
use crate::gene::{Gene, Op};
use crate::language::Constructor;
use crate::tree::{Node, graft, plant, subtree};

/// A candidate and what it covers.
pub(crate) type Candidate = (Vec<Node>, Covered);

/// Shortens a candidate as long as `quality` does not fall. One pass goes over the nodes from the
/// root; passes are repeated until one changes nothing.
pub(crate) fn shorten(
    alphabet: &Alphabet,
    (mut tree, mut covered): Candidate,
    mut evaluate: impl FnMut(&[Node]) -> Option<Covered>,
    quality: impl Fn(Covered) -> f64,
) -> Candidate {
    let mut changed = true;
    let mut child = Vec::new();
    while std::mem::take(&mut changed) {
        let mut at = 0;
        while at < tree.len() {
            let mut was_replaced = false;
            for replacement in replacements(alphabet, &tree, at) {
                child.clear();
                graft(&tree, at, &replacement, &mut child);
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
fn replacements(alphabet: &Alphabet, tree: &[Node], at: usize) -> Vec<Vec<Node>> {
    let node = &tree[subtree(tree, at)];
    let gene = node[0].gene;
    let has = |constructor| alphabet.language.has(constructor);
    let mut found = Vec::new();
    let part = |at: usize| node[subtree(node, at)].to_vec();
    let with_root = |root: Gene, filler: &[Node]| {
        let mut nodes = Vec::with_capacity(1 + filler.len());
        plant(std::iter::once(root).chain(filler.iter().map(|node| node.gene)), &mut nodes);
        nodes
    };
    let some = Gene::new(Op::Some, gene.argument());
    match gene.op() {
        Op::And | Op::Or => found.extend([part(1), part(1 + node[1].size())]),
        Op::Some | Op::Only => {
            let filler = &node[1..];
            if gene.op() == Op::Only && has(Constructor::Exists) {
                found.push(with_root(some, filler));
            }
            if filler.len() > 1 {
                found.push(with_root(gene, &[top()]));
            }
        }
        Op::AtLeast | Op::AtMost => {
            let (number, filler) = (node[1], &node[2..]);
            if has(Constructor::Exists) {
                found.push(with_root(some, filler));
            }
            if gene.op() == Op::AtMost {
                let at_least = Gene::new(Op::AtLeast, gene.argument());
                found.push(with_root(at_least, &node[1..]));
            }
            if filler.len() > 1 {
                found.push(with_root(gene, &[number, top()]));
            }
        }
        _ => {}
    }
    found
}

fn top() -> Node {
    let mut nodes = Vec::with_capacity(1);
    plant([Gene::TOP], &mut nodes);
    nodes[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Evaluator, Forall};
    use crate::examples::Examples;
    use crate::fixture::molecules;
    use crate::quality::Confusion;
    use crate::tree::planted;
    use crate::universe::World;

    /// What is left of a candidate on the molecules, a1 and a2 against b1 and b2.
    fn check(genes: impl Fn(&dyn Fn(&str) -> Gene, &dyn Fn(Op, &str) -> Gene) -> [Vec<Gene>; 2]) {
        let (graph, problem, alphabet) = molecules();
        let class = |name: &str| {
            let id = graph.symbols.classes.find(&format!("http://x/{name}")).unwrap();
            let place = alphabet.classes.iter().position(|&class| class == id).unwrap();
            Gene::new(Op::Class, place)
        };
        let role = |op, name: &str| {
            let id = graph.symbols.object_properties.find(&format!("http://x/{name}")).unwrap();
            let place = alphabet.roles.iter().position(|role| role.property == id).unwrap();
            Gene::new(op, place)
        };
        let examples = Examples::new(&graph, &problem, None);
        let world = World { graph: &graph, alphabet: &alphabet, examples: &examples };
        let mut evaluator = Evaluator::new(world, Forall::Standard, 1_000_000);
        let [long, expected] = genes(&class, &role).map(|genes| planted(&genes));
        let covered = evaluator.evaluate(world, &long);
        let (short, _) = shorten(
            &alphabet,
            (long, covered),
            |tree| Some(evaluator.evaluate(world, tree)),
            |covered| Confusion::new(covered, 2, 2).accuracy(),
        );
        assert_eq!(short, expected);
    }

    #[test]
    fn a_part_that_no_example_needs_is_left_out() {
        check(|class, _| [vec![Gene::AND, class("Acid"), class("Compound")], vec![class("Acid")]]);
        check(|class, role| {
            let has = role(Op::Some, "has");
            [
                vec![Gene::OR, class("Acid"), Gene::AND, has, class("Oxygen"), class("Acid")],
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
