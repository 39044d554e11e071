//! Random graphs and concepts, small enough that every case is met often.

use evolearner_dl::{
    ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype, Id, IdVec,
    IndividualId, Literal, LiteralId, LiteralTableBuilder, Names, Node, ObjectPropertyId, Pattern,
    Quantifier, Role, Symbols, TextFacet, TextPlace,
};
use evolearner_graph::{Graph, GraphSettings, Inference};
use evolearner_owl::{Assertions, Ontology};

use crate::Random;

/// Every graph has so many classes.
pub const N_CLASSES: usize = 5;
/// And so many object properties.
pub const N_ROLES: usize = 3;
/// And so many data properties.
pub const N_DATA: usize = 3;

/// Spellings with clashes of value: 1 and 1.0, true and 1, two names of one moment.
const SPELLINGS: [(&str, &str); 19] = [
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
    ("1.x", "string"),
    ("xé", "string"),
    ("x\nx", "string"),
];

fn literal(random: &mut Random) -> Literal {
    let (lexical, datatype) = SPELLINGS[random.below(SPELLINGS.len())];
    Literal::new(lexical, Datatype::xsd(datatype))
}

fn names<I: Id>(letter: char, n: usize) -> Names<I> {
    let names: Vec<String> = (0..n).map(|i| format!("{letter}{i:06}")).collect();
    Names::from_sorted(names.iter().map(String::as_str))
}

/// A graph without axioms: mostly a few individuals, sometimes more than two words of bits hold.
pub fn graph(random: &mut Random) -> Graph {
    // Most universes fit a word, some do not, and one may be empty.
    let n = if random.chance(10) { 60 + random.below(90) } else { random.below(14) };
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
    let individual = |random: &mut Random| IndividualId::new(random.below(n));
    let density = |random: &mut Random| if n == 0 { 0 } else { random.below(3 * n + 1) };
    let assertions = Assertions {
        classes: IdVec::from_fn(N_CLASSES, |_| {
            let share = random.below(101);
            (0..n).filter(|_| random.chance(share)).map(IndividualId::new).collect()
        }),
        objects: IdVec::from_fn(N_ROLES, |_| {
            (0..density(random)).map(|_| (individual(random), individual(random))).collect()
        }),
        data: IdVec::from_fn(N_DATA, |_| {
            let n_values = density(random);
            let pick = |random: &mut Random| final_ids[ids[random.below(ids.len())].index()];
            (0..n_values).map(|_| (individual(random), pick(random))).collect()
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
    let settings = GraphSettings::default().with_inference(Inference::None);
    Graph::build(ontology, settings).0
}

fn role(random: &mut Random) -> Role {
    Role { property: ObjectPropertyId::new(random.below(N_ROLES)), inverse: random.chance(30) }
}

fn class(random: &mut Random) -> ClassId {
    ClassId::new(random.below(N_CLASSES))
}

fn individuals(random: &mut Random, n: usize) -> Vec<IndividualId> {
    let len = if n == 0 { 0 } else { random.below(4) };
    (0..len).map(|_| IndividualId::new(random.below(n))).collect()
}

fn cardinality(random: &mut Random) -> u32 {
    if random.chance(2) { u32::MAX } else { random.below(4) as u32 }
}

fn range(random: &mut Random, depth: usize) -> DataRange {
    let below = |random: &mut Random| -> Box<[DataRange]> {
        (0..random.below(4)).map(|_| range(random, depth - 1)).collect()
    };
    match random.below(if depth == 0 { 7 } else { 10 }) {
        0 => DataRange::Any,
        1 => {
            let names =
                ["integer", "double", "string", "boolean", "nonNegativeInteger", "dateTime"];
            DataRange::Datatype(Datatype::xsd(names[random.below(names.len())]))
        }
        2..=4 => {
            use Comparison::{Above, AtLeast, AtMost, Below};
            DataRange::Compare([AtMost, Below, AtLeast, Above][random.below(4)], literal(random))
        }
        5 => DataRange::OneOf((0..random.below(4)).map(|_| literal(random)).collect()),
        6 => DataRange::Text(text_facet(random)),
        7 => DataRange::Not(Box::new(range(random, depth - 1))),
        8 => DataRange::And(below(random)),
        _ => DataRange::Or(below(random)),
    }
}

fn text_facet(random: &mut Random) -> TextFacet {
    let length = random.below(4) as u32;
    let place = match random.below(5) {
        0 => return TextFacet::MinLength(length),
        1 => return TextFacet::MaxLength(length),
        2 => TextPlace::Start,
        3 => TextPlace::End,
        _ => TextPlace::Anywhere,
    };
    let texts = ["1", "x", ".", "1."];
    let pattern = Pattern::new(place, texts[random.below(texts.len())]);
    TextFacet::Pattern(pattern.expect("a text of one line"))
}

fn quantifier(random: &mut Random) -> Quantifier {
    match random.below(6) {
        0 => Quantifier::Only,
        1 => Quantifier::AtLeast(cardinality(random)),
        2 => Quantifier::AtMost(cardinality(random)),
        3 => Quantifier::Exactly(cardinality(random)),
        _ => Quantifier::Some,
    }
}

fn leaf(random: &mut Random, n: usize) -> Node {
    match random.below(14) {
        0 => Node::Top,
        1 => Node::Bottom,
        2 => Node::OneOf(individuals(random, n).into()),
        3 if n > 0 => Node::HasValue(role(random), IndividualId::new(random.below(n))),
        4 => Node::HasSelf(role(random)),
        5..=7 => Node::Data(Box::new(DataRestriction {
            property: DataPropertyId::new(random.below(N_DATA)),
            quantifier: quantifier(random),
            range: range(random, 2),
        })),
        _ => Node::Class(class(random)),
    }
}

/// A concept over a universe of `n` individuals. Joins have at least one operand.
pub fn concept(random: &mut Random, n: usize, depth: usize) -> Concept {
    if depth == 0 || random.chance(20) {
        return Concept::leaf(leaf(random, n));
    }
    let node = match random.below(12) {
        0 | 1 => Node::Not,
        2..=4 => Node::And(1 + random.below(4) as u32),
        5..=7 => Node::Or(1 + random.below(4) as u32),
        8 => Node::Some(role(random)),
        9 => Node::Only(role(random)),
        10 => Node::AtLeast(cardinality(random), role(random)),
        _ if random.chance(50) => Node::AtMost(cardinality(random), role(random)),
        _ => Node::Exactly(cardinality(random), role(random)),
    };
    let children: Vec<Concept> = (0..node.arity()).map(|_| concept(random, n, depth - 1)).collect();
    Concept::node(node, children)
}

/// A join of concepts that differ in a detail or two: a number, a bound, a filler. Laws about pairs
/// of operands hardly ever meet their like among independent ones.
pub fn relatives(random: &mut Random, n: usize) -> Concept {
    let base = if random.chance(40) {
        let property = DataPropertyId::new(random.below(N_DATA));
        let restriction =
            DataRestriction { property, quantifier: quantifier(random), range: range(random, 1) };
        Concept::leaf(Node::Data(Box::new(restriction)))
    } else {
        let filler = match random.below(3) {
            0 => Concept::leaf(Node::OneOf(individuals(random, n).into())),
            1 => Concept::leaf(leaf(random, n)),
            _ => concept(random, n, 2),
        };
        Concept::node(restriction(random, Role::forward(ObjectPropertyId(0))), [filler])
    };
    let n_operands = 2 + random.below(2);
    let operands: Vec<Concept> = (0..n_operands)
        .map(|_| {
            let relative = varied(random, n, &base);
            if random.chance(20) { Concept::complement(relative) } else { relative }
        })
        .collect();
    if random.chance(50) { Concept::and(operands) } else { Concept::or(operands) }
}

fn restriction(random: &mut Random, role: Role) -> Node {
    match random.below(5) {
        0 => Node::Some(role),
        1 => Node::Only(role),
        2 => Node::AtLeast(cardinality(random), role),
        3 => Node::AtMost(cardinality(random), role),
        _ => Node::Exactly(cardinality(random), role),
    }
}

/// The same concept with one or two nodes changed.
fn varied(random: &mut Random, n: usize, concept: &Concept) -> Concept {
    let mut nodes = concept.nodes().to_vec();
    for _ in 0..=random.below(2) {
        let at = if random.chance(60) { 0 } else { random.below(nodes.len()) };
        nodes[at] = match nodes[at].clone() {
            Node::Some(role)
            | Node::Only(role)
            | Node::AtLeast(_, role)
            | Node::AtMost(_, role)
            | Node::Exactly(_, role) => restriction(random, role),
            Node::And(n) => Node::Or(n),
            Node::Or(n) => Node::And(n),
            Node::Class(_) => Node::Class(class(random)),
            Node::OneOf(_) => Node::OneOf(individuals(random, n).into()),
            Node::Data(mut restriction) => {
                if random.chance(50) {
                    restriction.quantifier = quantifier(random);
                } else {
                    restriction.range = varied_range(random, restriction.range);
                }
                Node::Data(restriction)
            }
            node => node,
        };
    }
    Concept::from_preorder(nodes).expect("no node changed its arity")
}

fn varied_range(random: &mut Random, old: DataRange) -> DataRange {
    use Comparison::{Above, AtLeast, AtMost, Below};
    match old {
        DataRange::Compare(_, bound) if random.chance(60) => {
            DataRange::Compare([AtMost, Below, AtLeast, Above][random.below(4)], bound)
        }
        DataRange::Compare(comparison, _) => DataRange::Compare(comparison, literal(random)),
        DataRange::Not(inner) => *inner,
        old if random.chance(30) => DataRange::Not(Box::new(old)),
        _ => range(random, 1),
    }
}
