//! Searches by refinement: what they find, how they are interrupted, and what their answers are made of.

use evolearner_dl::{CancelToken, Concept, Constructor, Language, Node, Quantifier};
use evolearner_learners::METHODS;
use evolearner_search::{Run, Setup, StopReason};
use evolearner_testing::fixture::{self, molecules};

use crate::{Problem, Timeless, complete};

/// The learners, each with the changes that make its course long enough to be interrupted.
const LEARNERS: [(&str, &[(&str, &str)]); 7] = [
    ("celoe", &[("noise", "30")]),
    ("ocel", &[("noise", "10")]),
    ("eltl", &[("noise", "40")]),
    ("eltl", &[("disjunctive", "true"), ("tree-evaluations", "300")]),
    ("spacel", &[]),
    ("dlfoil", &[]),
    ("celoe", &[("compat", "dl-learner"), ("noise", "10")]),
];

fn run<'c>(
    problem: &Problem,
    (learner, changes): (&str, &[(&'c str, &'c str)]),
    more: &[(&'c str, &'c str)],
) -> Setup {
    let changes: Vec<_> = changes.iter().chain(more).copied().collect();
    problem.setup(learner, "default", &changes)
}

#[test]
fn an_uncle_is_found_by_all_that_can_say_it() {
    let problem = Problem::uncles();
    // The budget counts concepts alone: a busy machine may need longer than the time that is usual.
    let without_limit = ("timeout", "none");
    for (learner, changes) in [
        ("celoe", &[without_limit, ("expansion-penalty", "0.02")][..]),
        ("ocel", &[without_limit]),
        ("spacel", &[without_limit]),
    ] {
        let found = complete(run(&problem, (learner, changes), &[("timeout", "none")]));
        assert_eq!(found.answer.quality, 1.0, "{learner}: {:?}", found.answer.concept);
        assert_eq!(found.stop, StopReason::Solved, "{learner}");
    }
}

/// A greedy search of random refinements need not find it, but it ends.
#[test]
fn separate_and_conquer_ends_by_itself() {
    let found = complete(Problem::uncles().setup("dlfoil", "default", &[("timeout", "none")]));
    assert_eq!(found.stop, StopReason::Complete);
    assert!((0.9..1.0).contains(&found.answer.quality), "{:?}", found.answer);
    // Nothing tells these apart.
    let problem = Problem::sides(("a :Person ; :to :p0", 3), ("a :Person ; :to :p0", 3));
    let found = complete(problem.setup("dlfoil", "default", &[("timeout", "none")]));
    assert_eq!((found.stop, found.answer.quality), (StopReason::Complete, 0.5));
}

#[test]
fn runs_that_were_interrupted_anywhere_end_like_unbroken_ones() {
    let problem = Problem::uncles();
    let most = [("evaluations", "3000"), ("stop-when-solved", "false")];
    for case in LEARNERS {
        let unbroken = Timeless::from(complete(run(&problem, case, &most)));
        for limit in ["1", "17", "700"] {
            let less = [("evaluations", limit), most[1]];
            let mut first = Run::start(run(&problem, case, &less)).expect("options");
            while first.advance(&mut ()).is_none() {}
            let setup = run(&problem, case, &most);
            let resumed = Run::resume(setup, &first.checkpoint()).expect("a good checkpoint");
            let resumed = Timeless::from(resumed.complete(&mut ()));
            assert_eq!(resumed.answer, unbroken.answer, "{case:?} at {limit}");
            assert_eq!(resumed.rows, unbroken.rows, "{case:?} at {limit}");
            assert_eq!(
                (resumed.evaluations, resumed.stop),
                (unbroken.evaluations, unbroken.stop),
                "{case:?} at {limit}"
            );
        }
    }
}

#[test]
fn a_cancelled_run_has_an_answer_after_the_first_concept() {
    let problem = Problem::uncles();
    for case in LEARNERS {
        let cancel = CancelToken::default();
        cancel.cancel();
        let found = complete(Setup { cancel, ..run(&problem, case, &[]) });
        assert_eq!(found.stop, StopReason::Cancelled, "{case:?}");
        assert!(found.history[0].evaluations <= 16, "{case:?}");
    }
}

#[test]
fn noise_bounds_the_positives_that_an_answer_misses() {
    let problem = Problem::from(molecules());
    let n_positives = problem.examples.n_positives();
    for noise in [0_u32, 25, 50] {
        let text = noise.to_string();
        for learner in ["celoe", "eltl"] {
            let changes = [("noise", &*text), ("evaluations", "2000"), ("simplify", "false")];
            let found = complete(problem.setup(learner, "default", &changes));
            for row in found.front.rows() {
                let missed = n_positives - row.covered.positives;
                assert!(missed * 100 <= noise * n_positives, "{learner} {noise}: {row:?}");
            }
        }
    }
}

/// The constructors that a concept is made of.
fn constructors(concept: &Concept) -> Vec<Constructor> {
    let of_node = |node: &Node| match node {
        Node::Not => Some(Constructor::Negation),
        Node::Or(_) => Some(Constructor::Union),
        Node::Some(_) => Some(Constructor::Exists),
        Node::Only(_) => Some(Constructor::Forall),
        Node::AtLeast(..) | Node::AtMost(..) | Node::Exactly(..) => Some(Constructor::Cardinality),
        Node::Data(restriction) => match restriction.quantifier {
            Quantifier::Some => Some(Constructor::Numbers),
            _ => Some(Constructor::DataCounts),
        },
        Node::Top | Node::Bottom | Node::Class(_) | Node::And(_) => None,
        other => panic!("{other:?} is in none of these languages"),
    };
    concept.nodes().iter().filter_map(of_node).collect()
}

#[test]
fn every_method_keeps_to_its_language() {
    let problems = [Problem::uncles(), Problem::from(molecules())];
    for name in ["EL", "ALC", "ALCQ", "AL"] {
        let language = name.parse::<Language>().expect("a logic");
        for method in METHODS {
            for problem in &problems {
                let changes = [("language", name), ("evaluations", "5000")];
                let mut setup = problem.setup(method.id(), "default", &changes);
                for (option, value) in [("without", "presence"), ("disjunctive", "true")] {
                    if setup.options.has(option) {
                        setup
                            .options
                            .set_text(option, value, evolearner_search::Layer::Caller)
                            .expect("the option is possible");
                    }
                }
                // A method that cannot do with a language refuses it.
                if method.check(&setup.options).is_err() {
                    assert_eq!((method.id(), language.has(Constructor::Union)), ("tree", false));
                    continue;
                }
                let found = complete(setup);
                for row in found.front.rows().chain([&found.answer]) {
                    for constructor in constructors(&row.concept) {
                        assert!(
                            language.has(constructor),
                            "{} in {name}: {:?}",
                            method.id(),
                            row.concept
                        );
                    }
                }
            }
        }
    }
}

/// DL-Learner gives a concept up that misses as many positives as are allowed.
#[test]
fn dl_learner_allows_one_miss_less() {
    // The class covers three of four positives; nothing tells the fourth one from the negatives.
    let graph = fixture::graph(
        "@prefix : <http://x/> . :a a :A . :b a :A . :c a :A . :d a :B . :e a :B . :f a :B .",
    );
    let find = |name: &str| fixture::individual(&graph, &format!("http://x/{name}"));
    let (positives, negatives) = (["a", "b", "c", "d"].map(find), ["e", "f"].map(find));
    let problem = Problem::from((graph, positives.to_vec(), negatives.to_vec()));
    let missed = |compat: &str| {
        let changes = [("noise", "25"), ("evaluations", "2000"), ("compat", compat)];
        let found = complete(problem.setup("celoe", "default", &changes));
        4 - found.answer.covered.positives
    };
    assert_eq!((missed("dl-learner"), missed("off")), (0, 1));
}
