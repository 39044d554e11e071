//! The methods that others have to beat.

use std::fmt::Write;

use evolearner_dl::{Concept, Node};
use evolearner_search::{Names, NotResumed, Run, Setup, StopReason};
use evolearner_testing::fixture::{self, molecules};

use crate::{Problem, Timeless, complete, small};

#[test]
fn top_finds_the_class_that_tells_all_examples_apart() {
    let problem = Problem::from(molecules());
    let acid = problem.graph.symbols.classes.find("http://x/Acid").expect("a class");
    let found = complete(problem.setup("top", "default", &[]));
    assert_eq!(found.answer.concept, Concept::class(acid));
    // Without classes ⊤ and ⊥ are left, or one restriction where these are tried.
    let ignored_classes = problem.graph.symbols.classes.iter().map(|(class, _)| class).collect();
    let names = Names { ignored_classes, ..Names::default() };
    let answer = |candidates: &str| {
        let setup = problem.setup("top", "default", &[("candidates", candidates)]);
        complete(Setup { names: names.clone(), ..setup }).answer
    };
    assert_eq!(answer("names").quality, 0.5);
    let restriction = answer("restrictions");
    assert_eq!(restriction.quality, 1.0);
    assert!(matches!(restriction.concept.nodes(), [Node::Data(_)]), "{restriction:?}");
}

#[test]
fn a_restriction_is_found_among_more_classes_than_can_be_paired_with_roles() {
    // Pairs that cover no example are not tried, so that many classes and roles are no reason to try none.
    let mut turtle = String::from("@prefix : <http://x/> .\n");
    for number in 0..3_000 {
        let role = number % 10;
        let _ = writeln!(turtle, ":other :r{role} :z{number} . :z{number} a :C{number} .");
    }
    for number in 0..8 {
        let class = if number < 4 { "C7" } else { "C8" };
        let _ = writeln!(turtle, ":p{number} :r3 :s{number} . :s{number} a :{class} .");
    }
    let graph = fixture::graph(&turtle);
    let person = |number| fixture::individual(&graph, &format!("http://x/p{number}"));
    let (positives, negatives) = ((0..4).map(person).collect(), (4..8).map(person).collect());
    let problem = Problem::from((graph.clone(), positives, negatives));
    let found = complete(problem.setup("top", "default", &[("candidates", "restrictions")]));
    assert_eq!(found.answer.quality, 1.0);
    assert!(matches!(found.answer.concept.nodes(), [Node::Some(_), Node::Class(_)]));
    assert!(found.evaluations < 20_000, "{}", found.evaluations);
}

#[test]
fn a_run_of_top_cannot_be_resumed() {
    let problem = Problem::from(molecules());
    let mut run = Run::start(problem.setup("top", "default", &[])).expect("options");
    assert_eq!(run.advance(&mut ()), Some(StopReason::Complete));
    let resumed = Run::resume(problem.setup("top", "default", &[]), &run.checkpoint());
    assert_eq!(resumed.err(), Some(NotResumed::Impossible));
}

#[test]
fn random_walks_find_nothing_where_there_is_nothing() {
    let problem = Problem::sides(("a :Person ; :to :p0", 1), ("a :Person ; :to :p0", 24));
    let found = complete(problem.setup("random", "default", &small("1")));
    assert_eq!((found.answer.concept, found.answer.quality), (Concept::bottom(), 0.96));
    assert_eq!(found.stop, StopReason::Complete);
    assert_eq!(found.evaluations, 2 + 101 * 13, "⊤, ⊥ and as many as an evolution makes");
}

#[test]
fn random_walks_have_a_front_that_rises_and_is_the_same_for_the_same_seed() {
    let problem = Problem::uncles();
    let run = |seed| complete(problem.setup("random", "default", &small(seed)));
    let found = run("1");
    assert!(found.front.front().is_sorted_by(|a, b| a.quality < b.quality));
    // Better than ⊤, which is right about one half, and no solution.
    assert!((0.6..1.0).contains(&found.answer.quality), "{:?}", found.answer);
    let first = Timeless::from(found);
    assert_eq!(first, run("1").into());
    assert_ne!(first, run("2").into());
}

#[test]
fn random_walks_that_were_interrupted_anywhere_end_like_unbroken_ones() {
    let problem = Problem::uncles();
    let unbroken = Timeless::from(complete(problem.setup("random", "default", &small("5"))));
    for limit in ["1", "2", "7", "103", "500", "1315"] {
        let [population, generations, seed] = small("5");
        let changes = [population, generations, seed, ("evaluations", limit)];
        let mut run = Run::start(problem.setup("random", "default", &changes)).expect("options");
        while run.advance(&mut ()).is_none() {}
        let setup = problem.setup("random", "default", &small("5"));
        let resumed = Run::resume(setup, &run.checkpoint()).expect("a fresh checkpoint is good");
        // The steps differ: a batch that was interrupted is one of its own.
        let resumed = Timeless::from(resumed.complete(&mut ()));
        assert_eq!(resumed.answer, unbroken.answer, "{limit}");
        assert_eq!(resumed.rows, unbroken.rows, "{limit}");
        assert_eq!((resumed.evaluations, resumed.stop), (unbroken.evaluations, unbroken.stop));
    }
}
