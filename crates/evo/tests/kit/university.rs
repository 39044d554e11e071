//! The hidden concepts of generated universities hold of the examples that come with them, and are found.

use evolearner::generate::{Target, Universities, UniversitySettings};
use evolearner::problem::Statement;
use evolearner::syntax::parse_any;
use evolearner::{Forall, KnowledgeBase, Learner, Policy, Task};

const CONCEPTS: [(Target, &str); 3] = [
    (Target::AdvisedByChair, "GraduateStudent ⊓ ∃ advisor.Chair"),
    (Target::GraduateTeacher, "Professor ⊓ ≥ 2 teaches.GraduateCourse"),
    (Target::YoungAuthor, "Student ⊓ ∃ authorOf.⊤ ⊓ (age ≤ 26)"),
];

#[test]
fn the_hidden_concepts_hold_of_the_positives_alone_and_are_learned() {
    let universities = Universities::new(&UniversitySettings::default());
    let mut bytes = Vec::new();
    universities.write_ntriples(&mut bytes).expect("memory takes everything");
    let kb = KnowledgeBase::from_bytes("university.nt", bytes).expect("it loads");
    for (target, text) in CONCEPTS {
        let problem = universities.problem(target, 100);
        let iris = |people| -> Vec<String> {
            let mut list = Vec::new();
            universities.write_iris(people, &mut list).expect("memory takes everything");
            String::from_utf8(list).expect("IRIs are text").lines().map(str::to_owned).collect()
        };
        let (positives, negatives) = (iris(&problem.positives), iris(&problem.negatives));
        let concept = parse_any(text, &kb.vocabulary()).expect("all names are known");
        let instances = kb.retrieve(&concept, Forall::Standard);
        let is_instance = |iri: &String| {
            let individual = kb.vocabulary().individual(iri).expect("examples are individuals");
            instances.contains(individual)
        };
        assert!(positives.iter().all(is_instance), "{text}");
        assert!(!negatives.iter().any(is_instance), "{text}");
        let statement = Statement::of_examples(positives, negatives);
        let task = Task::resolve(&kb, &statement, &[], Policy::default()).expect("all are known");
        let learner = Learner::new("auto", "default").expect("the preset exists");
        let learned = learner.learn(&kb, &task, &mut ()).expect("the options fit together");
        assert_eq!(learned.found.answer.quality, 1.0, "{text}: {:?}", learned.concept());
        assert!(learned.concept().length() <= concept.length(), "{text}");
    }
}
