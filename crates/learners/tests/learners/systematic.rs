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
