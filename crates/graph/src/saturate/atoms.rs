//! Every concept that occurs in an axiom, once each, in a form with few constructors.
//!
//! An [`Atom`] is a class, a meet, an existential or a minimum; everything else is written with
//! these and negation: `C ⊔ D` is `¬(¬C ⊓ ¬D)`, `∀ r.C` is `¬∃ r.¬C`, `≤ n` is `¬ ≥ n+1`. A
//! [`Lit`] is an atom or its negation. Reasoning then knows two facts about an element and an
//! atom, *is* and *is not*, and needs one set of rules.

use evolearner_dl::{ClassId, Concept, DataPropertyId, DataRange, Node, Quantifier, Role};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// An atom or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) const TOP: Self = Self(0);
    pub(super) const BOTTOM: Self = Self(1);

    pub(super) fn of(atom: usize) -> Self {
        Self(atom as u32 * 2)
    }

    pub(super) fn atom(self) -> usize {
        self.0 as usize / 2
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }

    pub(super) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// A concept that reasoning keeps facts about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Atom {
    /// `⊤`; always the first atom.
    Top,
    Class(ClassId),
    /// Exactly these individuals.
    OneOf(Box<[u32]>),
    /// At least two operands, sorted.
    And(Box<[Lit]>),
    Some(Role, Lit),
    /// `≥ n r.C` with n of at least 2.
    AtLeast(u32, Role, Lit),
    HasSelf(Role),
    /// What a path along a chain `r ∘ s ⊑ r` may still cross before it ends in the filler: C itself,
    /// and everything that leads to one of these by the rest of such a chain.
    Tail(Role, Lit),
    /// Some value in the range.
    DataSome(DataPropertyId, DataRange),
    /// At least n values in the range, n of at least 2.
    DataAtLeast(u32, DataPropertyId, DataRange),
}

/// The atoms of a knowledge base.
pub(super) struct Atoms {
    atoms: Vec<Atom>,
    known: HashMap<Atom, usize, FixedState>,
}

impl Atoms {
    /// The atoms of a vocabulary: `⊤`, then the named classes in order.
    pub(super) fn new(n_classes: usize) -> Self {
        let mut atoms = Self { atoms: Vec::new(), known: HashMap::default() };
        atoms.add(Atom::Top);
        for class in 0..n_classes as u32 {
            atoms.add(Atom::Class(ClassId(class)));
        }
        atoms
    }

    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    pub(super) fn get(&self, atom: usize) -> &Atom {
        &self.atoms[atom]
    }

    pub(super) fn find(&self, atom: &Atom) -> Option<Lit> {
        self.known.get(atom).map(|&index| Lit::of(index))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &Atom)> {
        self.atoms.iter().enumerate()
    }

    pub(super) fn class(class: ClassId) -> Lit {
        Lit::of(class.0 as usize + 1)
    }

    pub(super) fn add(&mut self, atom: Atom) -> Lit {
        if let Some(&index) = self.known.get(&atom) {
            return Lit::of(index);
        }
        let index = self.atoms.len();
        self.known.insert(atom.clone(), index);
        self.atoms.push(atom);
        Lit::of(index)
    }

    pub(super) fn some(&mut self, role: Role, filler: Lit) -> Lit {
        if filler == Lit::BOTTOM { Lit::BOTTOM } else { self.add(Atom::Some(role, filler)) }
    }

    pub(super) fn at_least(&mut self, count: u32, role: Role, filler: Lit) -> Lit {
        match count {
            0 => Lit::TOP,
            1 => self.some(role, filler),
            _ if filler == Lit::BOTTOM => Lit::BOTTOM,
            _ => self.add(Atom::AtLeast(count, role, filler)),
        }
    }

    pub(super) fn and(&mut self, operands: impl IntoIterator<Item = Lit>) -> Lit {
        let mut operands: Vec<Lit> = operands.into_iter().filter(|&lit| lit != Lit::TOP).collect();
        operands.sort_unstable();
        operands.dedup();
        // A literal and its negation are neighbours in the order.
        let clashes = operands.contains(&Lit::BOTTOM)
            || operands.windows(2).any(|pair| pair[0] == pair[1].not());
        match operands.as_slice() {
            _ if clashes => Lit::BOTTOM,
            [] => Lit::TOP,
            [only] => *only,
            _ => self.add(Atom::And(operands.into())),
        }
    }

    /// An edge to oneself is one in both directions.
    pub(super) fn has_self(&mut self, role: Role) -> Lit {
        self.add(Atom::HasSelf(Role { inverse: false, ..role }))
    }

    /// `∃ r.{a}`.
    pub(super) fn has_value(&mut self, role: Role, individual: u32) -> Lit {
        let nominal = self.one_of(vec![individual]);
        self.some(role, nominal)
    }

    fn one_of(&mut self, individuals: Vec<u32>) -> Lit {
        self.add(Atom::OneOf(individuals.into()))
    }

    fn data_at_least(&mut self, count: u32, property: DataPropertyId, range: DataRange) -> Lit {
        match count {
            0 => Lit::TOP,
            1 => self.add(Atom::DataSome(property, range)),
            _ => self.add(Atom::DataAtLeast(count, property, range)),
        }
    }

    /// The literal that means the same as a concept.
    pub(super) fn lit(&mut self, concept: &Concept) -> Lit {
        concept.fold(|node, children: &mut Vec<Lit>| match node {
            Node::Top => Lit::TOP,
            Node::Bottom => Lit::BOTTOM,
            Node::Class(class) => Self::class(*class),
            Node::Not => children[0].not(),
            Node::And(_) => self.and(children.drain(..)),
            Node::Or(_) => self.and(children.drain(..).map(Lit::not)).not(),
            Node::Some(role) => self.some(*role, children[0]),
            Node::Only(role) => self.some(*role, children[0].not()).not(),
            Node::AtLeast(count, role) => self.at_least(*count, *role, children[0]),
            Node::AtMost(count, role) => {
                self.at_least(count.saturating_add(1), *role, children[0]).not()
            }
            Node::Exactly(count, role) => {
                let low = self.at_least(*count, *role, children[0]);
                let high = self.at_least(count.saturating_add(1), *role, children[0]);
                self.and([low, high.not()])
            }
            Node::HasValue(role, individual) => self.has_value(*role, individual.0),
            Node::OneOf(individuals) => {
                self.one_of(individuals.iter().map(|individual| individual.0).collect())
            }
            Node::HasSelf(role) => self.has_self(*role),
            Node::Data(restriction) => {
                let (property, range) = (restriction.property, restriction.range.clone());
                match restriction.quantifier {
                    Quantifier::Some => self.data_at_least(1, property, range),
                    Quantifier::Only => {
                        self.data_at_least(1, property, DataRange::Not(Box::new(range))).not()
                    }
                    Quantifier::AtLeast(count) => self.data_at_least(count, property, range),
                    Quantifier::AtMost(count) => {
                        self.data_at_least(count.saturating_add(1), property, range).not()
                    }
                    Quantifier::Exactly(count) => {
                        let low = self.data_at_least(count, property, range.clone());
                        let high = self.data_at_least(count.saturating_add(1), property, range);
                        self.and([low, high.not()])
                    }
                }
            }
        })
    }
}
