//! Random concepts with every constructor, over names that are hard to write.

use evolearner_dl::{
    ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Datatype,
    IndividualId, Literal, Names, Node, ObjectPropertyId, Pattern, Quantifier, Role, Symbols,
    TextFacet, TextPlace,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Names that collide, look like keywords, numbers or prefixes, or hold characters that end a
/// name in one notation or another.
const CLASSES: [&str; 24] = [
    "http://a#1st",
    "http://a#Dog",
    "http://a#Male",
    "http://a#Self",
    "http://a#Top",
    "http://a#a-b",
    "http://a#a.b",
    "http://a#and",
    "http://a#b-",
    "http://a#p",
    "http://a#true",
    "http://a#xsd:double",
    "http://a#é",
    "http://b#Dog",
    "http://b#has space",
    "http://b#it's",
    "http://b#quote\"",
    "http://b/",
    "http://b/x>y",
    "p:Male",
    "urn:uuid:1-2",
    "weird{}|\\^`\n",
    "x",
    "é",
];
const OBJECT_PROPERTIES: [&str; 9] = [
    "http://a#d",
    "http://a#hasSibling",
    "http://a#inverse",
    "http://a#p",
    "http://a#r-s",
    "http://a#r.s",
    "http://a#some",
    "http://b#p",
    "http://b#r⁻",
];
/// Two of them are object properties as well.
const DATA_PROPERTIES: [&str; 6] = [
    "http://a#age",
    "http://a#d",
    "http://a#log.p",
    "http://a#min",
    "http://b#p",
    "http://b#value",
];
const INDIVIDUALS: [&str; 8] = [
    "_:b0",
    "_:b.1",
    "http://a#5",
    "http://a#anna",
    "http://a#false",
    "http://b#anna",
    "http://b#x,y",
    "http://c/é",
];

fn sorted<I: evolearner_dl::Id>(names: &[&str]) -> Names<I> {
    let mut names = names.to_vec();
    names.sort_unstable();
    Names::from_sorted(names)
}

/// A vocabulary of these names.
pub fn symbols() -> Symbols {
    Symbols {
        classes: sorted(&CLASSES),
        object_properties: sorted(&OBJECT_PROPERTIES),
        data_properties: sorted(&DATA_PROPERTIES),
        individuals: sorted(&INDIVIDUALS),
        prefixes: vec![
            (String::new(), "http://a#".into()),
            ("b".into(), "http://b#".into()),
            ("p".into(), "http://a#".into()),
        ],
        labels: [("http://a#Male".into(), "male person".into())].into_iter().collect(),
        ..Symbols::default()
    }
}

/// How many names of each kind a random concept may use.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Classes.
    pub classes: u32,
    /// Object properties, forwards and backwards.
    pub roles: u32,
    /// Data properties.
    pub data_properties: u32,
    /// Individuals.
    pub individuals: u32,
}

impl Sizes {
    /// All names of a vocabulary.
    pub fn of(symbols: &Symbols) -> Self {
        Self {
            classes: symbols.classes.len() as u32,
            roles: symbols.object_properties.len() as u32,
            data_properties: symbols.data_properties.len() as u32,
            individuals: symbols.individuals.len() as u32,
        }
    }
}

fn role(sizes: Sizes) -> impl Strategy<Value = Role> {
    (0..sizes.roles, any::<bool>())
        .prop_map(|(property, inverse)| Role { property: ObjectPropertyId(property), inverse })
}

fn individual(sizes: Sizes) -> impl Strategy<Value = IndividualId> {
    (0..sizes.individuals).prop_map(IndividualId)
}

/// Literals of every kind and spelling.
pub fn literal() -> impl Strategy<Value = Literal> {
    let xsd = |name: &str| Datatype::xsd(name);
    let number = prop_oneof![
        "[+-]?[0-9]{1,3}",
        "-?[0-9]{1,2}\\.[0-9]{1,2}",
        "-?[0-9](\\.[0-9])?[eE][+-]?[0-9]",
        Just("INF".to_owned()),
        Just("NaN".to_owned()),
    ];
    let numeric = prop_oneof![
        Just("integer"),
        Just("decimal"),
        Just("double"),
        Just("float"),
        Just("int"),
        Just("unsignedByte"),
    ];
    prop_oneof![
        4 => (number, numeric).prop_map(move |(lexical, name)| Literal::new(&lexical, xsd(name))),
        1 => prop_oneof![Just("true"), Just("false"), Just("1"), Just("maybe")]
            .prop_map(move |lexical| Literal::new(lexical, xsd("boolean"))),
        1 => "[ -~é\n\t\"\\\\]{0,6}".prop_map(move |lexical| Literal::new(&lexical, xsd("string"))),
        1 => "[a-z]{0,3}".prop_map(|lexical| Literal::new(&lexical, Datatype::Language("en-GB".into()))),
        1 => Just(Literal::new("2020-01-01", xsd("date"))),
        1 => Just(Literal::new("2020-01-01T10:00:00Z", xsd("dateTime"))),
        1 => Just(Literal::new("PT5M", xsd("duration"))),
        1 => Just(Literal::new("x", Datatype::iri("http://a#custom type"))),
    ]
}

/// Literals that a comparison can have as its bound.
fn bound(literal: &BoxedStrategy<Literal>) -> impl Strategy<Value = Literal> + use<> {
    literal.clone().prop_filter("text is no bound", |literal| {
        literal.value().kind != evolearner_dl::Kind::Text
    })
}

/// Facets of strings, with every character that a pattern or a notation escapes.
pub fn text_facet() -> impl Strategy<Value = TextFacet> {
    let place =
        prop_oneof![Just(TextPlace::Start), Just(TextPlace::End), Just(TextPlace::Anywhere)];
    let often = prop::sample::select(vec!["a", "b", "1", "x", ".", "\"", "$^", "\\"]);
    let text = prop_oneof![often.prop_map(str::to_owned), "[ -~é\t]{1,3}"];
    let pattern = (place, text)
        .prop_filter_map("patterns are one line", |(place, text)| Pattern::new(place, &text));
    prop_oneof![
        3 => pattern.prop_map(TextFacet::Pattern),
        1 => (0u32..6).prop_map(TextFacet::MinLength),
        1 => (0u32..6).prop_map(TextFacet::MaxLength),
    ]
}

/// Data ranges that are not composed of others.
pub fn simple_range(literal: &BoxedStrategy<Literal>) -> impl Strategy<Value = DataRange> + use<> {
    let comparison = prop_oneof![
        Just(Comparison::AtLeast),
        Just(Comparison::AtMost),
        Just(Comparison::Above),
        Just(Comparison::Below),
    ];
    let datatype = prop_oneof![
        Just(Datatype::xsd("double")),
        Just(Datatype::xsd("string")),
        Just(Datatype::xsd("int")),
        Just(Datatype::iri("http://b#mine")),
    ];
    prop_oneof![
        1 => Just(DataRange::Any),
        1 => datatype.prop_map(DataRange::Datatype),
        3 => (comparison, bound(literal)).prop_map(|(comparison, bound)| DataRange::Compare(comparison, bound)),
        2 => vec(literal.clone(), 1..3).prop_map(|literals| DataRange::OneOf(literals.into())),
        2 => text_facet().prop_map(DataRange::Text),
    ]
}

/// Data ranges with every constructor.
pub fn range(literal: &BoxedStrategy<Literal>) -> impl Strategy<Value = DataRange> + use<> {
    simple_range(literal).prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|range| DataRange::Not(Box::new(range))),
            vec(inner.clone(), 2..4).prop_map(|ranges| DataRange::And(ranges.into())),
            vec(inner, 2..4).prop_map(|ranges| DataRange::Or(ranges.into())),
        ]
    })
}

/// How many values.
pub fn quantifier() -> impl Strategy<Value = Quantifier> {
    prop_oneof![
        4 => Just(Quantifier::Some),
        1 => Just(Quantifier::Only),
        1 => (0u32..4).prop_map(Quantifier::AtLeast),
        1 => (0u32..4).prop_map(Quantifier::AtMost),
        1 => (0u32..4).prop_map(Quantifier::Exactly),
    ]
}

/// Concepts with every constructor over hard names.
pub fn concept() -> impl Strategy<Value = Concept> {
    concept_over(Sizes::of(&symbols()), &literal().boxed())
}

/// Concepts with every constructor.
pub fn concept_over(
    sizes: Sizes,
    literal: &BoxedStrategy<Literal>,
) -> impl Strategy<Value = Concept> + use<> {
    let data = (0..sizes.data_properties, quantifier(), range(literal)).prop_map(
        |(property, quantifier, range)| {
            let property = DataPropertyId(property);
            Node::Data(Box::new(DataRestriction { property, quantifier, range }))
        },
    );
    let leaf = prop_oneof![
        1 => Just(Node::Top),
        1 => Just(Node::Bottom),
        6 => (0..sizes.classes).prop_map(|class| Node::Class(ClassId(class))),
        1 => vec(individual(sizes), 1..4).prop_map(|individuals| Node::OneOf(individuals.into())),
        1 => (role(sizes), individual(sizes)).prop_map(|(role, individual)| Node::HasValue(role, individual)),
        1 => role(sizes).prop_map(Node::HasSelf),
        4 => data,
    ];
    leaf.prop_map(Concept::leaf).prop_recursive(5, 24, 4, move |inner| {
        let unary = prop_oneof![
            2 => Just(Node::Not),
            2 => role(sizes).prop_map(Node::Some),
            2 => role(sizes).prop_map(Node::Only),
            1 => (0u32..20, role(sizes)).prop_map(|(n, role)| Node::AtLeast(n, role)),
            1 => (0u32..20, role(sizes)).prop_map(|(n, role)| Node::AtMost(n, role)),
            1 => (0u32..20, role(sizes)).prop_map(|(n, role)| Node::Exactly(n, role)),
        ];
        prop_oneof![
            2 => (unary, inner.clone()).prop_map(|(node, child)| Concept::node(node, [child])),
            1 => vec(inner.clone(), 2..5).prop_map(Concept::and),
            1 => vec(inner, 2..5).prop_map(Concept::or),
        ]
    })
}
