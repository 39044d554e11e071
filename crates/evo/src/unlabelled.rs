//! Learning from positives and unlabelled individuals: how many of these are positive.
//!
//! Labelled positives are taken to be drawn at random from all positives, a share c of them. Of the members
//! of any concept, at most all are positive, so that at most a share c of them is labelled; where all are
//! positive, it is c. So the concept with the highest share of labelled members gives c (Bekker and Davis
//! 2018, Estimating the class prior in positive and unlabelled data through decision tree induction, where
//! leaves of a tree take the place of concepts). Candidates are learned by balanced accuracy, whose best
//! concept is the same whether positives hide among the negatives or not (Menon et al. 2015), and the share
//! is counted on examples that were held back: on those it was chosen by, the highest share is too high.

use std::sync::Arc;

use evolearner_dl::{Choice, IndividualId};
use evolearner_evaluate::{PositiveUnlabelled, Quality};
use evolearner_report::model::UnlabelledModel;
use evolearner_search::{
    AnswerOptions, BadOption, Layer, LimitOptions, Negatives, Random, SpaceOptions, Stage,
};

use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::task::Task;

/// Parts that are held back in turn.
const N_FOLDS: usize = 5;
/// The quantile of the normal distribution for a one-sided bound that holds in 95 of 100 cases.
const QUANTILE: f64 = 1.645;

/// What is known of the unlabelled individuals of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Unlabelled {
    /// The share of positives among them.
    pub(crate) share: f64,
    /// Whether that was estimated.
    pub(crate) is_estimated: bool,
}

impl Unlabelled {
    /// What is known where the options say that negatives are unlabelled.
    pub(crate) fn of(
        learner: &Learner,
        kb: &KnowledgeBase,
        task: &Task,
    ) -> Result<Option<Self>, BadOption> {
        let options = learner.options();
        let answer = AnswerOptions::read(options);
        if answer.negatives_are == Negatives::Negative {
            return Ok(None);
        }
        if options.layer("quality") > Layer::Preset && answer.quality != Quality::Accuracy {
            let reason =
                "unlabelled individuals have a measure of their own, so that none can be chosen";
            return Err(BadOption::new("quality", answer.quality.word(), reason));
        }
        if options.has("committee") && options.get::<usize>("committee") > 1 {
            let reason = "a committee counts errors, and which unlabelled individuals are errors is not known";
            return Err(BadOption::new("committee", options.get::<usize>("committee"), reason));
        }
        if let Some(share) = answer.positive_share {
            return Ok(Some(Self { share, is_estimated: false }));
        }
        let share = estimated_share(learner, kb, task)?;
        Ok(Some(Self { share, is_estimated: true }))
    }

    pub(crate) fn measure(self) -> Arc<PositiveUnlabelled> {
        Arc::new(PositiveUnlabelled { share: self.share })
    }

    /// The same for a report.
    pub(crate) fn model(self, n_unlabelled: u32) -> UnlabelledModel {
        let Self { share, is_estimated } = self;
        let expected = share * f64::from(n_unlabelled);
        let known = if is_estimated { "estimated" } else { "given" };
        let statement = format!(
            "the negatives are unlabelled: about {expected:.0} of {n_unlabelled} are positive ({known} \
             share {share:.3}), and covering as many costs nothing"
        );
        UnlabelledModel { positive_share: share, estimated: is_estimated, statement }
    }
}

/// The share of positives among the unlabelled.
fn estimated_share(learner: &Learner, kb: &KnowledgeBase, task: &Task) -> Result<f64, BadOption> {
    let mut searching = learner.for_repetition()?;
    searching.set_text("negatives-are", Negatives::Negative.word(), Layer::Caller)?;
    searching.set_text("quality", Quality::BalancedAccuracy.word(), Layer::Caller)?;
    let seed = LimitOptions::read(learner.options()).seed;
    let examples = &task.examples;
    let (n_positives, n_unlabelled) = (examples.positives().len(), examples.negatives().len());
    let n_folds = N_FOLDS.min(n_positives).min(n_unlabelled);
    let forall = SpaceOptions::read(learner.options()).forall;
    // Members of the chosen concepts among what was held back: labelled, and all.
    let (mut labelled, mut all) = (0, 0);
    for fold in 0..n_folds {
        let side = |of: &[IndividualId], slot: u32| -> [Vec<IndividualId>; 2] {
            let mut order = of.to_vec();
            Random::new(seed, Stage::Examples, 200, slot).shuffle(&mut order);
            let is_held = |at: usize| n_folds > 1 && at % n_folds == fold;
            let part = |held: bool| {
                let chosen = order.iter().enumerate().filter(|(at, _)| is_held(*at) == held);
                chosen.map(|(_, &one)| one).collect()
            };
            [part(false), part(true)]
        };
        let [learn_positives, held_positives] = side(examples.positives(), 0);
        let [learn_unlabelled, held_unlabelled] = side(examples.negatives(), 1);
        let Ok((part, _)) = examples.with_lists(&learn_positives, &learn_unlabelled) else {
            continue;
        };
        let found = searching.learn(kb, &task.with_examples(kb.graph(), part), &mut ())?.found;
        let count = |concept, of: &[IndividualId]| {
            let covers = kb.contains(concept, of, forall);
            covers.into_iter().filter(|&is_covered| is_covered).count()
        };
        let of_rows = found.front.rows().chain([&found.answer]).map(|row| {
            let n_labelled = count(&row.concept, &learn_positives);
            let n_all = n_labelled + count(&row.concept, &learn_unlabelled);
            (&row.concept, lower_bound(n_labelled as f64, n_all as f64))
        });
        let best = of_rows.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((concept, _)) = best else { continue };
        let n_labelled = count(concept, &held_positives);
        labelled += n_labelled;
        all += n_labelled + count(concept, &held_unlabelled);
    }
    // No positive that was held back is covered: there is nothing to estimate from.
    if labelled == 0 {
        return Ok(0.0);
    }
    let c = labelled as f64 / all as f64;
    Ok((n_positives as f64 * (1.0 / c - 1.0) / n_unlabelled as f64).min(1.0))
}

/// The lower bound of a share of which `n_yes` of `n_all` were seen (Wilson 1927).
fn lower_bound(n_yes: f64, n_all: f64) -> f64 {
    if n_all == 0.0 {
        return 0.0;
    }
    let (share, z) = (n_yes / n_all, QUANTILE);
    let spread = (share * (1.0 - share) / n_all + z * z / (4.0 * n_all * n_all)).sqrt();
    (share + z * z / (2.0 * n_all) - z * spread) / (1.0 + z * z / n_all)
}
