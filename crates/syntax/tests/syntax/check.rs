//! What holds of every text, for tests and for the fuzz targets.

use evolearner_dl::{Concept, Symbols};
use evolearner_syntax::{
    Notation, Vocabulary, dl, functional, manchester, parse_as, parse_unknown,
};

/// Reads a text in every notation, with a vocabulary and without. An error points into the text;
/// what is read prints as a text that is read as the same.
pub fn read_everywhere(text: &str, symbols: &Symbols) {
    let vocabulary = Vocabulary::new(symbols);
    for notation in
        [None, Some(Notation::Dl), Some(Notation::Manchester), Some(Notation::Functional)]
    {
        match parse_as(text, notation, &vocabulary) {
            Ok(concept) => check_printed(&concept, symbols, text),
            Err(error) => {
                assert!((1..=text.chars().count() + 1).contains(&error.column()), "{error}");
                assert!(!error.to_string().is_empty());
            }
        }
        if let Ok((concept, symbols)) = parse_unknown(text, notation) {
            check_printed(&concept, &symbols, text);
        }
    }
}

fn check_printed(concept: &Concept, symbols: &Symbols, text: &str) {
    let vocabulary = Vocabulary::new(symbols);
    let printed = dl::print(concept, symbols);
    assert_eq!(dl::parse(&printed, &vocabulary).as_ref(), Ok(concept), "{text} -> {printed}");
    // The notations of OWL have no empty lists, so that what is read back may be another concept
    // of the same meaning; from then on it stays the same.
    let printed = manchester::print(concept, symbols);
    match manchester::parse(&printed, &vocabulary) {
        Ok(again) => assert_eq!(manchester::print(&again, symbols), printed, "{text}"),
        Err(error) => panic!("{text} -> {printed}: {error}"),
    }
    let printed = functional::print(concept, symbols);
    match functional::parse(&printed, &vocabulary) {
        Ok(again) => assert_eq!(functional::print(&again, symbols), printed, "{text}"),
        Err(error) => panic!("{text} -> {printed}: {error}"),
    }
}
