//! Runs that were written down: they go on as if nothing had happened, or not at all.

use evolearner_dl::Concept;
use evolearner_evaluate::{Code, MAX_NODES, Op};
use evolearner_graph::codec::{Damaged, Decoder, Encoder, checksum};
use evolearner_search::{Found, Front, NotResumed, Proof, Run, Setup, StopReason, write_codes};
use evolearner_testing::fixture::{self, molecules};

use crate::{Problem, SMALL, Timeless, complete, small};

/// The checkpoint of a run after so many steps.
fn checkpoint_after(n_steps: usize, setup: Setup) -> Vec<u8> {
    let mut run = Run::start(setup).expect("the options fit together");
    for _ in 0..n_steps {
        run.advance(&mut ());
    }
    run.checkpoint()
}

#[test]
fn a_resumed_run_ends_like_an_unbroken_one() {
    let problem = Problem::uncles();
    for (method, preset) in [("evolve", "paper"), ("evolve", "default"), ("random", "default")] {
        let setup = || problem.setup(method, preset, &small("5"));
        let unbroken = Timeless::from(complete(setup()));
        // The first population is a step too: after 13 steps there is nothing left to do.
        for n_steps in [1, 2, 8, 13] {
            let bytes = checkpoint_after(n_steps, Setup { n_threads: 2, ..setup() });
            let resumed = Run::resume(setup(), &bytes).expect("a fresh checkpoint is good");
            let resumed = Timeless::from(resumed.complete(&mut ()));
            assert_eq!(resumed, unbroken, "{method} {preset} {n_steps}");
        }
    }
}

/// What a systematic search found and proved. fixme: `A ⊓ B ⊓ C` in the history is `A ⊓ (B ⊓ C)` after
/// the run was resumed, so that the history is compared without its concepts.
fn proven(found: Found) -> (Timeless, Option<Proof>) {
    let proof = found.front.proof();
    let mut timeless = Timeless::from(found);
    timeless.history.iter_mut().for_each(|(_, step)| step.best.concept = Concept::top());
    (timeless, proof)
}

#[test]
fn a_resumed_systematic_search_ends_like_an_unbroken_one() {
    let problem = Problem::uncles();
    let setup = || problem.setup("beam", "default", &[("work", "20")]);
    let unbroken = proven(complete(setup()));
    assert!(unbroken.1.is_some());
    // Steps after the last one change nothing.
    for n_steps in [1, 15, 100] {
        let bytes = checkpoint_after(n_steps, setup());
        let resumed = Run::resume(setup(), &bytes).expect("a fresh checkpoint is good");
        assert!(proven(resumed.complete(&mut ())) == unbroken, "{n_steps}");
    }
}

#[test]
fn searches_that_do_their_steps_again_end_like_unbroken_ones() {
    let problem = Problem::uncles();
    for (method, n_steps) in [("exact", 4), ("exact", 100), ("tree", 1), ("tree", 5)] {
        let short: &[_] = if method == "exact" { &[("work", "20")] } else { &[] };
        let setup = || problem.setup(method, "default", short);
        let bytes = checkpoint_after(n_steps, setup());
        let resumed = Run::resume(setup(), &bytes).expect("a fresh checkpoint is good");
        assert!(
            proven(resumed.complete(&mut ())) == proven(complete(setup())),
            "{method} {n_steps}"
        );
        // One that is to end at once has what was saved.
        let cancelled = setup();
        cancelled.cancel.cancel();
        let resumed = Run::resume(cancelled, &bytes).expect("a fresh checkpoint is good");
        let rows = |front: &Front| front.rows().map(|row| row.covered).collect::<Vec<_>>();
        let saved = Run::resume(setup(), &bytes).expect("a fresh checkpoint is good").front();
        assert!(!rows(&saved).is_empty());
        assert!(saved.front().iter().all(|row| rows(&resumed.front()).contains(&row.covered)));
    }
}

#[test]
fn a_systematic_search_that_is_cancelled_while_it_pauses_keeps_what_it_found() {
    let problem = Problem::uncles();
    let setup = || problem.setup("beam", "default", &[]);
    let mut run = Run::start(setup()).expect("the options fit together");
    for _ in 0..9 {
        run.advance(&mut ());
    }
    let rows = |front: &Front| {
        front.front().into_iter().map(|row| (row.concept.clone(), row.covered)).collect::<Vec<_>>()
    };
    let found = rows(&run.front());
    assert!(found.len() > 1, "there is something to lose");
    let mut bytes = run.checkpoint();
    // Once more: a run that is resumed and saved at once has it still.
    for _ in 0..2 {
        let cancelled = setup();
        cancelled.cancel.cancel();
        let mut resumed = Run::resume(cancelled, &bytes).expect("a fresh checkpoint is good");
        assert_eq!(resumed.advance(&mut ()), Some(StopReason::Cancelled));
        assert_eq!(rows(&resumed.front()), found);
        bytes = resumed.checkpoint();
        let end = resumed.finish(StopReason::Cancelled);
        assert_eq!(end.answer.quality, run.history()[8].progress.best.quality);
    }
    // Nothing of it is left out where the run goes on after all.
    let resumed = Run::resume(setup(), &bytes).expect("a fresh checkpoint is good");
    assert!(proven(resumed.complete(&mut ())) == proven(complete(setup())));
}

#[test]
fn a_run_may_go_on_for_longer_than_it_was_meant_to() {
    let problem = Problem::uncles();
    let with =
        |generations| problem.setup("evolve", "default", &[SMALL[0], ("generations", generations)]);
    let bytes = checkpoint_after(13, with("12"));
    let longer = Run::resume(with("20"), &bytes).expect("only the length differs");
    // The steps differ in how many there are to be.
    let (longer, unbroken) = (longer.complete(&mut ()), complete(with("20")));
    assert_eq!((longer.answer, longer.evaluations), (unbroken.answer, unbroken.evaluations));
    assert!(longer.front.rows().eq(unbroken.front.rows()));
}

#[test]
fn a_resumed_run_has_its_time_once() {
    let problem = Problem::uncles();
    let setup = |timeout| problem.setup("evolve", "default", &[SMALL[0], ("timeout", timeout)]);
    let bytes = checkpoint_after(3, setup("none"));
    // What the checkpoint recorded: the time of resuming does not count.
    let resumed = Run::resume(setup("none"), &bytes).expect("it is good");
    let half = format!("{}s", resumed.history()[2].seconds / 2.0);
    let resumed = Run::resume(setup(&half), &bytes).expect("it is good");
    assert_eq!(resumed.complete(&mut ()).history.len(), 3, "the time was over before");
}

#[test]
fn a_run_that_ended_within_its_first_population_has_nothing_to_go_on_from() {
    let problem = Problem::uncles();
    let changes = [SMALL[0], ("evaluations", "50")];
    let bytes = checkpoint_after(1, problem.setup("evolve", "paper", &changes));
    let setup = problem.setup("evolve", "paper", &[SMALL[0]]);
    assert_eq!(Run::resume(setup, &bytes).err(), Some(NotResumed::Unfinished));
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let problem = Problem::uncles();
    let setup = || problem.setup("evolve", "paper", &small("5"));
    let bytes = checkpoint_after(1, setup());
    let resume = |bytes: &[u8]| Run::resume(setup(), bytes).err();
    assert_eq!(resume(b"something else"), Some(NotResumed::NotACheckpoint));
    for at in (8..bytes.len()).step_by(97) {
        assert_eq!(resume(&bytes[..at]), Some(NotResumed::Damaged));
        let mut flipped = bytes.clone();
        flipped[at] ^= 1;
        assert_eq!(resume(&flipped), Some(NotResumed::Damaged));
    }
    // With a checksum that fits, what is cut off is still missed.
    for n_left in (16 + 12..bytes.len() - 1).step_by(53) {
        assert_eq!(resume(&summed(&bytes[16..n_left])), Some(NotResumed::Damaged), "{n_left}");
    }
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let of = |turtle: &str, positive: &str| {
        let graph = fixture::graph(&format!("@prefix : <http://x/> . {turtle}"));
        let find = |name: &str| fixture::individual(&graph, &format!("http://x/{name}"));
        let (positives, negatives) = (vec![find(positive)], vec![find("d")]);
        Problem::from((graph, positives, negatives))
    };
    let turtle = ":a a :A ; :r :b . :b a :A ; :r :c . :c a :B . :d a :B .";
    let problem = of(turtle, "a");
    let setup = || problem.setup("evolve", "default", &small("5"));
    let bytes = checkpoint_after(1, setup());
    let resume = |setup: Setup| Run::resume(setup, &bytes).err();
    assert_eq!(resume(setup()), None);
    // The same names, individuals and thresholds, and one edge that leads elsewhere.
    let other_graph = of(&turtle.replace(":r :c", ":r :d"), "a");
    let mut others = vec![
        other_graph.setup("evolve", "default", &small("5")),
        of(turtle, "b").setup("evolve", "default", &small("5")),
        problem.setup("random", "default", &small("5")),
        problem.setup("evolve", "default", &small("6")),
        problem.setup("evolve", "paper", &small("5")),
        problem.setup("evolve", "default", &[SMALL[0], SMALL[1], ("seed", "5"), ("elite", "2")]),
    ];
    let mut ignoring = setup();
    ignoring.names.ignored_classes.push(evolearner_dl::ClassId(0));
    others.push(ignoring);
    for other in others {
        assert_eq!(resume(other), Some(NotResumed::OtherRun));
    }
    let mut of_other_version = bytes[16..].to_vec();
    of_other_version[0] += 1;
    let resumed = Run::resume(setup(), &summed(&of_other_version));
    assert_eq!(resumed.err(), Some(NotResumed::OtherRun));
}

/// A payload with what stands in front of it.
fn summed(payload: &[u8]) -> Vec<u8> {
    [b"EVOCHECK", &checksum(payload).to_le_bytes()[..], payload].concat()
}

/// Trees of a checkpoint after one step, in the order in which they stand there.
const IN_HISTORY: usize = 0;
const IN_POPULATION: usize = 1;

/// A checkpoint after one step with another tree in one place, and the checksum that goes with it.
fn forged(checkpoint: &[u8], place: usize, forged: &[Code]) -> Result<Vec<u8>, Damaged> {
    let mut input = Decoder::new(&checkpoint[16..]);
    let mut out = Encoder::new();
    let mut n_trees = 0;
    let mut copy_tree = |input: &mut Decoder<'_>, out: &mut Encoder| {
        let codes = input.array(u32::from_le_bytes)?;
        if n_trees == place {
            write_codes(out, forged);
        } else {
            out.array(&codes, u32::to_le_bytes);
        }
        n_trees += 1;
        Ok(())
    };
    out.u32(input.u32()?);
    // The fingerprint, the evaluations, four times, the number of steps, two numbers of the step.
    for _ in 0..9 {
        out.u64(input.u64()?);
    }
    out.str(input.str()?);
    // How far it is, what the best concept covers, its quality and its fitness.
    for _ in 0..5 {
        out.u64(input.u64()?);
    }
    copy_tree(&mut input, &mut out)?;
    out.u64(input.u64()?);
    out.str(input.str()?);
    out.f64(input.f64()?);
    // The generation, the population, the best of each size.
    out.u32(input.u32()?);
    for _ in 0..2 {
        let n = input.count(8)?;
        out.count(n);
        for _ in 0..n {
            copy_tree(&mut input, &mut out)?;
        }
    }
    input.finish()?;
    Ok(summed(out.as_bytes()))
}

#[test]
fn a_forged_checkpoint_with_ill_typed_or_too_high_trees_is_refused() {
    let problem = Problem::from(molecules());
    let setup = || problem.setup("evolve", "paper", &[("population", "20"), ("generations", "3")]);
    let max_depth: usize = setup().options.get("max-depth");
    let checkpoint = checkpoint_after(1, setup());
    let in_hall = IN_POPULATION + 20;
    let resume = |place: usize, codes: &[Code]| {
        let bytes =
            forged(&checkpoint, place, codes).expect("this is how a checkpoint is laid out");
        let run = Run::resume(setup(), &bytes);
        run.map(|run| run.complete(&mut ()).history.len())
    };
    let some = Code::new(Op::Some, 0);
    let at_least = Code::new(Op::AtLeast, 0);
    let (number, truth) = (Code::new(Op::Number, 1), Code::new(Op::Truth, 1));
    let cut = Code::new(Op::Cut, 0);
    let high = |n: usize| [vec![Code::NOT; n], vec![Code::TOP]].concat();
    let good: [&[Code]; 4] = [
        &[Code::TOP],
        &[some, Code::AND, Code::TOP, at_least, number, Code::BOTTOM],
        &[Code::OR, Code::new(Op::Min, 0), cut, Code::new(Op::Is, 0), truth],
        &high(max_depth),
    ];
    for codes in good {
        for place in [IN_HISTORY, IN_POPULATION, in_hall] {
            assert_eq!(resume(place, codes), Ok(4), "{codes:?}");
        }
    }
    // A balanced tree of 1,023 nodes is low enough and too large.
    let mut wide = vec![Code::TOP];
    while wide.len() <= MAX_NODES {
        wide = [vec![Code::AND], wide.clone(), wide].concat();
    }
    let ill_typed: [&[Code]; 11] = [
        &[],
        &[number],
        &[cut],
        &[Code::AND, Code::TOP],
        &[Code::TOP, Code::TOP],
        &[Code::AND, number, Code::TOP],
        &[at_least, Code::TOP, Code::TOP],
        &[at_least, number, number],
        &[Code::new(Op::Min, 0), Code::TOP],
        &[Code::new(Op::Min, 1), cut],
        &wide,
    ];
    for codes in ill_typed {
        for place in [IN_HISTORY, IN_POPULATION, in_hall] {
            assert_eq!(resume(place, codes), Err(NotResumed::Damaged), "{} codes", codes.len());
        }
    }
    for place in [IN_POPULATION, in_hall] {
        assert_eq!(resume(place, &high(max_depth + 1)), Err(NotResumed::Damaged));
    }
}
