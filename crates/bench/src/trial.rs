//! One fold learned and tested.

use std::time::{Duration, Instant};

use evolearner::learning::{
    CancelToken, Confusion, Entry, Forall, Observer, Outcome, Problem, Settings, StopReason,
    best_atomic, concept, learn,
};
use evolearner::retrieval::{Forall as RetrieveForall, RetrieveSettings, retrieve};
use evolearner::{Concept, Graph, IndividualId};

use crate::folds::Fold;

/// How a concept did on one fold.
#[derive(Clone, PartialEq, Debug)]
pub struct Tested {
    /// The concept.
    pub concept: Concept,
    /// On the examples that it was learned from.
    pub train: Confusion,
    /// On those held back.
    pub test: Confusion,
}

/// A fold learned and tested.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The learned concept.
    pub learned: Tested,
    /// Why learning ended; a fold that was cancelled is no result.
    pub stop: StopReason,
    /// The time that learning took, without loading.
    pub time: Duration,
    /// The same for what needs no learner: `⊤`, the larger class, one atomic restriction.
    pub baselines: [(&'static str, Tested); 3],
    /// How the best concept came about.
    pub history: Vec<Emerged>,
}

/// A concept that was the best for a while.
#[derive(Clone, Debug)]
pub struct Emerged {
    /// Since which generation.
    pub generation: u32,
    /// Since when, in seconds.
    pub seconds: f64,
    /// How it does.
    pub tested: Tested,
}

/// Whether the history of a run is tested too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    /// Only its end.
    End,
    /// Every concept that was the best for a while.
    All,
}

/// Learns a fold on one thread and tests what came out.
pub fn run(
    graph: &Graph,
    fold: &Fold,
    settings: &Settings,
    history: History,
    cancel: CancelToken,
    observer: &mut dyn Observer,
) -> Trial {
    let start = Instant::now();
    let outcome = learn(graph, &fold.train, settings, 1, cancel, observer);
    let time = start.elapsed();
    let test = |concept: Concept| test(graph, fold, concept, settings.space.forall);
    let atomic = best_atomic(graph, &fold.train, settings);
    let covers_more = fold.train.positives().len() >= fold.train.negatives().len();
    let majority = if covers_more { Concept::top() } else { Concept::bottom() };
    let history = match history {
        History::End => Vec::new(),
        History::All => emerging(&outcome)
            .map(|(generation, seconds, entry)| Emerged {
                generation,
                seconds,
                tested: test(concept(&outcome.alphabet, &entry.genes)),
            })
            .collect(),
    };
    Trial {
        learned: test(outcome.answer.concept.clone()),
        stop: outcome.stop,
        time,
        baselines: [
            ("⊤", test(Concept::top())),
            ("majority", test(majority)),
            ("best atomic", test(atomic)),
        ],
        history,
    }
}

/// The concepts that were fitter than all before them.
fn emerging(outcome: &Outcome) -> impl Iterator<Item = (u32, f64, &Entry)> {
    let mut fittest = f64::NEG_INFINITY;
    outcome.history.iter().filter_map(move |step| {
        let improves = step.best.fitness > fittest;
        fittest = fittest.max(step.best.fitness);
        improves.then_some((step.number, step.seconds, &step.best))
    })
}

/// How a concept does on a fold.
pub fn test(graph: &Graph, fold: &Fold, concept: Concept, forall: Forall) -> Tested {
    let forall = match forall {
        Forall::Standard => RetrieveForall::Standard,
        Forall::Nonempty => RetrieveForall::Nonempty,
    };
    let members = retrieve(graph, &concept, RetrieveSettings { forall });
    let count = |examples: &[IndividualId]| {
        examples.iter().filter(|&&example| members.contains(example)).count() as u32
    };
    let confusion = |positives: &[IndividualId], negatives: &[IndividualId]| {
        let (tp, fp) = (count(positives), count(negatives));
        Confusion { tp, fp, tn: negatives.len() as u32 - fp, fn_: positives.len() as u32 - tp }
    };
    let train: &Problem = &fold.train;
    Tested {
        train: confusion(train.positives(), train.negatives()),
        test: confusion(&fold.test_positives, &fold.test_negatives),
        concept,
    }
}
