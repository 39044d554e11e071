//! The knowledge base that is used when none is given: a family of about two hundred people.
//!
//! It is generated when it is needed (in a fraction of a millisecond) and read like any other
//! file, so that there is only one way into a graph and no second copy to keep in step.

use evolearner_generate::{Family, FamilySettings};
use evolearner_owl::{Format, Input};

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
