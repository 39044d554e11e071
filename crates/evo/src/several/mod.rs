//! Several classes: one concept for each label against the rest, and one decision for each individual.

mod decide;
mod labels;

use std::time::Instant;

use evolearner_dl::{Choice, IndividualId};
use evolearner_evaluate::Quality;
use evolearner_report::model::VERSION;
use evolearner_report::several::{Decisions, LabelConcept, Mistake, SeveralReport, Voter};
use evolearner_search::{BadOption, Layer, LimitOptions, Random, SpaceOptions, Stage};
use evolearner_syntax::english;

pub use self::decide::Classifier;
pub use self::labels::{LabelledExamples, LabelsError};
use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::names::{concept_model, individual_name};
use crate::parallel::each;

/// Learns from labels, and tests on `folds` parts that are held back in turn; 0 is no test.
pub fn learn_several(
    kb: &KnowledgeBase,
    learner: &Learner,
    examples: &LabelledExamples,
    folds: usize,
) -> Result<SeveralReport, BadOption> {
    let started = Instant::now();
    let classifier = Classifier::learn(kb, learner, examples)?;
    let all: Vec<usize> = (0..examples.of.len()).collect();
    let decided = classifier.decide_all(kb, examples, &all);
    let train = decisions(examples, &[(all.clone(), decided.clone())]);
    let test = if folds >= 2 { Some(tested(kb, learner, examples, folds)?) } else { None };
    let vocabulary = kb.vocabulary();
    let wrong = all.iter().zip(&decided).filter(|&(&at, &decided)| examples.of[at].1 != decided);
    let mistakes = wrong.take(SeveralReport::MAX_MISTAKES).map(|(&at, &decided)| {
        let (individual, label) = examples.of[at];
        Mistake {
            individual: individual_name(individual, &vocabulary),
            label: examples.labels[label].clone(),
            decided: examples.labels[decided].clone(),
            because: classifier.why(kb, individual, decided, label),
        }
    });
    let symbols = &kb.graph().symbols;
    let labels = classifier.members.iter().enumerate().map(|(label, member)| LabelConcept {
        label: examples.labels[label].clone(),
        examples: examples.count(label),
        concept: concept_model(&member.concept, symbols),
        sentence: english::print_about(&member.concept, symbols, None),
        length: member.concept.length(),
        covered: member.covered,
        others_covered: member.others_covered,
        committee: member
            .committee
            .iter()
            .map(|(concept, weight)| Voter {
                concept: concept_model(concept, symbols),
                weight: *weight,
            })
            .collect(),
    });
    Ok(SeveralReport {
        version: VERSION,
        labels: labels.collect(),
        otherwise: examples.labels[classifier.otherwise].clone(),
        forall: classifier.forall.word().to_owned(),
        rule: classifier.rule().to_owned(),
        train: Some(train),
        test,
        folds: if folds >= 2 { folds } else { 0 },
        mistakes: mistakes.collect(),
        complete: !learner.cancel_token().is_cancelled(),
        learner: learner.id().to_owned(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The highest cardinality that is set for the sake of the examples: each one more is a threshold to try.
const MAX_CARDINALITY: usize = 32;

/// The learner with options that suit labels, where the caller set none. Quality is F1, since a label is
/// rarely as frequent as all others together. Cardinalities reach the greatest number of successors that
/// an example has, since labels that are steps of a scale differ in how many, not in whether there are any.
fn adapted(
    kb: &KnowledgeBase,
    learner: &Learner,
    examples: &LabelledExamples,
) -> Result<Learner, BadOption> {
    let mut learner = learner.clone();
    let is_free = |learner: &Learner, name: &str| {
        learner.options().has(name) && learner.options().layer(name) <= Layer::Preset
    };
    if is_free(&learner, "quality") {
        learner.set_text("quality", Quality::F1.word(), Layer::Problem)?;
    }
    if is_free(&learner, "max-cardinality") {
        let least = SpaceOptions::read(learner.options()).max_cardinality;
        let most = most_successors(kb, examples).min(MAX_CARDINALITY).max(least as usize);
        learner.set_text("max-cardinality", &most.to_string(), Layer::Problem)?;
    }
    Ok(learner)
}

/// The greatest number of successors that an example has by one property.
fn most_successors(kb: &KnowledgeBase, examples: &LabelledExamples) -> usize {
    let graph = kb.graph();
    let counts = graph.symbols.object_properties.iter().flat_map(|(property, _)| {
        let edges = graph.edges(property);
        examples.of.iter().map(move |&(one, _)| edges.objects(one).count())
    });
    counts.max().unwrap_or(0)
}

/// Learns on all parts but one and decides about that one, for each part.
fn tested(
    kb: &KnowledgeBase,
    learner: &Learner,
    examples: &LabelledExamples,
    folds: usize,
) -> Result<Decisions, BadOption> {
    let parts = parts(examples, folds, LimitOptions::read(learner.options()).seed);
    let alone = learner.clone().with_threads(1);
    let mut results: Vec<Option<Result<Vec<usize>, BadOption>>> = Vec::new();
    results.resize_with(parts.len(), || None);
    let work = |fold: usize| {
        let others = parts.iter().enumerate().filter(|(other, _)| *other != fold);
        let mut rest: Vec<usize> = others.flat_map(|(_, part)| part.iter().copied()).collect();
        rest.sort_unstable();
        let classifier = Classifier::learn(kb, &alone, &examples.part(&rest))?;
        Ok(classifier.decide_all(kb, examples, &parts[fold]))
    };
    each(learner.threads_for_repetitions(), parts.len(), work, |fold, result| {
        results[fold] = Some(result);
    });
    let mut decided = Vec::new();
    for (part, result) in parts.into_iter().zip(results.into_iter().flatten()) {
        decided.push((part, result?));
    }
    Ok(decisions(examples, &decided))
}

/// The examples of each label, shuffled and dealt one after the other.
fn parts(examples: &LabelledExamples, folds: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); folds];
    let mut next = 0;
    for label in 0..examples.labels.len() {
        let mut of_label: Vec<usize> =
            (0..examples.of.len()).filter(|&at| examples.of[at].1 == label).collect();
        Random::new(seed, Stage::Examples, 0, label as u32).shuffle(&mut of_label);
        for at in of_label {
            parts[next % folds].push(at);
            next += 1;
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Counts decisions; each part is one fold.
fn decisions(examples: &LabelledExamples, parts: &[(Vec<usize>, Vec<usize>)]) -> Decisions {
    let n = examples.labels.len();
    let mut matrix = vec![vec![0; n]; n];
    let mut accuracies = Vec::new();
    for (part, decided) in parts {
        let mut n_right = 0;
        for (&at, &decided) in part.iter().zip(decided) {
            let label = examples.of[at].1;
            matrix[label][decided] += 1;
            n_right += usize::from(label == decided);
        }
        accuracies.push(n_right as f64 / part.len().max(1) as f64);
    }
    let n_right: usize = (0..n).map(|label| matrix[label][label]).sum();
    let n_all: usize = matrix.iter().flatten().sum();
    let mean = accuracies.iter().sum::<f64>() / accuracies.len().max(1) as f64;
    let squares = accuracies.iter().map(|accuracy| (accuracy - mean).powi(2)).sum::<f64>();
    let std = (accuracies.len() > 1).then(|| (squares / (accuracies.len() - 1) as f64).sqrt());
    let labels = examples.labels.clone();
    Decisions { labels, matrix, accuracy: n_right as f64 / n_all.max(1) as f64, std }
}

/// The individuals at some places.
fn individuals(examples: &LabelledExamples, places: &[usize]) -> Vec<IndividualId> {
    places.iter().map(|&at| examples.of[at].0).collect()
}
