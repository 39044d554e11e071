//! Membership of single individuals, found from the top down and remembered.
//!
//! Where retrieval computes whole sets, this asks only what is needed to decide about one
//! individual: its successors, their successors, and so on while the answer is open.

use evolearner_dl::{Concept, Forall, IndividualId, Node, Quantifier};
use evolearner_graph::Graph;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::roles::Edges;
use crate::spans::{Spans, n_distinct};

/// Answers questions about the subtrees of one concept.
pub(crate) struct Members<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) nodes: &'a [Node],
    pub(crate) ends: Vec<usize>,
    pub(crate) forall: Forall,
    known: HashMap<(u32, u32), bool, FixedState>,
    spans: HashMap<usize, Spans, FixedState>,
}

/// A question that is being answered.
struct Open {
    at: usize,
    individual: u32,
    /// The next operand by position, or the next successor by number.
    next: usize,
    n_found: u32,
}

enum Next {
    Known(bool),
    Ask(usize, u32),
}

/// Numbers that decide about a restriction.
#[derive(Clone, Copy)]
pub(crate) struct Tally {
    pub(crate) n_all: u32,
    pub(crate) n_inside: u32,
}

impl<'a> Members<'a> {
    pub(crate) fn new(graph: &'a Graph, concept: &'a Concept, forall: Forall) -> Self {
        let nodes = concept.nodes();
        let (known, spans) = (HashMap::default(), HashMap::default());
        Self { graph, nodes, ends: subtree_ends(nodes), forall, known, spans }
    }

    /// Whether an individual is an instance of the subtree at a position.
    pub(crate) fn holds(&mut self, at: usize, individual: IndividualId) -> bool {
        let mut answer = None;
        let mut open = vec![self.open(at, individual.0)];
        while let Some(question) = open.last_mut() {
            let place = (question.at as u32, question.individual);
            let next = match self.known.get(&place) {
                Some(&known) => Next::Known(known),
                None => self.advance(question, answer.take()),
            };
            match next {
                Next::Known(holds) => {
                    self.known.insert(place, holds);
                    answer = Some(holds);
                    open.pop();
                }
                Next::Ask(at, individual) => open.push(self.open(at, individual)),
            }
        }
        answer.expect("the first question is answered last")
    }

    fn open(&self, at: usize, individual: u32) -> Open {
        let is_join = matches!(self.nodes[at], Node::And(_) | Node::Or(_));
        Open { at, individual, next: if is_join { at + 1 } else { 0 }, n_found: 0 }
    }

    /// Takes the answer to the last question asked, if any, and goes on from there.
    fn advance(&mut self, question: &mut Open, answer: Option<bool>) -> Next {
        let Open { at, individual, .. } = *question;
        let nodes = self.nodes;
        match &nodes[at] {
            Node::Not => match answer {
                Some(holds) => Next::Known(!holds),
                None => Next::Ask(at + 1, individual),
            },
            node @ (Node::And(_) | Node::Or(_)) => {
                let is_meet = matches!(node, Node::And(_));
                if answer == Some(!is_meet) {
                    return Next::Known(!is_meet);
                }
                let operand = question.next;
                if operand == self.ends[at] {
                    return Next::Known(is_meet);
                }
                question.next = self.ends[operand];
                Next::Ask(operand, individual)
            }
            Node::Some(_)
            | Node::Only(_)
            | Node::AtLeast(..)
            | Node::AtMost(..)
            | Node::Exactly(..) => self.advance_restriction(question, answer),
            _ => Next::Known(self.leaf(at, individual)),
        }
    }

    fn advance_restriction(&self, question: &mut Open, answer: Option<bool>) -> Next {
        let successors = self.successors(question.at, IndividualId(question.individual));
        question.n_found += u32::from(answer == Some(true));
        let is_at_end = question.next == successors.len();
        let n_found = question.n_found;
        let decided = match self.nodes[question.at] {
            Node::Some(_) if n_found > 0 => Some(true),
            Node::Only(_) if answer == Some(false) => Some(false),
            Node::AtLeast(n, _) if n_found >= n => Some(true),
            Node::AtMost(n, _) | Node::Exactly(n, _) if n_found > n => Some(false),
            Node::Only(_) if is_at_end => {
                Some(self.forall == Forall::Standard || !successors.is_empty())
            }
            Node::AtMost(..) if is_at_end => Some(true),
            Node::Exactly(n, _) if is_at_end => Some(n_found == n),
            _ if is_at_end => Some(false),
            _ => None,
        };
        if let Some(holds) = decided {
            return Next::Known(holds);
        }
        question.next += 1;
        Next::Ask(question.at + 1, successors[question.next - 1])
    }

    fn leaf(&mut self, at: usize, individual: u32) -> bool {
        let x = IndividualId(individual);
        match &self.nodes[at] {
            Node::Top => true,
            Node::Class(class) => self.graph.instances(*class).contains(x),
            Node::OneOf(individuals) => individuals.contains(&x),
            Node::HasValue(_, y) => self.successors(at, x).binary_search(&y.0).is_ok(),
            Node::HasSelf(_) => self.successors(at, x).binary_search(&x.0).is_ok(),
            Node::Data(restriction) => {
                let Tally { n_all, n_inside } = self.count_values(at, x);
                match restriction.quantifier {
                    Quantifier::Some => n_inside > 0,
                    Quantifier::Only => {
                        self.all_values_inside(at, x)
                            && (n_all > 0 || self.forall == Forall::Standard)
                    }
                    Quantifier::AtLeast(n) => n_inside >= n,
                    Quantifier::AtMost(n) => n_inside <= n,
                    Quantifier::Exactly(n) => n_inside == n,
                }
            }
            _ => false,
        }
    }

    /// The positions of the operands of a node.
    pub(crate) fn operands(&self, at: usize) -> Vec<usize> {
        let mut operands = Vec::with_capacity(self.nodes[at].arity());
        let mut next = at + 1;
        for _ in 0..self.nodes[at].arity() {
            operands.push(next);
            next = self.ends[next];
        }
        operands
    }

    /// The successors of an individual by the role of the node at a position.
    pub(crate) fn successors(&self, at: usize, individual: IndividualId) -> &'a [u32] {
        let role = self.nodes[at].role();
        role.map_or(&[], |role| Edges::new(self.graph, role).successors.of(individual.0))
    }

    /// Whether a successor is what the node at a position asks for.
    pub(crate) fn is_in_filler(
        &mut self,
        at: usize,
        x: IndividualId,
        successor: IndividualId,
    ) -> bool {
        match &self.nodes[at] {
            Node::HasValue(_, y) => successor == *y,
            Node::HasSelf(_) => successor == x,
            _ => self.holds(at + 1, successor),
        }
    }

    /// Successors in all, and in the filler of the restriction at a position.
    pub(crate) fn count_successors(&mut self, at: usize, individual: IndividualId) -> Tally {
        let successors = self.successors(at, individual);
        let inside =
            successors.iter().filter(|&&y| self.is_in_filler(at, individual, IndividualId(y)));
        let n_inside = inside.count() as u32;
        Tally { n_all: successors.len() as u32, n_inside }
    }

    /// The literals of an individual for the data restriction at a position.
    pub(crate) fn values(&self, at: usize, individual: IndividualId) -> Vec<u32> {
        match &self.nodes[at] {
            Node::Data(data) => {
                self.graph.values(data.property).of(individual).map(|literal| literal.0).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Distinct values in all, and in the range of the data restriction at a position.
    pub(crate) fn count_values(&mut self, at: usize, individual: IndividualId) -> Tally {
        let values = self.values(at, individual);
        let literals = &self.graph.literals;
        let everything = Spans::all(literals);
        let n_all = n_distinct(literals, &values, &everything);
        Tally { n_all, n_inside: n_distinct(literals, &values, self.spans(at)) }
    }

    pub(crate) fn all_values_inside(&mut self, at: usize, individual: IndividualId) -> bool {
        let values = self.values(at, individual);
        let spans = self.spans(at);
        values.iter().all(|&literal| spans.contains(literal))
    }

    fn spans(&mut self, at: usize) -> &Spans {
        let Node::Data(data) = &self.nodes[at] else {
            unreachable!("only data restrictions have a range")
        };
        let graph = self.graph;
        self.spans
            .entry(at)
            .or_insert_with(|| Spans::of(&graph.literals, graph.values(data.property), &data.range))
    }
}

/// Where the subtree at each position ends.
fn subtree_ends(nodes: &[Node]) -> Vec<usize> {
    let mut ends = vec![0; nodes.len()];
    for at in (0..nodes.len()).rev() {
        let mut end = at + 1;
        for _ in 0..nodes[at].arity() {
            end = ends[end];
        }
        ends[at] = end;
    }
    ends
}
