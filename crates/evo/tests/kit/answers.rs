//! What a run answers where the right answer is known.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{learn, load_file};
use evolearner::problem::{Statement, parse_list, parse_named};
use evolearner::{
    Concept, GraphSettings, IndividualId, KnowledgeBase, Learner, Policy, Task, embedded_input,
    embedded_statement, load, local_name,
};
use evolearner_testing::data;

#[test]
fn a_family_class_that_fits_all_examples_is_answered_by_itself_for_every_seed() {
    let Some(folder) = data::folder() else { return };
    let kb = KnowledgeBase::from(load_file(&folder.join("family/family.owl")));
    let path = folder.join("ontolearn/lp_dl_learner_family.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let problems = parse_named("lp_dl_learner_family.json", &text).expect("a problem file");
    let mut n_perfect = 0;
    for statement in &problems.statements {
        let name = statement.name.as_deref().expect("Ontolearn's problems have names");
        let task = Task::resolve(&kb, statement, &[], Policy::default()).expect("all known");
        let class = kb.graph().symbols.classes.iter().find(|(_, iri)| local_name(iri) == name);
        let Some((class, _)) = class else { continue };
        let (members, examples) = (kb.graph().instances(class), &task.examples);
        let is_perfect = examples.positives().iter().all(|&example| members.contains(example))
            && !examples.negatives().iter().any(|&example| members.contains(example));
        if !is_perfect {
            continue;
        }
        n_perfect += 1;
        for seed in 1..=10 {
            let changes =
                [("population", "100"), ("generations", "10"), ("seed", &*seed.to_string())];
            let learned = learn(&kb, &task, &changes);
            assert_eq!(*learned.concept(), Concept::class(class), "{name}, seed {seed}");
        }
    }
    assert_eq!(n_perfect, 11, "problems whose class of the same name is perfect");
}

/// Small problems that have a perfect concept of length 11 or less: the knowledge base, and the folder of
/// its examples.
const SOLVABLE: [(&str, &str); 9] = [
    ("animals/animals.owl", "bird"),
    ("animals/animals.owl", "fish"),
    ("animals/animals.owl", "mammal"),
    ("animals/animals.owl", "reptile"),
    ("arch/arch.owl", "arch"),
    ("father_someonly/father_someonly.owl", "father_someonly"),
    ("krk_zero_one/krk_zero_one.owl", "KRK_ONE_ZERO"),
    ("krk_zero_one/krk_zero_one.owl", "KRK_ZERO_ONE"),
    ("moral_43/moral_43.owl", "moral_43examples_simple"),
];

#[test]
fn the_default_answers_small_problems_perfectly() {
    let Some(folder) = data::folder() else { return };
    for (file, problem) in SOLVABLE {
        let path = folder.join("small").join(file);
        let examples = path.parent().expect("a folder").join("lp").join(problem);
        let kb = KnowledgeBase::from(load_file(&path));
        let list = |file: &str| parse_list(&data::text(&examples.join(file))).expect("a list");
        let statement = Statement::of_examples(list("pos.txt"), list("neg.txt"));
        let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("all known");
        let learned = Learner::new("beam", "default")
            .and_then(|learner| learner.learn(&kb, &task, &mut ()))
            .expect("the options fit together");
        let (accuracy, concept) =
            (learned.confusion(&learned.found.answer).accuracy(), learned.concept());
        assert_eq!(accuracy, 1.0, "{problem}: {concept:?}");
        assert!(concept.length() <= 11, "{problem}: {concept:?}");
    }
}

#[test]
fn concepts_that_are_said_to_do_about_as_well_do() {
    let loaded = load(vec![embedded_input()], GraphSettings::default(), &mut |_| None);
    let kb = KnowledgeBase::from(loaded.expect("it loads"));
    let task = Task::resolve(&kb, &embedded_statement(), &[], Policy::default()).expect("known");
    let learned = Learner::new("beam", "default")
        .and_then(|learner| learner.learn(&kb, &task, &mut ()))
        .expect("the options fit together");
    let examples = &task.examples;
    let mut seen = BTreeSet::new();
    for rival in &learned.found.rivals {
        let members = kb.retrieve(rival, learned.forall());
        let covers = |of: &[IndividualId]| of.iter().map(|&one| members.contains(one)).collect();
        let (positives, negatives): (Vec<bool>, Vec<bool>) =
            (covers(examples.positives()), covers(examples.negatives()));
        let n_right = positives.iter().filter(|&&is| is).count()
            + negatives.iter().filter(|&&is| !is).count();
        let accuracy = n_right as f64 / (positives.len() + negatives.len()) as f64;
        assert!(accuracy >= learned.found.answer.quality - 0.01, "{accuracy}");
        assert!(seen.insert((positives, negatives)), "two rivals cover the same examples");
    }
    let report = learned.report();
    assert!(seen.len() > 1 && report.rivals.is_some_and(|rivals| rivals.count <= seen.len()));
}
