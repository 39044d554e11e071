//! What runs answer where the right answer is known.

use evolearner_dl::{Concept, Constructor, Node};
use evolearner_retrieve::{RetrieveSettings, naive};

use crate::{Problem, small};

#[test]
fn uncles_are_learned() {
    let problem = Problem::uncles();
    let is_solved = |seed: &u32| {
        let answer = problem.evolve("paper", &[("seed", &seed.to_string())]).answer;
        answer.quality == 1.0 && answer.concept.length() <= 13
    };
    let n_solved = (1..=10).filter(is_solved).count();
    assert!(n_solved >= 9, "{n_solved} of 10 seeds");
}

#[test]
fn a_class_that_is_perfect_is_the_answer_for_every_seed() {
    let problem = Problem::sides(
        ("a :Brother, :Son, :Person ; :likes :p0", 6),
        ("a :Son, :Person ; :likes :n0", 9),
    );
    let brother = problem.graph.symbols.classes.find("http://x/Brother").expect("a class");
    for seed in 1..=10 {
        let changes = [("population", "50"), ("generations", "5"), ("seed", &*seed.to_string())];
        let found = problem.evolve("default", &changes);
        assert_eq!(found.answer.concept, Concept::class(brother), "seed {seed}");
        assert_eq!(found.front.fittest(), Some(&found.answer));
    }
}

#[test]
fn no_answer_scores_below_bottom_or_top() {
    // One positive that nothing distinguishes: ⊥ is right about 24 of 25.
    let person = |count| ("a :Person", count);
    let answer = Problem::sides(person(1), person(24)).evolve("default", &[]).answer;
    assert_eq!((answer.concept, answer.quality), (Concept::bottom(), 0.96));
    let answer = Problem::sides(person(24), person(1)).evolve("default", &[]).answer;
    assert_eq!((answer.concept, answer.quality), (Concept::top(), 0.96));
}

#[test]
fn an_existential_restriction_is_preferred_to_a_universal_one() {
    let problem = Problem::sides(("a :P ; :to :good", 5), ("a :P ; :to :bad", 5));
    for seed in 1..=5 {
        let found = problem.evolve("default", &[("seed", &seed.to_string())]);
        for row in found.front.front() {
            let is_universal = |node: &Node| matches!(node, Node::Only(_));
            assert!(!row.concept.nodes().iter().any(is_universal), "{:?}", row.concept);
        }
    }
}

#[test]
fn the_front_holds_the_answer_and_rises() {
    let problem = Problem::uncles();
    for seed in 1..=5 {
        let found = problem.evolve("default", &small(&seed.to_string()));
        let front = found.front.front();
        assert!(front.iter().any(|row| **row == found.answer));
        assert!(front.is_sorted_by(|a, b| {
            a.quality < b.quality && a.concept.length() < b.concept.length()
        }));
    }
}

#[test]
fn each_constructor_beyond_the_paper_finds_what_it_is_for() {
    let cases = [
        (Constructor::Values, ":to :hub", ":to :other"),
        (Constructor::Nominals, ":to :hub", ":to :other"),
        (Constructor::Itself, ":likes :#", ":likes :p0"),
        (Constructor::Strings, ":colour \"red\"", ":colour \"blue\""),
        (Constructor::DataCounts, ":tag \"a\", \"b\"", ":tag \"c\""),
        (Constructor::Exact, ":to :hub, :other", ":to :hub, :other, :third"),
    ];
    for (constructor, positive, negative) in cases {
        // The objects have a class, so that no filler tells them apart.
        let hubs = ":hub a :Hub . :other a :Hub . :third a :Hub";
        let triples = |text: &str| format!("a :Thing ; {text}");
        let (positive, negative) = (triples(positive), format!("{} . {hubs}", triples(negative)));
        let problem = Problem::sides((&positive, 4), (&negative, 4));
        let run = |with: &str| {
            let changes = [
                ("without", "negation,cardinality"),
                ("with", with),
                ("population", "200"),
                ("generations", "20"),
            ];
            problem.evolve("default", &changes).answer
        };
        let answer = run(evolearner_dl::Choice::word(constructor));
        assert_eq!(answer.quality, 1.0, "{constructor:?}");
        assert!(run("").quality < 1.0, "{constructor:?} was not needed");
        // What the search believes is what the concept means.
        let settings = RetrieveSettings::default();
        let members = naive::retrieve(&problem.graph, &answer.concept, settings);
        assert!(problem.examples.positives().iter().all(|example| members.contains(example)));
        assert!(problem.examples.negatives().iter().all(|example| !members.contains(example)));
    }
}
