//! Names of classes, properties and individuals as words.

use evolearner_dl::{Symbols, local_name};

use super::lexicon::PROPER;

/// A class as it is called: its label, or its local name as words.
pub(super) fn class_name(symbols: &Symbols, iri: &str) -> String {
    if let Some(label) = symbols.label(iri) {
        return label.to_owned();
    }
    let words = with_number_apart(split(local_name(iri)));
    if words.is_empty() { iri.to_owned() } else { words.join(" ") }
}

/// A property as words in small letters, abbreviations and proper names excepted.
pub(super) fn property_words(symbols: &Symbols, iri: &str) -> Vec<String> {
    let name = symbols.label(iri).unwrap_or_else(|| local_name(iri));
    split(name).iter().map(|word| lower(word)).collect()
}

/// An individual as it is called.
pub(super) fn individual_name<'a>(symbols: &'a Symbols, iri: &'a str) -> &'a str {
    symbols.label(iri).unwrap_or_else(|| if iri.starts_with("_:") { iri } else { local_name(iri) })
}

/// A name cut into words at blanks, `_` and where a small letter meets a capital one.
fn split(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = None;
    let mut letters = name.chars().peekable();
    while let Some(c) = letters.next() {
        let is_start = c.is_uppercase()
            && match before {
                Some(before) if char::is_lowercase(before) => true,
                // `DNASequence`: the last capital starts the next word.
                Some(before) if char::is_uppercase(before) => {
                    letters.peek().is_some_and(|next| next.is_lowercase())
                }
                _ => false,
            };
        if (is_start || c == '_' || c.is_whitespace()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c != '_' && !c.is_whitespace() {
            word.push(c);
        }
        before = Some(c);
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// `Age Group1` is `Age Group 1`; a number behind a single word or a code belongs to it.
fn with_number_apart(mut words: Vec<String>) -> Vec<String> {
    if words.len() > 1
        && let Some(last) = words.last_mut()
    {
        let start = last.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if start > 1 && start < last.len() && last[..start].ends_with(char::is_lowercase) {
            let number = last.split_off(start);
            words.push(number);
        }
    }
    words
}

/// Small letters, but for abbreviations and names.
fn lower(word: &str) -> String {
    // A single capital is a symbol, as in `logP`, except for the article.
    let is_abbreviation = word != "A"
        && word.starts_with(char::is_uppercase)
        && word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit());
    if is_abbreviation {
        return word.to_owned();
    }
    let proper = PROPER.split_ascii_whitespace().find(|name| name.eq_ignore_ascii_case(word));
    proper.map_or_else(|| word.to_lowercase(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_into_words() {
        assert_eq!(split("DNASequence_part two"), ["DNA", "Sequence", "part", "two"]);
        let class = |name: &str| class_name(&Symbols::default(), &format!("http://x#{name}"));
        assert_eq!(class("AgeGroup1"), "Age Group 1");
        assert_eq!(class("Halide10"), "Halide10");
        assert_eq!(class("LNE4"), "LNE4");
        assert_eq!(class("Bl_of_lymph_c4"), "Bl of lymph c4");
        assert_eq!(class("NON19_n0-9"), "NON19 n0-9");
        let words = |name: &str| property_words(&Symbols::default(), &format!("http://x#{name}"));
        assert_eq!(words("amesTestPositive"), ["Ames", "test", "positive"]);
        assert_eq!(words("hasDNA"), ["has", "DNA"]);
        assert_eq!(words("logP"), ["log", "P"]);
        assert_eq!(words("isA"), ["is", "a"]);
    }
}
