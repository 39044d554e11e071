//! One concept for each label, and the rule that makes them one decision.

use evolearner_dl::{Choice, Concept, Forall, IndividualId};
use evolearner_evaluate::Examples;
use evolearner_report::several::SeveralReport;
use evolearner_search::{BadOption, SpaceOptions};
use evolearner_syntax::{ParseError, functional};

use super::labels::LabelledExamples;
use super::{adapted, individuals};
use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::task::Task;

/// A concept for each label.
#[derive(Clone, Debug)]
pub struct Classifier {
    pub(super) members: Vec<Member>,
    /// The label of those that no concept covers.
    pub(super) otherwise: usize,
    labels: Vec<String>,
    pub(super) forall: Forall,
}

/// The concept of a label and how it did on the examples.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) concept: Concept,
    /// Concepts that vote in place of the one, each with its weight; none unless that was asked for.
    pub(super) committee: Vec<(Concept, f64)>,
    pub(super) covered: usize,
    pub(super) others_covered: usize,
}

impl Member {
    /// How likely what it covers has the label: one more on either side keeps small numbers modest.
    fn precision(&self) -> f64 {
        (self.covered + 1) as f64 / (self.covered + self.others_covered + 2) as f64
    }
}

impl Classifier {
    /// How an individual is decided about.
    pub(super) const RULE: &'static str = "of the concepts that cover an individual, the one whose \
        coverage is most often right, (covered + 1) / (all covered + 2), of equals the first label; \
        where none covers it, the most frequent label of such examples";

    /// The same where committees vote.
    pub(super) const VOTE: &'static str = "the label whose committee has the greatest share of its \
        weight for an individual, of equals the first label";

    /// Learns a concept for each label against the rest.
    pub fn learn(
        kb: &KnowledgeBase,
        learner: &Learner,
        examples: &LabelledExamples,
    ) -> Result<Self, BadOption> {
        let learner = &adapted(kb, learner, examples)?;
        let forall = SpaceOptions::read(learner.options()).forall;
        let mut members = Vec::new();
        for label in 0..examples.labels.len() {
            let side = |is_label: bool| -> Vec<IndividualId> {
                let of_side = examples.of.iter().filter(|(_, of)| (*of == label) == is_label);
                of_side.map(|&(individual, _)| individual).collect()
            };
            let (concept, committee) = match Examples::new(&side(true), &side(false)) {
                Ok((sides, _)) => {
                    let sides =
                        sides.with_weights(examples.weight()).expect("weights were checked before");
                    let task = Task::of_examples(kb, sides, examples.names.clone());
                    let learned = learner.learn(kb, &task, &mut ())?;
                    let voters = learned.found.committee.iter();
                    let voters = voters.map(|one| (one.concept.clone(), one.weight)).collect();
                    (learned.concept().clone(), voters)
                }
                // Of a label without examples nothing is known.
                Err(_) => (Concept::bottom(), Vec::new()),
            };
            let count = |of: &[IndividualId]| {
                let found = kb.contains(&concept, of, forall);
                found.into_iter().filter(|&is_covered| is_covered).count()
            };
            let (covered, others_covered) = (count(&side(true)), count(&side(false)));
            members.push(Member { concept, committee, covered, others_covered });
        }
        let labels = examples.labels.clone();
        let mut classifier = Self { members, otherwise: 0, labels, forall };
        classifier.otherwise = classifier.most_frequent(kb, examples);
        Ok(classifier)
    }

    /// The classifier of a report, on the knowledge base that it was learned from or on another one with
    /// the same names.
    pub fn of_report(kb: &KnowledgeBase, report: &SeveralReport) -> Result<Self, ParseError> {
        let vocabulary = kb.vocabulary();
        let mut members = Vec::new();
        for label in &report.labels {
            let concept = functional::parse(&label.concept.functional, &vocabulary)?;
            let voters = label.committee.iter().map(|voter| {
                Ok((functional::parse(&voter.concept.functional, &vocabulary)?, voter.weight))
            });
            let committee = voters.collect::<Result<_, ParseError>>()?;
            let (covered, others_covered) = (label.covered, label.others_covered);
            members.push(Member { concept, committee, covered, others_covered });
        }
        let labels: Vec<String> = report.labels.iter().map(|label| label.label.clone()).collect();
        let otherwise = labels.iter().position(|label| *label == report.otherwise).unwrap_or(0);
        let forall = Forall::from_word(&report.forall).unwrap_or_default();
        Ok(Self { members, otherwise, labels, forall })
    }

    /// The most frequent label of the examples that no concept covers, or of all where each is covered.
    fn most_frequent(&self, kb: &KnowledgeBase, examples: &LabelledExamples) -> usize {
        let all: Vec<usize> = (0..examples.of.len()).collect();
        let covered = self.covered(kb, &individuals(examples, &all));
        let mut counts = vec![(0, 0); examples.labels.len()];
        for (at, &(_, label)) in examples.of.iter().enumerate() {
            let is_covered = covered.iter().any(|of_label| of_label[at]);
            counts[label].0 += usize::from(!is_covered);
            counts[label].1 += 1;
        }
        // Of equals the first.
        (0..counts.len()).rev().max_by_key(|&label| counts[label]).unwrap_or(0)
    }

    /// For each label, which individuals its concept covers.
    fn covered(&self, kb: &KnowledgeBase, of: &[IndividualId]) -> Vec<Vec<bool>> {
        self.members.iter().map(|member| kb.contains(&member.concept, of, self.forall)).collect()
    }

    /// How an individual is decided about, in words.
    pub(super) fn rule(&self) -> &'static str {
        if self.votes() { Self::VOTE } else { Self::RULE }
    }

    /// Whether committees vote.
    fn votes(&self) -> bool {
        self.members.iter().any(|member| member.committee.len() > 1)
    }

    /// For each individual, the share of the weight that the committee of each label gives it; nothing
    /// where no committee votes.
    pub fn shares(&self, kb: &KnowledgeBase, of: &[IndividualId]) -> Option<Vec<Vec<f64>>> {
        if !self.votes() {
            return None;
        }
        let mut shares = vec![vec![0.0; self.members.len()]; of.len()];
        for (label, member) in self.members.iter().enumerate() {
            let alone = [(member.concept.clone(), 1.0)];
            let voters = if member.committee.is_empty() { &alone[..] } else { &member.committee };
            let whole: f64 = voters.iter().map(|(_, weight)| weight).sum();
            for (concept, weight) in voters {
                let covers = kb.contains(concept, of, self.forall);
                for (place, _) in covers.iter().enumerate().filter(|(_, covers)| **covers) {
                    shares[place][label] += weight / whole;
                }
            }
        }
        Some(shares)
    }

    /// The label of each individual.
    pub fn decide(&self, kb: &KnowledgeBase, of: &[IndividualId]) -> Vec<usize> {
        if let Some(shares) = self.shares(kb, of) {
            let best = |shares: Vec<f64>| {
                (0..shares.len()).rev().max_by(|&a, &b| shares[a].total_cmp(&shares[b]))
            };
            return shares.into_iter().map(|of_one| best(of_one).unwrap_or(0)).collect();
        }
        let covered = self.covered(kb, of);
        (0..of.len())
            .map(|at| {
                let fitting = (0..self.members.len()).filter(|&label| covered[label][at]);
                let best = fitting.rev().max_by(|&a, &b| {
                    self.members[a].precision().total_cmp(&self.members[b].precision())
                });
                best.unwrap_or(self.otherwise)
            })
            .collect()
    }

    pub(super) fn decide_all(
        &self,
        kb: &KnowledgeBase,
        examples: &LabelledExamples,
        places: &[usize],
    ) -> Vec<usize> {
        self.decide(kb, &individuals(examples, places))
    }

    /// Why an individual is decided to be the one and not the other.
    pub(super) fn why(
        &self,
        kb: &KnowledgeBase,
        individual: IndividualId,
        decided: usize,
        other: usize,
    ) -> String {
        if let Some(shares) = self.shares(kb, &[individual]) {
            let says = |label: usize| {
                let (name, share) = (&self.labels[label], shares[0][label]);
                format!("the committee of {name} gives it {share:.2} of its weight")
            };
            return format!("{}, {}", says(decided), says(other));
        }
        let covered = self.covered(kb, &[individual]);
        let says = |label: usize| {
            let (name, precision) = (&self.labels[label], self.members[label].precision());
            if covered[label][0] {
                format!("the concept of {name} covers it (right in {precision:.2})")
            } else {
                format!("the concept of {name} does not cover it")
            }
        };
        if covered.iter().any(|of_label| of_label[0]) {
            format!("{}, {}", says(decided), says(other))
        } else {
            "no concept covers it".to_owned()
        }
    }
}
