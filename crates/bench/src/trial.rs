//! One fold learned and tested.

use std::time::Duration;

use evolearner::{
    BadOption, Concept, Confusion, Examples, Forall, IndividualId, KnowledgeBase, Learned, Learner,
    Row, StopReason, Task,
};

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
    /// How the best concept came about.
    pub history: Vec<Emerged>,
}

/// A concept that was the best for a while.
#[derive(Clone, Debug)]
pub struct Emerged {
    /// Since which step.
    pub step: u64,
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

/// Learns a fold of a task and tests what came out.
pub fn run(
    kb: &KnowledgeBase,
    task: &Task,
    fold: &Fold,
    learner: &Learner,
    history: History,
) -> Result<Trial, BadOption> {
    let task = task.with_examples(kb.graph(), fold.train.clone());
    let learned = learner.learn(kb, &task, &mut ())?;
    let test = |concept: Concept| test(kb, fold, concept, learned.forall());
    let history = match history {
        History::End => Vec::new(),
        History::All => emerging(&learned)
            .map(|(step, seconds, row)| Emerged {
                step,
                seconds,
                tested: test(row.concept.clone()),
            })
            .collect(),
    };
    let predicted = |of: &[IndividualId]| learned.predict(of);
    Ok(Trial {
        learned: tested(fold, learned.concept().clone(), predicted),
        stop: learned.found.stop,
        time: learned.found.spent.total(),
        history,
    })
}

/// What needs no learner: `⊤`, the larger class, and one name or restriction.
pub fn baselines(
    kb: &KnowledgeBase,
    task: &Task,
    fold: &Fold,
    learner: &Learner,
) -> Result<[(&'static str, Tested); 3], BadOption> {
    let forall: Forall = learner.options().get("forall");
    let test = |concept: Concept| test(kb, fold, concept, forall);
    let covers_more = fold.train.n_positives() >= fold.train.n_negatives();
    let majority = if covers_more { Concept::top() } else { Concept::bottom() };
    let top = learner.as_baseline()?.with("candidates", "restrictions")?;
    let task = task.with_examples(kb.graph(), fold.train.clone());
    let atomic = top.learn(kb, &task, &mut ())?.concept().clone();
    Ok([("⊤", test(Concept::top())), ("majority", test(majority)), ("best atomic", test(atomic))])
}

/// The concepts that were fitter than all before them.
fn emerging(learned: &Learned) -> impl Iterator<Item = (u64, f64, &Row)> {
    let mut fittest = f64::NEG_INFINITY;
    learned.found.history.iter().filter_map(move |step| {
        let best = &step.progress.best;
        let improves = best.fitness > fittest;
        fittest = fittest.max(best.fitness);
        improves.then_some((step.progress.number, step.seconds, best))
    })
}

/// How a concept does on a fold.
pub fn test(kb: &KnowledgeBase, fold: &Fold, concept: Concept, forall: Forall) -> Tested {
    let members = kb.retrieve(&concept, forall);
    tested(fold, concept, |of| of.iter().map(|&example| members.contains(example)).collect())
}

/// How predictions do on a fold.
fn tested(
    fold: &Fold,
    concept: Concept,
    predicted: impl Fn(&[IndividualId]) -> Vec<bool>,
) -> Tested {
    let count = |examples: &[IndividualId]| {
        predicted(examples).into_iter().filter(|&is_member| is_member).count() as u32
    };
    let confusion = |positives: &[IndividualId], negatives: &[IndividualId]| {
        let (tp, fp) = (count(positives), count(negatives));
        Confusion { tp, fp, tn: negatives.len() as u32 - fp, fn_: positives.len() as u32 - tp }
    };
    let train: &Examples = &fold.train;
    Tested {
        train: confusion(train.positives(), train.negatives()),
        test: confusion(&fold.test_positives, &fold.test_negatives),
        concept,
    }
}
