//! A sketch whose roles, numbers and values are chosen, ready to be evaluated for many concepts in its
//! concept holes.

use std::sync::Arc;

use evolearner_dl::sketch::hole_of_number;
use evolearner_dl::{Concept, Forall, Node};

use super::universe::{Individuals, Successors, UniverseNumber};

/// A part of a program, in the order of prefix notation.
enum Part {
    /// What has no holes, as a set.
    Fixed(Vec<u64>),
    /// A hole; the places of the universe within that of the hole, where they differ.
    Hole(usize, Option<Vec<u32>>),
    Not(usize),
    And(usize),
    Or(usize),
    Restriction(Node, Arc<Successors>),
}

/// A concept over concept holes, by their numbers in the sketch.
pub(super) struct Program {
    parts: Vec<Part>,
    forall: Forall,
    /// What an evaluation costs, in units of about a nanosecond.
    pub(super) work: u64,
    /// The concept holes, each with the union of the universes that it stands in.
    pub(super) holes: Vec<(usize, UniverseNumber)>,
}

impl Program {
    /// A program for a concept whose root speaks of a universe.
    pub(super) fn new(
        individuals: &mut Individuals,
        concept: &Concept,
        root: UniverseNumber,
    ) -> Self {
        let universes = universes(individuals, concept, root);
        let nodes = concept.nodes();
        let hole = |node: &Node| match node {
            Node::Class(class) => hole_of_number(class.0),
            _ => None,
        };
        let mut holes: Vec<(usize, UniverseNumber)> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let Some(hole) = hole(node) else { continue };
            match holes.iter_mut().find(|(known, _)| *known == hole) {
                Some((_, universe)) => {
                    let both =
                        [*universe, universes[at]].map(|of| individuals.members(of).to_vec());
                    *universe = individuals.universe(both.concat());
                }
                None => holes.push((hole, universes[at])),
            }
        }
        let mut program =
            Self { parts: Vec::new(), forall: individuals.forall, work: 150, holes: Vec::new() };
        let mut at = 0;
        while at < nodes.len() {
            let universe = universes[at];
            let end = concept.subtree_end(at);
            let n_words = individuals.n_words(universe);
            program.work += 40 + n_words as u64;
            if nodes[at..end].iter().all(|node| hole(node).is_none()) {
                let part =
                    Concept::from_preorder(nodes[at..end].to_vec()).expect("it is a subtree");
                program.parts.push(Part::Fixed(individuals.retrieved(universe, &part)));
                at = end;
                continue;
            }
            let node = &nodes[at];
            program.parts.push(match node {
                Node::Class(_) => {
                    let (hole, of_hole) = hole(node)
                        .and_then(|hole| holes.iter().find(|(known, _)| *known == hole))
                        .copied()
                        .expect("holes were gathered before");
                    let differs = of_hole != universe;
                    Part::Hole(hole, differs.then(|| individuals.places_in(universe, of_hole)))
                }
                Node::Not => Part::Not(individuals.members(universe).len()),
                Node::And(n) => Part::And(*n as usize),
                Node::Or(n) => Part::Or(*n as usize),
                restriction => {
                    let role = restriction.role().expect("all else has no parts");
                    let successors = individuals.successors(universe, role);
                    program.work += successors.work();
                    Part::Restriction(node.clone(), successors)
                }
            });
            at += 1;
        }
        program.holes = holes;
        program
    }

    /// Who satisfies it, given who satisfies what stands in each hole.
    pub(super) fn members<'s>(&self, of_hole: impl Fn(usize) -> &'s [u64]) -> Vec<u64> {
        let mut stack: Vec<Vec<u64>> = Vec::new();
        // Read backwards, prefix order is postfix order.
        for part in self.parts.iter().rev() {
            let set = match part {
                Part::Fixed(set) => set.clone(),
                Part::Hole(hole, None) => of_hole(*hole).to_vec(),
                Part::Hole(hole, Some(places)) => {
                    let members = of_hole(*hole);
                    let is_in = |place: &u32| evolearner_graph::bits::has_bit(members, *place);
                    let found = places.iter().enumerate().filter(|(_, place)| is_in(place));
                    evolearner_graph::bits::set_bits(places.len(), found.map(|(at, _)| at))
                }
                Part::Not(n) => {
                    let mut set = stack.pop().expect("a part follows");
                    for word in &mut set {
                        *word = !*word;
                    }
                    evolearner_graph::bits::trim(&mut set, *n);
                    set
                }
                Part::And(n) => combined(&mut stack, *n, |a, b| a & b),
                Part::Or(n) => combined(&mut stack, *n, |a, b| a | b),
                Part::Restriction(node, successors) => {
                    let filler = stack.pop().expect("a filler follows");
                    successors.restricted(node, &filler, self.forall)
                }
            };
            stack.push(set);
        }
        stack.pop().expect("a concept has a root")
    }
}

fn combined(stack: &mut Vec<Vec<u64>>, n: usize, combine: fn(u64, u64) -> u64) -> Vec<u64> {
    let mut set = stack.pop().expect("a part follows");
    for _ in 1..n {
        let other = stack.pop().expect("as many parts follow");
        set.iter_mut().zip(other).for_each(|(word, other)| *word = combine(*word, other));
    }
    set
}

/// The universe that each node of a concept speaks of.
fn universes(
    individuals: &mut Individuals,
    concept: &Concept,
    root: UniverseNumber,
) -> Vec<UniverseNumber> {
    let mut found = Vec::with_capacity(concept.nodes().len());
    // For each open node: how many parts are to come, and the universe that they speak of.
    let mut open = vec![(1, root)];
    for node in concept.nodes() {
        while open.last().is_some_and(|(n_left, _)| *n_left == 0) {
            open.pop();
        }
        let (n_left, universe) = open.last_mut().expect("a part is to come");
        *n_left -= 1;
        let universe = *universe;
        found.push(universe);
        let below = match (node.role(), node.arity()) {
            (Some(role), 1) => individuals.successors(universe, role).to,
            _ => universe,
        };
        open.push((node.arity(), below));
    }
    found
}
