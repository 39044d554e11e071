//! A concept that is printed means what was scored: bounds, dates and big numbers keep their members
//! in every notation, and queries find them in the file that was loaded.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::{learn, load_bytes, load_file, task};
use evolearner::retrieval::{RetrieveSettings, retrieve};
use evolearner::syntax::{Vocabulary, dl, functional, manchester, parse_any, sparql};
use evolearner::{Concept, Covered, Graph, KnowledgeBase, Learned};
use evolearner_testing::data;
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::Term;
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

const PREFIXES: &str = "@prefix : <http://x#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";

fn graph(turtle: &str) -> Graph {
    load_bytes("kb.ttl", turtle.as_bytes()).expect("it loads").graph
}

fn store(text: &[u8], format: RdfFormat) -> Store {
    let store = Store::new().expect("a store in memory");
    let parser = RdfParser::from_format(format);
    store.load_from_reader(parser, text).expect("a file that was loaded before");
    store
}

/// The names of those that a query finds.
fn answers(store: &Store, query: &str) -> BTreeSet<String> {
    let results = SparqlEvaluator::new()
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{error}\n{query}"))
        .on_store(store)
        .execute()
        .expect("an answer");
    let QueryResults::Solutions(solutions) = results else { panic!("a select query") };
    solutions
        .filter_map(|solution| match solution.expect("an answer").values()[0].clone() {
            Some(Term::NamedNode(node)) => Some(node.into_string()),
            _ => None,
        })
        .collect()
}

fn members(graph: &Graph, concept: &Concept) -> BTreeSet<String> {
    let found = retrieve(graph, concept, RetrieveSettings::default());
    let names = found.iter().map(|id| graph.symbols.individuals.get(id).to_owned());
    names.filter(|name| !name.starts_with("_:")).collect()
}

fn read(graph: &Graph, text: &str) -> Concept {
    parse_any(text, &Vocabulary::new(&graph.symbols)).unwrap_or_else(|error| panic!("{error}"))
}

/// The members of a concept that is given as text.
fn named(graph: &Graph, text: &str) -> Vec<String> {
    let names = members(graph, &read(graph, text));
    names.into_iter().map(|name| name.replace("http://x#", "")).collect()
}

/// The options of short runs that know dates.
const SHORT: [(&str, &str); 3] = [("population", "60"), ("generations", "8"), ("with", "dates")];

/// Five positives and five negatives with one value each, and what tells them apart.
fn run(positives: [&str; 5], negatives: [&str; 5]) -> (String, Learned) {
    let mut turtle = PREFIXES.to_owned();
    for (letter, values) in [('p', positives), ('n', negatives)] {
        for (index, value) in values.iter().enumerate() {
            let _ = writeln!(turtle, ":{letter}{index} a :Thing ; :d {value} .");
        }
    }
    let kb = KnowledgeBase::from(load_bytes("kb.ttl", turtle.as_bytes()).expect("it loads"));
    let all = |letter: char| (0..5).map(|index| format!("http://x#{letter}{index}")).collect();
    let learned = learn(&kb, &task(&kb, all('p'), all('n')), &SHORT);
    (turtle, learned)
}

/// Learns what tells the positives apart, checks that every notation finds just them, and gives one
/// of the notations.
fn in_manchester(positives: [&str; 5], negatives: [&str; 5]) -> String {
    let (turtle, learned) = run(positives, negatives);
    let (graph, answer) = (learned.kb.graph(), learned.concept());
    let dl = dl::print(answer, &graph.symbols);
    let in_manchester = manchester::print(answer, &graph.symbols);
    assert_eq!(learned.found.answer.quality, 1.0, "{dl}");
    let wanted: BTreeSet<String> = (0..5).map(|index| format!("http://x#p{index}")).collect();
    for text in [&dl, &in_manchester, &functional::print(answer, &graph.symbols)] {
        assert_eq!(members(graph, &read(graph, text)), wanted, "{text}");
    }
    let query = sparql::select(answer, &graph.symbols).expect("a query");
    let found = answers(&store(turtle.as_bytes(), RdfFormat::Turtle), &query);
    assert_eq!(found, wanted, "{query}");
    in_manchester
}

#[test]
fn thresholds_of_whole_numbers_are_whole_numbers_of_the_same_datatype() {
    let text = in_manchester(["3", "6", "9", "12", "15"], ["18", "21", "24", "27", "30"]);
    assert_eq!(text, "d some xsd:integer[<= \"17\"^^xsd:integer]");
    let text = in_manchester(["18", "21", "24", "27", "30"], ["3", "6", "9", "12", "15"]);
    assert_eq!(text, "d some xsd:integer[>= \"17\"^^xsd:integer]");
    let int = |n: u8| format!("\"{n}\"^^xsd:int");
    let (low, high) = ([1, 2, 3, 4, 5].map(int), [11, 12, 13, 14, 15].map(int));
    let text = in_manchester(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
    assert_eq!(text, "d some xsd:int[<= \"8\"^^xsd:int]");
}

#[test]
fn thresholds_of_decimals_floats_and_doubles_keep_the_datatype() {
    let text =
        in_manchester(["0.1", "0.2", "0.3", "0.4", "0.5"], ["1.5", "2.5", "3.5", "4.5", "9.5"]);
    assert_eq!(text, "d some xsd:decimal[<= \"1.0\"^^xsd:decimal]");
    for datatype in ["float", "double"] {
        let typed = |value: &str| format!("\"{value}\"^^xsd:{datatype}");
        let low = ["0.1", "0.2", "0.3", "0.4", "0.5"].map(typed);
        let high = ["1.5", "2.5", "3.5", "4.5", "9.5"].map(typed);
        let text = in_manchester(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
        assert_eq!(text, format!("d some xsd:{datatype}[<= \"1.0\"^^xsd:{datatype}]"));
    }
}

#[test]
fn a_property_of_several_datatypes_gets_a_union() {
    let text = in_manchester(["1", "2", "0.5e0", "1.5e0", "3"], ["5", "6e0", "7", "8.5e0", "9"]);
    assert_eq!(
        text,
        "d some (xsd:double[<= \"4.0\"^^xsd:double] or xsd:integer[<= \"4\"^^xsd:integer])"
    );
}

#[test]
fn thresholds_of_dates_and_years_are_dates_and_years() {
    let date = |day: u8| format!("\"2020-01-{day:02}\"^^xsd:date");
    let (low, high) = ([1, 2, 3, 4, 5].map(date), [11, 12, 13, 14, 15].map(date));
    let text = in_manchester(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
    assert_eq!(text, "d some xsd:date[<= \"2020-01-08\"^^xsd:date]");
    let year = |year: u16| format!("\"{year}\"^^xsd:gYear");
    let (low, high) =
        ([1901, 1902, 1903, 1904, 1905].map(year), [1950, 1951, 1952, 1953, 1954].map(year));
    let text = in_manchester(high.each_ref().map(|s| &**s), low.each_ref().map(|s| &**s));
    assert_eq!(text, "d some xsd:gYear[>= \"1928\"^^xsd:gYear]");
    let moment = |day: u8| format!("\"2020-01-{day:02}T12:00:00\"^^xsd:dateTime");
    let (low, high) = ([1, 2, 3, 4, 5].map(moment), [11, 12, 13, 14, 15].map(moment));
    let text = in_manchester(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
    assert_eq!(text, "d some xsd:dateTime[<= \"2020-01-08T12:00:00\"^^xsd:dateTime]");
}

#[test]
fn thresholds_of_months_days_and_durations_are_such() {
    let check = |datatype: &str, low: [&str; 5], high: [&str; 5], bound: &str| {
        let typed = |value: &str| format!("\"{value}\"^^xsd:{datatype}");
        let (low, high) = (low.map(typed), high.map(typed));
        let text = in_manchester(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
        assert_eq!(text, format!("d some xsd:{datatype}[<= \"{bound}\"^^xsd:{datatype}]"));
    };
    let months =
        (["--01", "--02", "--03", "--04", "--05"], ["--08", "--09", "--10", "--11", "--12"]);
    check("gMonth", months.0, months.1, "--06");
    let days = ["---01", "---02", "---03", "---04", "---12"];
    check("gDay", days, ["---15", "---16", "---17", "---18", "---31"], "---13");
    let feasts = ["--01-01", "--01-06", "--02-02", "--02-28", "--03-25"];
    check("gMonthDay", feasts, ["--06-24", "--08-15", "--11-01", "--12-25", "--12-26"], "--05-09");
    let short = ["P1D", "PT36H", "P2D", "P5D", "P10D"];
    check("duration", short, ["P20D", "P1M", "P2M", "P1Y", "P2Y"], "P15D");
}

#[test]
fn moments_that_differ_by_a_millionth_of_a_second_stay_apart_in_print() {
    for n_digits in [6, 9, 12] {
        let moment = |n: usize| format!("\"2020-01-01T00:00:00.{n:0n_digits$}Z\"^^xsd:dateTime");
        let (low, high) = ([1, 2, 3, 4, 5].map(moment), [6, 7, 8, 9, 10].map(moment));
        let (turtle, learned) = run(low.each_ref().map(|s| &**s), high.each_ref().map(|s| &**s));
        let (graph, covered) = (learned.kb.graph(), learned.found.answer.covered);
        let text = dl::print(learned.concept(), &graph.symbols);
        let found = members(graph, &read(graph, &text));
        let n_positives = found.iter().filter(|name| name.contains("#p")).count();
        assert_eq!(n_positives, covered.positives as usize, "{text}\n{turtle}");
        assert_eq!(found.len() - n_positives, covered.negatives as usize, "{text}");
        if n_digits == 6 {
            assert_eq!((n_positives, found.len()), (5, 5), "{text}");
        }
    }
}

#[test]
fn an_infinite_value_gets_a_finite_bound() {
    let infinite = ["\"INF\"^^xsd:double"; 5];
    let text = in_manchester(infinite, ["5e0", "6e0", "7e0", "8e0", "9e0"]);
    assert_eq!(text, "d some xsd:double[>= \"18.0\"^^xsd:double]");
    let text = in_manchester(["5e0", "6e0", "7e0", "8e0", "9e0"], infinite);
    assert_eq!(text, "d some xsd:double[<= \"18.0\"^^xsd:double]");
}

#[test]
fn facets_have_the_values_of_the_spaces_of_owl_and_bounds_those_of_every_datatype() {
    let graph = graph(&format!(
        "{PREFIXES} :i :d 1 . :m :d 0.1 . :w :d 1.0 . :e :d 1e0 . :f :d \"1\"^^xsd:float ."
    ));
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(named(&graph, text), expected, "{text}");
    };
    check("d some xsd:integer[>= 0, <= 1]", &["i", "w"]);
    check("∃ d.xsd:integer[≥ 0, ≤ 1]", &["i", "w"]);
    check("d some xsd:decimal[>= 0, <= 1]", &["i", "m", "w"]);
    check("d some xsd:double[>= 0, <= 1]", &["e"]);
    check("d some xsd:float[>= 0, <= 1]", &["f"]);
    check("d some xsd:double", &["e"]);
    check("∃ d.[≥ 0, ≤ 1]", &["e", "f", "i", "m", "w"]);
    check("d ≤ 0.5", &["m"]);
    check("d = 1", &["e", "f", "i", "w"]);
    check("d value 1", &["i", "w"]);
    check("d value \"1\"^^xsd:double", &["e"]);
    check("DataHasValue(<http://x#d> \"1\"^^<http://www.w3.org/2001/XMLSchema#float>)", &["f"]);
    // A bound of no datatype is written as the union that has the same values.
    let bound = read(&graph, "d ≥ 0.5");
    let text = manchester::print(&bound, &graph.symbols);
    assert!(text.contains(" or "), "{text}");
    assert_eq!(members(&graph, &read(&graph, &text)), members(&graph, &bound), "{text}");
}

#[test]
fn whole_numbers_above_two_to_the_53_are_not_merged() {
    let graph = graph(&format!(
        "{PREFIXES} :a :d 123456789012345678901234567890 . :b :d 123456789012345678901234567891 .
         :c :d 9007199254740992 . :e :d 9007199254740993 ."
    ));
    assert_eq!(named(&graph, "d value 123456789012345678901234567890"), ["a"]);
    assert_eq!(named(&graph, "d ≥ 9007199254740993"), ["a", "b", "e"]);
    assert_eq!(named(&graph, "d some xsd:integer[< 9007199254740993]"), ["c"]);
}

#[test]
fn a_day_that_no_calendar_has_is_announced() {
    let text =
        format!("{PREFIXES} :a :d \"2020-02-30\"^^xsd:date . :b :d \"2020-02-29\"^^xsd:date .");
    let graph = graph(&text);
    let notices: Vec<&str> =
        graph.origin.notices.iter().map(|notice| notice.example.as_str()).collect();
    assert!(notices.iter().any(|example| example.contains("2020-02-30")), "{notices:?}");
    assert!(!notices.iter().any(|example| example.contains("2020-02-29")), "{notices:?}");
}

#[test]
fn queries_on_the_file_itself_find_individuals_only() {
    let text = format!(
        "{PREFIXES} <http://x> a owl:Ontology ; rdfs:comment \"people\" .
         :Male a owl:Class ; rdfs:label \"male\" . :Person a owl:Class . :Male rdfs:subClassOf :Person .
         :Mute a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :child ;
             owl:allValuesFrom :Male ] .
         :child a owl:ObjectProperty ; rdfs:domain :Person . :age a owl:DatatypeProperty .
         :note a owl:AnnotationProperty . :Male :note :Person .
         :hans a :Male ; :child :anna, :otto ; :age 40 . :otto a :Male, owl:NamedIndividual .
         :anna a :Person ; :child :otto . :quiet a owl:NamedIndividual . :plain :age 3 ."
    );
    let graph = graph(&text);
    let store = store(text.as_bytes(), RdfFormat::Turtle);
    for (concept, is_complete) in [
        ("¬Male", true),
        ("∀ child.Male", true),
        ("≤ 1 child.⊤", true),
        ("¬∃ age.rdfs:Literal", true),
        ("Male ⊔ ¬∃ child.⊤", true),
        ("⊤", true),
        ("¬Person", false),
    ] {
        let concept = read(&graph, concept);
        let query = sparql::select(&concept, &graph.symbols).expect("a query");
        let found = answers(&store, &query);
        if is_complete {
            assert_eq!(found, members(&graph, &concept), "{query}");
        }
        // Persons were derived, and the query says so.
        assert_eq!(query.contains("#   <http://x#Person>"), !is_complete, "{query}");
    }
}

#[test]
fn queries_on_the_family_file_answer_like_retrieve() {
    let Some(folder) = data::folder() else { return };
    let path = folder.join("family/family.owl");
    let graph = load_file(&path).graph;
    let store = store(&std::fs::read(&path).expect("a readable file"), RdfFormat::RdfXml);
    for text in ["¬Male", "∀ hasChild.Female", "≤ 2 hasChild.⊤", "Male ⊔ ¬Parent", "¬∃ married.⊤"]
    {
        let concept = read(&graph, text);
        let query = sparql::select(&concept, &graph.symbols).expect("a query");
        let (found, wanted) = (answers(&store, &query), members(&graph, &concept));
        if query.starts_with('#') {
            println!("{text}: derived in part, {} of {} on the file", found.len(), wanted.len());
        } else {
            assert_eq!(found, wanted, "{text}\n{query}");
        }
        let is_individual = |name: &String| graph.symbols.individuals.find(name).is_some();
        assert!(found.iter().all(is_individual), "{text}");
    }
}

/// Values of one datatype each, close together and far apart. Engines of SPARQL may keep whole
/// numbers in 64 bits and decimals in 18 digits; the others are left out of queries.
const POOLS: [(&str, bool, &[&str]); 11] = [
    ("integer", true, &["-4", "0", "3", "5", "6", "9", "40"]),
    ("int", true, &["1", "2", "3", "7", "8"]),
    (
        "integer",
        false,
        &[
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "9007199254740995",
            "123456789012345678901234567890",
            "123456789012345678901234567891",
        ],
    ),
    ("decimal", true, &["-1.5", "0.1", "0.25", "3.0", "5.75"]),
    ("decimal", false, &["0.1", "0.10000000000000000001", "0.1000000000000000000100001"]),
    ("double", true, &["-INF", "0.1", "0.30000000000000004", "0.3", "1e-7", "6.5e10", "INF"]),
    ("float", true, &["0.1", "0.3", "0.33333334", "16777216", "16777218", "-INF"]),
    ("date", true, &["1999-12-31", "2000-02-29", "2020-01-01", "2020-01-02", "-0044-03-15"]),
    (
        "dateTime",
        true,
        &[
            "2020-01-01T00:00:00.000001",
            "2020-01-01T00:00:00.000002",
            "2020-01-01T23:59:59.999",
            "2021-06-05T10:00:00",
        ],
    ),
    (
        "dateTime",
        false,
        &[
            "2020-01-01T00:00:00.0000000001Z",
            "2020-01-01T00:00:00.0000000002Z",
            "2020-01-01T05:00:00+05:00",
            "2020-01-01T00:00:00-03:30",
        ],
    ),
    ("gYear", true, &["1950", "1951", "1999", "2020", "-0100"]),
];

/// A knowledge base of a few individuals with values of one or two datatypes per property, and
/// whether an engine of SPARQL can be expected to compare all of them.
fn random_world(random: &mut impl FnMut(usize) -> usize) -> (String, bool) {
    let mut turtle = PREFIXES.to_owned();
    let n = 8 + random(10);
    let mut is_simple = true;
    for individual in 0..n {
        let class = ["A", "B", "C"][random(3)];
        let _ = writeln!(turtle, ":i{individual:02} a :{class} ; :r :i{:02} .", random(n));
    }
    for property in ["d", "e"] {
        let first = random(POOLS.len());
        // Numbers go with numbers and moments with moments.
        let second = if first < 7 { random(7) } else { 7 + random(4) };
        let pools = if random(2) == 0 { vec![first] } else { vec![first, second] };
        for individual in 0..n {
            for _ in 0..random(3) {
                let (datatype, is_plain, values) = POOLS[pools[random(pools.len())]];
                is_simple &= is_plain;
                let value = values[random(values.len())];
                let _ =
                    writeln!(turtle, ":i{individual:02} :{property} \"{value}\"^^xsd:{datatype} .");
            }
        }
    }
    (turtle, is_simple)
}

#[test]
fn three_hundred_learned_concepts_mean_in_print_what_was_counted() {
    const N_CONCEPTS: usize = 300;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut n_concepts, mut n_with_values, mut n_queries) = (0, 0, 0);
    let mut round = 0;
    while n_concepts < N_CONCEPTS {
        round += 1;
        let (turtle, is_simple) = random_world(&mut random);
        let kb = KnowledgeBase::from(load_bytes("kb.ttl", turtle.as_bytes()).expect("it loads"));
        let graph = kb.graph();
        let (mut positives, mut negatives) = (Vec::new(), Vec::new());
        for (_, name) in graph.symbols.individuals.iter() {
            if random(2) == 0 { &mut positives } else { &mut negatives }.push(name.to_owned());
        }
        if positives.is_empty() || negatives.is_empty() {
            continue;
        }
        let task = task(&kb, positives.clone(), negatives.clone());
        let [population, generations, with] = SHORT;
        let seed = round.to_string();
        let found = learn(&kb, &task, &[population, generations, with, ("seed", &seed)]).found;
        let store = is_simple.then(|| store(turtle.as_bytes(), RdfFormat::Turtle));
        for row in found.front.rows() {
            let learned = &row.concept;
            let text = dl::print(learned, &graph.symbols);
            let wanted = members(graph, learned);
            let count = |among: &[String]| {
                among.iter().filter(|name| wanted.contains(*name)).count() as u32
            };
            let counted = Covered { positives: count(&positives), negatives: count(&negatives) };
            assert_eq!(counted, row.covered, "{text}\n{turtle}");
            for printed in [
                text.clone(),
                manchester::print(learned, &graph.symbols),
                functional::print(learned, &graph.symbols),
            ] {
                let found = members(graph, &read(graph, &printed));
                assert_eq!(found, wanted, "{printed}\n{turtle}");
            }
            if let Some(store) = &store {
                let query = sparql::select(learned, &graph.symbols).expect("a query");
                assert_eq!(answers(store, &query), wanted, "{text}\n{query}\n{turtle}");
                n_queries += 1;
            }
            n_concepts += 1;
            n_with_values += usize::from(text.contains(['≥', '≤']));
        }
    }
    println!(
        "{n_concepts} concepts, {n_with_values} with bounds or counts, {n_queries} as queries"
    );
    assert!(n_with_values > N_CONCEPTS / 3 && n_queries > N_CONCEPTS / 5);
}
