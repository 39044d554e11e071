//! What a run reports: the best concept of every length, shortened, simplified and counted again.

use std::time::{Duration, Instant};

use crate::evolve::{Outcome, Run};
use crate::front::{Front, Row};
use crate::code::Code;
use crate::hall::Entry;
use crate::quality::Confusion;
use crate::settings::Answer;
use crate::shorten::shorten;
use crate::stop::StopReason;
use crate::term::tree_of;
use crate::universe::World;

/// How long answers are still shortened after a run was stopped.
const MAX_SHORTENING: Duration = Duration::from_millis(200);

/// How many of the fittest candidates are reported beside the front.
const N_FITTEST: usize = 10;

impl Run<'_> {
    /// What the run has found so far.
    pub fn into_outcome(mut self, stop: StopReason) -> Outcome {
        let start = Instant::now();
        let front = self.final_front();
        let answer = match (self.settings.answer, front.fittest()) {
            (Answer::WholeRun, Some(fittest)) => fittest.clone(),
            _ => self.counted(&self.entry(self.population.best())),
        };
        let common_class = self.examples.common_class(self.graph);
        self.phases.evolve += start.elapsed();
        Outcome {
            answer,
            front,
            history: self.history,
            stop,
            generations: self.generation,
            evaluations: self.evaluations,
            space: self.space,
            phases: self.phases,
            n_positives: self.examples.n_positives,
            n_negatives: self.examples.n_negatives,
            common_class,
        }
    }

    /// The best concept of every length, each counted as it is printed.
    fn final_front(&mut self) -> Front {
        let mut front = Front::default();
        if self.settings.answer == Answer::WholeRun {
            for code in [Code::TOP, Code::BOTTOM] {
                let concept = self.rows.concept(&self.space, &[code]);
                front.offer(self.rows.counted(concept, &self.examples));
            }
        }
        let mut entries = std::mem::take(&mut self.atomic);
        let of_evolution: Vec<Entry> = self.hall.front().into_iter().cloned().collect();
        if self.settings.simplify {
            let deadline = Instant::now() + MAX_SHORTENING;
            for entry in &of_evolution {
                entries.push(self.shortened(entry, deadline));
            }
        }
        entries.extend(of_evolution);
        entries.extend(self.hall.fittest(N_FITTEST).into_iter().cloned());
        for entry in &entries {
            front.offer(self.counted(entry));
        }
        front
    }

    /// A candidate without what it does not need.
    fn shortened(&mut self, entry: &Entry, deadline: Instant) -> Entry {
        let Self { graph, space, examples, workers, evaluations, settings, watch, .. } = self;
        let world = World { graph, space, examples };
        let limit = settings.limits.evaluations.unwrap_or(u64::MAX);
        let confusion =
            |covered| Confusion::new(covered, examples.n_positives, examples.n_negatives);
        let (tree, covered) = shorten(
            space,
            (tree_of(&entry.codes), entry.covered),
            |tree| {
                let is_late = watch.reason().is_some() && Instant::now() >= deadline;
                if is_late || *evaluations >= limit {
                    return None;
                }
                *evaluations += 1;
                Some(workers[0].evaluator.evaluate(world, tree))
            },
            |covered| settings.fitness.quality.of(confusion(covered)),
        );
        let codes: Vec<Code> = tree.iter().map(|node| node.code).collect();
        let (quality, fitness) = self.fitness(covered, codes.len() as u32);
        Entry { codes, covered, quality, fitness }
    }

    /// The row of a candidate, counted by retrieval.
    fn counted(&self, entry: &Entry) -> Row {
        let concept = self.rows.concept(&self.space, &entry.codes);
        let row = self.rows.counted(concept, &self.examples);
        debug_assert_eq!(
            row.covered, entry.covered,
            "the concept that is printed does what was evaluated: {:?}",
            row.concept
        );
        row
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::evolve::learn;
    use crate::fixture::{graph, individual, uncles};
    use crate::problem::Problem;
    use crate::settings::{Evolution, Limits, Settings};
    use crate::stop::CancelToken;
    use evolearner_dl::{Concept, IndividualId};
    use evolearner_graph::Graph;

    fn run(graph: &Graph, problem: &Problem, settings: &Settings) -> Outcome {
        learn(graph, problem, settings, 1, CancelToken::default(), &mut ())
    }

    /// Individuals p0, p1, … and n0, n1, … with these triples each, `#` standing for the number.
    fn sides(
        positive: &str,
        n_positives: usize,
        negative: &str,
        n_negatives: usize,
    ) -> (Graph, Problem) {
        let mut turtle =
            "@prefix : <http://x/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .".to_owned();
        let mut write = |letter: char, triples: &str, count: usize| -> Vec<String> {
            (0..count)
                .map(|number| {
                    let triples = triples.replace('#', &number.to_string());
                    let _ = write!(turtle, ":{letter}{number} {triples} . ");
                    format!("http://x/{letter}{number}")
                })
                .collect()
        };
        let (positives, negatives) =
            (write('p', positive, n_positives), write('n', negative, n_negatives));
        let graph = graph(&turtle);
        let ids = |names: &[String]| -> Vec<IndividualId> {
            names.iter().map(|name| individual(&graph, name)).collect()
        };
        let problem = Problem::new(&ids(&positives), &ids(&negatives)).expect("examples").0;
        (graph, problem)
    }

    #[test]
    fn a_class_that_is_perfect_is_the_answer_for_every_seed() {
        let (graph, problem) =
            sides("a :Brother, :Son, :Person ; :likes :p0", 6, "a :Son, :Person ; :likes :n0", 9);
        let brother = graph.symbols.classes.find("http://x/Brother").expect("a class");
        for seed in 1..=10 {
            let evolution = Evolution { population: 50, generations: 5, ..Evolution::default() };
            let settings = Settings { evolution, seed, ..Settings::recommended() };
            let outcome = run(&graph, &problem, &settings);
            assert_eq!(outcome.answer.concept, Concept::class(brother), "seed {seed}");
            assert_eq!(outcome.front.fittest(), Some(&outcome.answer));
        }
    }

    #[test]
    fn no_answer_scores_below_bottom_or_top() {
        // One positive that nothing distinguishes: ⊥ is right about 24 of 25.
        let (graph, problem) = sides("a :Person", 1, "a :Person", 24);
        let outcome = run(&graph, &problem, &Settings::recommended());
        assert_eq!(outcome.answer.concept, Concept::bottom());
        assert_eq!(outcome.answer.quality, 0.96);
        let (graph, problem) = sides("a :Person", 24, "a :Person", 1);
        let outcome = run(&graph, &problem, &Settings::recommended());
        assert_eq!((outcome.answer.concept, outcome.answer.quality), (Concept::top(), 0.96));
    }

    #[test]
    fn an_existential_restriction_is_preferred_to_a_universal_one() {
        let (graph, problem) = sides("a :P ; :to :good", 5, "a :P ; :to :bad", 5);
        for seed in 1..=5 {
            let outcome = run(&graph, &problem, &Settings { seed, ..Settings::recommended() });
            for row in outcome.front.front() {
                let is_universal =
                    |node: &evolearner_dl::Term| matches!(node, evolearner_dl::Term::Only(_));
                assert!(!row.concept.nodes().iter().any(is_universal), "{:?}", row.concept);
            }
        }
    }

    #[test]
    fn evaluations_are_limited_from_the_first_candidate_on() {
        let (graph, problem) = uncles();
        for limit in [1, 7, 150] {
            let limits = Limits { evaluations: Some(limit), ..Limits::default() };
            for settings in [Settings::paper(), Settings::recommended()] {
                let outcome = run(&graph, &problem, &Settings { limits, ..settings });
                assert_eq!((outcome.evaluations, outcome.stop), (limit, StopReason::Evaluations));
            }
        }
    }

    #[test]
    fn the_first_population_can_be_interrupted() {
        let (graph, problem) = uncles();
        let cancel = CancelToken::default();
        cancel.cancel();
        let outcome = learn(&graph, &problem, &Settings::recommended(), 1, cancel, &mut ());
        assert_eq!(outcome.stop, StopReason::Cancelled);
        assert!(outcome.history[0].evaluations < 100, "{}", outcome.history[0].evaluations);
    }

    #[test]
    fn the_front_holds_the_answer_and_rises() {
        let (graph, problem) = uncles();
        let evolution = Evolution { population: 101, generations: 12, ..Evolution::default() };
        for seed in 1..=5 {
            let outcome =
                run(&graph, &problem, &Settings { evolution, seed, ..Settings::recommended() });
            let front = outcome.front.front();
            assert!(front.iter().any(|row| **row == outcome.answer));
            assert!(front.is_sorted_by(|a, b| {
                a.quality < b.quality && a.concept.length() < b.concept.length()
            }));
        }
    }
}
