//! Laws of loading and saturation on random knowledge bases.

use evolearner_dl::Budget;
use evolearner_graph::{Counts, Graph, GraphSettings};
use evolearner_owl::{Format, Input, OntologyBuilder};
use evolearner_testing::graphs::{
    from_ntriples as load, materialized, named_facts as facts_of, read_all, snapshot,
};
use evolearner_testing::knowledge_bases::{kb, named_facts};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// What two graphs have in common if they differ in the names of blank nodes at most.
fn shape(graph: &Graph) -> (std::collections::BTreeSet<String>, Counts, usize, u64, bool) {
    let is_consistent = graph.origin.inconsistency.is_none();
    (facts_of(graph), graph.counts(), graph.n_individuals(), graph.origin.axioms, is_consistent)
}

/// The graph without the record of its files, which differ from each other in these tests.
fn without_files(mut graph: Graph) -> Graph {
    graph.origin.inputs.clear();
    graph
}

fn has_blank_individuals(graph: &Graph) -> bool {
    graph.symbols.individuals.iter().any(|(_, name)| name.starts_with("_:"))
}

/// Laws hold easily where nothing happens.
#[test]
fn random_knowledge_bases_are_worth_a_law() {
    let mut runner = TestRunner::deterministic();
    let (mut n_edges, mut n_types, mut n_clashes, mut n_blanks) = (0, 0, 0, 0);
    const N: usize = 500;
    for _ in 0..N {
        let kb = kb().new_tree(&mut runner).expect("a knowledge base").current();
        let graph = load(&[kb.lines().concat()]);
        n_types += usize::from(graph.origin.inferred.class > 0);
        n_edges += usize::from(graph.origin.inferred.object > 0);
        n_clashes += usize::from(graph.origin.inconsistency.is_some());
        n_blanks += usize::from(has_blank_individuals(&graph));
    }
    println!(
        "of {N}: {n_types} derive types, {n_edges} edges, {n_clashes} clash, {n_blanks} blank"
    );
    assert!([n_types, n_edges, n_clashes, n_blanks].iter().all(|&n| n > N / 20));
}

evolearner_testing::laws! {
    #![cases(600)]

    #[test]
    fn saturation_is_idempotent(kb in kb()) {
        let once = load(&[kb.lines().concat()]);
        let twice = load(&[kb.terminology().concat(), materialized(&once)]);
        prop_assert_eq!(facts_of(&twice), facts_of(&once), "{}", kb.lines().concat());
        prop_assert_eq!(twice.counts(), once.counts());
        prop_assert_eq!(twice.origin.inferred, Counts::default());
        prop_assert_eq!(
            twice.origin.inconsistency.is_some(),
            once.origin.inconsistency.is_some(),
            "{}",
            kb.lines().concat()
        );
    }

    #[test]
    fn the_number_of_threads_does_not_matter(kb in kb()) {
        let text = kb.lines().concat();
        let loaded = |threads| {
            let budget = Budget { threads, ..Budget::default() };
            let mut builder = OntologyBuilder::within(budget.clone());
            let (bytes, format) = (Box::new(text.as_bytes()), Some(Format::NTriples));
            builder.read(Input { name: String::new(), bytes, format }).expect("it can be read");
            let ontology = builder.try_finish().expect("there is no limit");
            let built = Graph::build_within(ontology, GraphSettings::default(), &budget);
            snapshot(&built.expect("there is no limit").0)
        };
        let one = loaded(1);
        for threads in [2, 5] {
            prop_assert_eq!(&loaded(threads), &one, "{} threads\n{}", threads, &text);
        }
    }

    #[test]
    fn more_facts_take_nothing_away(kb in kb(), more in named_facts()) {
        let mut lines = kb.lines();
        let less = load(&[lines.concat()]);
        lines.extend(more);
        let more = load(&[lines.concat()]);
        let (small, large) = (facts_of(&less), facts_of(&more));
        let lost: Vec<&String> = small.difference(&large).collect();
        // From a contradiction everything follows; what is still shown then is a courtesy.
        let is_consistent = more.origin.inconsistency.is_none();
        prop_assert!(!is_consistent || lost.is_empty(), "lost {:?}\n{}", lost, lines.concat());
        let stays = less.origin.inconsistency.is_none() || more.origin.inconsistency.is_some();
        prop_assert!(stays, "consistent again\n{}", lines.concat());
    }

    #[test]
    fn the_order_of_triples_does_not_matter(
        (straight, shuffled) in kb().prop_flat_map(|kb| (Just(kb.lines()), Just(kb.lines()).prop_shuffle()))
    ) {
        let (one, other) = (load(&[straight.concat()]), load(&[shuffled.concat()]));
        prop_assert_eq!(shape(&one), shape(&other), "{}", straight.concat());
        if !has_blank_individuals(&one) {
            // Without blank individuals nothing is left that the order could reach.
            prop_assert_eq!(without_files(one), without_files(other), "{}", straight.concat());
        }
    }

    /// A blank node belongs to its file, so lines with blank nodes stay together.
    #[test]
    fn the_order_of_files_does_not_matter(kb in kb(), sides in prop::collection::vec(any::<bool>(), 400)) {
        let (mut left, mut right) = (String::new(), String::new());
        for (line, side) in kb.lines().iter().zip(sides) {
            if side || line.contains("_:") { left += line } else { right += line }
        }
        let one = load(&[kb.lines().concat()]);
        let other = load(&[left.clone(), right.clone()]);
        prop_assert_eq!(shape(&one), shape(&other), "{}", kb.lines().concat());
        let swapped = load(&[right, left]);
        prop_assert_eq!(shape(&other), shape(&swapped));
        if !has_blank_individuals(&one) {
            let one = without_files(one);
            prop_assert_eq!(&one, &without_files(other));
            prop_assert_eq!(&one, &without_files(swapped));
        }
    }

    #[test]
    fn the_names_of_blank_nodes_do_not_matter(kb in kb(), salt in any::<u64>()) {
        let text = kb.lines().concat();
        // Labels that sort in another order than those of the file.
        let rename = |word: &str| match word.strip_prefix("_:") {
            Some(label) => {
                let number = label.bytes().fold(salt, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
                format!("_:z{number:x}{label}")
            }
            None => word.to_owned(),
        };
        let renamed: String = text
            .lines()
            .map(|line| line.split(' ').map(rename).collect::<Vec<_>>().join(" ") + "\n")
            .collect();
        let (one, other) = (load(&[text]), load(std::slice::from_ref(&renamed)));
        // Blank nodes are numbered as they come, so not even ids change.
        prop_assert_eq!(without_files(one), without_files(other), "{}", renamed);
    }

    #[test]
    fn a_snapshot_reads_back_as_it_was(kb in kb()) {
        let graph = load(&[kb.lines().concat()]);
        let bytes = snapshot(&graph);
        let back = Graph::read_snapshot(&bytes[..]).expect("a fresh snapshot");
        prop_assert_eq!(&back, &graph);
        prop_assert_eq!(snapshot(&back), bytes);
        read_all(&back);
    }
}

/// Files that leave kinds to be guessed: every order of their lines must guess the same.
#[test]
fn what_is_guessed_does_not_depend_on_the_order() {
    let is_a = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
    let owl = "http://www.w3.org/2002/07/owl#";
    let texts = [
        // A number as annotation, on an individual that only another property shows to be one.
        vec![
            format!("<http://e/note> {is_a} <{owl}AnnotationProperty> .\n"),
            "<http://e/a> <http://e/note> \"5\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
                .into(),
            "<http://e/a> <http://e/r> <http://e/b> .\n".into(),
        ],
        // A class that is an individual too, by a declared property, and has an undeclared one.
        vec![
            format!("<http://e/A> {is_a} <{owl}Class> .\n"),
            format!("<http://e/p> {is_a} <{owl}ObjectProperty> .\n"),
            "<http://e/A> <http://e/q> <http://e/b> .\n".into(),
            "<http://e/A> <http://e/p> <http://e/b> .\n".into(),
        ],
        // The same through two steps.
        vec![
            format!("<http://e/A> {is_a} <{owl}Class> .\n"),
            format!("<http://e/B> {is_a} <{owl}Class> .\n"),
            "<http://e/A> <http://e/q> <http://e/B> .\n".into(),
            "<http://e/B> <http://e/r> \"1\" .\n".into(),
            "<http://e/c> <http://e/s> <http://e/A> .\n".into(),
        ],
        // Two prefixes of one name are not part of N-Triples, but two labels of one thing are.
        vec![
            "<http://e/a> <http://www.w3.org/2000/01/rdf-schema#label> \"one\" .\n".into(),
            "<http://e/a> <http://www.w3.org/2000/01/rdf-schema#label> \"eins\"@de .\n".into(),
            "<http://e/a> <http://e/r> <http://e/b> .\n".into(),
        ],
    ];
    for lines in texts {
        let expected = without_files(load(&[lines.concat()]));
        for order in orders(lines) {
            let graph = without_files(load(&[order.concat()]));
            assert_eq!(graph, expected, "{}", order.concat());
        }
    }
}

/// All orders of some lines.
fn orders(lines: Vec<String>) -> Vec<Vec<String>> {
    if lines.len() < 2 {
        return vec![lines];
    }
    let mut all = Vec::new();
    for first in 0..lines.len() {
        let mut rest = lines.clone();
        let first = rest.remove(first);
        for mut order in orders(rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}
