//! Learns with a measure of one's own: a false alarm costs five times as much as a miss.
//!
//! `cargo run -p evolearner-kit --example own_measure`

use std::sync::Arc;

use evolearner::problem::Statement;
use evolearner::{Confusion, KnowledgeBase, Learner, Measure, Policy, Task};

struct Costs;

impl Measure for Costs {
    fn id(&self) -> &'static str {
        "costs"
    }

    /// 1 for a concept without mistakes, as for all measures; 0 for one that is always wrong.
    fn of(&self, outcome: Confusion) -> f64 {
        let cost = 5 * outcome.fp + outcome.fn_;
        let most = 5 * (outcome.fp + outcome.tn) + outcome.fn_ + outcome.tp;
        1.0 - f64::from(cost) / f64::from(most)
    }
}

/// A link is in all five spam mails and in one of the others, a fault in three and in no other.
const MAILS: &str = "
    @prefix : <http://example.org/> .
    :s1 a :WithLink , :WithFault . :s2 a :WithLink , :WithFault . :s3 a :WithLink , :WithFault .
    :s4 a :WithLink . :s5 a :WithLink .
    :h1 a :WithLink . :h2 a :Mail . :h3 a :Mail . :h4 a :Mail .";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kb = KnowledgeBase::from_bytes("mails.ttl", MAILS.into())?;
    let names = |text: &str| text.split(' ').map(str::to_owned).collect();
    let spam = Statement::of_examples(names("s1 s2 s3 s4 s5"), names("h1 h2 h3 h4"));
    let task = Task::resolve(&kb, &spam, &[], Policy::default())?;
    let learner = Learner::new("evolve", "default")?.with("generations", 10)?;
    for (learner, expected) in
        [(learner.clone(), "WithLink"), (learner.with_measure(Arc::new(Costs)), "WithFault")]
    {
        let best = learner.learn(&kb, &task, &mut ())?.report().best;
        println!("{}: quality {:.3}", best.concept.dl, best.quality);
        assert_eq!(best.concept.dl, expected);
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
