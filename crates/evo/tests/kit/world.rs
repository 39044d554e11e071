//! What an answer rests on in an open world.

use evolearner::{Budget, KnowledgeBase, Learned, Learner, Policy, Task, embedded_statement};

fn learned(options: &[(&str, &str)]) -> Learned {
    let kb = KnowledgeBase::embedded();
    let task = Task::resolve(&kb, &embedded_statement(), &[], Policy::default());
    let mut learner = Learner::new("auto", "default").expect("there is one");
    for (name, text) in options {
        learner = learner.with(name, text).expect("an option");
    }
    learner.learn(&kb, &task.expect("they are there"), &mut ()).expect("options fit")
}

#[test]
fn with_open_semantics_whoever_is_covered_is_entailed() {
    let learned = learned(&[("semantics", "open"), ("max-length", "5")]);
    let report = learned.report();
    assert_eq!(report.semantics.world, "open");
    let examples = &learned.task.examples;
    let all = [examples.positives(), examples.negatives()].concat();
    let world = learned.kb.open_world(Budget::default()).expect("it is consistent");
    let verdicts = world.verdicts(learned.concept(), &all).expect("there is no limit");
    let mut n_covered = 0;
    for (covered, verdict) in learned.predict(&all).into_iter().zip(verdicts) {
        assert!(!covered || verdict.word() == "entailed", "{}", report.best.concept.dl);
        n_covered += u32::from(covered);
    }
    assert_eq!(n_covered, report.best.train.tp + report.best.train.fp);
    assert!(n_covered > 0);
}

#[test]
fn every_example_has_one_verdict_and_the_unknown_ones_are_named() {
    let learned = learned(&[("max-length", "3")]);
    let world = learned.world(Budget::default()).expect("it is consistent");
    let n_examples = learned.task.examples.n_positives() + learned.task.examples.n_negatives();
    let n = world.entailed + world.excluded + world.unknown + world.not_decided;
    assert_eq!((n as u32, world.unknown), (n_examples, world.relies_on.len()));
}
