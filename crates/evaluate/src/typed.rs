//! Universes whose members are told apart only as far as concepts can tell them apart.
//!
//! What `∃ r.C` covers depends on the r-successors of the examples, and on these only by what C can
//! see: classes, values, and their own successors as far as C is nested. Successors that agree in all
//! of it are one *type*: 7,883 atoms of molecules become 127 types, and a set of them takes 2 words
//! instead of 124. Types are exact for the symbols of a [`Space`] and for concepts nested no deeper
//! than [`Typed::nesting`].

use std::hash::BuildHasher;

use evolearner_dl::{ClassId, Kind};
use evolearner_graph::bits::{WORD, set_bit};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};

use crate::atom::Atom;
use crate::code::{Code, Op};
use crate::examples::Examples;
use crate::levels::{Level, LevelEdges, Levels};
use crate::neighbourhood::Neighbourhood;
use crate::space::Space;

/// Universes by role path from the examples, level by level; the first one is the examples.
#[derive(Debug)]
pub struct Typed {
    universes: Vec<TypedUniverse>,
    nesting: usize,
    /// Whether roles lead further than that.
    is_cut: bool,
    /// The places of the roles that lead to too many individuals to be followed.
    left_out: Vec<usize>,
}

/// Some types, and what holds of them.
#[derive(Debug)]
pub struct TypedUniverse {
    /// The bits that stand for a type.
    pub full: Vec<u64>,
    /// The members of each class, threshold, truth value and atom, as far as the sets are distinct
    /// and neither empty nor full. Of classes with the same members here, the largest in the graph
    /// stands for all.
    pub leaves: Vec<Leaf>,
    /// The roles that lead anywhere.
    pub roles: Vec<TypedRole>,
}

/// A concept without parts, and its members.
#[derive(Debug)]
pub struct Leaf {
    /// The concept, as a candidate has it.
    pub codes: Vec<Code>,
    /// Its members.
    pub members: Vec<u64>,
}

/// Where a role leads from a universe.
#[derive(Debug)]
pub struct TypedRole {
    /// The place of the role in the space.
    pub role: usize,
    /// The universe that it leads to, by its place.
    pub target: usize,
    /// The bits of the universe that have successors, ascending.
    pub sources: Vec<u32>,
    /// The successors of `sources[i]` are `successors[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    /// The types of the successors and how many there are of each, one more than the highest
    /// cardinality at most.
    successors: Vec<(u32, u32)>,
}

impl TypedRole {
    /// The sources with the types of their successors.
    #[inline]
    pub fn rows(&self) -> impl Iterator<Item = (u32, &[(u32, u32)])> {
        let ends = self.starts.windows(2);
        let row = |ends: &[u32]| &self.successors[ends[0] as usize..ends[1] as usize];
        self.sources.iter().zip(ends).map(move |(&source, ends)| (source, row(ends)))
    }

    /// How many pairs of a source and a type there are.
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Whether it leads nowhere.
    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }
}

impl TypedUniverse {
    /// Words per set.
    #[inline]
    pub fn n_words(&self) -> usize {
        self.full.len()
    }
}

/// The types of the individuals of a draft, and the universe that they are.
struct Quotient {
    type_of: Vec<u32>,
    universe: usize,
}

impl Typed {
    /// The universes within `max_nesting` steps of the examples. A level is left out, with all below
    /// it, if its edges exceed `max_edges`; of the first level single roles are.
    ///
    /// The bits of the first universe are the positives from 0 on and the negatives from the next
    /// whole word on, in the order of the examples; those that no concept can cover have no bit.
    pub fn new(space: &Space, examples: &Examples, max_nesting: usize, max_edges: usize) -> Self {
        let mut near = space.neighbourhood(examples.individuals());
        let n_examples = examples.individuals().len();
        let Levels { all: levels, is_cut, left_out } =
            Levels::new(&mut near, n_examples, max_nesting, max_edges);
        let nesting = levels.len() - 1;
        let mut builder = Builder { space, near, universes: Vec::new() };
        // The examples come first; they are filled in when the universes below them are known.
        builder.universes.push(TypedUniverse {
            full: Vec::new(),
            leaves: Vec::new(),
            roles: Vec::new(),
        });
        let mut below: Vec<Quotient> = Vec::new();
        for drafts in levels[1..].iter().rev() {
            below = drafts.iter().map(|draft| builder.quotient(draft, &below)).collect();
        }
        builder.universes[0] = builder.root(&levels[0][0], examples, &below);
        Self { universes: builder.universes, nesting, is_cut, left_out }
    }

    /// A universe.
    #[inline]
    pub fn universe(&self, place: usize) -> &TypedUniverse {
        &self.universes[place]
    }

    /// How many universes there are.
    pub fn len(&self) -> usize {
        self.universes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.universes.is_empty()
    }

    /// How many bits the sets of all universes have.
    pub fn n_bits(&self) -> usize {
        let of = |one: &TypedUniverse| one.leaves.len() * one.n_words() * WORD;
        self.universes.iter().map(of).sum()
    }

    /// How deep restrictions can be nested; nothing where roles lead no further.
    pub fn nesting(&self) -> Option<usize> {
        self.is_cut.then_some(self.nesting)
    }

    /// The places of the roles that lead from the examples to too many individuals to be followed.
    pub fn left_out(&self) -> &[usize] {
        &self.left_out
    }
}

/// Makes universes from drafts.
struct Builder<'s> {
    space: &'s Space,
    near: Neighbourhood,
    universes: Vec<TypedUniverse>,
}

/// Types that are split step by step.
struct Split {
    type_of: Vec<u32>,
    /// How many individuals each type has: one alone is not split any more.
    sizes: Vec<u32>,
    /// How many types have individuals.
    n_types: usize,
}

impl Split {
    fn new(n_individuals: usize) -> Self {
        Self { type_of: vec![0; n_individuals], sizes: vec![n_individuals as u32], n_types: 1 }
    }

    /// Whether every individual is a type of its own.
    fn is_finest(&self) -> bool {
        self.n_types == self.type_of.len()
    }

    /// Splits the types by what is known of the individual at each place; those of whom nothing is
    /// known stay.
    fn by(&mut self, known: impl Fn(usize) -> Option<(usize, usize)>) {
        let mut parts: HashMap<(u32, (usize, usize)), u32, FixedState> = HashMap::default();
        let Self { type_of, sizes, n_types } = self;
        for (place, type_of) in type_of.iter_mut().enumerate() {
            if sizes[*type_of as usize] == 1 {
                continue;
            }
            let Some(known) = known(place) else { continue };
            let part = *parts.entry((*type_of, known)).or_insert_with(|| {
                sizes.push(0);
                *n_types += 1;
                sizes.len() as u32 - 1
            });
            sizes[*type_of as usize] -= 1;
            *n_types -= usize::from(sizes[*type_of as usize] == 0);
            sizes[part as usize] += 1;
            *type_of = part;
        }
    }
}

/// What no type has: a separator between the parts of a signature.
const END: u32 = u32::MAX;

impl Builder<'_> {
    /// The types of the individuals of a draft.
    fn quotient(&mut self, draft: &Level, below: &[Quotient]) -> Quotient {
        let by_values = self.types_by_values(&draft.individuals);
        let mut types: HashMap<Vec<u32>, u32, FixedState> = HashMap::default();
        let mut representatives = Vec::new();
        let mut signature = Vec::new();
        let mut type_of = Vec::with_capacity(draft.individuals.len());
        for (place, &by_values) in by_values.iter().enumerate() {
            signature.clear();
            signature.push(by_values);
            self.sign(draft, place, below, &mut signature);
            type_of.push(*types.entry_ref(&signature).or_insert_with(|| {
                representatives.push(place);
                representatives.len() as u32 - 1
            }));
        }
        let slots: Vec<(u32, usize)> = (0..).zip(representatives).collect();
        let full = evolearner_graph::bits::set_bits(slots.len(), 0..slots.len());
        let universe = self.universe(draft, &slots, full, below);
        self.universes.push(universe);
        Quotient { type_of, universe: self.universes.len() - 1 }
    }

    /// The universe of the examples, each with a bit of its own.
    fn root(&mut self, draft: &Level, examples: &Examples, below: &[Quotient]) -> TypedUniverse {
        let half = examples.positives().len().div_ceil(WORD);
        let other_half = examples.negatives().len().div_ceil(WORD);
        let mut full = vec![0; half + other_half];
        let mut slots = Vec::new();
        let sides = [
            (examples.positives(), &examples.positive_bits, 0),
            (examples.negatives(), &examples.negative_bits, half * WORD),
        ];
        for (side, can_be_covered, first) in sides {
            for (index, example) in side.iter().enumerate() {
                let place = examples.individuals().partition_point(|known| known < example);
                if evolearner_graph::bits::has_bit(can_be_covered, place as u32) {
                    set_bit(&mut full, (first + index) as u32);
                    slots.push(((first + index) as u32, place));
                }
            }
        }
        self.universe(draft, &slots, full, below)
    }

    /// A universe with a bit for each slot: the bit, and the place of the individual in the draft.
    fn universe(
        &mut self,
        draft: &Level,
        slots: &[(u32, usize)],
        full: Vec<u64>,
        below: &[Quotient],
    ) -> TypedUniverse {
        let leaves = self.leaves(draft, slots, &full);
        let roles = draft.edges.iter().map(|edges| {
            let mut role = TypedRole {
                role: edges.role,
                target: below[edges.target].universe,
                sources: Vec::new(),
                starts: vec![0],
                successors: Vec::new(),
            };
            let mut row = Vec::new();
            for &(bit, place) in slots {
                self.row(edges, place, below, &mut row);
                if !row.is_empty() {
                    role.sources.push(bit);
                    role.successors.extend_from_slice(&row);
                    role.starts.push(role.successors.len() as u32);
                }
            }
            role
        });
        TypedUniverse { leaves, roles: roles.collect(), full }
    }

    /// The types of the successors of an individual, ascending, each with its number.
    fn row(&self, edges: &LevelEdges, place: usize, below: &[Quotient], row: &mut Vec<(u32, u32)>) {
        let type_of = &below[edges.target].type_of;
        let most = self.space.max_cardinality + 1;
        row.clear();
        row.extend(edges.of(place).iter().map(|&target| (type_of[target as usize], 1)));
        row.sort_unstable();
        row.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = (kept.1 + 1).min(most);
            }
            is_same
        });
    }

    /// The types of individuals as far as their values tell them apart: between which thresholds they
    /// lie, and how many there are. Each property splits the types of those before it, so that no
    /// individual needs a list of its values.
    fn types_by_values(&mut self, individuals: &[u32]) -> Vec<u32> {
        let mut types = Split::new(individuals.len());
        for (property, numeric) in self.space.numeric.iter().enumerate() {
            if types.is_finest() {
                return types.type_of;
            }
            let extremes = self.near.extremes(property);
            types.by(|place| numeric.between(extremes[individuals[place] as usize]));
        }
        for (atom, _) in &self.space.atoms {
            if let &Atom::DataCount(n, property) = atom
                && !types.is_finest()
            {
                let have = self.near.have_values(n, property, individuals);
                types.by(|place| have[place].then_some((0, 0)));
            }
        }
        types.type_of
    }

    /// Everything else that a concept can see of an individual.
    fn sign(&mut self, draft: &Level, place: usize, below: &[Quotient], signature: &mut Vec<u32>) {
        let of = draft.individuals[place];
        signature.push(END);
        signature.extend_from_slice(self.near.types(of));
        signature.push(END);
        for (place, &property) in self.space.boolean.iter().enumerate() {
            for value in self.near.values(property, Kind::Boolean, of) {
                signature.extend([place as u32, u32::from(value.key != 0.0)]);
            }
        }
        signature.push(END);
        for (place, (atom, _)) in self.space.atoms.iter().enumerate() {
            if let Some(role) = atom.role() {
                self.near.read_successors(self.near.place_of(role), &[of]);
            }
            let is_counted = matches!(atom, Atom::DataCount(..));
            if !is_counted && atom.holds(&self.near, of) {
                signature.push(place as u32);
            }
        }
        let mut row = Vec::new();
        for edges in &draft.edges {
            signature.extend([END, edges.role as u32]);
            self.row(edges, place, below, &mut row);
            signature.extend(row.iter().flat_map(|&(of_type, n)| [of_type, n]));
        }
    }

    /// The distinct sets of what needs no parts.
    fn leaves(&mut self, draft: &Level, slots: &[(u32, usize)], full: &[u64]) -> Vec<Leaf> {
        let space = self.space;
        let mut leaves = Leaves { space, full, known: HashTable::new(), all: Vec::new() };
        self.classes(draft, slots, &mut leaves);
        let individuals: Vec<(u32, u32)> =
            slots.iter().map(|&(bit, place)| (bit, draft.individuals[place])).collect();
        for (property, numeric) in self.space.numeric.iter().enumerate() {
            let extremes = self.near.extremes(property);
            let mut sides = Sides::new(numeric.cuts.len(), full.len());
            for &(bit, of) in &individuals {
                if let Some((n_below, n_at_most)) = numeric.between(extremes[of as usize]) {
                    sides.add(bit, n_below, n_at_most);
                }
            }
            for (index, (at_least, at_most)) in sides.of_cuts().enumerate() {
                let place = Code::new(Op::Cut, numeric.first_cut as usize + index);
                let [has_most, has_least] = numeric.has_sides;
                if has_least {
                    leaves.take(vec![Code::new(Op::Min, property), place], at_least);
                }
                if has_most {
                    leaves.take(vec![Code::new(Op::Max, property), place], at_most);
                }
            }
        }
        for (place, &property) in self.space.boolean.iter().enumerate() {
            for truth in [true, false] {
                let codes =
                    vec![Code::new(Op::Is, place), Code::new(Op::Truth, usize::from(truth))];
                leaves.offer(codes, &individuals, |of| {
                    let mut values = self.near.values(property, Kind::Boolean, of);
                    values.any(|value| (value.key != 0.0) == truth)
                });
            }
        }
        for (place, (atom, _)) in self.space.atoms.iter().enumerate() {
            if let Some(role) = atom.role() {
                let all: Vec<u32> = individuals.iter().map(|&(_, of)| of).collect();
                self.near.read_successors(self.near.place_of(role), &all);
            }
            let codes = vec![Code::new(Op::Atom, place)];
            if let &Atom::DataCount(n, property) = atom {
                let all: Vec<u32> = individuals.iter().map(|&(_, of)| of).collect();
                let have = self.near.have_values(n, property, &all);
                let bits = individuals.iter().zip(have).filter(|(_, has)| *has);
                let mut members = vec![0; full.len()];
                bits.for_each(|(&(bit, _), _)| set_bit(&mut members, bit));
                leaves.take(codes, members);
            } else {
                leaves.offer(codes, &individuals, |of| atom.holds(&self.near, of));
            }
        }
        leaves.all
    }

    /// Offers the classes, those with the most members in the graph first. Their members are
    /// gathered from the individuals: of tens of thousands of classes, most have none here.
    fn classes(&mut self, draft: &Level, slots: &[(u32, usize)], leaves: &mut Leaves<'_>) {
        let mut members: HashMap<u32, Vec<u64>, FixedState> = HashMap::default();
        for &(bit, place) in slots {
            for &class in self.near.types(draft.individuals[place]) {
                let words = members.entry(class).or_insert_with(|| vec![0; leaves.full.len()]);
                set_bit(words, bit);
            }
        }
        let mut members: Vec<(u32, Vec<u64>)> = members.into_iter().collect();
        let n_instances = |class: ClassId| self.space.graph.instances(class).len();
        members.sort_unstable_by_key(|&(class, _)| {
            (std::cmp::Reverse(n_instances(self.space.classes[class as usize])), class)
        });
        for (class, members) in members {
            leaves.take(vec![Code::new(Op::Class, class as usize)], members);
        }
    }
}

/// Who lies on which side of each threshold of a property. Everybody is entered once and then passed on
/// from threshold to threshold, which is a union of words.
struct Sides {
    n_cuts: usize,
    n_words: usize,
    at_least: Vec<u64>,
    at_most: Vec<u64>,
}

impl Sides {
    fn new(n_cuts: usize, n_words: usize) -> Self {
        let none = vec![0; n_cuts * n_words];
        Self { n_cuts, n_words, at_least: none.clone(), at_most: none }
    }

    /// Enters a bit: so many thresholds lie below its smallest value, and so many are at most its
    /// largest one.
    fn add(&mut self, bit: u32, n_below: usize, n_at_most: usize) {
        if let Some(highest) = n_at_most.checked_sub(1) {
            set_bit(&mut self.at_least[highest * self.n_words..], bit);
        }
        if n_below < self.n_cuts {
            set_bit(&mut self.at_most[n_below * self.n_words..], bit);
        }
    }

    /// The two sides of each threshold: those with a value of at least, and of at most as much.
    fn of_cuts(mut self) -> impl Iterator<Item = (Vec<u64>, Vec<u64>)> {
        let n_words = self.n_words;
        for word in (0..self.at_least.len().saturating_sub(n_words)).rev() {
            self.at_least[word] |= self.at_least[word + n_words];
        }
        for word in n_words..self.at_most.len() {
            self.at_most[word] |= self.at_most[word - n_words];
        }
        (0..self.n_cuts).map(move |cut| {
            let words = cut * n_words..(cut + 1) * n_words;
            (self.at_least[words.clone()].to_vec(), self.at_most[words].to_vec())
        })
    }
}

/// Distinct sets, each with the shortest concept that has it, of equals the first.
struct Leaves<'f> {
    space: &'f Space,
    full: &'f [u64],
    known: HashTable<u32>,
    all: Vec<Leaf>,
}

impl Leaves<'_> {
    fn offer(&mut self, codes: Vec<Code>, individuals: &[(u32, u32)], holds: impl Fn(u32) -> bool) {
        let mut members = vec![0; self.full.len()];
        for &(bit, of) in individuals {
            members[bit as usize / WORD] |= u64::from(holds(of)) << (bit as usize % WORD);
        }
        self.take(codes, members);
    }

    fn take(&mut self, codes: Vec<Code>, members: Vec<u64>) {
        if members == self.full || members.iter().all(|&word| word == 0) {
            return;
        }
        let hasher = FixedState::default();
        let hash = hasher.hash_one(&members);
        let all = &self.all;
        let known = self.known.find(hash, |&known| all[known as usize].members == members);
        if let Some(&known) = known {
            let length = |codes: &[Code]| self.space.length_of_leaf(codes[0]);
            if length(&codes) < length(&self.all[known as usize].codes) {
                self.all[known as usize].codes = codes;
            }
            return;
        }
        let new = self.all.len() as u32;
        self.all.push(Leaf { codes, members });
        let all = &self.all;
        self.known.insert_unique(hash, new, |&known| hasher.hash_one(&all[known as usize].members));
    }
}
