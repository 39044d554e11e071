//! Names as words: nouns, verbs, articles and plurals, by rule of thumb.

use evolearner_dl::{Symbols, local_name};

/// How a role is said, from subject to object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// `has a sibling …`
    Has(String),
    /// `is married to …`: what stands behind `is`.
    Is(String),
    /// `knows …`: the verb and what belongs to it.
    Does(Verb),
    /// The other way round: `is someone that … knows`.
    DoneBy(Verb),
    /// The other way round: `is someone that … is married to`.
    IsBy(String),
}

/// A verb in the third person, and without its ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Verb {
    pub(super) singular: String,
    pub(super) plural: String,
}

const PREPOSITIONS: [&str; 12] =
    ["of", "to", "in", "by", "at", "on", "for", "from", "with", "into", "about", "over"];

/// Words for people: who is one of them is a `who`, everything else a `that`.
const PEOPLE: [&str; 56] = [
    "actor",
    "adult",
    "aunt",
    "author",
    "boy",
    "brother",
    "child",
    "children",
    "citizen",
    "customer",
    "daughter",
    "doctor",
    "employee",
    "father",
    "female",
    "friend",
    "girl",
    "grandchild",
    "granddaughter",
    "grandfather",
    "grandmother",
    "grandparent",
    "grandson",
    "human",
    "husband",
    "lawyer",
    "leader",
    "male",
    "man",
    "manager",
    "member",
    "mother",
    "nephew",
    "niece",
    "nurse",
    "officer",
    "owner",
    "parent",
    "partner",
    "patient",
    "people",
    "person",
    "player",
    "professor",
    "researcher",
    "scientist",
    "sibling",
    "sister",
    "son",
    "spouse",
    "student",
    "teacher",
    "uncle",
    "user",
    "wife",
    "woman",
];

/// A class as it is called: its label, or its local name as words.
pub(super) fn class_name(symbols: &Symbols, iri: &str) -> String {
    match symbols.label(iri) {
        Some(label) => label.to_owned(),
        None => split(local_name(iri)).join(" "),
    }
}

/// A property as words in small letters.
pub(super) fn property_words(symbols: &Symbols, iri: &str) -> Vec<String> {
    let name = symbols.label(iri).unwrap_or_else(|| local_name(iri));
    split(name).iter().map(|word| lower(word)).collect()
}

/// An individual as it is called.
pub(super) fn individual_name<'a>(symbols: &'a Symbols, iri: &'a str) -> &'a str {
    symbols.label(iri).unwrap_or_else(|| if iri.starts_with("_:") { iri } else { local_name(iri) })
}

/// How a role is said.
pub(super) fn relation(symbols: &Symbols, iri: &str, is_inverse: bool) -> Relation {
    let words = property_words(symbols, iri);
    let all = words.join(" ");
    let (first, last) = match (words.first(), words.last()) {
        (Some(first), Some(last)) => (first.as_str(), last.as_str()),
        _ => ("", ""),
    };
    let from = |start: usize, end: usize| words[start..end].join(" ");
    let n = words.len();
    if matches!(first, "has" | "have") && n > 1 {
        let noun = if last == "of" && n > 2 { from(1, n - 1) } else { from(1, n) };
        return if is_inverse {
            Relation::Is(format!("{} of", with_article(&noun)))
        } else {
            Relation::Has(noun)
        };
    }
    // `isPartOf` and `partOf`: the inverse has a part.
    let start = usize::from(matches!(first, "is" | "are"));
    if last == "of" && n > start + 1 {
        let noun = from(start, n - 1);
        return if is_inverse { Relation::Has(noun) } else { Relation::Is(format!("{noun} of")) };
    }
    let is = |text: String| if is_inverse { Relation::IsBy(text) } else { Relation::Is(text) };
    if start == 1 && n > 1 {
        let text = from(1, n);
        return is(if PREPOSITIONS.contains(&last) { text } else { format!("{text} to") });
    }
    if first.ends_with("ed") && first.len() > 3 {
        return is(if PREPOSITIONS.contains(&last) { all } else { format!("{all} to") });
    }
    let is_verb = first.ends_with('s')
        && first.len() > 3
        && !["ss", "us", "is"].iter().any(|ending| first.ends_with(ending));
    if is_verb {
        let singular = all.clone();
        let mut plural = verb_stem(first);
        if n > 1 {
            plural.push(' ');
            plural.push_str(&from(1, n));
        }
        let verb = Verb { singular, plural };
        return if is_inverse { Relation::DoneBy(verb) } else { Relation::Does(verb) };
    }
    if PREPOSITIONS.contains(&first) || all.is_empty() {
        return is(format!("related by “{all}” to"));
    }
    if is_inverse { Relation::Is(format!("{} of", with_article(&all))) } else { Relation::Has(all) }
}

/// The noun that a data property speaks of: `hasAge` is an age.
pub(super) fn quantity(symbols: &Symbols, iri: &str) -> String {
    let words = property_words(symbols, iri);
    match words.first().map(String::as_str) {
        Some("has" | "have") if words.len() > 1 => words[1..].join(" "),
        _ => words.join(" "),
    }
}

/// Whether a name is that of people, judged by its last word.
pub(super) fn is_person(name: &str) -> bool {
    let last = name.rsplit([' ', '-', '_']).next().unwrap_or_default();
    PEOPLE.contains(&last.to_lowercase().as_str())
}

/// `a sibling`, `an atom`.
pub(super) fn with_article(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let sounds_like_consonant =
        ["uni", "use", "usa", "eu", "one", "ur"].iter().any(|start| lower.starts_with(start));
    let starts_with_vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    let article = if starts_with_vowel && !sounds_like_consonant { "an" } else { "a" };
    format!("{article} {noun}")
}

/// The plural of a noun; names with digits or other signs at the end keep their form.
pub(super) fn plural(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let n = noun.len();
    if !lower.ends_with(|c: char| c.is_ascii_lowercase()) {
        noun.to_owned()
    } else if ends(&["child"]) {
        format!("{noun}ren")
    } else if lower == "person" {
        format!("{}eople", &noun[..1])
    } else if ends(&["man"]) && !ends(&["human", "german", "roman"]) {
        format!("{}en", &noun[..n - 2])
    } else if ends(&["wife"]) {
        format!("{}ves", &noun[..n - 2])
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{noun}es")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", &noun[..n - 1])
    } else {
        format!("{noun}s")
    }
}

/// `knows` without its ending.
fn verb_stem(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for ending in ["ches", "shes", "xes", "sses", "zes"] {
        if verb.ends_with(ending) {
            return verb[..verb.len() - 2].to_owned();
        }
    }
    verb[..verb.len() - 1].to_owned()
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

/// Small letters, but for abbreviations.
fn lower(word: &str) -> String {
    let is_abbreviation = word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    if is_abbreviation { word.to_owned() } else { word.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_said() {
        let check = |name: &str, is_inverse: bool, expect: Relation| {
            assert_eq!(
                relation(&Symbols::default(), &format!("http://x#{name}"), is_inverse),
                expect
            );
        };
        let has = |noun: &str| Relation::Has(noun.to_owned());
        let is = |text: &str| Relation::Is(text.to_owned());
        check("hasSibling", false, has("sibling"));
        check("hasSibling", true, is("a sibling of"));
        check("has_child", false, has("child"));
        check("isPartOf", false, is("part of"));
        check("partOf", true, has("part"));
        check("married", false, is("married to"));
        check("locatedIn", false, is("located in"));
        check("isMarriedTo", false, is("married to"));
        check("married", true, Relation::IsBy("married to".into()));
        check(
            "worksFor",
            false,
            Relation::Does(Verb { singular: "works for".into(), plural: "work for".into() }),
        );
        check("spouse", false, has("spouse"));
        check("inBond", false, is("related by “in bond” to"));
    }

    #[test]
    fn nouns_have_plurals() {
        for (noun, expect) in [
            ("child", "children"),
            ("Parent", "Parents"),
            ("city", "cities"),
            ("day", "days"),
            ("box", "boxes"),
            ("woman", "women"),
            ("human", "humans"),
            ("person", "people"),
            ("Nitrogen-35", "Nitrogen-35"),
        ] {
            assert_eq!(plural(noun), expect);
        }
        assert_eq!(with_article("Uncle"), "an Uncle");
        assert_eq!(with_article("University"), "a University");
        assert_eq!(split("DNASequence_part two"), ["DNA", "Sequence", "part", "two"]);
    }
}
