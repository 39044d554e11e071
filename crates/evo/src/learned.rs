//! What was learned, and the report of it.

use std::collections::BTreeMap;
use std::fmt::Write;

use evolearner_dl::{Choice, Concept, Constructor, Forall, IndividualId, local_name};
use evolearner_evaluate::{Confusion, Covered};
use evolearner_report::misclassified::Misclassified;
use evolearner_report::model::{
    Chosen, Committee, LearnReport, Measures, MemberModel, ProofModel, Rivals, Seconds, Semantics,
    Solution, Step as StepModel, VERSION, WeightsModel,
};
use evolearner_search::{AnswerOptions, CLOSE, Found, Options, Proof, Row, SpaceOptions, Step};
use evolearner_syntax::{Vocabulary, dl, english, svg};

use crate::inspected::origin_model;
use crate::knowledge_base::KnowledgeBase;
use crate::names::{concept_model, individual_name, names_in};
use crate::settings::option_values;
use crate::task::Task;
use crate::unlabelled::Unlabelled;
use crate::vote::Vote;

/// The most concepts in `top` of a report.
const MAX_TOP: usize = 10;

/// What a learner found, with everything that decided it.
#[derive(Clone)]
pub struct Learned {
    /// What was found.
    pub found: Found,
    /// The options of the run.
    pub options: Options,
    /// What was to be learned.
    pub task: Task,
    /// What it was learned from.
    pub kb: KnowledgeBase,
    /// The word for the method.
    pub learner: &'static str,
    /// What is known of negatives that are unlabelled.
    pub(crate) unlabelled: Option<Unlabelled>,
}

impl Learned {
    /// The share of positives among the unlabelled, where the negatives are unlabelled.
    pub fn positive_share(&self) -> Option<f64> {
        self.unlabelled.map(|known| known.share)
    }
}

/// How a concept does, as plain data.
pub fn measures(confusion: Confusion) -> Measures {
    Measures {
        tp: confusion.tp,
        fp: confusion.fp,
        tn: confusion.tn,
        fn_: confusion.fn_,
        accuracy: confusion.accuracy(),
        precision: confusion.precision(),
        recall: confusion.recall(),
        f1: confusion.f1(),
    }
}

impl Learned {
    /// The answer.
    pub fn concept(&self) -> &Concept {
        &self.found.answer.concept
    }

    /// The reading of `∀`.
    pub fn forall(&self) -> Forall {
        SpaceOptions::read(&self.options).forall
    }

    /// How a row does on the examples, each of which counts once.
    pub fn confusion(&self, row: &Row) -> Confusion {
        let examples = &self.task.examples;
        let covered = if AnswerOptions::read(&self.options).weighs(examples) {
            let count = |of: &[IndividualId]| {
                let found = self.kb.contains(&row.concept, of, self.forall());
                found.into_iter().filter(|&is_covered| is_covered).count() as u32
            };
            let (positives, negatives) = (examples.positives(), examples.negatives());
            Covered { positives: count(positives), negatives: count(negatives) }
        } else {
            row.covered
        };
        Confusion::new(covered, examples.n_positives(), examples.n_negatives())
    }

    /// What is to be said where examples do not all count the same.
    fn weights(&self) -> Option<WeightsModel> {
        let examples = &self.task.examples;
        let answer = AnswerOptions::read(&self.options);
        if !answer.weighs(examples) {
            return None;
        }
        let AnswerOptions { false_negative_cost, false_positive_cost, .. } = answer;
        let differs = |&&individual: &&IndividualId| examples.weight(individual) != 1.0;
        let examples = examples.individuals().iter().filter(differs).count();
        let mut parts = Vec::new();
        if examples > 0 {
            let have = if examples == 1 { "example has" } else { "examples have" };
            parts.push(format!("{examples} {have} a weight other than 1"));
        }
        if false_negative_cost != false_positive_cost {
            parts.push(format!(
                "a missed positive costs {false_negative_cost}, a covered negative \
                 {false_positive_cost}"
            ));
        }
        let statement = format!("{}; quality and fitness are weighted", parts.join("; "));
        Some(WeightsModel { examples, false_negative_cost, false_positive_cost, statement })
    }

    /// Everything about the run as plain data.
    pub fn report(&self) -> LearnReport {
        let Found { front, answer, because, history, stop, evaluations, spent, .. } = &self.found;
        let rows = front.front();
        let index = rows.iter().position(|row| row.concept == answer.concept);
        let mut top: Vec<&Row> = front.rows().collect();
        top.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
        top.truncate(MAX_TOP);
        let symbols = &self.kb.graph().symbols;
        let best = self.solution(answer);
        let labelled_tree = best
            .concept
            .labelled
            .as_ref()
            .map(|_| svg::print_in(&answer.concept, &Vocabulary::new(symbols).with_labels()));
        let load = self.kb.times().total.as_secs_f64();
        LearnReport {
            version: VERSION,
            best,
            chosen: Chosen { index, because: because.clone() },
            warnings: self.warnings(answer),
            tree: svg::print(&answer.concept, symbols),
            labelled_tree,
            misclassified: self.misclassified(),
            front: rows.into_iter().map(|row| self.solution(row)).collect(),
            committee: self.committee(),
            estimate: None,
            proof: self.proof(),
            rivals: self.rivals(),
            top: top.into_iter().map(|row| self.solution(row)).collect(),
            history: history.iter().map(|step| self.history_step(step)).collect(),
            weights: self.weights(),
            unlabelled: self.unlabelled.map(|known| known.model(self.task.examples.n_negatives())),
            stop: stop.word().to_owned(),
            // A search that tries shorter concepts again ends with a lower number.
            generations: history.iter().map(|step| step.progress.number).max().unwrap_or(0),
            evaluations: *evaluations,
            positives: self.task.examples.n_positives(),
            negatives: self.task.examples.n_negatives(),
            seconds: Seconds {
                load,
                splits: spent.prepare.as_secs_f64(),
                init: spent.first.as_secs_f64(),
                evolve: (spent.search + spent.finish).as_secs_f64(),
                total: load + spent.total().as_secs_f64(),
            },
            learner: self.learner.to_owned(),
            settings: option_values(&self.options),
            seed: self.options.get("seed"),
            semantics: self.semantics(),
            task: self.task.record.clone(),
            knowledge_base: origin_model(&self.kb.graph().origin),
            endpoint: None,
            world: None,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// What to know before the answer is used.
    fn warnings(&self, answer: &Row) -> Vec<String> {
        let Confusion { tp, fp, tn, fn_ } = self.confusion(answer);
        if fn_ + tn == 0 {
            vec![nothing_learned("⊤", answer.quality)]
        } else if tp + fp == 0 {
            vec![nothing_learned("⊥", answer.quality)]
        } else {
            Vec::new()
        }
    }

    fn semantics(&self) -> Semantics {
        let origin = &self.kb.graph().origin;
        Semantics {
            world: SpaceOptions::read(&self.options).semantics.word().to_owned(),
            inference: origin.inference.word().to_owned(),
            forall: self.forall().word().to_owned(),
            existentials: origin.existentials.word().to_owned(),
        }
    }

    /// Whether each of some individuals belongs to what was learned: by the answer or, where there is a
    /// committee, by its vote.
    pub fn predict(&self, individuals: &[IndividualId]) -> Vec<bool> {
        let contains = |concept| self.kb.contains(concept, individuals, self.forall());
        if self.found.committee.is_empty() {
            return contains(self.concept());
        }
        let members = self.found.committee.iter();
        let vote = Vote::new(members.map(|one| (one.concept.clone(), one.weight)).collect());
        let covers: Vec<Vec<bool>> =
            vote.members().iter().map(|(concept, _)| contains(concept)).collect();
        (0..individuals.len())
            .map(|place| vote.decides(covers.iter().map(|covers| covers[place])))
            .collect()
    }

    /// The committee as plain data.
    fn committee(&self) -> Option<Committee> {
        let (first, others) = self.found.committee.split_first()?;
        let examples = &self.task.examples;
        let count = |of: &[IndividualId]| {
            self.predict(of).into_iter().filter(|&is_covered| is_covered).count() as u32
        };
        let covered = Covered {
            positives: count(examples.positives()),
            negatives: count(examples.negatives()),
        };
        let train = Confusion::new(covered, examples.n_positives(), examples.n_negatives());
        let members = self.found.committee.iter().map(|member| {
            let row = self.found.front.row(&member.concept, Covered::default());
            let solution = self.solution(&self.found.front.counted(&row));
            MemberModel { weight: member.weight, solution }
        });
        Some(Committee {
            members: members.collect(),
            train: measures(train),
            first_decides: others.iter().map(|member| member.weight).sum::<f64>() < first.weight,
        })
    }

    /// Whether no concept as long as a row or shorter is better.
    fn is_proven(&self, row: &Row) -> bool {
        let length = row.concept.length();
        let mut others = self.found.front.rows();
        let Some(proof) = self.found.front.proof() else { return false };
        let Confusion { fp, fn_, .. } = self.confusion(row);
        let is_shortest_perfect = fp + fn_ == 0 && length <= proof.imperfect + 1;
        (length <= proof.length || is_shortest_perfect)
            && others.all(|other| other.concept.length() > length || other.quality <= row.quality)
    }

    /// Other concepts that do about as well, and the names that three of four have.
    fn rivals(&self) -> Option<Rivals> {
        let symbols = &self.kb.graph().symbols;
        let mut rivals: Vec<&Concept> = self.found.rivals.iter().collect();
        rivals.retain(|concept| **concept != self.found.answer.concept);
        let mut n_with: BTreeMap<&str, usize> = BTreeMap::new();
        for name in rivals.iter().flat_map(|concept| names_in(concept, symbols)) {
            *n_with.entry(name).or_default() += 1;
        }
        let mut common: Vec<(&str, usize)> =
            n_with.into_iter().filter(|&(_, n)| 4 * n >= 3 * rivals.len()).collect();
        common.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        let spelled = |(iri, _): (&str, usize)| {
            symbols.label(iri).unwrap_or_else(|| local_name(iri)).to_owned()
        };
        let common: Vec<String> = common.into_iter().map(spelled).collect();
        let (count, within) = (rivals.len(), CLOSE);
        let (do_as_well, most) =
            if count == 1 { ("concept does", "it has") } else { ("concepts do", "most have") };
        let mut statement = format!("{count} other {do_as_well} as well, within {within}");
        if !common.is_empty() {
            let _ = write!(statement, "; {most} {}", common.join(", "));
        }
        (count > 0).then_some(Rivals { count, within, common, statement })
    }

    /// What a proof is relative to.
    fn proof(&self) -> Option<ProofModel> {
        let proof = self.found.front.proof()?;
        let space = SpaceOptions::read(&self.options);
        let rules = space.rules();
        let mut among = vec![format!("all of {}", rules.language)];
        if rules.language.has(Constructor::Cardinality) || rules.language.has(Constructor::Exact) {
            among.push(format!("cardinalities up to {}", rules.max_cardinality));
        }
        if rules.language.has(Constructor::Numbers) {
            among.push(format!("thresholds by {}", space.splitter.word()));
        }
        if rules.language.has(Constructor::Patterns) {
            among.push("patterns that separate best".to_owned());
        }
        if let Some(nesting) = proof.nesting {
            among.push(format!("restrictions nested {nesting} deep"));
        }
        let Proof { length, imperfect, .. } = proof;
        let among = among.join(", ");
        let best = format!("no concept of length {length} or less does better");
        let fits = format!("none of length {imperfect} or less gets all examples right");
        let statement = match length {
            0 => format!("{fits} ({among})"),
            _ if length >= imperfect => format!("{best} ({among})"),
            _ => format!("{best}, {fits} ({among})"),
        };
        Some(ProofModel { length, imperfect, among, statement })
    }

    fn solution(&self, row: &Row) -> Solution {
        let symbols = &self.kb.graph().symbols;
        Solution {
            concept: concept_model(&row.concept, symbols),
            sentence: english::print_about(&row.concept, symbols, self.found.common_class),
            length: row.concept.length(),
            nodes: row.concept.n_nodes(),
            quality: row.quality,
            fitness: row.fitness,
            train: measures(self.confusion(row)),
            proven: self.is_proven(row),
        }
    }

    fn history_step(&self, step: &Step) -> StepModel {
        let best = &step.progress.best;
        let confusion = self.confusion(best);
        StepModel {
            generation: step.progress.number,
            unit: step.progress.unit.to_string(),
            seconds: step.seconds,
            evaluations: step.evaluations,
            concept: dl::print(&best.concept, &self.kb.graph().symbols),
            length: best.concept.length(),
            quality: best.quality,
            fitness: best.fitness,
            accuracy: confusion.accuracy(),
            f1: confusion.f1(),
        }
    }

    /// Retrieves the instances of the answer as it is printed and compares them with the examples.
    /// What was evaluated during the run plays no part in it.
    fn misclassified(&self) -> Misclassified {
        let members = self.kb.retrieve(self.concept(), self.forall());
        let vocabulary = self.kb.vocabulary();
        let names = |examples: &[IndividualId], covered: bool| {
            let wrong = examples.iter().filter(|&&x| members.contains(x) == covered);
            wrong.map(|&x| individual_name(x, &vocabulary)).collect()
        };
        let examples = &self.task.examples;
        Misclassified {
            positives_missed: names(examples.positives(), false),
            negatives_covered: names(examples.negatives(), true),
        }
    }
}

fn nothing_learned(concept: &str, quality: f64) -> String {
    format!(
        "nothing was learned: no concept that was found does better than {concept} (quality \
         {quality:.3}); look at the examples, or choose a quality in which both sides weigh the \
         same, such as balanced-accuracy"
    )
}
