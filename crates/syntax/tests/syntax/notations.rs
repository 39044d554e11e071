//! What is read and how it is written, case by case.

use evolearner_dl::{
    Concept, DataPropertyId, DataRange, DataRestriction, Names, Node, Quantifier, Symbols,
};
use evolearner_syntax::{
    Notation, Vocabulary, dl, functional, manchester, parse_any, parse_as, parse_unknown,
};

/// Table 6 of the paper, letter by letter (one dot is missing there as well), and its lengths.
#[test]
fn lengths_of_table_6() {
    for (text, length) in [
        ("Brother ⊔ ∃ married.Sister", 5),
        (
            "Male ⊓ ((∃ married.∃hasSibling.Daughter) ⊔ (∃hasSibling.∃hasChild.( ≤ 1 hasParent.Male)))",
            16,
        ),
        (
            "Male ⊓ ((∃ hasSibling.∃hasChild.( ≤ 1 hasParent.Daughter)) ⊔ \
             (∃married.∃hasSibling.∃hasChild( ≤ 2 hasParent.Male)))",
            21,
        ),
        ("Male ⊓ ((∃hasSibling.∃ hasChild.Child) ⊔ (∃married.∃hasSibling. ∃hasChild.Child))", 15),
        ("Male ⊓ ((∃hasSibling.∃ hasChild.Child) ⊔ (∃married.∃hasSibling.Parent))", 13),
        ("Male ⊓ ((∃hasSibling.Parent) ⊔ (∃married.∃hasSibling.Parent))", 11),
    ] {
        let (concept, symbols) = parse_unknown(text, Notation::Dl).unwrap();
        assert_eq!(concept.length(), length, "{text}");
        let manchester = manchester::print(&concept, &symbols);
        let vocabulary = Vocabulary::new(&symbols);
        assert_eq!(manchester::parse(&manchester, &vocabulary).unwrap().length(), length);
    }
}

#[test]
fn nodes_of_figure_1() {
    let text = "Female ⊓ ((∃hasSibling.Parent) ⊔ (∃married.Brother))";
    let (concept, symbols) = parse_unknown(text, None).unwrap();
    assert_eq!(concept.n_nodes(), 7);
    assert_eq!(dl::print(&concept, &symbols), "Female ⊓ (∃ hasSibling.Parent ⊔ ∃ married.Brother)");
}

fn symbols() -> Symbols {
    Symbols {
        classes: Names::from_sorted(["http://x#A", "http://x#B", "http://x#C"]),
        object_properties: Names::from_sorted(["http://x#r", "http://x#s"]),
        data_properties: Names::from_sorted(["http://x#b", "http://x#d"]),
        individuals: Names::from_sorted(["http://x#i", "http://x#j"]),
        ..Symbols::default()
    }
}

#[test]
fn spellings_that_mean_the_same() {
    let symbols = symbols();
    let vocabulary = Vocabulary::new(&symbols);
    let check = |expect: &str, spellings: &[&str]| {
        for text in spellings {
            let concept = parse_any(text, &vocabulary).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(dl::print(&concept, &symbols), expect, "{text}");
        }
    };
    check(
        "A ⊓ B ⊓ C",
        &["A and B and C", "A && B && C", "A & B ⊓ C", "(A ⊓ B ⊓ C)", "A AND B that C"],
    );
    check("(A ⊓ B) ⊔ C", &["A and B or C", "A && B || C", "(A ⊓ B) ⊔ C", "A&B|C"]);
    check("(A ⊓ B) ⊓ C", &["(A and B) and C"]);
    check("¬A", &["not A", "!A", "¬ A", "¬(A)"]);
    check(
        "∃ r.A",
        &[
            "r some A",
            "exists r.A",
            "∃r.A",
            "∃ r . A",
            "∃ r.(A)",
            "some r.A",
            "∃ <http://x#r>.<http://x#A>",
        ],
    );
    check("∃ r.A ⊓ B", &["r some A and B", "∃ r.A ⊓ B"]);
    check("∃ r.∃ s.A", &["r some s some A", "r some (s some A)", "∃ r.s some A", "∃r.∃s.A"]);
    check("∀ r.(A ⊔ B)", &["r only (A or B)", "forall r.(A or B)", "∀ r.(A ⊔ B)"]);
    check("≥ 2 r.A", &["r min 2 A", ">= 2 r.A", "≥2 r.A", "min 2 r.A"]);
    check("≤ 2 r.⊤", &["r max 2", "<= 2 r.Thing", "≤ 2 r", "r max 2 owl:Thing", "≤ 2 r.Top"]);
    check("= 2 r.⊥", &["r exactly 2 Nothing", "= 2 r.Bottom", "= 2 r.owl:Nothing"]);
    check(
        "∃ r⁻.A",
        &[
            "inverse r some A",
            "inverse(r) some A",
            "∃ r^-.A",
            "∃ r-.A",
            "∃ inverse(r).A",
            "∃ r⁻¹.A",
        ],
    );
    check("{i, j}", &["{i , j}", "{i ⊔ j}", "{<http://x#i> or j}"]);
    check("∃ r.{i}", &["r value i", "∃ r.{i}"]);
    check("∃ r.({i})", &["r some {i}", "∃ r.({i})"]);
    check("∃ r.Self", &["r Self", "∃ r.Self", "∃ r.self"]);
    check(
        "d ≥ 2.5",
        &[
            "d >= 2.5",
            "∃ d.xsd:double[≥ 2.5]",
            "d some xsd:double[>= 2.5]",
            "d some double[>= \"2.5\"^^xsd:double]",
            "∃ d.[≥ 2.5]",
        ],
    );
    check("d < 5", &["d<5", "d some xsd:integer[< 5]"]);
    check(
        "∃ d.[≥ 1, < 5]",
        &[
            "d some xsd:integer[>= 1 , < 5]",
            "d some xsd:integer[>= 1 and < 5]",
            "∃ d.xsd:integer[≥ 1 ⊓ < 5]",
        ],
    );
    check(
        "b = true",
        &["b value true", "∃ b.{true}", "b some {true}", "b value \"true\"^^xsd:boolean"],
    );
    check("d = \"text\"", &["d value \"text\"", "∃ d.{\"text\"}", "d = \"text\"^^xsd:string"]);
    check("d ≥ \"2020-01-01\"^^xsd:date", &["d >= \"2020-01-01\"^^xsd:date"]);
    check("≥ 2 d.[≥ 5]", &["d min 2 xsd:integer[>= 5]", "≥ 2 d.[≥ 5]"]);
    check("∃ d.rdfs:Literal", &["∃ d.⊤", "d some rdfs:Literal", "d some Literal"]);
    check("∀ d.(xsd:double ⊔ ¬{1, 2})", &["d only (xsd:double or not {1 , 2})"]);
    check(
        "A ⊓ ∃ r⁻.B",
        &[
            "ObjectIntersectionOf(<http://x#A> ObjectSomeValuesFrom(ObjectInverseOf(<http://x#r>) B))",
        ],
    );
    check(
        "≥ 3 r.⊤",
        &["ObjectMinCardinality(3 <http://x#r>)", "ObjectMinCardinality( 3 r owl:Thing )"],
    );
    check(
        "d ≥ 2.5",
        &[
            "DataSomeValuesFrom(d DatatypeRestriction(xsd:double xsd:minInclusive \"2.5\"^^xsd:double))",
        ],
    );
}

#[test]
fn every_notation_writes_its_own_way() {
    let symbols = symbols();
    let vocabulary = Vocabulary::new(&symbols);
    let check = |text: &str, manchester: &str, functional: &str| {
        let concept = dl::parse(text, &vocabulary).unwrap();
        assert_eq!(dl::print(&concept, &symbols), text);
        assert_eq!(manchester::print(&concept, &symbols), manchester);
        let functional_text = functional::print(&concept, &symbols)
            .replace("http://www.w3.org/2001/XMLSchema#", "xsd:");
        assert_eq!(functional_text, functional);
    };
    check(
        "A ⊓ (∃ r.B ⊔ ¬C)",
        "A and ((r some B) or (not C))",
        "ObjectIntersectionOf(<http://x#A> ObjectUnionOf(ObjectSomeValuesFrom(<http://x#r> \
         <http://x#B>) ObjectComplementOf(<http://x#C>)))",
    );
    check(
        "A ⊓ ≥ 2 r⁻.(≤ 1 s.⊤)",
        "A and (inverse r min 2 (s max 1 owl:Thing))",
        "ObjectIntersectionOf(<http://x#A> ObjectMinCardinality(2 ObjectInverseOf(<http://x#r>) \
         ObjectMaxCardinality(1 <http://x#s> <http://www.w3.org/2002/07/owl#Thing>)))",
    );
    check(
        "A ⊓ (d ≥ 2.5) ⊓ ∃ r.(d < 5)",
        "A and (d some xsd:double[>= \"2.5\"^^xsd:double]) and \
         (r some (d some xsd:integer[< \"5\"^^xsd:integer]))",
        "ObjectIntersectionOf(<http://x#A> DataSomeValuesFrom(<http://x#d> \
         DatatypeRestriction(<xsd:double> <xsd:minInclusive> \"2.5\"^^<xsd:double>)) \
         ObjectSomeValuesFrom(<http://x#r> DataSomeValuesFrom(<http://x#d> \
         DatatypeRestriction(<xsd:integer> <xsd:maxExclusive> \"5\"^^<xsd:integer>))))",
    );
    check(
        "∃ r.{i} ⊓ {i, j} ⊓ ∃ s.Self ⊓ (b = true)",
        "(r value i) and {i , j} and (s Self) and (b value \"true\"^^xsd:boolean)",
        "ObjectIntersectionOf(ObjectHasValue(<http://x#r> <http://x#i>) ObjectOneOf(<http://x#i> \
         <http://x#j>) ObjectHasSelf(<http://x#s>) DataHasValue(<http://x#b> \
         \"true\"^^<xsd:boolean>))",
    );
    check(
        r#"∃ d.[pattern "a\\.b$.*"] ⊓ ∀ d.¬[minLength 3]"#,
        r#"(d some xsd:string[pattern "a\\.b$.*"]) and (d only not xsd:string[minLength 3])"#,
        "ObjectIntersectionOf(DataSomeValuesFrom(<http://x#d> \
         DatatypeRestriction(<xsd:string> <xsd:pattern> \"a\\\\.b$.*\")) \
         DataAllValuesFrom(<http://x#d> DataComplementOf(DatatypeRestriction(<xsd:string> \
         <xsd:minLength> \"3\"^^<xsd:integer>))))",
    );
}

/// OWL's lists have at least one member.
#[test]
fn what_would_be_an_empty_list_is_said_otherwise() {
    let symbols = symbols();
    let check = |node: Node, manchester: &str, functional: &str| {
        let concept = Concept::leaf(node);
        assert_eq!(manchester::print(&concept, &symbols), manchester);
        assert_eq!(
            functional::print(&concept, &symbols).replace("http://www.w3.org/2002/07/owl#", "owl:"),
            functional
        );
    };
    check(Node::OneOf([].into()), "owl:Nothing", "<owl:Nothing>");
    check(Node::And(0), "owl:Thing", "<owl:Thing>");
    check(Node::Or(0), "owl:Nothing", "<owl:Nothing>");
    let data = |range| {
        let (property, quantifier) = (DataPropertyId(0), Quantifier::Only);
        Node::Data(Box::new(DataRestriction { property, quantifier, range }))
    };
    let literal = "<http://www.w3.org/2000/01/rdf-schema#Literal>";
    for none in [DataRange::OneOf([].into()), DataRange::Or([].into())] {
        let functional = format!("DataAllValuesFrom(<http://x#b> DataComplementOf({literal}))");
        check(data(none), "b only not rdfs:Literal", &functional);
    }
    let all = format!("DataAllValuesFrom(<http://x#b> {literal})");
    check(data(DataRange::And([].into())), "b only rdfs:Literal", &all);
}

#[test]
fn errors_point_at_the_place() {
    let symbols = symbols();
    let vocabulary = Vocabulary::new(&symbols);
    let check = |notation: Option<Notation>, text: &str, column: usize, expect: &str| {
        let error = parse_as(text, notation, &vocabulary).unwrap_err();
        let first = error.to_string().lines().next().unwrap().to_owned();
        assert_eq!(
            (error.column(), first.as_str()),
            (column, format!("column {column}: {expect}").as_str())
        );
    };
    check(Some(Notation::Dl), "", 1, "expected a concept, found the end");
    check(Some(Notation::Dl), "A ⊓", 4, "expected a concept, found the end");
    check(Some(Notation::Dl), "A B", 3, "expected ⊓, ⊔ or the end, found ‘B’");
    check(
        Some(Notation::Dl),
        "(A ⊓ B",
        7,
        "expected ⊓, ⊔ or ‘)’, found the end (‘(’ of column 1 is open)",
    );
    check(Some(Notation::Dl), "A ⊓ B)", 6, "expected ⊓, ⊔ or the end, found ‘)’");
    check(Some(Notation::Dl), "A ⊓ ∃ r B", 9, "expected ‘.’, found ‘B’");
    check(
        Some(Notation::Dl),
        "∃ A.B",
        3,
        "expected an object property, found ‘A’ (there is a class of that name)",
    );
    check(Some(Notation::Dl), "A ⊓ AA", 5, "expected a class, found ‘AA’ (did you mean A?)");
    check(Some(Notation::Dl), "≥ x r.A", 3, "expected a number, found ‘x’");
    check(
        Some(Notation::Dl),
        "≥ 99999999999 r.A",
        3,
        "expected a whole number below 2³², found ‘99999999999’",
    );
    check(Some(Notation::Dl), "d ≥ i", 5, "expected a number, a string, true or false, found ‘i’");
    check(
        Some(Notation::Dl),
        "d = \"x",
        5,
        "expected a quote that is closed, found one that is not",
    );
    check(Some(Notation::Dl), "A ⊓ %", 5, "expected a concept, found ‘%’");
    check(Some(Notation::Manchester), "r some", 7, "expected a concept, found the end");
    check(
        Some(Notation::Manchester),
        "d some xsd:double[5]",
        19,
        "expected ≥, ≤, > or <, found ‘5’",
    );
    let pattern = "expected a text with .* before or behind it (\"AB.*\", \".*AB\" or \".*AB.*\"), \
                   found ‘\"";
    for (text, column) in [
        ("d some xsd:string[pattern \"[ab].*\"]", 27),
        ("d some xsd:string[minLength 3 , pattern \"a|b\"]", 41),
        ("d some xsd:string[pattern \"AB\"]", 27),
    ] {
        let error = parse_as(text, Some(Notation::Manchester), &vocabulary).unwrap_err();
        assert_eq!(error.column(), column, "{error}");
        assert!(error.to_string().contains(pattern), "{error}");
    }
    check(
        Some(Notation::Manchester),
        "d some xsd:string[langRange \"en\"]",
        19,
        "expected a bound, pattern, length, minLength or maxLength, found ‘langRange’",
    );
    check(Some(Notation::Dl), "∃ d.[minLength -1]", 16, "expected a length such as 3, found ‘-1’");
    check(
        Some(Notation::Manchester),
        "d some xsd:token[pattern \"a.*\"]",
        18,
        "expected a bound, found ‘pattern’ (other facets are those of xsd:string)",
    );
    check(
        Some(Notation::Functional),
        "ObjectUnionOf(A B",
        18,
        "expected a class expression, found the end",
    );
    check(Some(Notation::Functional), "ObjectComplementOf(A B)", 22, "expected ‘)’, found ‘B’");
    check(None, "A and ∃ q.B", 9, "expected a property, found ‘q’ (did you mean r, s, b, d?)");
}

#[test]
fn a_deeply_negated_range_is_read_back_in_every_notation() {
    let text = format!("∃ age.{}[≤ 5]", "¬".repeat(190));
    assert!(parse_unknown(&text, Notation::Dl).is_ok());
    crate::check::read_everywhere(&text, &Symbols::default());
}

#[test]
fn a_bound_in_quotes_has_the_datatype_of_its_spelling() {
    let text = "∃ age.[≤ \"9.7E3\"]";
    assert!(parse_unknown(text, Notation::Dl).is_ok());
    crate::check::read_everywhere(text, &Symbols::default());
}

#[test]
fn a_bound_in_a_language_is_read_back_in_every_notation() {
    let text = "d < \"x\"@en";
    assert!(parse_unknown(text, Notation::Dl).is_ok());
    crate::check::read_everywhere(text, &Symbols::default());
}

#[test]
fn the_complement_of_no_values_is_read_back_in_every_notation() {
    let symbols = symbols();
    let concept = dl::parse("∀ d.¬{}", &Vocabulary::new(&symbols)).unwrap();
    assert_eq!(manchester::print(&concept, &symbols), "d only not (not rdfs:Literal)");
    crate::check::read_everywhere("∀ d.¬{}", &symbols);
}
