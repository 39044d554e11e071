//! Documents and pictures: the formats of RDF say the same, the pictures are well-formed, depth
//! costs no stack.

use evolearner_dl::{Concept, Datatype, Literal, Node, ObjectPropertyId, Role};
use evolearner_syntax::rdf::{Definition, Relation};
use evolearner_syntax::shacl::Shape;
use evolearner_syntax::{
    Notation, RdfFormat, WriteError, english, latex, mermaid, parse_unknown, rdf, shacl, sparql,
    svg,
};
use evolearner_testing::concepts;
use oxigraph::io::{RdfFormat as OxFormat, RdfParser};
use oxigraph::model::Graph;
use oxigraph::model::dataset::CanonicalizationAlgorithm;
use proptest::prelude::*;

fn graph(text: &str, format: OxFormat) -> Graph {
    let mut graph = Graph::new();
    for quad in RdfParser::from_format(format).lenient().for_slice(text) {
        let quad = quad.unwrap_or_else(|error| panic!("{error}\n{text}"));
        graph.insert(oxigraph::model::Triple::from(quad).as_ref());
    }
    graph.canonicalize(CanonicalizationAlgorithm::Unstable);
    graph
}

evolearner_testing::laws! {
    #![cases(300)]

    #[test]
    fn all_formats_say_the_same(concept in concepts::concept()) {
        let symbols = concepts::symbols();
        let definition = Definition::new("http://x#Learned")
            .with_relation(Relation::SubClass)
            .with_annotation("http://x#accuracy", Literal::new("0.9", Datatype::xsd("double")));
        let print = |format| rdf::print(&definition, &concept, &symbols, format).unwrap();
        let turtle = graph(&print(RdfFormat::Turtle), OxFormat::Turtle);
        let lines = graph(&print(RdfFormat::NTriples), OxFormat::NTriples);
        let xml = graph(&print(RdfFormat::RdfXml), OxFormat::RdfXml);
        prop_assert!(turtle == lines, "{}\n{}", print(RdfFormat::Turtle), print(RdfFormat::NTriples));
        prop_assert!(xml == lines, "{}\n{}", print(RdfFormat::RdfXml), print(RdfFormat::NTriples));
        if let Ok(shape) = shacl::print(&Shape::new("http://x#shape"), &concept, &symbols) {
            graph(&shape, OxFormat::Turtle);
        }
        prop_assert!(!english::print(&concept, &symbols).is_empty());
        prop_assert_eq!(mermaid::print(&concept, &symbols).matches("-->").count(), concept.nodes().len() - 1);
        let picture = svg::print(&concept, &symbols);
        prop_assert_eq!(picture.matches("<text").count(), concept.nodes().len());
        prop_assert!(!picture.contains("=\"NaN"));
        check_latex(&latex::print(&concept, &symbols))?;
    }
}

/// Braces are closed, and what LaTeX takes for its own stands only behind a backslash.
fn check_latex(text: &str) -> Result<(), TestCaseError> {
    let (mut depth, mut chars) = (0, text.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => prop_assert!(chars.next().is_some(), "{text}"),
            '{' => depth += 1,
            '}' => depth -= 1,
            // In math mode, outside of all braces, it marks an inverse role.
            '^' => prop_assert_eq!(depth, 0, "{}", text),
            _ => prop_assert!(!"$&#%_~".contains(c), "{text}"),
        }
        prop_assert!(depth >= 0, "{text}");
    }
    prop_assert_eq!(depth, 0, "{}", text);
    Ok(())
}

#[test]
fn a_concept_in_latex() {
    let latex = |text: &str| {
        let (concept, symbols) = parse_unknown(text, Notation::Dl).unwrap();
        latex::print(&concept, &symbols)
    };
    assert_eq!(
        latex("Male ⊓ (∃ hasSibling.Parent ⊔ ∀ married⁻.¬Parent)"),
        r"\textsf{Male} \sqcap (\exists \textsf{hasSibling}.\textsf{Parent} \sqcup \forall \textsf{married}^{-}.\neg \textsf{Parent})"
    );
    assert_eq!(
        latex("≥ 2 r_1.⊤ ⊓ (d ≥ 2.5) ⊓ ∃ s.{a}"),
        r"\geq 2\,\textsf{r\_1}.\top \sqcap (\textsf{d} \geq 2.5) \sqcap \exists \textsf{s}.\{\textsf{a}\}"
    );
    assert_eq!(
        latex(r#"d = "50 % of {x}\\y^2""#),
        r"\textsf{d} = \textrm{``50 \% of \{x\}\textbackslash{}y\^{}2''}"
    );
    assert_eq!(latex("∃ s.[minLength 3]"), r"\exists \textsf{s}.[\textsf{minLength}\,3]");
    assert_eq!(
        latex(r#"∃ s.[pattern ".*a--b"]"#),
        r"\exists \textsf{s}.[\textsf{pattern}\,\textrm{``.*a{-}{-}b''}]"
    );
    assert_eq!(latex(r#"d = "a|b?`""#), r"\textsf{d} = \textrm{``a\textbar{}b?{`}''}");
}

#[test]
fn a_definition_in_turtle() {
    let (concept, symbols) =
        parse_unknown("A ⊓ ∃ r⁻.B ⊓ ≥ 2 s.⊤ ⊓ (d ≥ 2.5)", Notation::Dl).unwrap();
    let definition = Definition::new("http://x#Learned")
        .with_annotation("http://x#accuracy", Literal::new("0.9", Datatype::xsd("double")));
    let text = rdf::print(&definition, &concept, &symbols, RdfFormat::Turtle).unwrap();
    let expect = r#"
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://example.org/#> .
:A a owl:Class . :B a owl:Class . :r a owl:ObjectProperty . :s a owl:ObjectProperty .
:d a owl:DatatypeProperty . <http://x#accuracy> a owl:AnnotationProperty .
<http://x#Learned> a owl:Class ; <http://x#accuracy> "0.9"^^xsd:double ;
  owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A
    [ a owl:Restriction ; owl:onProperty [ owl:inverseOf :r ] ; owl:someValuesFrom :B ]
    [ a owl:Restriction ; owl:onProperty :s ; owl:minCardinality "2"^^xsd:nonNegativeInteger ]
    [ a owl:Restriction ; owl:onProperty :d ; owl:someValuesFrom [ a rdfs:Datatype ;
        owl:onDatatype xsd:double ; owl:withRestrictions ( [ xsd:minInclusive "2.5"^^xsd:double ] ) ] ]
  ) ] ."#;
    assert!(graph(&text, OxFormat::Turtle) == graph(expect, OxFormat::Turtle), "{text}");
}

#[test]
fn a_shape_in_turtle() {
    let (concept, symbols) =
        parse_unknown("A ⊓ ∀ r⁻.¬B ⊓ ≤ 2 s.A ⊓ (d < 5) ⊓ ∃ r.Self", Notation::Dl).unwrap();
    let shape = Shape::new("http://x#S").with_target_class("http://x#T");
    let text = shacl::print(&shape, &concept, &symbols).unwrap();
    let expect = r"
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix : <http://example.org/#> .
<http://x#S> a sh:NodeShape ; sh:targetClass <http://x#T> ; sh:and ( [ sh:class :A ]
  [ sh:property [ sh:path [ sh:inversePath :r ] ; sh:node [ sh:not [ sh:class :B ] ] ] ]
  [ sh:property [ sh:path :s ; sh:qualifiedMaxCount 2 ; sh:qualifiedValueShape [ sh:class :A ] ] ]
  [ sh:property [ sh:path :d ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:maxExclusive 5 ] ] ]
  [ sh:not [ sh:disjoint :r ] ] ) .";
    assert!(graph(&text, OxFormat::Turtle) == graph(expect, OxFormat::Turtle), "{text}");
}

#[test]
fn facets_of_strings_in_turtle() {
    let text = r#"∃ d.[pattern "a\\.$.*"] ⊓ ∃ d.[maxLength 8]"#;
    let (concept, symbols) = parse_unknown(text, Notation::Dl).unwrap();
    let text = shacl::print(&Shape::new("http://x#S"), &concept, &symbols).unwrap();
    let expect = r#"
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://example.org/#> .
<http://x#S> a sh:NodeShape ; sh:and (
  [ sh:property [ sh:path :d ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [
      sh:datatype xsd:string ; sh:pattern "^a\\.\\$" ; sh:not [ sh:pattern "[\\n\\r]" ] ] ] ]
  [ sh:property [ sh:path :d ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [
      sh:datatype xsd:string ; sh:maxLength 8 ] ] ] ) ."#;
    assert!(graph(&text, OxFormat::Turtle) == graph(expect, OxFormat::Turtle), "{text}");
}

#[test]
fn a_query_is_readable() {
    let (concept, symbols) =
        parse_unknown("A ⊓ (∃ r.B ⊔ ∃ s.⊤) ⊓ ¬C ⊓ (d ≥ 2.5)", Notation::Dl).unwrap();
    let query = sparql::select(&concept, &symbols).unwrap();
    let expect = "\
# Virtuoso may answer this form wrongly: ask it in the dialect counts.
SELECT DISTINCT ?x WHERE {
  ?x a <http://example.org/#A> .
  {
    { SELECT DISTINCT ?x WHERE {
      ?x <http://example.org/#r> ?y1 .
      ?y1 a <http://example.org/#B> .
    } }
  } UNION {
    { SELECT DISTINCT ?x WHERE {
      ?x <http://example.org/#s> ?y2 .
    } }
  }
  ?x <http://example.org/#d> ?y3 .
  FILTER(?y3 >= 2.5)
  MINUS {
    ?x a <http://example.org/#C> .
  }
}
";
    assert_eq!(query, expect);
    let settings = sparql::QuerySettings::new(sparql::Dialect::Bool);
    let query = sparql::select_as(&concept, &symbols, &settings).unwrap();
    let expect = "\
SELECT DISTINCT ?x WHERE {
  ?x a <http://example.org/#A> .
  ?x <http://example.org/#d> ?y1 .
  FILTER(isNumeric(?y1) && <http://www.w3.org/2001/XMLSchema#double>(?y1) >= 2.5e0)
  FILTER((EXISTS {
    ?x <http://example.org/#r> ?y2 .
    ?y2 a <http://example.org/#B> .
  } || EXISTS {
    ?x <http://example.org/#s> ?y3 .
  })
  && NOT EXISTS { ?x a <http://example.org/#C> . })
}
";
    assert_eq!(query, expect);
}

#[test]
fn what_cannot_be_written_is_said() {
    let (concept, symbols) = parse_unknown("{_:b}", Notation::Dl).unwrap();
    let blank = WriteError::BlankIndividual("_:b".into());
    assert_eq!(sparql::select(&concept, &symbols), Err(blank.clone()));
    let bool = sparql::QuerySettings::new(sparql::Dialect::Bool);
    assert_eq!(sparql::select_as(&concept, &symbols, &bool), Err(blank.clone()));
    let (wide, names) = parse_unknown("≥ 100 r.≥ 100 r.A", Notation::Dl).unwrap();
    assert_eq!(sparql::select_as(&wide, &names, &bool), Err(WriteError::LongQuery));
    assert!(sparql::select(&wide, &names).is_ok());
    assert_eq!(shacl::print(&Shape::new("http://x#s"), &concept, &symbols), Err(blank));
    let definition = Definition::new("http://x#A")
        .with_annotation("http://x/5", Literal::new("0.9", Datatype::xsd("double")));
    let print = |format| rdf::print(&definition, &concept, &symbols, format);
    assert_eq!(print(RdfFormat::RdfXml), Err(WriteError::PropertyName("http://x/5".into())));
    assert!(print(RdfFormat::Turtle).is_ok());
}

#[test]
fn depth_costs_no_stack() {
    const DEPTH: usize = 30_000;
    let role = Role { property: ObjectPropertyId(1), inverse: false };
    let unary = [
        Node::Not,
        Node::Some(role),
        Node::Only(role),
        Node::Not,
        Node::AtMost(3, role),
        Node::Exactly(2, role),
    ];
    let mut nodes: Vec<Node> = (0..DEPTH).map(|level| unary[level % unary.len()].clone()).collect();
    nodes.push(Node::Top);
    let chain = Concept::from_preorder(nodes).unwrap();
    let mut nodes: Vec<Node> =
        (0..DEPTH).map(|level| if level % 2 == 0 { Node::And(2) } else { Node::Or(2) }).collect();
    nodes.extend((0..=DEPTH).map(|_| Node::HasSelf(role)));
    let left_deep = Concept::from_preorder(nodes).unwrap();
    let check = move || {
        let symbols = concepts::symbols();
        let definition = Definition::new("http://x#A");
        for concept in [chain, left_deep] {
            let mut sizes = Vec::new();
            for format in [RdfFormat::Turtle, RdfFormat::NTriples, RdfFormat::RdfXml] {
                sizes.push(rdf::print(&definition, &concept, &symbols, format).unwrap().len());
            }
            sizes.push(shacl::print(&Shape::new("http://x#S"), &concept, &symbols).unwrap().len());
            sizes.push(sparql::select(&concept, &symbols).unwrap().len());
            sizes.push(english::print(&concept, &symbols).len());
            sizes.push(mermaid::print(&concept, &symbols).len());
            sizes.push(svg::print(&concept, &symbols).len());
            // Linear in the number of nodes.
            assert!(sizes.iter().all(|&size| size < 1500 * concept.nodes().len()), "{sizes:?}");
        }
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(check).unwrap().join().unwrap();
}
