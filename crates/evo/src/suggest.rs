//! Whom to label next: the individual whose label is expected to leave the fewest doubts about all others.
//!
//! Many concepts fit the labels about as well and say different things about everyone else. Each is believed
//! as much as its errors and its length allow, and the beliefs of those that have an individual inside sum up
//! to how likely it is to belong. A label changes the beliefs; for every candidate it is computed how many
//! others would, on average over its two possible labels, still be on the wrong side by the new beliefs
//! (expected error reduction, Roy and `McCallum` 2001). An individual that stands for many is asked about before
//! an odd one, and where labels seem to be wrong now and then, one label changes less.
//!
//! Short concepts cannot doubt what only a long one says. So it is random trees that fit all labels, together
//! with the concepts, that say about whom there are doubts; of those, the concepts choose one.

use evolearner_dl::{Concept, Forall, IndividualId};
use evolearner_evaluate::Examples;
use evolearner_learners::{Hypotheses, HypothesisBounds};
use evolearner_retrieve::BitSet;
use evolearner_search::{BadOption, Watch};

use crate::knowledge_base::KnowledgeBase;
use crate::learner::Learner;
use crate::task::Task;

/// The most candidates; of more, some at equal distances in the order of names.
const MAX_CANDIDATES: usize = 1_000;
/// The most labelled individuals that concepts are tested on.
const MAX_LABELLED: usize = 1_000;
/// The candidates that are most in doubt, for which it is computed what a label would change.
const N_CONSIDERED: usize = 30;
/// How much trees say about who is in doubt; concepts say the rest.
const WEIGHT_OF_TREES: f64 = 0.5;
/// The thresholds of each numeric property. They do not depend on labels: with few labels, thresholds between
/// labels of different sides would leave out those that separate others.
const N_CUTS: &str = "20";
/// What a unit of length takes away from the logarithm of a belief.
const PRICE_OF_LENGTH: f64 = 0.4;
/// Right labels that are taken to be known beforehand when the rate of wrong ones is estimated.
const PRIOR_RIGHT: f64 = 3.0;
/// Concepts that are believed less than this are not counted when it is computed what a label would change.
const LEAST_BELIEF: f64 = 1e-4;
/// How far concepts are looked for. Fillers are those of the default search: what it learns of restrictions
/// with thresholds could not be doubted otherwise.
const REACH: HypothesisBounds =
    HypothesisBounds { filler_length: 3, nesting: 4, width: 100, max_length: 9, beyond: 2 };

/// A concept that may be right.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The concept.
    pub concept: Concept,
    /// How much it is believed; all beliefs sum up to 1.
    pub belief: f64,
}

/// An individual to label, and the two readings that its label decides between.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The individual.
    pub individual: IndividualId,
    /// How much it is believed to be inside.
    pub share: f64,
    /// The most believed reading that has it inside.
    pub inside: Reading,
    /// The most believed reading that has it outside.
    pub outside: Reading,
}

/// Whom to label next.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestions {
    /// How many concepts were compared.
    pub n_readings: usize,
    /// Those to label, best first; none on whom all readings agree.
    pub individuals: Vec<Suggestion>,
}

impl Learner {
    /// Whom of some candidates to label next, given concepts that were found before: the answer first.
    /// Nothing where the learner is cancelled.
    pub fn suggest(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        found: &[Concept],
        candidates: &[IndividualId],
        limit: usize,
    ) -> Result<Option<Suggestions>, BadOption> {
        let candidates = evenly(candidates, MAX_CANDIDATES);
        let sample = task.examples.sample(MAX_LABELLED);
        let labelled = sample.as_ref().unwrap_or(&task.examples);
        let Some(hypotheses) = self.hypotheses(kb, task, labelled, &candidates)? else {
            return Ok(None);
        };
        let forall: Forall = self.options().get("forall");
        let mut committee = Committee::new(hypotheses, labelled, candidates);
        for concept in found {
            committee.add(concept, &kb.retrieve(concept, forall), labelled);
        }
        Ok(Some(committee.suggestions(limit)))
    }

    /// Short concepts that fit some labels, made of what the options allow.
    fn hypotheses(
        &self,
        kb: &KnowledgeBase,
        task: &Task,
        labelled: &Examples,
        candidates: &[IndividualId],
    ) -> Result<Option<Hypotheses>, BadOption> {
        let learner =
            self.as_method("beam")?.with("splitter", "quantile")?.with("splits", N_CUTS)?;
        let (positives, negatives) = (labelled.positives(), labelled.negatives());
        let others: Vec<_> = negatives.iter().chain(candidates).copied().collect();
        let (examples, _) = Examples::new(positives, &others).expect("both sides have examples");
        let (space, examples) =
            learner.setup(kb, &task.with_examples(kb.graph(), examples), None)?.space();
        let watch = Watch::new(None, self.cancel_token().clone(), u64::MAX);
        let nesting = learner.options().get::<usize>("nesting").min(REACH.nesting);
        let reach = HypothesisBounds { nesting, ..REACH };
        Ok(Hypotheses::new(&space, &examples, negatives.len(), reach, &watch))
    }
}

/// Where a member of a committee is from.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Source {
    /// A hypothesis.
    Hypothesis(usize),
    /// A concept that was found before.
    Found(usize),
}

/// A concept that takes part in the decision.
struct Member {
    source: Source,
    errors: u32,
    length: usize,
    /// Whether each candidate is inside.
    has: Vec<bool>,
}

/// All concepts that take part in the decision.
struct Committee {
    candidates: Vec<IndividualId>,
    n_labelled: usize,
    hypotheses: Hypotheses,
    found: Vec<Concept>,
    members: Vec<Member>,
}

impl Committee {
    fn new(hypotheses: Hypotheses, labelled: &Examples, candidates: Vec<IndividualId>) -> Self {
        let member = |at: usize| Member {
            source: Source::Hypothesis(at),
            errors: hypotheses.errors(at),
            length: hypotheses.length(at),
            has: (0..candidates.len()).map(|candidate| hypotheses.has(at, candidate)).collect(),
        };
        let members = (0..hypotheses.len()).map(member).collect();
        let n_labelled = labelled.individuals().len();
        Self { candidates, n_labelled, hypotheses, found: Vec::new(), members }
    }

    /// Adds a concept that was found before, in the place of a hypothesis that says the same.
    fn add(&mut self, concept: &Concept, instances: &BitSet, labelled: &Examples) {
        let is_wrong = |side: &[IndividualId], is_inside: bool| {
            side.iter().filter(|&&example| instances.contains(example) != is_inside).count() as u32
        };
        let errors = is_wrong(labelled.positives(), true) + is_wrong(labelled.negatives(), false);
        let has: Vec<bool> = self.candidates.iter().map(|&one| instances.contains(one)).collect();
        self.members.retain(|member| member.errors != errors || member.has != has);
        let source = Source::Found(self.found.len());
        self.found.push(concept.clone());
        self.members.push(Member { source, errors, length: concept.length(), has });
    }

    /// How much each member is believed.
    fn beliefs(&self) -> Vec<f64> {
        let logarithm = |member: &Member| {
            evidence(member.errors, self.n_labelled) - PRICE_OF_LENGTH * member.length as f64
        };
        let logarithms: Vec<f64> = self.members.iter().map(logarithm).collect();
        let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let beliefs: Vec<f64> = logarithms.iter().map(|log| (log - most).exp()).collect();
        let total: f64 = beliefs.iter().sum();
        beliefs.into_iter().map(|belief| belief / total).collect()
    }

    fn suggestions(&self, limit: usize) -> Suggestions {
        let beliefs = self.beliefs();
        let mut shares = vec![0.0; self.candidates.len()];
        for (member, belief) in self.members.iter().zip(&beliefs) {
            add_where(&mut shares, &member.has, *belief * (1.0 - WEIGHT_OF_TREES));
        }
        for (candidate, share) in shares.iter_mut().enumerate() {
            *share += WEIGHT_OF_TREES * self.hypotheses.tree_share(candidate);
        }
        let mut divided: Vec<usize> = (0..self.candidates.len()).collect();
        let doubt = |&candidate: &usize| shares[candidate].min(1.0 - shares[candidate]);
        divided.sort_by(|a, b| doubt(b).total_cmp(&doubt(a)).then(a.cmp(b)));
        divided.truncate(N_CONSIDERED);
        let fewest = self.members.iter().map(|member| member.errors).min().unwrap_or(0);
        let wrong = (f64::from(fewest) + 1.0) / (self.n_labelled as f64 + PRIOR_RIGHT + 1.0);
        let left = |&candidate: &usize| self.doubts_left(&beliefs, candidate, wrong);
        let mut ordered: Vec<(f64, usize)> =
            divided.iter().map(|candidate| (left(candidate), *candidate)).collect();
        ordered.sort_by(|a, b| a.0.total_cmp(&b.0));
        let suggestion = |(_, candidate): (f64, usize)| {
            Some(Suggestion {
                individual: self.candidates[candidate],
                share: shares[candidate],
                inside: self.most_believed(&beliefs, candidate, true)?,
                outside: self.most_believed(&beliefs, candidate, false)?,
            })
        };
        let individuals = ordered.into_iter().filter_map(suggestion).take(limit).collect();
        Suggestions { n_readings: self.members.len(), individuals }
    }

    /// How many candidates are expected to be on the wrong side once one has a label, which is wrong at
    /// that rate.
    fn doubts_left(&self, beliefs: &[f64], candidate: usize, wrong: f64) -> f64 {
        let mut sum_of_both = 0.0;
        for label in [true, false] {
            let mut shares = vec![0.0; self.candidates.len()];
            let mut total = 0.0;
            let believed = self.members.iter().zip(beliefs);
            for (member, belief) in believed.filter(|(_, belief)| **belief >= LEAST_BELIEF) {
                let chance = if member.has[candidate] == label { 1.0 - wrong } else { wrong };
                total += belief * chance;
                add_where(&mut shares, &member.has, belief * chance);
            }
            sum_of_both += shares.iter().map(|share| share.min(total - share)).sum::<f64>();
        }
        sum_of_both
    }

    fn most_believed(&self, beliefs: &[f64], candidate: usize, inside: bool) -> Option<Reading> {
        let fitting =
            (0..self.members.len()).filter(|&at| self.members[at].has[candidate] == inside);
        let best = fitting.rev().max_by(|&a, &b| beliefs[a].total_cmp(&beliefs[b]))?;
        let concept = match self.members[best].source {
            Source::Hypothesis(at) => self.hypotheses.concept(at),
            Source::Found(at) => self.found[at].clone(),
        };
        Some(Reading { concept, belief: beliefs[best] })
    }
}

/// Adds a number where something is inside. Without a branch, so that it is compiled to vectors.
fn add_where(sums: &mut [f64], has: &[bool], number: f64) {
    for (sum, &is_inside) in sums.iter_mut().zip(has) {
        *sum += f64::from(u8::from(is_inside)) * number;
    }
}

/// The logarithm of how likely so many wrong labels are, up to a constant, where the rate of wrong labels is
/// unknown: the integral of `rateᵉ (1 - rate)ⁿ⁻ᵉ` over a prior that expects few of them. With few labels an
/// error refutes nearly, with many errors one more changes little.
fn evidence(errors: u32, n_labelled: usize) -> f64 {
    let n_right = n_labelled as f64 - f64::from(errors) + PRIOR_RIGHT;
    // ln (Γ(e + 1) Γ(n - e + b)), as sums of what differs between two numbers of errors.
    (1..=errors).map(|error| f64::from(error).ln() - (n_right + f64::from(error) - 1.0).ln()).sum()
}

/// At most so many items at equal distances.
fn evenly(items: &[IndividualId], most: usize) -> Vec<IndividualId> {
    let n = items.len().min(most);
    (0..n).map(|at| items[at * items.len() / n]).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Policy;
    use evolearner_problem::Statement;

    const TURTLE: &str = "@prefix : <http://e/> .
        :p a :Thing, :A, :B . :q a :Thing, :A, :B . :n a :Thing . :m a :Thing .
        :both a :Thing, :A, :B . :neither a :Thing .
        :a1 a :Thing, :A . :a2 a :Thing, :A . :a3 a :Thing, :A .
        :odd a :Thing, :B .";

    fn kb() -> KnowledgeBase {
        KnowledgeBase::from_bytes("kb.ttl", TURTLE.into()).expect("it can be read")
    }

    fn task(kb: &KnowledgeBase) -> Task {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let statement = Statement::of_examples(list(&["p", "q"]), list(&["n", "m"]));
        Task::resolve(kb, &statement, &[], Policy::default()).expect("it can be learned")
    }

    fn suggestions(kb: &KnowledgeBase) -> Suggestions {
        let task = task(kb);
        let learner = Learner::new("auto", "default").expect("they exist");
        let candidates = unlabelled(kb, &task.examples);
        let found = learner.suggest(kb, &task, &[], &candidates, 10).expect("options are good");
        found.expect("it is not cancelled")
    }

    #[test]
    fn one_of_many_is_asked_about_before_an_odd_one_and_those_who_are_clear_never() {
        let kb = kb();
        let found = suggestions(&kb);
        let name = |id: IndividualId| kb.graph().symbols.individuals.get(id).to_owned();
        let named: Vec<_> = found.individuals.iter().map(|found| name(found.individual)).collect();
        // A and B fit all labels: :a1 to :a3 have one of them, :odd the other.
        assert_eq!(&named[..3], ["http://e/a1", "http://e/a2", "http://e/a3"]);
        let odd = named.iter().position(|name| name == "http://e/odd");
        assert!(odd.is_some_and(|at| at > 0), "{named:?}");
    }

    #[test]
    fn the_two_readings_differ_on_the_individual() {
        let kb = kb();
        let found = suggestions(&kb);
        assert!(found.n_readings > 2);
        for Suggestion { individual, share, inside, outside } in &found.individuals {
            let has = |reading: &Reading| {
                kb.retrieve(&reading.concept, Forall::Standard).contains(*individual)
            };
            assert!(has(inside) && !has(outside));
            let least = |reading: &Reading| (1.0 - WEIGHT_OF_TREES) * reading.belief - 1e-9;
            assert!(*share >= least(inside) && 1.0 - share >= least(outside));
        }
    }

    #[test]
    fn trees_agree_where_labels_leave_no_choice() {
        let kb = kb();
        let task = task(&kb);
        let learner = Learner::new("auto", "default").expect("they exist");
        let id = |name: &str| kb.graph().symbols.individuals.find(&format!("http://e/{name}"));
        let candidates =
            ["both", "neither", "a1", "odd"].map(|name| id(name).expect("it is an individual"));
        let found = learner.hypotheses(&kb, &task, &task.examples, &candidates);
        let found = found.expect("options are good").expect("it is not cancelled");
        let [both, neither, a1, odd] = [0, 1, 2, 3].map(|candidate| found.tree_share(candidate));
        assert_eq!((both, neither), (1.0, 0.0));
        // A tree asks for A or for B.
        assert!(0.0 < a1 && a1 < 1.0 && (a1 + odd - 1.0).abs() < 1e-9, "{a1} {odd}");
    }

    /// The logarithm of the factorial of a whole number.
    fn ln_factorial(n: u32) -> f64 {
        (1..=n).map(|k| f64::from(k).ln()).sum()
    }

    #[test]
    fn evidence_is_that_of_the_beta_distribution() {
        for n in [1_u32, 7, 40] {
            let beta = |e: u32| ln_factorial(e) + ln_factorial(n - e + PRIOR_RIGHT as u32 - 1);
            for errors in 0..=n {
                let difference = evidence(errors, n as usize) - (beta(errors) - beta(0));
                assert!(difference.abs() < 1e-9, "{errors} of {n}: {difference}");
            }
        }
    }
}
