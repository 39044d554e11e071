//! Whole runs of the methods, driven as front ends drive them.

mod answers;
mod baselines;
mod checkpoints;
mod constraints;
mod exact;
mod limits;
mod proofs;
mod refinement;
mod sketches;
mod systematic;
mod tree;
mod weights;

use std::fmt::Write;
use std::sync::Arc;

use evolearner_dl::{CancelToken, IndividualId};
use evolearner_evaluate::Examples;
use evolearner_graph::Graph;
use evolearner_learners::{method, preset};
use evolearner_search::{Found, Layer, Names, Options, Progress, Row, Run, Setup, StopReason};
use evolearner_testing::fixture::{self, Fixture};

/// A graph, and examples in it.
struct Problem {
    graph: Arc<Graph>,
    examples: Examples,
}

impl From<Fixture> for Problem {
    fn from((graph, positives, negatives): Fixture) -> Self {
        let examples = Examples::new(&positives, &negatives).expect("there are examples").0;
        Self { graph: Arc::new(graph), examples }
    }
}

impl Problem {
    /// Who is an uncle in a family.
    fn uncles() -> Self {
        fixture::uncles().into()
    }

    /// Who is an uncle among so many people.
    fn people(people: u32) -> Self {
        fixture::people(people).into()
    }

    /// Individuals p0, p1, … and n0, n1, … with these triples each, `#` standing for the number.
    fn sides(
        (positive, n_positives): (&str, usize),
        (negative, n_negatives): (&str, usize),
    ) -> Self {
        let mut turtle = "@prefix : <http://x/> . ".to_owned();
        for (letter, triples, count) in [('p', positive, n_positives), ('n', negative, n_negatives)]
        {
            for number in 0..count {
                let triples = triples.replace('#', &format!("{letter}{number}"));
                let _ = write!(turtle, ":{letter}{number} {triples} . ");
            }
        }
        let graph = fixture::graph(&turtle);
        let all = |letter: char, count: usize| -> Vec<IndividualId> {
            let name = |number| format!("http://x/{letter}{number}");
            (0..count).map(|number| fixture::individual(&graph, &name(number))).collect()
        };
        let (positives, negatives) = (all('p', n_positives), all('n', n_negatives));
        (graph, positives, negatives).into()
    }

    /// A run of a method with the options of a preset and these changes.
    fn setup(&self, method_id: &str, preset_id: &str, changes: &[(&str, &str)]) -> Setup {
        let method = method(method_id).expect("the method exists");
        let mut options = Options::of(method);
        options.apply(preset(preset_id).expect("the preset exists"));
        for (name, text) in changes {
            options.set_text(name, text, Layer::Caller).expect("the option is possible");
        }
        Setup {
            graph: self.graph.clone(),
            examples: self.examples.clone(),
            names: Names::default(),
            method,
            options,
            measure: None,
            n_threads: 1,
            cancel: CancelToken::default(),
        }
    }

    /// What the evolution finds.
    fn evolve(&self, preset_id: &str, changes: &[(&str, &str)]) -> Found {
        complete(self.setup("evolve", preset_id, changes))
    }
}

/// The paper with a small population that does not divide evenly, for a few generations.
const SMALL: [(&str, &str); 2] = [("population", "101"), ("generations", "12")];

/// The options of [`SMALL`] with a seed.
fn small(seed: &str) -> [(&str, &str); 3] {
    [SMALL[0], SMALL[1], ("seed", seed)]
}

fn complete(setup: Setup) -> Found {
    Run::start(setup).expect("the options fit together").complete(&mut ())
}

/// Everything of a result that does not depend on the clock.
#[derive(PartialEq, Debug)]
struct Timeless {
    answer: Row,
    because: String,
    rows: Vec<Row>,
    history: Vec<(u64, Progress)>,
    evaluations: u64,
    stop: StopReason,
}

impl From<Found> for Timeless {
    fn from(found: Found) -> Self {
        Self {
            answer: found.answer,
            because: found.because,
            rows: found.front.rows().cloned().collect(),
            history: found
                .history
                .into_iter()
                .map(|step| (step.evaluations, step.progress))
                .collect(),
            evaluations: found.evaluations,
            stop: found.stop,
        }
    }
}
