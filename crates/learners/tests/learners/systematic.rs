//! What the systematic search answers where others go wrong.

use std::fmt::Write;

use evolearner_dl::{Concept, IndividualId, Node};
use evolearner_retrieve::{RetrieveSettings, retrieve_among};
use evolearner_search::{Found, StopReason};
use evolearner_testing::fixture;

use crate::{Problem, complete};

fn class(problem: &Problem, name: &str) -> Concept {
    let classes = &problem.graph.symbols.classes;
    Concept::class(classes.find(&format!("http://x/{name}")).expect("the class exists"))
}

/// One positive and 24 negatives; `A` has the positive and three of the negatives.
fn lone_positive() -> Problem {
    let mut turtle = "@prefix : <http://x/> . :p0 a :A . ".to_owned();
    for number in 0..24 {
        let class = if number < 3 { "A" } else { "B" };
        let _ = write!(turtle, ":n{number} a :{class} . ");
    }
    let graph = fixture::graph(&turtle);
    let individual = |name: String| fixture::individual(&graph, &format!("http://x/{name}"));
    let negatives = (0..24).map(|number| individual(format!("n{number}"))).collect();
    let positives = vec![individual("p0".to_owned())];
    (graph, positives, negatives).into()
}

#[test]
fn a_lone_positive_is_not_answered_with_nothing() {
    let problem = lone_positive();
    let found = complete(problem.setup("beam", "default", &[]));
    assert_eq!(found.answer.concept, class(&problem, "A"));
    assert!(found.because.contains("balanced accuracy"), "{}", found.because);
    let off = complete(problem.setup("beam", "default", &[("uneven", "off")]));
    assert_eq!(off.answer.concept.nodes(), [Node::Bottom]);
    // Another measure is a decision of the caller's.
    let f1 = complete(problem.setup("beam", "default", &[("quality", "f1")]));
    assert_eq!(f1.answer.concept, class(&problem, "A"));
}

/// Two positives and two negatives that differ in what lies so many steps away.
fn chains(n_steps: usize) -> Problem {
    let mut turtle = "@prefix : <http://x/> . ".to_owned();
    for (name, class) in [("p0", "A"), ("p1", "A"), ("n0", "B"), ("n1", "B")] {
        for step in 1..=n_steps {
            let of = if step == 1 { name.to_owned() } else { format!("{name}-{}", step - 1) };
            let _ = write!(turtle, ":{of} :r :{name}-{step} . ");
        }
        let _ = write!(turtle, ":{name}-{n_steps} a :{class} . ");
    }
    let graph = fixture::graph(&turtle);
    let all = |names: [&str; 2]| {
        names.map(|name| fixture::individual(&graph, &format!("http://x/{name}"))).to_vec()
    };
    let (positives, negatives) = (all(["p0", "p1"]), all(["n0", "n1"]));
    (graph, positives, negatives).into()
}

#[test]
fn concepts_are_found_and_proven_that_are_nested_deeper_than_atoms() {
    // Atoms have fillers of length 3, and see two steps.
    for n_steps in 1..=4 {
        let problem = chains(n_steps);
        let found = complete(problem.setup("beam", "default", &[]));
        let length = 2 * n_steps + 1;
        assert_eq!(found.answer.quality, 1.0);
        assert_eq!(found.answer.concept.length(), length);
        let proof = found.front.proof().expect("the search is complete");
        assert_eq!((proof.length, proof.imperfect, proof.nesting), (length, length - 1, None));
    }
}

#[test]
fn a_proof_says_how_deep_it_looked_where_roles_lead_further() {
    let problem = chains(4);
    for (nesting, said) in [(2, Some(2)), (3, Some(3)), (4, None)] {
        let nesting = nesting.to_string();
        let changes = [("nesting", nesting.as_str()), ("max-length", "9")];
        let found = complete(problem.setup("beam", "default", &changes));
        let proof = found.front.proof().expect("the search is complete");
        assert_eq!((proof.length, proof.nesting), (9, said));
    }
}

/// How many of the examples a vote gets right.
fn n_right(problem: &Problem, found: &Found) -> usize {
    let examples = &problem.examples;
    let all: Vec<IndividualId> =
        examples.positives().iter().chain(examples.negatives()).copied().collect();
    let mut votes = vec![0.0; all.len()];
    for member in &found.committee {
        let settings = RetrieveSettings::default();
        let members = retrieve_among(&problem.graph, &member.concept, settings, &all);
        for (vote, is_covered) in votes.iter_mut().zip(members) {
            *vote += if is_covered { member.weight } else { -member.weight };
        }
    }
    let n_positives = examples.positives().len();
    votes.iter().enumerate().filter(|&(place, &vote)| (vote > 0.0) == (place < n_positives)).count()
}

#[test]
fn a_committee_is_right_more_often_than_its_first_member() {
    // A positive has two of three classes, a negative one: no name is right about more than two
    // thirds, and the majority of the three is right about all.
    let mut turtle = "@prefix : <http://x/> . ".to_owned();
    let pairs = ["A , :B", "B , :C", "C , :A", "A", "B", "C"];
    for (kind, classes) in pairs.iter().enumerate() {
        for number in 0..5 {
            let _ = write!(turtle, ":x{kind}-{number} a :{classes} . ");
        }
    }
    let graph = fixture::graph(&turtle);
    let all = |kinds: std::ops::Range<usize>| -> Vec<IndividualId> {
        let name = |kind: usize, number: usize| format!("http://x/x{kind}-{number}");
        let of_kind = |kind| (0..5).map(move |number| name(kind, number));
        kinds.flat_map(of_kind).map(|name| fixture::individual(&graph, &name)).collect()
    };
    let (positives, negatives) = (all(0..3), all(3..6));
    let problem: Problem = (graph, positives, negatives).into();
    let alone = complete(problem.setup("beam", "default", &[("max-length", "1")]));
    assert!(alone.committee.is_empty(), "nothing votes unless it was asked for");
    let changes = [("max-length", "1"), ("committee", "9")];
    let found = complete(problem.setup("beam", "default", &changes));
    assert_eq!(found.committee[0].concept, found.answer.concept);
    assert!((2..=9).contains(&found.committee.len()), "{}", found.committee.len());
    assert!(found.committee.iter().all(|member| member.weight > 0.0));
    let first = found.answer.covered.positives + 15 - found.answer.covered.negatives;
    assert!(n_right(&problem, &found) > first as usize, "{:?}", found.committee);
}

#[test]
fn many_examples_are_sampled_and_counted_in_full() {
    let problem = Problem::sides((":r [ a :C ] ; a :A", 3000), (":r [ a :D ] ; a :A", 3000));
    let found = complete(problem.setup("beam", "default", &[]));
    assert_eq!((found.answer.quality, found.stop), (1.0, StopReason::Complete));
    let covered = found.answer.covered;
    assert_eq!((covered.positives, covered.negatives), (3000, 0));
    assert_eq!(found.front.proof(), None, "a sample proves nothing about all");
}
