#![doc = include_str!("../README.md")]
#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]

mod statement;
mod overrides;
mod error;
mod place;
mod detect;
mod list;
mod json;
mod labels;
mod conf;
mod ontolearn;
mod native;

pub use detect::{Format, detect};
pub use error::{Error, ErrorKind};
pub use labels::{LabelTable, WeightTable, parse_labels, parse_weights};
pub use list::{parse_list, parse_list_lines};
pub use overrides::{CrossValidation, NameRules, Overrides};
pub use place::Place;
pub use statement::{Parsed, ReadError, Statement};

/// Reads a problem text whose format is known.
///
/// An IRI list makes one statement with positives only.
pub fn parse(format: Format, text: &str) -> Result<Parsed, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::List => Ok(Parsed::one(Statement::of_examples(parse_list(text)?, Vec::new()))),
        Format::Conf => conf::parse(text),
        Format::Ontolearn => ontolearn::parse(text),
        Format::Toml => native::parse(text),
    }
}

/// Reads a problem text after a look at what it is ([`detect()`]).
pub fn parse_named(file_name: &str, text: &str) -> Result<Parsed, Error> {
    parse(detect(file_name, text), text)
}
