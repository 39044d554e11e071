//! The table of `docs/weights.md` on positives and unlabelled individuals: F1 against the true labels, where
//! some positives hide among the unlabelled.
//!
//! `cargo run --release -p evolearner-kit --example unlabelled [-- SEEDS]`
//!
//! A generated family, four targets with 100 positives and 200 negatives each. A share of the positives
//! stays labelled; the others and all negatives are unlabelled. Learned three times: as if the unlabelled
//! were negatives, the same by balanced accuracy, and as unlabelled.

#[path = "../benches/measure/mod.rs"]
mod measure;

use std::collections::BTreeSet;

use evolearner::generate::{Family, FamilySettings};
use evolearner::syntax::parse_any;
use evolearner::{Confusion, Forall, IndividualId, KnowledgeBase, Learner, Task};
use evolearner_testing::Random;
use measure::task;

const TARGETS: [(&str, &str); 4] = [
    ("uncle", "Male ⊓ (∃ hasSibling.Parent ⊔ ∃ married.(∃ hasSibling.Parent))"),
    ("aunt", "Female ⊓ (∃ hasSibling.Parent ⊔ ∃ married.(∃ hasSibling.Parent))"),
    ("grandfather", "Male ⊓ ∃ hasChild.(∃ hasChild.⊤)"),
    ("has a brother with children", "∃ hasSibling.(Male ⊓ Parent)"),
];
const LABELLED: [f64; 3] = [0.7, 0.5, 0.3];
const N_POSITIVES: usize = 100;
const N_NEGATIVES: usize = 200;

fn main() {
    let n_seeds: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5);
    let family = Family::generate(&FamilySettings { people: 2000, ..FamilySettings::default() });
    let mut triples = Vec::new();
    family.write_ntriples(&mut triples).expect("memory can be written");
    let kb = KnowledgeBase::from_bytes("family.nt", triples).expect("it loads");
    println!(
        "| target | labelled | as negatives | by balanced accuracy | as unlabelled | true share | \
         estimated |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, text) in TARGETS {
        let target = parse_any(text, &kb.vocabulary()).expect("a concept of the family");
        let truth: BTreeSet<IndividualId> = kb.retrieve(&target, Forall::Standard).iter().collect();
        for labelled in LABELLED {
            let mut sums = [0.0; 5];
            for seed in 1..=n_seeds {
                let hidden = Hidden::new(&kb, &truth, labelled, seed);
                let figures = hidden.figures(&kb, &truth);
                sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
            }
            let mean = sums.map(|sum| format!("{:.3}", sum / n_seeds as f64));
            println!("| {name} | {labelled} | {} |", mean.join(" | "));
        }
    }
}

/// Labelled positives, and unlabelled individuals with the other positives among them.
struct Hidden {
    task: Task,
    n_hidden: usize,
}

impl Hidden {
    fn new(kb: &KnowledgeBase, truth: &BTreeSet<IndividualId>, labelled: f64, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut everybody: Vec<IndividualId> =
            (0..kb.graph().n_individuals() as u32).map(IndividualId).collect();
        for at in (1..everybody.len()).rev() {
            everybody.swap(at, random.below(at + 1));
        }
        let iri = |one: &IndividualId| kb.graph().symbols.individuals.get(*one).to_owned();
        let (positives, negatives): (Vec<_>, Vec<_>) =
            everybody.iter().partition(|one| truth.contains(*one));
        let positives: Vec<String> = positives.into_iter().take(N_POSITIVES).map(iri).collect();
        let negatives = negatives.into_iter().take(N_NEGATIVES).map(iri);
        let (known, hidden) = positives.split_at((positives.len() as f64 * labelled) as usize);
        let unlabelled = hidden.iter().cloned().chain(negatives).collect();
        Self { task: task(kb, known.to_vec(), unlabelled), n_hidden: hidden.len() }
    }

    /// F1 of the three ways, the true share and the estimated one.
    fn figures(&self, kb: &KnowledgeBase, truth: &BTreeSet<IndividualId>) -> [f64; 5] {
        let learned = |changes: &[(&str, &str)]| {
            let learner = Learner::new("auto", "default").expect("a learner");
            let learner = changes.iter().fold(learner, |learner, (option, value)| {
                learner.with(option, value).expect("an option")
            });
            learner.learn(kb, &self.task, &mut ()).expect("options fit together")
        };
        let examples = self.task.examples.individuals();
        let f1 = |changes: &[(&str, &str)]| {
            let covers = learned(changes).predict(examples);
            let mut outcome = Confusion::default();
            for (one, is_covered) in examples.iter().zip(covers) {
                match (truth.contains(one), is_covered) {
                    (true, true) => outcome.tp += 1,
                    (true, false) => outcome.fn_ += 1,
                    (false, true) => outcome.fp += 1,
                    (false, false) => outcome.tn += 1,
                }
            }
            outcome.f1()
        };
        let unlabelled = [("negatives-are", "unlabelled")];
        let share = self.n_hidden as f64 / self.task.examples.negatives().len() as f64;
        let estimated = learned(&unlabelled).positive_share().expect("they are unlabelled");
        [f1(&[]), f1(&[("quality", "balanced-accuracy")]), f1(&unlabelled), share, estimated]
    }
}
