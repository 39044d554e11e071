//! The driver with searches that are as lazy as the seam allows.

use std::sync::Arc;

use evolearner_dl::{CancelToken, Concept};
use evolearner_evaluate::{Code, Covered, Examples};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Context, Layer, Method, Names, NotResumed, Options, Progress, Row, Run, Search, Setup,
    Start, StopReason, read_codes, write_codes,
};
use evolearner_testing::fixture::molecules;

/// Reports a class after the other, or nothing at all; offers nothing.
struct Lazy {
    reports: bool,
}

struct State {
    reports: bool,
    classes: Vec<(Code, Concept)>,
    n_steps: usize,
}

impl Lazy {
    fn state(&self, start: Start<'_>) -> State {
        let terminals = start.space.terminals.iter();
        let concept = |&code: &Code| (code, evolearner_evaluate::concept(start.space, &[code]));
        State { reports: self.reports, classes: terminals.map(concept).collect(), n_steps: 0 }
    }
}

impl Method for Lazy {
    fn id(&self) -> &'static str {
        "lazy"
    }

    fn about(&self) -> &'static str {
        "Does as little as it may."
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(self.state(start))
    }

    fn resume(
        &self,
        start: Start<'_>,
        _context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        let n_steps = read_codes(saved)?.len();
        Ok(Box::new(State { n_steps, ..self.state(start) }))
    }
}

impl Search for State {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        if self.reports {
            let concept = self.classes[self.n_steps].1.clone();
            let covered = Covered { positives: 1, negatives: 1 };
            *context.report = Some(Progress {
                unit: "trial".into(),
                number: self.n_steps as u64,
                of: None,
                best: Row { concept, covered, quality: 0.25, fitness: -1.0 },
                columns: vec![("weight".into(), self.n_steps as f64)],
            });
        }
        self.n_steps += 1;
        Advance::More
    }

    fn save(&self, out: &mut Encoder) {
        let codes: Vec<Code> = self.classes[..self.n_steps].iter().map(|class| class.0).collect();
        write_codes(out, &codes);
    }
}

fn setup(method: &'static Lazy, timeout: &str) -> Setup {
    let (graph, positives, negatives) = molecules();
    let mut options = Options::new(method.options());
    options.set_text("timeout", timeout, Layer::Caller).expect("a time");
    Setup {
        graph: Arc::new(graph),
        examples: Examples::new(&positives, &negatives).expect("there are examples").0,
        names: Names::default(),
        method,
        options,
        measure: None,
        n_threads: 1,
        cancel: CancelToken::default(),
    }
}

#[test]
fn a_search_that_reports_nothing_is_stopped_and_has_an_answer() {
    let run = Run::start(setup(&Lazy { reports: false }, "1ms")).expect("the options are possible");
    let found = run.complete(&mut ());
    assert_eq!((found.stop, found.history.len()), (StopReason::Time, 0));
    assert_eq!((found.answer.concept, found.answer.quality), (Concept::top(), 0.5));
}

#[test]
fn a_run_that_was_cancelled_before_it_began_has_an_answer() {
    let setup = setup(&Lazy { reports: false }, "none");
    setup.cancel.cancel();
    let found = Run::start(setup).expect("the options are possible").complete(&mut ());
    assert_eq!((found.stop, found.answer.concept), (StopReason::Cancelled, Concept::top()));
}

#[test]
fn steps_of_any_search_survive_a_checkpoint() {
    let method: &Lazy = &Lazy { reports: true };
    let mut run = Run::start(setup(method, "none")).expect("the options are possible");
    for _ in 0..3 {
        assert_eq!(run.advance(&mut ()), None);
    }
    let resumed = Run::resume(setup(method, "none"), &run.checkpoint()).expect("it is good");
    assert_eq!(resumed.history(), run.history());
    assert_eq!(resumed.history()[2].progress.columns[0], ("weight".into(), 2.0));
}
