//! Concept in, set of individuals out: the whole universe at once.
//!
//! A concept is first put into an order of steps that needs few buffers, then the steps run on a
//! stack of sets. No step looks at a single individual on its own, nothing recurses, and a buffer
//! that is done with serves again.

use evolearner_dl::{Concept, Forall, Node};
use evolearner_graph::{Graph, Set};

use crate::bitset::BitSet;
use crate::data::data;
use crate::roles::{Edges, Marks};

/// How concepts are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RetrieveSettings {
    /// The reading of `∀`.
    pub forall: Forall,
}

impl RetrieveSettings {
    /// Concepts with `∀` read so.
    pub fn new(forall: Forall) -> Self {
        Self { forall }
    }
}

/// The instances of a concept under the closed world. For many concepts, a [`Retriever`] saves
/// making the buffers anew.
pub fn retrieve(graph: &Graph, concept: &Concept, settings: RetrieveSettings) -> BitSet {
    Retriever::new(graph, settings).retrieve(concept)
}

/// Retrieves concepts from one graph, one after the other, with the same buffers.
pub struct Retriever<'g> {
    graph: &'g Graph,
    settings: RetrieveSettings,
    steps: Vec<Step>,
    stack: Vec<BitSet>,
    free: Vec<BitSet>,
    marks: Marks,
}

/// One step of the stack machine. Numbers are positions of nodes in the concept.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Pushes the members of a leaf.
    Push(u32),
    /// Meets the top with a named class, without a buffer of its own.
    MeetClass(u32),
    /// Removes a named class from the top.
    MeetNotClass(u32),
    /// Joins a named class to the top.
    JoinClass(u32),
    /// Pops one set and meets the new top with it.
    Meet,
    /// Pops one set and joins it to the new top.
    Join,
    /// Complements the top.
    Complement,
    /// Replaces the top, a filler, by the members of the restriction.
    Restrict(u32),
}

impl<'g> Retriever<'g> {
    /// A retriever without any buffer yet.
    pub fn new(graph: &'g Graph, settings: RetrieveSettings) -> Self {
        Self {
            graph,
            settings,
            steps: Vec::new(),
            stack: Vec::new(),
            free: Vec::new(),
            marks: Marks::default(),
        }
    }

    /// The instances of a concept.
    pub fn retrieve(&mut self, concept: &Concept) -> BitSet {
        let mut steps = std::mem::take(&mut self.steps);
        plan(concept, &mut steps);
        let mut next = 0;
        while next < steps.len() {
            next += self.run(concept.nodes(), &steps[next..]);
        }
        self.steps = steps;
        self.stack.pop().expect("a concept leaves one set")
    }

    /// How many buffers it has made and kept.
    pub fn n_buffers(&self) -> usize {
        self.free.len() + self.stack.len()
    }

    /// Gives a set back for reuse as a buffer.
    pub fn recycle(&mut self, set: BitSet) {
        if set.universe() == self.graph.n_individuals() {
            self.free.push(set);
        }
    }

    /// Runs the first of the steps, or the first two where they go together; returns how many.
    fn run(&mut self, nodes: &[Node], steps: &[Step]) -> usize {
        match steps[0] {
            Step::Push(leaf) => {
                let leaf = &nodes[leaf as usize];
                // Two classes are combined while they are read, which saves writing one of them.
                if let (Node::Class(one), Some(&next)) = (leaf, steps.get(1)) {
                    let one = self.graph.instances(*one);
                    let fused = match next {
                        Step::MeetClass(other) => {
                            let mut set = self.buffer();
                            set.meet_of(one, self.class(nodes, other));
                            Some(set)
                        }
                        Step::JoinClass(other) => {
                            let mut set = self.buffer();
                            set.join_of(one, self.class(nodes, other));
                            Some(set)
                        }
                        _ => None,
                    };
                    if let Some(set) = fused {
                        self.stack.push(set);
                        return 2;
                    }
                }
                let set = self.leaf(leaf);
                self.stack.push(set);
            }
            Step::MeetClass(class) => {
                let class = self.class(nodes, class);
                self.top().and_set(class);
            }
            Step::MeetNotClass(class) => {
                let class = self.class(nodes, class);
                self.top().and_not_set(class);
            }
            Step::JoinClass(class) => {
                let class = self.class(nodes, class);
                self.top().or_set(class);
            }
            Step::Meet => {
                let operand = self.pop();
                self.top().and(&operand);
                self.free.push(operand);
            }
            Step::Join => {
                let operand = self.pop();
                self.top().or(&operand);
                self.free.push(operand);
            }
            Step::Complement => self.top().not(),
            Step::Restrict(node) => {
                let filler = self.pop();
                let set = self.restrict(&nodes[node as usize], filler);
                self.stack.push(set);
            }
        }
        1
    }

    fn class(&self, nodes: &[Node], node: u32) -> &'g Set {
        match &nodes[node as usize] {
            Node::Class(class) => self.graph.instances(*class),
            _ => unreachable!("the plan names classes here"),
        }
    }

    fn top(&mut self) -> &mut BitSet {
        self.stack.last_mut().expect("the plan keeps operands on the stack")
    }

    fn pop(&mut self) -> BitSet {
        self.stack.pop().expect("the plan keeps operands on the stack")
    }

    /// A set with arbitrary members.
    fn buffer(&mut self) -> BitSet {
        self.free.pop().unwrap_or_else(|| BitSet::empty(self.graph.n_individuals()))
    }

    fn empty(&mut self) -> BitSet {
        let mut set = self.buffer();
        set.clear();
        set
    }

    fn leaf(&mut self, node: &Node) -> BitSet {
        if let Node::Class(class) = node {
            let mut set = self.buffer();
            set.copy_from_set(self.graph.instances(*class));
            return set;
        }
        let mut set = self.empty();
        match node {
            Node::Top | Node::And(0) => set.fill(),
            Node::Bottom | Node::Or(0) => {}
            Node::OneOf(individuals) => individuals.iter().for_each(|&member| set.insert(member)),
            Node::HasValue(role, individual) => {
                for &subject in Edges::new(self.graph, *role).predecessors.of(individual.0) {
                    set.insert(evolearner_dl::IndividualId(subject));
                }
            }
            Node::HasSelf(role) => Edges::new(self.graph, *role).to_self(&mut set),
            Node::Data(restriction) => {
                data(self.graph, self.settings.forall, restriction, &mut set);
            }
            _ => unreachable!("the plan pushes leaves only"),
        }
        set
    }

    fn restrict(&mut self, node: &Node, mut filler: BitSet) -> BitSet {
        let mut out = self.empty();
        match *node {
            Node::Some(role) | Node::AtLeast(1, role) => {
                Edges::new(self.graph, role).some(&filler, &mut self.marks, &mut out);
            }
            Node::Only(role) => {
                let edges = Edges::new(self.graph, role);
                filler.not();
                edges.some(&filler, &mut self.marks, &mut out);
                if self.settings.forall == Forall::Nonempty {
                    filler.clear();
                    edges.any(&mut filler);
                    filler.and_not(&out);
                    std::mem::swap(&mut filler, &mut out);
                } else {
                    out.not();
                }
            }
            Node::AtLeast(0, _) => out.fill(),
            Node::AtLeast(n, role) => {
                Edges::new(self.graph, role).counted(
                    &filler,
                    &mut self.marks,
                    |found| found >= n,
                    &mut out,
                );
            }
            Node::AtMost(0, role) | Node::Exactly(0, role) => {
                Edges::new(self.graph, role).some(&filler, &mut self.marks, &mut out);
                out.not();
            }
            Node::AtMost(n, role) => {
                Edges::new(self.graph, role).counted(
                    &filler,
                    &mut self.marks,
                    |found| found > n,
                    &mut out,
                );
                out.not();
            }
            Node::Exactly(n, role) => {
                Edges::new(self.graph, role).counted(
                    &filler,
                    &mut self.marks,
                    |found| found == n,
                    &mut out,
                );
            }
            _ => unreachable!("the plan restricts by roles only"),
        }
        self.free.push(filler);
        out
    }
}

/// Orders the steps so that few sets wait on the stack: of the operands of `⊓` and `⊔` the one
/// that needs most buffers goes first (Sethi and Ullman 1970), and classes need none. The number
/// of sets that wait is then at most the logarithm of the number of leaves, however the concept is
/// nested.
fn plan(concept: &Concept, steps: &mut Vec<Step>) {
    enum Task {
        Visit(u32),
        Emit(Step),
    }
    let nodes = concept.nodes();
    let shape = Shape::of(nodes);
    steps.clear();
    let mut tasks = vec![Task::Visit(0)];
    while let Some(task) = tasks.pop() {
        let at = match task {
            Task::Emit(step) => {
                steps.push(step);
                continue;
            }
            Task::Visit(at) => at,
        };
        match &nodes[at as usize] {
            Node::And(n) | Node::Or(n) if *n > 0 => {
                let is_meet = matches!(nodes[at as usize], Node::And(_));
                let heaviest = shape
                    .operands(nodes, at)
                    .reduce(|best, other| {
                        let need = |at: u32| shape.n_buffers[at as usize];
                        if need(other) > need(best) { other } else { best }
                    })
                    .expect("the arity is not zero");
                // Tasks are taken from the end: what is pushed first runs last.
                for operand in shape.operands(nodes, at).filter(|&operand| operand != heaviest) {
                    let below = nodes.get(operand as usize + 1);
                    let in_place = match (&nodes[operand as usize], below, is_meet) {
                        (Node::Class(_), _, true) => Some(Step::MeetClass(operand)),
                        (Node::Class(_), _, false) => Some(Step::JoinClass(operand)),
                        (Node::Not, Some(Node::Class(_)), true) => {
                            Some(Step::MeetNotClass(operand + 1))
                        }
                        _ => None,
                    };
                    if let Some(step) = in_place {
                        tasks.push(Task::Emit(step));
                    } else {
                        tasks.push(Task::Emit(if is_meet { Step::Meet } else { Step::Join }));
                        tasks.push(Task::Visit(operand));
                    }
                }
                tasks.push(Task::Visit(heaviest));
            }
            Node::Not => {
                tasks.push(Task::Emit(Step::Complement));
                tasks.push(Task::Visit(at + 1));
            }
            node if node.arity() == 1 => {
                tasks.push(Task::Emit(Step::Restrict(at)));
                tasks.push(Task::Visit(at + 1));
            }
            _ => steps.push(Step::Push(at)),
        }
    }
}

/// Where each subtree ends, and how many buffers it needs at most.
struct Shape {
    ends: Vec<u32>,
    n_buffers: Vec<u32>,
}

impl Shape {
    fn of(nodes: &[Node]) -> Self {
        let mut shape = Self { ends: vec![0; nodes.len()], n_buffers: vec![0; nodes.len()] };
        for at in (0..nodes.len()).rev() {
            let (mut end, mut most, mut second) = (at as u32 + 1, 1, 0);
            for _ in 0..nodes[at].arity() {
                let need = shape.n_buffers[end as usize];
                second = second.max(need.min(most));
                most = most.max(need);
                end = shape.ends[end as usize];
            }
            shape.ends[at] = end;
            shape.n_buffers[at] = match nodes[at] {
                Node::And(n) | Node::Or(n) if n > 1 => most.max(second + 1),
                Node::And(_) | Node::Or(_) | Node::Not => most,
                // The filler and the result are there at the same time.
                _ => most.max(1 + nodes[at].arity() as u32),
            };
        }
        shape
    }

    /// The operands of a node, in order.
    fn operands(&self, nodes: &[Node], at: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = at + 1;
        (0..nodes[at as usize].arity()).map(move |_| {
            let operand = next;
            next = self.ends[next as usize];
            operand
        })
    }
}
