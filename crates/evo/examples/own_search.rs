//! A way to learn of one's own, driven and reported like all others: the best pair of classes.
//!
//! `cargo run -p evolearner-kit --example own_search`

use std::sync::Arc;

use evolearner::problem::Statement;
use evolearner::{KnowledgeBase, Learner, Policy, Task};
use evolearner_evaluate::{Code, Op, Space, concept, tree_of};
use evolearner_search::{Advance, Context, Method, Search, Start, StopReason};

struct Pairs;

impl Method for Pairs {
    fn id(&self) -> &'static str {
        "pairs"
    }
    fn about(&self) -> &'static str {
        "The best meet of two classes."
    }
    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Trial { space: start.space.clone(), first: 0 })
    }
}

struct Trial {
    space: Arc<Space>,
    first: usize,
}

impl Search for Trial {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        for other in 0..self.first {
            let codes = [Code::AND, Code::new(Op::Class, self.first), Code::new(Op::Class, other)];
            let covered = context.workers.own().covered(&tree_of(&codes));
            *context.evaluations += 1;
            context.front.offer(&concept(&self.space, &codes), covered);
        }
        self.first += 1;
        let is_done = self.first == self.space.classes.len();
        if is_done { Advance::Done(StopReason::Complete) } else { Advance::More }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kb = KnowledgeBase::embedded();
    let fathers = Statement { target_class: Some("Father".to_owned()), ..Statement::default() };
    let task = Task::resolve(&kb, &fathers, &[], Policy::default())?;
    let report = Learner::of(&Pairs).learn(&kb, &task, &mut ())?.report();
    println!("Father: {}, the best of {} pairs", report.best.concept.dl, report.evaluations);
    assert_eq!(report.best.concept.dl, "Parent ⊓ Male");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
