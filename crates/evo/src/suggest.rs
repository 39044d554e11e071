//! Whom to label next: the individual on which good concepts disagree most.
//!
//! Concepts that do about as well on the examples say different things about everyone else. The
//! label of an individual on which their votes are divided refutes half of them, whichever label it
//! is; that of one on which all agree refutes none (Seung, Opper and Sompolinsky 1992). Concepts that
//! differ come from learning on parts of the examples (Abe and Mamitsuka 1998).

use evolearner_dl::{Concept, Forall, IndividualId};
use evolearner_evaluate::Examples;
use evolearner_retrieve::BitSet;
use evolearner_search::{BadOption, LimitOptions, Random, Stage};

use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::parallel::each;
use crate::task::Task;

/// A concept that may be right.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The concept.
    pub concept: Concept,
    /// What its vote counts.
    pub weight: f64,
}

/// An individual to label, and the two readings that its label decides between.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Suggestion {
    /// The individual.
    pub individual: IndividualId,
    /// The share of the votes that it is inside.
    pub share: f64,
    /// The place of the weightiest reading that has it inside.
    pub inside: usize,
    /// The place of the weightiest reading that has it outside.
    pub outside: usize,
}

impl Learner {
    /// Concepts learned on `n` samples of the examples: each draws as many examples of either side as
    /// there are, some of them twice and others not at all. The rivals of what is learned on all
    /// examples have one vote together. Equal concepts are one, with the sum of their votes. Nothing
    /// where the learner is cancelled.
    pub fn readings(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        n: usize,
    ) -> Result<Vec<Reading>, BadOption> {
        let learner = self.for_repetition()?;
        let seed = LimitOptions::read(self.options()).seed;
        let mut answers: Vec<Result<Concept, BadOption>> =
            (0..n).map(|_| Ok(Concept::top())).collect();
        let learn = |number: usize| {
            let task = task.with_examples(kb.graph(), sample(&task.examples, seed, number as u32));
            Ok(learner.learn(kb, &task, &mut ())?.concept().clone())
        };
        each(self.threads_for_repetitions(), n, learn, |number, answer| answers[number] = answer);
        let rivals = learner.learn(kb, task, &mut ())?.found.rivals;
        if self.cancel_token().is_cancelled() {
            return Ok(Vec::new());
        }
        let mut readings: Vec<Reading> = Vec::new();
        for concept in answers {
            add(&mut readings, concept?, 1.0);
        }
        let weight = 1.0 / rivals.len().max(1) as f64;
        for concept in rivals {
            add(&mut readings, concept, weight);
        }
        Ok(readings)
    }
}

/// Adds a vote for a concept.
pub fn add(readings: &mut Vec<Reading>, concept: Concept, weight: f64) {
    match readings.iter_mut().find(|reading| reading.concept == concept) {
        Some(reading) => reading.weight += weight,
        None => readings.push(Reading { concept, weight }),
    }
}

/// The individuals on which the readings are divided most, most divided first and in the order of
/// their names among equals; none on which they agree.
pub fn suggest(
    kb: &KnowledgeBase,
    readings: &[Reading],
    candidates: &[IndividualId],
    forall: Forall,
    limit: usize,
) -> Vec<Suggestion> {
    let members: Vec<BitSet> =
        readings.iter().map(|reading| kb.retrieve(&reading.concept, forall)).collect();
    let total: f64 = readings.iter().map(|reading| reading.weight).sum();
    let weightiest = |individual: IndividualId, is_inside: bool| {
        let fitting =
            (0..readings.len()).filter(|&place| members[place].contains(individual) == is_inside);
        fitting.rev().max_by(|&a, &b| readings[a].weight.total_cmp(&readings[b].weight))
    };
    let mut suggestions: Vec<Suggestion> = candidates
        .iter()
        .filter_map(|&individual| {
            let voting = readings.iter().zip(&members);
            let inside: f64 = voting
                .filter(|(_, members)| members.contains(individual))
                .map(|(reading, _)| reading.weight)
                .sum();
            Some(Suggestion {
                individual,
                share: inside / total,
                inside: weightiest(individual, true)?,
                outside: weightiest(individual, false)?,
            })
        })
        .collect();
    suggestions.sort_by(|a, b| {
        let division = |suggestion: &Suggestion| (suggestion.share - 0.5).abs();
        division(a).total_cmp(&division(b)).then(a.individual.cmp(&b.individual))
    });
    suggestions.truncate(limit);
    suggestions
}

/// Those that may be labelled: the individuals of the most specific class that has all examples,
/// without the examples.
pub fn unlabelled(kb: &KnowledgeBase, examples: &Examples) -> Vec<IndividualId> {
    let graph = kb.graph();
    let mut known = BitSet::empty(graph.n_individuals());
    for &example in examples.individuals() {
        known.insert(example);
    }
    let is_new = |individual: &IndividualId| !known.contains(*individual);
    match examples.common_class(graph) {
        Some(class) => graph.instances(class).iter().filter(is_new).collect(),
        None => (0..graph.n_individuals() as u32).map(IndividualId).filter(is_new).collect(),
    }
}

/// Examples drawn from those that there are, as many of either side.
fn sample(examples: &Examples, seed: u64, number: u32) -> Examples {
    let side = |of: &[IndividualId], slot: u32| -> Vec<IndividualId> {
        let mut random = Random::new(seed, Stage::Examples, 100 + number, slot);
        let mut drawn: Vec<_> = of.iter().map(|_| of[random.below(of.len())]).collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    };
    let (positives, negatives) = (side(examples.positives(), 0), side(examples.negatives(), 1));
    let sample = examples.with_lists(&positives, &negatives);
    sample.expect("both sides have examples that differ").0
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_syntax::parse_any;

    #[test]
    fn the_individual_that_divides_the_votes_is_suggested_with_its_two_readings() {
        let turtle =
            "@prefix : <http://e/> . :p a :A, :B, :C . :q a :A . :both a :A, :B . :n a :N .";
        let kb = KnowledgeBase::from_bytes("kb.ttl", turtle.into()).expect("it can be read");
        let reading = |text: &str, weight: f64| Reading {
            concept: parse_any(text, &kb.vocabulary()).expect("a concept"),
            weight,
        };
        let readings = [reading("A", 1.0), reading("B", 2.0), reading("C", 1.0)];
        let all: Vec<_> = (0..kb.graph().n_individuals() as u32).map(IndividualId).collect();
        let name = |id: IndividualId| kb.graph().symbols.individuals.get(id).to_owned();
        let found = suggest(&kb, &readings, &all, Forall::Standard, 10);
        // Everyone agrees on :p and :n; of :q one of four votes says it is inside, of :both three.
        let named: Vec<_> =
            found.iter().map(|found| (name(found.individual), found.share)).collect();
        assert_eq!(named, [("http://e/both".to_owned(), 0.75), ("http://e/q".to_owned(), 0.25)]);
        assert_eq!((found[0].inside, found[0].outside), (1, 2));
        assert_eq!((found[1].inside, found[1].outside), (0, 1));
        assert!(suggest(&kb, &readings[..1], &all, Forall::Standard, 10).is_empty());
    }
}
