//! Restrictions on roles: from the members of the filler to the members of the restriction.

use evolearner_dl::Role;
use evolearner_graph::bits::{WORD, has_bit, set_bit};
use evolearner_graph::{Graph, Rows};

use crate::bitset::BitSet;

/// A row of at most this many edges fits one unaligned word of marks.
const SHORT_ROW: u32 = 56;

/// One bit per edge of a role: whether its target is in the filler. Kept between uses.
#[derive(Default)]
pub(crate) struct Marks {
    bytes: Vec<u8>,
}

impl Marks {
    /// Looks at every target once, without a branch that depends on it: a filler of half the
    /// universe is as fast as one of all of it, while stopping at the first hit of each short row
    /// would cost more in mispredicted branches than it saves in edges.
    fn mark(&mut self, targets: &[u32], filler: &[u64]) {
        self.bytes.clear();
        let chunks = targets.chunks_exact(8);
        let rest = chunks.remainder();
        let byte = |chunk: &[u32]| {
            chunk
                .iter()
                .rev()
                .fold(0u8, |byte, &target| byte << 1 | u8::from(has_bit(filler, target)))
        };
        self.bytes.extend(chunks.map(|chunk| {
            let chunk: &[u32; 8] = chunk.try_into().expect("chunks have eight edges");
            byte(chunk)
        }));
        self.bytes.push(byte(rest));
        // A word may be read from the last byte on.
        self.bytes.extend([0; 8]);
    }

    /// The marks of a short row as a word.
    #[inline]
    fn short(&self, start: u32, end: u32) -> u64 {
        let at = start as usize / 8;
        let bytes: [u8; 8] = self.bytes[at..at + 8].try_into().expect("eight bytes");
        u64::from_le_bytes(bytes) >> (start % 8) & !(u64::MAX << (end - start))
    }

    /// How many edges of a long row are marked.
    #[cold]
    fn long(&self, start: u32, end: u32) -> u32 {
        (start..end)
            .step_by(SHORT_ROW as usize)
            .map(|from| self.short(from, end.min(from + SHORT_ROW)).count_ones())
            .sum()
    }
}

/// A role in both directions.
#[derive(Clone, Copy)]
pub(crate) struct Edges<'g> {
    /// From individuals to their successors.
    pub(crate) successors: &'g Rows,
    /// From successors back.
    pub(crate) predecessors: &'g Rows,
}

impl<'g> Edges<'g> {
    pub(crate) fn new(graph: &'g Graph, role: Role) -> Self {
        let edges = graph.edges(role.property);
        Self { successors: edges.rows(role), predecessors: edges.rows(role.inverted()) }
    }

    /// Adds to `out` who has a successor in the filler.
    ///
    /// Several ways lead there, and which is cheapest follows from the size of the filler and of
    /// the role. The weights are nanoseconds, measured with the benches of this crate; only their
    /// ratios matter.
    pub(crate) fn some(self, filler: &BitSet, marks: &mut Marks, out: &mut BitSet) {
        let n_members = filler.count();
        let n_objects = self.predecessors.sources().len();
        if n_members == 0 || n_objects == 0 {
            return;
        }
        if n_members == filler.universe() {
            return self.any(out);
        }
        let (share, edge_share) = self.sampled_shares(filler);
        let n_edges = self.successors.n_edges() as f64;
        let n_subjects = self.successors.sources().len() as f64;
        // A long row ends early, on average after 1/share successors, at the price of a branch
        // that cannot be predicted.
        let scan = n_subjects * 6.0 + n_edges.min(n_subjects / edge_share.max(1e-9));
        let mark = n_subjects * 1.5 + n_edges * 0.9;
        // The predecessors of each member: it is looked up, or all objects are passed in order.
        let scatter = n_edges * edge_share * 1.5;
        let look_up = n_members as f64 * 4.0 * f64::from(n_objects.ilog2() + 1) + scatter;
        let pass = n_objects as f64 * (1.0 + 12.0 * share.min(1.0 - share)) + scatter;
        let least = scan.min(mark).min(look_up).min(pass);
        if least == look_up {
            self.scatter_members(filler, out);
        } else if least == pass {
            self.scatter_objects(filler, out);
        } else if least == mark {
            marks.mark(self.successors.parts().2, filler.words());
            self.each_marked(marks, |n_marked| n_marked > 0, |word| word != 0, out);
        } else {
            self.scan(filler, out);
        }
    }

    /// The share of objects that are in the filler, and of edges that lead there. Both differ from
    /// the share of the universe: grandparents are few, but many of those who are parents. A
    /// sample of a hundred objects is precise enough.
    fn sampled_shares(self, filler: &BitSet) -> (f64, f64) {
        const N_SAMPLES: usize = 128;
        let (objects, starts, _) = self.predecessors.parts();
        let step = (objects.len() / N_SAMPLES).max(1);
        let [mut n_objects, mut n_inside, mut n_edges, mut n_edges_inside] = [0u32; 4];
        for (&object, row) in objects.iter().zip(starts.windows(2)).step_by(step) {
            let is_inside = u32::from(has_bit(filler.words(), object));
            let len = row[1] - row[0];
            n_objects += 1;
            n_edges += len;
            n_inside += is_inside;
            n_edges_inside += is_inside * len;
        }
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        (share(n_inside, n_objects), share(n_edges_inside, n_edges))
    }

    /// Adds to `out` who has any successor.
    pub(crate) fn any(self, out: &mut BitSet) {
        let words = out.words_mut();
        for &subject in self.successors.sources() {
            set_bit(words, subject);
        }
    }

    fn scan(self, filler: &BitSet, out: &mut BitSet) {
        let filler = filler.words();
        let words = out.words_mut();
        for (subject, successors) in self.successors.iter() {
            if successors.iter().any(|&successor| has_bit(filler, successor)) {
                set_bit(words, subject);
            }
        }
    }

    fn scatter_members(self, filler: &BitSet, out: &mut BitSet) {
        let words = out.words_mut();
        for member in filler.iter() {
            for &subject in self.predecessors.of(member.0) {
                set_bit(words, subject);
            }
        }
    }

    fn scatter_objects(self, filler: &BitSet, out: &mut BitSet) {
        let filler = filler.words();
        let words = out.words_mut();
        for (object, subjects) in self.predecessors.iter() {
            if has_bit(filler, object) {
                for &subject in subjects {
                    set_bit(words, subject);
                }
            }
        }
    }

    /// Adds to `out` who has a number of successors in the filler that `wanted` accepts. `wanted`
    /// must not accept zero: who has no successor at all is not looked at.
    pub(crate) fn counted(
        self,
        filler: &BitSet,
        marks: &mut Marks,
        wanted: impl Fn(u32) -> bool,
        out: &mut BitSet,
    ) {
        marks.mark(self.successors.parts().2, filler.words());
        self.each_marked(marks, &wanted, |word| wanted(word.count_ones()), out);
    }

    /// Adds to `out` the subjects whose marks are accepted: of short rows as a word, of long rows
    /// as a number.
    #[inline]
    fn each_marked(
        self,
        marks: &Marks,
        accept_long: impl Fn(u32) -> bool,
        accept_short: impl Fn(u64) -> bool,
        out: &mut BitSet,
    ) {
        let (subjects, starts, _) = self.successors.parts();
        let words = out.words_mut();
        // Subjects ascend: the bits of one word are collected before it is written.
        let (mut at, mut bits) = (0, 0u64);
        for (&subject, row) in subjects.iter().zip(starts.windows(2)) {
            let (start, end) = (row[0], row[1]);
            let is_in = if end - start <= SHORT_ROW {
                accept_short(marks.short(start, end))
            } else {
                accept_long(marks.long(start, end))
            };
            let word = subject as usize / WORD;
            if word != at {
                words[at] |= bits;
                (at, bits) = (word, 0);
            }
            bits |= u64::from(is_in) << (subject as usize % WORD);
        }
        if let Some(word) = words.get_mut(at) {
            *word |= bits;
        }
    }

    /// Adds to `out` who is a successor of itself.
    pub(crate) fn to_self(self, out: &mut BitSet) {
        let words = out.words_mut();
        for (subject, successors) in self.successors.iter() {
            if successors.binary_search(&subject).is_ok() {
                set_bit(words, subject);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::{Id, IdVec, IndividualId, Names, ObjectPropertyId, Symbols};
    use evolearner_graph::{GraphSettings, Inference};
    use evolearner_owl::{Assertions, Ontology};

    const N: usize = 300;

    /// Rows of every length from none to several words of marks.
    fn graph() -> Graph {
        let pair = |x: usize, y: usize| (IndividualId::new(x), IndividualId::new(y));
        let edges = (0..N).flat_map(|x| {
            let n_successors = if x % 3 == 0 { x % 7 } else { x % 190 };
            (0..n_successors).map(move |y| pair(x, (x * 31 + y * 17) % N))
        });
        let names: Vec<String> = (0..N).map(|x| format!("{x:03}")).collect();
        let ontology = Ontology {
            symbols: Symbols {
                object_properties: Names::from_sorted(["r"]),
                individuals: Names::from_sorted(names.iter().map(String::as_str)),
                ..Symbols::default()
            },
            assertions: Assertions {
                objects: IdVec::from_vec(vec![edges.collect()]),
                ..Assertions::default()
            },
            ..Ontology::default()
        };
        let settings = GraphSettings::default().with_inference(Inference::None);
        Graph::build(ontology, settings).0
    }

    #[test]
    fn all_ways_lead_to_the_same_members() {
        let graph = graph();
        for inverse in [false, true] {
            let edges = Edges::new(&graph, Role { property: ObjectPropertyId(0), inverse });
            for step in [1, 2, 5, 40, 200] {
                let mut filler = BitSet::empty(N);
                (0..N).step_by(step).for_each(|x| filler.insert(IndividualId::new(x)));
                let expected = |accept: &dyn Fn(u32) -> bool| {
                    let mut expected = BitSet::empty(N);
                    for (subject, row) in edges.successors.iter() {
                        let is_inside = |&&y: &&u32| filler.contains(IndividualId(y));
                        if accept(row.iter().filter(is_inside).count() as u32) {
                            expected.insert(IndividualId(subject));
                        }
                    }
                    expected
                };
                let mut marks = Marks::default();
                let mut check = |way: &dyn Fn(&mut Marks, &mut BitSet),
                                 accept: &dyn Fn(u32) -> bool| {
                    let mut out = BitSet::empty(N);
                    way(&mut marks, &mut out);
                    assert_eq!(out, expected(accept), "step {step}, inverse {inverse}");
                };
                let is_any = |n_found: u32| n_found > 0;
                check(&|_, out| edges.scan(&filler, out), &is_any);
                check(&|_, out| edges.scatter_members(&filler, out), &is_any);
                check(&|_, out| edges.scatter_objects(&filler, out), &is_any);
                check(&|marks, out| edges.some(&filler, marks, out), &is_any);
                for n in [1, 2, 57, 100] {
                    let at_least = |n_found: u32| n_found >= n;
                    check(&|marks, out| edges.counted(&filler, marks, at_least, out), &at_least);
                    let exactly = |n_found: u32| n_found == n;
                    check(&|marks, out| edges.counted(&filler, marks, exactly, out), &exactly);
                }
            }
        }
    }
}
