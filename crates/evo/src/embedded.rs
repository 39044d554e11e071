//! The knowledge base that is used when none is given: a family of about two hundred people.
//!
//! It is generated when it is needed (in a fraction of a millisecond) and read like any other
//! file, so that there is only one way into a graph and no second copy to keep in step.

use evolearner_generate::{Family, FamilySettings, Kinship};
use evolearner_owl::{Format, Input};
use evolearner_problem::Statement;

/// The embedded family.
pub fn embedded_family() -> Family {
    Family::generate(&FamilySettings::default())
}

/// The embedded family as a file.
pub fn embedded_input() -> Input<'static> {
    let mut bytes = Vec::new();
    embedded_family().write_turtle(&mut bytes).expect("writing to memory does not fail");
    Input {
        name: "the embedded family".to_owned(),
        bytes: Box::new(std::io::Cursor::new(bytes)),
        format: Some(Format::Turtle),
    }
}

/// What is learned when nothing else is asked for: who is an uncle in the embedded family.
pub fn embedded_statement() -> Statement {
    let family = embedded_family();
    let problem = family.problem(Kinship::Uncle, usize::MAX);
    let iris = |people: &[evolearner_generate::PersonId]| {
        people.iter().map(|&person| family.iri(person).to_string()).collect()
    };
    Statement::of_examples(iris(&problem.positives), iris(&problem.negatives))
}
