//! Threads, limits and the reasons for which runs end.

use evolearner_dl::CancelToken;
use evolearner_search::{Setup, StopReason};

use crate::{Problem, SMALL, Timeless, complete, small};

#[test]
fn any_number_of_threads_gives_the_same_result() {
    let problem = Problem::uncles();
    let run = |n_threads| {
        let setup = Setup { n_threads, ..problem.setup("evolve", "paper", &small("3")) };
        Timeless::from(complete(setup))
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(3));
    let other = Timeless::from(problem.evolve("paper", &small("4")));
    assert_ne!(one, other, "another seed is another run");
}

#[test]
fn every_stop_reason_is_reached() {
    let problem = Problem::uncles();
    let stop = |change: (&str, &str)| problem.evolve("paper", &[SMALL[0], SMALL[1], change]).stop;
    assert_eq!(stop(("seed", "1")), StopReason::Generations);
    assert_eq!(stop(("evaluations", "150")), StopReason::Evaluations);
    assert_eq!(stop(("timeout", "0s")), StopReason::Time);
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = Setup { cancel, ..problem.setup("evolve", "paper", &SMALL) };
    assert_eq!(complete(cancelled).stop, StopReason::Cancelled);
    let found = problem.evolve("default", &[("stop-when-solved", "true")]);
    assert_eq!((found.stop, found.answer.quality), (StopReason::Solved, 1.0));
    let found = problem.evolve("default", &[("stop-at-quality", "0.8")]);
    assert_eq!(found.stop, StopReason::Solved);
    assert!(found.answer.quality >= 0.8 && found.history.len() < 200);
    assert_eq!(complete(problem.setup("top", "default", &[])).stop, StopReason::Complete);
}

#[test]
fn evaluations_are_limited_from_the_first_candidate_on() {
    let problem = Problem::uncles();
    for limit in [1, 7, 150] {
        for (method, preset) in [("evolve", "paper"), ("evolve", "default"), ("random", "default")]
        {
            let changes = [("evaluations", &*limit.to_string())];
            let found = complete(problem.setup(method, preset, &changes));
            let expected = (limit, StopReason::Evaluations);
            assert_eq!((found.evaluations, found.stop), expected, "{method} {preset}");
        }
    }
}

#[test]
fn the_first_population_can_be_interrupted() {
    let problem = Problem::uncles();
    for method in ["evolve", "random"] {
        let cancel = CancelToken::default();
        cancel.cancel();
        let found = complete(Setup { cancel, ..problem.setup(method, "default", &[]) });
        assert_eq!(found.stop, StopReason::Cancelled);
        assert!(found.history[0].evaluations < 100, "{}", found.history[0].evaluations);
    }
}
