//! What is fetched: everything that is needed, each triple once, whatever the server cuts at.

use std::collections::BTreeSet;

use evolearner_endpoint::{EndpointSettings, Error, Fragment, GapReason, Session};
use proptest::prelude::*;

use crate::store::{Reply, Server};

const TYPE: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
const SUBCLASS: &str = "<http://www.w3.org/2000/01/rdf-schema#subClassOf>";

pub fn person(index: usize) -> String {
    format!("http://e/p{index}")
}

/// A chain of people, each with a type, an age, and a hub that knows everybody.
pub fn people(n: usize) -> String {
    let mut lines = vec![format!("<http://e/A> {SUBCLASS} <http://e/B> .")];
    for index in 0..n {
        let (this, next) = (person(index), person((index + 1) % n));
        let age = format!("\"{index}\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        lines.push(format!("<{this}> {TYPE} <http://e/A> ."));
        lines.push(format!("<{this}> <http://e/next> <{next}> ."));
        lines.push(format!("<{this}> <http://e/age> {age} ."));
        lines.push(format!("<http://e/hub> <http://e/knows> <{this}> ."));
    }
    lines.join("\n")
}

pub fn fetch(settings: &EndpointSettings, seeds: &[String]) -> Result<Fragment, Error> {
    Session::new(settings)?.fragment(settings, seeds, &mut |_| {})
}

fn lines(fragment: &Fragment) -> BTreeSet<String> {
    let text = String::from_utf8(fragment.ntriples.clone()).expect("text");
    let lines: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), text.lines().count(), "each triple once");
    lines
}

#[test]
fn whole_individuals_up_to_the_depth_and_types_and_literals_behind_it() {
    let server = Server::new(&people(10), |_, _| Reply::Answer);
    let mut settings = server.settings();
    settings.depth = 2;
    let fragment = fetch(&settings, &[person(0)]).expect("a fragment");
    let found = lines(&fragment);
    // Three individuals with type and age, two with an edge, and one axiom.
    assert_eq!(found.len(), 3 * 2 + 2 + 1, "{found:?}");
    assert!(found.contains(&format!("<http://e/A> {SUBCLASS} <http://e/B> .")));
    assert_eq!(fragment.facts.individuals, [1, 1, 1]);
    assert_eq!((fragment.facts.inexact, fragment.facts.server.as_str()), (vec![], "shim"));
}

#[test]
fn edges_that_lead_to_individuals_are_fetched_if_asked_for() {
    let server = Server::new(&people(10), |_, _| Reply::Answer);
    let mut settings = server.settings();
    (settings.depth, settings.incoming) = (1, true);
    let fragment = fetch(&settings, &[person(3)]).expect("a fragment");
    let found = lines(&fragment);
    assert!(found.contains("<http://e/p2> <http://e/next> <http://e/p3> ."), "{found:?}");
    assert!(found.contains("<http://e/hub> <http://e/knows> <http://e/p3> ."));
    assert_eq!(fragment.facts.inexact, vec![]);
}

#[test]
fn a_cap_on_rows_changes_nothing() {
    let whole = Server::new(&people(500), |_, _| Reply::Answer);
    let seeds: Vec<String> = (0..500).step_by(3).map(person).collect();
    let expect = fetch(&whole.settings(), &seeds).expect("a fragment");
    assert_eq!(expect.facts.inexact, vec![]);
    for (cap, is_said) in [(100, false), (100, true), (7, false)] {
        let server = Server::new(&people(500), move |_, _| Reply::Capped(cap, is_said));
        let fragment = fetch(&server.settings(), &seeds).expect("a fragment");
        assert_eq!(fragment.ntriples, expect.ntriples, "{cap}");
        assert_eq!(fragment.facts.inexact, vec![], "{cap}");
    }
}

#[test]
fn a_hub_is_fetched_in_parts_or_named() {
    let capped = |_: usize, _: &str| Reply::Capped(100, true);
    let server = Server::new(&people(2000), capped);
    let mut settings = server.settings();
    settings.depth = 1;
    let seeds = ["http://e/hub".to_owned()];
    let fragment = fetch(&settings, &seeds).expect("a fragment");
    let knows = |fragment: &Fragment| {
        lines(fragment).into_iter().filter(|line| line.contains("knows")).collect::<BTreeSet<_>>()
    };
    assert_eq!((knows(&fragment).len(), fragment.facts.inexact), (2000, vec![]));

    settings.fan_out = 300;
    let fragment = fetch(&settings, &seeds).expect("a fragment");
    let kept = knows(&fragment);
    assert!((300..2000).contains(&kept.len()), "{}", kept.len());
    let [gap] = &fragment.facts.inexact[..] else { panic!("{:?}", fragment.facts.inexact) };
    assert_eq!((gap.property.as_str(), gap.reason), ("http://e/knows", GapReason::Cut));
    assert_eq!((gap.kept, gap.of, gap.individuals), (kept.len() as u64, 2000, 1));
    assert!(gap.to_string().contains("of 2000"), "{gap}");
    let other = Server::new(&people(2000), |_, _| Reply::Answer);
    let mut settings = other.settings();
    (settings.depth, settings.fan_out) = (1, 300);
    let again = fetch(&settings, &seeds).expect("a fragment");
    assert!(knows(&again) == kept, "which values are kept does not depend on the server");
}

#[test]
fn a_budget_ends_in_order_and_says_so() {
    let server = Server::new(&people(500), |_, _| Reply::Answer);
    let seeds: Vec<String> = (0..500).map(person).collect();
    let mut settings = server.settings();
    settings.limits.requests = 6;
    let fragment = fetch(&settings, &seeds).expect("a fragment");
    assert!(fragment.facts.inexact.iter().any(|gap| gap.reason == GapReason::Budget));
    assert_eq!(server.queries().len(), 6);
}

#[test]
fn properties_that_are_left_out_are_listed_and_blank_nodes_named() {
    let label = "<http://www.w3.org/2000/01/rdf-schema#label>";
    let text = format!("<http://e/a> {label} \"a\" .\n<http://e/a> <http://e/r> _:b .\n");
    let server = Server::new(&text, |_, _| Reply::Answer);
    let fragment = fetch(&server.settings(), &["http://e/a".to_owned()]).expect("a fragment");
    assert_eq!(fragment.facts.left_out, ["http://www.w3.org/2000/01/rdf-schema#label"]);
    let [gap] = &fragment.facts.inexact[..] else { panic!("{:?}", fragment.facts.inexact) };
    assert_eq!((gap.property.as_str(), gap.reason), ("http://e/r", GapReason::Blank));
}

#[test]
fn a_second_run_asks_nothing_and_an_interrupted_one_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = Server::new(&people(500), |_, _| Reply::Answer);
    let seeds: Vec<String> = (0..500).map(person).collect();
    let settings = whole.cached(&folder);
    let first = fetch(&settings, &seeds).expect("a fragment");
    let n = whole.queries().len();
    let second = fetch(&settings, &seeds).expect("a fragment");
    assert_eq!((second.ntriples == first.ntriples, second.facts == first.facts), (true, true));
    assert_eq!((whole.queries().len(), second.is_cached), (n, true));

    // At every request in turn, the store goes away; with the cache the same bytes come in the end, and no
    // question is asked twice but for the one that was cut.
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::new(&people(500), |number, _| {
        if number % 3 == 2 { Reply::Status(404, "", "gone") } else { Reply::Answer }
    });
    let settings = server.cached(&folder);
    let mut n_runs = 0;
    let fragment = loop {
        n_runs += 1;
        match fetch(&settings, &seeds) {
            Ok(fragment) => break fragment,
            Err(error) => assert!(error.to_string().contains("gone"), "{error}"),
        }
    };
    assert_eq!(fragment.ntriples, first.ntriples);
    assert!(n_runs > 2);
    let asked = server.queries();
    let distinct: BTreeSet<&String> = asked.iter().collect();
    assert_eq!(asked.len(), distinct.len() + n_runs - 1);
}

#[test]
fn nothing_is_asked_where_nothing_may_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::new(&people(5), |_, _| Reply::Answer);
    let mut settings = server.cached(&folder);
    settings.cache.as_mut().expect("a cache").offline = true;
    assert!(matches!(fetch(&settings, &[person(0)]), Err(Error::Offline(_))));
    assert_eq!(server.queries().len(), 0);
}

#[test]
fn who_is_not_there_is_named() {
    let server = Server::new(&people(5), |_, _| Reply::Answer);
    let seeds = [person(0), "http://e/nobody".to_owned()];
    let fragment = fetch(&server.settings(), &seeds).expect("a fragment");
    assert_eq!(fragment.facts.unknown, ["http://e/nobody"]);
    assert!(matches!(fetch(&server.settings(), &seeds[1..]), Err(Error::NoIndividuals(1))));
    let injected = ["http://e/> ?p ?o } # ".to_owned()];
    assert!(fetch(&server.settings(), &injected).is_err());
}

#[test]
fn all_answers_come_in_parts() {
    let server = Server::new(&people(1000), |_, _| Reply::Capped(100, false));
    let mut session = Session::new(&server.settings()).expect("a session");
    let query = "SELECT DISTINCT ?x WHERE { ?x a <http://e/A> }";
    let counted = "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x a <http://e/A> }";
    let (found, n) = session.all(query, counted, &mut |_| {}).expect("answers");
    assert_eq!((found.len(), n), (1000, 1000));
}

evolearner_testing::laws! {
    #![cases(60)]

    /// The bytes are those of the triples within reach, by a walk over the edges.
    #[test]
    fn fragments_are_what_a_walk_reaches(
        edges in prop::collection::vec((0..12usize, 0..3usize, 0..12usize), 0..40),
        types in prop::collection::vec((0..12usize, 0..3usize), 0..12),
        depth in 0..4usize,
        cap in 6..40usize,
    ) {
        let mut all = BTreeSet::new();
        for (subject, property, object) in &edges {
            all.insert(format!("<{}> <http://e/r{property}> <{}> .", person(*subject), person(*object)));
        }
        for (subject, class) in &types {
            all.insert(format!("<{}> {TYPE} <http://e/C{class}> .", person(*subject)));
        }
        all.insert(format!("<{}> {TYPE} <http://e/C0> .", person(0)));
        let mut reached = BTreeSet::from([0]);
        let mut expect = BTreeSet::new();
        for hop in 0..=depth {
            for index in reached.clone() {
                let start = format!("<{}> ", person(index));
                let own = all.iter().filter(|line| line.starts_with(&start));
                expect.extend(own.filter(|line| hop < depth || line.contains(TYPE)).cloned());
                if hop < depth {
                    reached.extend(edges.iter().filter(|edge| edge.0 == index).map(|edge| edge.2));
                }
            }
        }
        let text = all.iter().cloned().collect::<Vec<_>>().join("\n");
        let server = Server::new(&text, move |_, _| Reply::Capped(cap, cap % 2 == 0));
        let mut settings = server.settings();
        (settings.depth, settings.limits.requests) = (depth, 100_000);
        let fragment = fetch(&settings, &[person(0)]).expect("a fragment");
        prop_assert_eq!(lines(&fragment), expect);
        prop_assert_eq!(&fragment.facts.inexact, &vec![]);
    }
}
