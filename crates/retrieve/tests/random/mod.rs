//! Random graphs and concepts, small enough that every case is met often.
#![allow(dead_code, reason = "each test binary uses a part")]

use evolearner_dl::{
    ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, Id, IdVec,
    IndividualId, Literal, LiteralId, LiteralTableBuilder, Names, Node, ObjectPropertyId,
    Quantifier, Role, Symbols,
};
use evolearner_graph::{Graph, GraphSettings, Inference};
use evolearner_owl::{Assertions, Ontology};

pub const N_CLASSES: usize = 5;
pub const N_ROLES: usize = 3;
pub const N_DATA: usize = 3;

/// Seeds for that many cases: three quarters are always the same, the others new each time.
pub fn seeds(n: u64) -> impl Iterator<Item = u64> {
    let [fixed, fresh] = evolearner_testing::seeds(0);
    let after = move |start: u64| move |case| start.wrapping_add(case);
    (0..n - n / 4).map(after(fixed)).chain((0..n / 4).map(after(fresh)))
}

/// `SplitMix64` (Steele, Lea and Flood 2014): a stream per seed, the same on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Spellings with clashes of value: 1 and 1.0, true and 1, two names of one moment.
const SPELLINGS: [(&str, &str); 16] = [
    ("1", "integer"),
    ("1.0", "double"),
    ("01", "integer"),
    ("2", "integer"),
    ("2.5", "decimal"),
    ("-0.0", "double"),
    ("0", "integer"),
    ("true", "boolean"),
    ("1", "boolean"),
    ("false", "boolean"),
    ("2020-01-01T00:00:00Z", "dateTime"),
    ("2020-01-01T01:00:00+01:00", "dateTime"),
    ("2021-06-01", "date"),
    ("P1D", "duration"),
    ("x", "string"),
    ("1", "string"),
];

pub fn literal(dice: &mut Dice) -> Literal {
    let (lexical, datatype) = SPELLINGS[dice.below(SPELLINGS.len())];
    Literal::new(lexical, Datatype::xsd(datatype))
}

fn names<I: Id>(letter: char, n: usize) -> Names<I> {
    let names: Vec<String> = (0..n).map(|i| format!("{letter}{i:06}")).collect();
    Names::from_sorted(names.iter().map(String::as_str))
}

pub fn graph(dice: &mut Dice) -> Graph {
    // Most universes fit a word, some do not, and one may be empty.
    let n = if dice.chance(10) { 60 + dice.below(90) } else { dice.below(14) };
    let mut literals = LiteralTableBuilder::default();
    let ids: Vec<LiteralId> = SPELLINGS
        .iter()
        .map(|(lexical, datatype)| {
            let Datatype::Iri(iri) = Datatype::xsd(datatype) else { unreachable!() };
            let datatype = literals.datatype(&iri, None);
            literals.intern(lexical, datatype)
        })
        .collect();
    let (literals, final_ids) = literals.finish();
    let individual = |dice: &mut Dice| IndividualId::new(dice.below(n));
    let density = |dice: &mut Dice| if n == 0 { 0 } else { dice.below(3 * n + 1) };
    let assertions = Assertions {
        classes: IdVec::from_fn(N_CLASSES, |_| {
            let share = dice.below(101);
            (0..n).filter(|_| dice.chance(share)).map(IndividualId::new).collect()
        }),
        objects: IdVec::from_fn(N_ROLES, |_| {
            (0..density(dice)).map(|_| (individual(dice), individual(dice))).collect()
        }),
        data: IdVec::from_fn(N_DATA, |_| {
            let n_values = density(dice);
            let pick = |dice: &mut Dice| final_ids[ids[dice.below(ids.len())].index()];
            (0..n_values).map(|_| (individual(dice), pick(dice))).collect()
        }),
    };
    let symbols = Symbols {
        classes: names('C', N_CLASSES),
        object_properties: names('r', N_ROLES),
        data_properties: names('d', N_DATA),
        individuals: names('i', n),
        ..Symbols::default()
    };
    let ontology = Ontology { symbols, literals, assertions, ..Ontology::default() };
    let settings = GraphSettings { inference: Inference::None, ..GraphSettings::default() };
    Graph::build(ontology, settings).0
}

pub fn role(dice: &mut Dice) -> Role {
    Role { property: ObjectPropertyId::new(dice.below(N_ROLES)), inverse: dice.chance(30) }
}

pub fn class(dice: &mut Dice) -> ClassId {
    ClassId::new(dice.below(N_CLASSES))
}

fn individuals(dice: &mut Dice, n: usize) -> Vec<IndividualId> {
    let len = if n == 0 { 0 } else { dice.below(4) };
    (0..len).map(|_| IndividualId::new(dice.below(n))).collect()
}

fn cardinality(dice: &mut Dice) -> u32 {
    if dice.chance(2) { u32::MAX } else { dice.below(4) as u32 }
}

pub fn range(dice: &mut Dice, depth: usize) -> DataRange {
    let below = |dice: &mut Dice| -> Box<[DataRange]> {
        (0..dice.below(4)).map(|_| range(dice, depth - 1)).collect()
    };
    match dice.below(if depth == 0 { 6 } else { 9 }) {
        0 => DataRange::Any,
        1 => {
            let names =
                ["integer", "double", "string", "boolean", "nonNegativeInteger", "dateTime"];
            DataRange::Datatype(Datatype::xsd(names[dice.below(names.len())]))
        }
        2..=4 => {
            use Comparison::{Above, AtLeast, AtMost, Below};
            DataRange::Compare([AtMost, Below, AtLeast, Above][dice.below(4)], literal(dice))
        }
        5 => DataRange::OneOf((0..dice.below(4)).map(|_| literal(dice)).collect()),
        6 => DataRange::Not(Box::new(range(dice, depth - 1))),
        7 => DataRange::And(below(dice)),
        _ => DataRange::Or(below(dice)),
    }
}

fn quantifier(dice: &mut Dice) -> Quantifier {
    match dice.below(6) {
        0 => Quantifier::Only,
        1 => Quantifier::AtLeast(cardinality(dice)),
        2 => Quantifier::AtMost(cardinality(dice)),
        3 => Quantifier::Exactly(cardinality(dice)),
        _ => Quantifier::Some,
    }
}

fn leaf(dice: &mut Dice, n: usize) -> Node {
    match dice.below(14) {
        0 => Node::Top,
        1 => Node::Bottom,
        2 => Node::OneOf(individuals(dice, n).into()),
        3 if n > 0 => Node::HasValue(role(dice), IndividualId::new(dice.below(n))),
        4 => Node::HasSelf(role(dice)),
        5..=7 => Node::Data(Box::new(DataRestriction {
            property: DataPropertyId::new(dice.below(N_DATA)),
            quantifier: quantifier(dice),
            range: range(dice, 2),
        })),
        _ => Node::Class(class(dice)),
    }
}

/// A concept over a universe of `n` individuals. Joins have at least one operand.
pub fn concept(dice: &mut Dice, n: usize, depth: usize) -> Concept {
    if depth == 0 || dice.chance(20) {
        return Concept::leaf(leaf(dice, n));
    }
    let node = match dice.below(12) {
        0 | 1 => Node::Not,
        2..=4 => Node::And(1 + dice.below(4) as u32),
        5..=7 => Node::Or(1 + dice.below(4) as u32),
        8 => Node::Some(role(dice)),
        9 => Node::Only(role(dice)),
        10 => Node::AtLeast(cardinality(dice), role(dice)),
        _ if dice.chance(50) => Node::AtMost(cardinality(dice), role(dice)),
        _ => Node::Exactly(cardinality(dice), role(dice)),
    };
    let children: Vec<Concept> = (0..node.arity()).map(|_| concept(dice, n, depth - 1)).collect();
    Concept::node(node, children)
}

/// A join of concepts that differ in a detail or two: a number, a bound, a filler. Laws about pairs
/// of operands hardly ever meet their like among independent ones.
pub fn relatives(dice: &mut Dice, n: usize) -> Concept {
    let base = if dice.chance(40) {
        let property = DataPropertyId::new(dice.below(N_DATA));
        let restriction =
            DataRestriction { property, quantifier: quantifier(dice), range: range(dice, 1) };
        Concept::leaf(Node::Data(Box::new(restriction)))
    } else {
        let filler = match dice.below(3) {
            0 => Concept::leaf(Node::OneOf(individuals(dice, n).into())),
            1 => Concept::leaf(leaf(dice, n)),
            _ => concept(dice, n, 2),
        };
        Concept::node(restriction(dice, Role::forward(ObjectPropertyId(0))), [filler])
    };
    let n_operands = 2 + dice.below(2);
    let operands: Vec<Concept> = (0..n_operands)
        .map(|_| {
            let relative = varied(dice, n, &base);
            if dice.chance(20) { Concept::complement(relative) } else { relative }
        })
        .collect();
    if dice.chance(50) { Concept::and(operands) } else { Concept::or(operands) }
}

fn restriction(dice: &mut Dice, role: Role) -> Node {
    match dice.below(5) {
        0 => Node::Some(role),
        1 => Node::Only(role),
        2 => Node::AtLeast(cardinality(dice), role),
        3 => Node::AtMost(cardinality(dice), role),
        _ => Node::Exactly(cardinality(dice), role),
    }
}

/// The same concept with one or two nodes changed.
fn varied(dice: &mut Dice, n: usize, concept: &Concept) -> Concept {
    let mut nodes = concept.nodes().to_vec();
    for _ in 0..=dice.below(2) {
        let at = if dice.chance(60) { 0 } else { dice.below(nodes.len()) };
        nodes[at] = match nodes[at].clone() {
            Node::Some(role)
            | Node::Only(role)
            | Node::AtLeast(_, role)
            | Node::AtMost(_, role)
            | Node::Exactly(_, role) => restriction(dice, role),
            Node::And(n) => Node::Or(n),
            Node::Or(n) => Node::And(n),
            Node::Class(_) => Node::Class(class(dice)),
            Node::OneOf(_) => Node::OneOf(individuals(dice, n).into()),
            Node::Data(mut restriction) => {
                if dice.chance(50) {
                    restriction.quantifier = quantifier(dice);
                } else {
                    restriction.range = varied_range(dice, restriction.range);
                }
                Node::Data(restriction)
            }
            node => node,
        };
    }
    Concept::from_preorder(nodes).expect("no node changed its arity")
}

fn varied_range(dice: &mut Dice, old: DataRange) -> DataRange {
    use Comparison::{Above, AtLeast, AtMost, Below};
    match old {
        DataRange::Compare(_, bound) if dice.chance(60) => {
            DataRange::Compare([AtMost, Below, AtLeast, Above][dice.below(4)], bound)
        }
        DataRange::Compare(comparison, _) => DataRange::Compare(comparison, literal(dice)),
        DataRange::Not(inner) => *inner,
        old if dice.chance(30) => DataRange::Not(Box::new(old)),
        _ => range(dice, 1),
    }
}
