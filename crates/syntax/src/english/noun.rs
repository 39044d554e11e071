//! Nouns: plurals and singulars, and which word of a name is the noun.

use super::lexicon::{
    self, ADJECTIVE_ENDINGS, ADJECTIVES, BOTH, KIN, MASS, NO_ADJECTIVES, NO_PEOPLE, NOUN_ENDINGS,
    NOUNS, PEOPLE, PREPOSITIONS,
};

/// Endings of a singular and of its plural, the longest first.
const ENDINGS: [(&str, &str); 62] = [
    ("grandchild", "grandchildren"),
    ("phenomenon", "phenomena"),
    ("bacterium", "bacteria"),
    ("criterion", "criteria"),
    ("mitochondrion", "mitochondria"),
    ("hypothesis", "hypotheses"),
    ("spectrum", "spectra"),
    ("offspring", "offspring"),
    ("aircraft", "aircraft"),
    ("stimulus", "stimuli"),
    ("nucleus", "nuclei"),
    ("species", "species"),
    ("stratum", "strata"),
    ("alumnus", "alumni"),
    ("bacillus", "bacilli"),
    ("appendix", "appendices"),
    ("vertebra", "vertebrae"),
    ("series", "series"),
    ("fungus", "fungi"),
    ("matrix", "matrices"),
    ("vertex", "vertices"),
    ("index", "indices"),
    ("potato", "potatoes"),
    ("tomato", "tomatoes"),
    ("embargo", "embargoes"),
    ("radius", "radii"),
    ("corpus", "corpora"),
    ("person", "people"),
    ("salmon", "salmon"),
    ("bison", "bison"),
    ("larva", "larvae"),
    ("datum", "data"),
    ("genus", "genera"),
    ("goose", "geese"),
    ("moose", "moose"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("sheep", "sheep"),
    ("swine", "swine"),
    ("child", "children"),
    ("tooth", "teeth"),
    ("thief", "thieves"),
    ("shelf", "shelves"),
    ("knife", "knives"),
    ("alga", "algae"),
    ("deer", "deer"),
    ("hero", "heroes"),
    ("echo", "echoes"),
    ("veto", "vetoes"),
    ("foot", "feet"),
    ("fish", "fish"),
    ("quiz", "quizzes"),
    ("calf", "calves"),
    ("half", "halves"),
    ("leaf", "leaves"),
    ("loaf", "loaves"),
    ("wolf", "wolves"),
    ("life", "lives"),
    ("wife", "wives"),
    ("self", "selves"),
    ("axis", "axes"),
    ("sis", "ses"),
];

/// The plural of a noun phrase: that of the word before its preposition, or of its last word.
///
/// A word that ends with a digit or another sign keeps its form.
pub(super) fn plural(noun: &str) -> String {
    let (front, head, back) = at_head(noun);
    format!("{front}{}{back}", plural_word(head))
}

/// The singular of a noun phrase that may be a plural.
pub(super) fn singular(noun: &str) -> String {
    let (front, head, back) = at_head(noun);
    format!("{front}{}{back}", singular_word(head))
}

/// Whether a noun phrase is one in the plural of a known noun.
pub(super) fn is_plural(noun: &str) -> bool {
    let (_, head, _) = at_head(noun);
    let one = singular_word(head);
    one != head && is_noun(&one)
}

/// Whether a word is known as a noun, in the singular.
pub(super) fn is_noun(word: &str) -> bool {
    let word = last_part(word);
    let has_ending = NOUN_ENDINGS
        .split_ascii_whitespace()
        .any(|end| word.len() > end.len() + 1 && word.ends_with(end));
    lexicon::contains(NOUNS, word) || is_person(word) || has_ending
}

/// Whether a name is known as that of something else than people.
pub(super) fn is_thing(name: &str) -> bool {
    let lower = name.to_lowercase();
    is_noun(&singular_word(at_head(&lower).1)) && !is_person(name)
}

/// Whether a name is that of people, judged by its noun.
pub(super) fn is_person(name: &str) -> bool {
    let lower = name.to_lowercase();
    let head = last_part(at_head(&lower).1);
    let one = singular_word(head);
    let ends = ["ist", "ician", "man", "woman", "person", "father", "mother", "son", "daughter"];
    let has_ending = ends.iter().any(|end| one.len() > end.len() + 1 && one.ends_with(end))
        && !["lesson", "poison", "prison", "season", "reason", "comparison", "person", "horizon"]
            .iter()
            .any(|thing| *thing != "person" && one.ends_with(thing))
        && !lexicon::contains(NO_PEOPLE, &one);
    is_kin(&one) || lexicon::contains(PEOPLE, &one) || has_ending
}

/// Whether a noun is one of a substance or the like, which is not counted.
pub(super) fn is_mass(noun: &str) -> bool {
    lexicon::contains(MASS, &noun.to_lowercase())
}

/// Whether a noun is one of kinship.
pub(super) fn is_kin(noun: &str) -> bool {
    lexicon::contains(KIN, last_part(at_head(noun).1))
}

/// Whether a class is said as a noun, as an adjective or as either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Category {
    /// *a Parent*
    Noun,
    /// *irregular*
    Adjective,
    /// *a Male* and *is Male*; *a Carbon* and *a Carbon atom*
    Both,
}

/// What a class is by its name alone.
pub(super) fn category(name: &str) -> Category {
    if name.contains(' ') {
        return Category::Noun;
    }
    let word = name.to_lowercase();
    // Isotopes and atom types: `Carbon-21`.
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    let has_ending = ADJECTIVE_ENDINGS
        .split_ascii_whitespace()
        .any(|end| word.len() > end.len() + 1 && word.ends_with(end));
    if lexicon::contains(BOTH, stem) {
        Category::Both
    } else if (has_ending && !lexicon::contains(NO_ADJECTIVES, &word) && !is_noun(&word))
        || (lexicon::contains(ADJECTIVES, &word) && !is_noun(&word))
    {
        Category::Adjective
    } else {
        Category::Noun
    }
}

/// Whether a word of a property's name is an adjective.
pub(super) fn is_adjective(word: &str) -> bool {
    lexicon::contains(ADJECTIVES, word) || category(word) == Category::Adjective
}

/// A noun phrase cut into what stands before its noun, the noun, and what stands behind.
fn at_head(noun: &str) -> (&str, &str, &str) {
    let mut start = 0;
    let mut head = (0, noun.len());
    for word in noun.split(' ') {
        if start > 0 && lexicon::contains(PREPOSITIONS, &word.to_lowercase()) {
            break;
        }
        head = (start, start + word.len());
        start += word.len() + 1;
    }
    (&noun[..head.0], &noun[head.0..head.1], &noun[head.1..])
}

/// The part of a word behind its last hyphen or underscore.
fn last_part(word: &str) -> &str {
    word.rsplit(['-', '_', ' ']).next().unwrap_or_default()
}

fn plural_word(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    if lower.len() != noun.len() || !lower.ends_with(|c: char| c.is_ascii_lowercase()) {
        return noun.to_owned();
    }
    let n = noun.len();
    let is_abbreviation = n > 1 && !noun.contains(|c: char| c.is_lowercase());
    if is_abbreviation {
        return format!("{noun}s");
    }
    for (one, many) in ENDINGS {
        if lower.ends_with(one) && is_whole_or_compound(&lower, one) {
            return replace_ending(noun, one, many);
        }
    }
    if ends(&["man"]) && !ends(&["human", "german", "roman", "shaman", "talisman", "caiman"]) {
        format!("{}en", &noun[..n - 2])
    } else if ends(&["s", "x", "z", "ch", "sh"]) && !ends(&["stomach", "monarch", "patriarch"]) {
        format!("{noun}es")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", &noun[..n - 1])
    } else {
        format!("{noun}s")
    }
}

fn singular_word(noun: &str) -> String {
    let lower = noun.to_lowercase();
    if lower.len() != noun.len() {
        return noun.to_owned();
    }
    for (one, many) in ENDINGS {
        // `uses` is no plural of `usis`.
        if one != "sis" && lower.ends_with(many) && is_whole_or_compound(&lower, many) {
            return replace_ending(noun, many, one);
        }
    }
    let n = noun.len();
    if lower.ends_with("lyses") || lower.ends_with("noses") {
        return format!("{}is", &noun[..n - 2]);
    }
    if lower.ends_with("men") && n > 4 && !["specimen", "abdomen", "regimen"].contains(&&*lower) {
        return format!("{}an", &noun[..n - 2]);
    }
    if lower == "men" {
        return format!("{}an", &noun[..1]);
    }
    if let Some(front) = noun.strip_suffix('s').filter(|front| front.ends_with(char::is_uppercase))
    {
        return front.to_owned();
    }
    let keeps = ["ss", "us", "is", "as"].iter().any(|end| lower.ends_with(end));
    if !lower.ends_with('s')
        || n < 4
        || keeps
        || ["chaos", "cosmos", "lens", "news"].contains(&&*lower)
    {
        return noun.to_owned();
    }
    if lower.ends_with("ies") && n > 4 {
        return format!("{}y", &noun[..n - 3]);
    }
    let is_us =
        lower.ends_with("uses") && !["ouses", "auses"].iter().any(|end| lower.ends_with(end));
    let takes_es =
        ["ches", "shes", "xes", "sses", "zzes", "gases"].iter().any(|end| lower.ends_with(end));
    if takes_es || (is_us && n > 5) {
        return noun[..n - 2].to_owned();
    }
    noun[..n - 1].to_owned()
}

/// Whether an ending is the whole word, or that of a compound such as `dormouse` or `housewife`.
/// Short endings hide in other words: `Belief` and `half` are no compounds of `leaf`.
fn is_whole_or_compound(word: &str, ending: &str) -> bool {
    let front = &word[..word.len() - ending.len()];
    front.is_empty()
        || front.ends_with('-')
        || matches!(ending, "sis" | "ses" | "child" | "children" | "fish" | "person" | "people")
        || (ending.len() >= 4 && front.len() >= 3 && ending != "axis" && ending != "hero")
}

/// Another ending in the case of the one that was there.
fn replace_ending(noun: &str, from: &str, to: &str) -> String {
    let start = noun.len() - from.len();
    let is_capital = noun[start..].starts_with(|c: char| c.is_uppercase());
    let mut out = noun[..start].to_owned();
    let mut letters = to.chars();
    if let Some(first) = letters.next().filter(|_| is_capital) {
        out.push(first.to_ascii_uppercase());
        out.extend(letters);
    } else {
        out.push_str(to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_have_plurals() {
        for (one, many) in [
            ("child", "children"),
            ("Grandchild", "Grandchildren"),
            ("Parent", "Parents"),
            ("city", "cities"),
            ("day", "days"),
            ("box", "boxes"),
            ("woman", "women"),
            ("human", "humans"),
            ("Person", "People"),
            ("Mouse", "Mice"),
            ("Sheep", "Sheep"),
            ("Analysis", "Analyses"),
            ("Hypothesis", "Hypotheses"),
            ("diagnosis", "diagnoses"),
            ("axis", "axes"),
            ("basis", "bases"),
            ("leaf", "leaves"),
            ("Wolf", "Wolves"),
            ("knife", "knives"),
            ("housewife", "housewives"),
            ("roof", "roofs"),
            ("belief", "beliefs"),
            ("chief", "chiefs"),
            ("house", "houses"),
            ("spouse", "spouses"),
            ("virus", "viruses"),
            ("gas", "gases"),
            ("status", "statuses"),
            ("bacterium", "bacteria"),
            ("museum", "museums"),
            ("criterion", "criteria"),
            ("nucleus", "nuclei"),
            ("Species", "Species"),
            ("vertex", "vertices"),
            ("Matrix", "Matrices"),
            ("fish", "fish"),
            ("tooth", "teeth"),
            ("hero", "heroes"),
            ("photo", "photos"),
            ("potato", "potatoes"),
            ("church", "churches"),
            ("stomach", "stomachs"),
            ("MRI", "MRIs"),
            ("X Ray", "X Rays"),
            ("Person With A Sibling", "People With A Sibling"),
            ("mother in law", "mothers in law"),
        ] {
            assert_eq!(plural(one), many);
            // The singular of `axes` may as well be `ax`, that of `bases` `base`.
            if !one.ends_with("xis") && one != "basis" {
                assert_eq!(singular(many), one);
            }
        }
        assert_eq!(plural("Nitrogen-35"), "Nitrogen-35");
        assert_eq!(singular("address"), "address");
    }

    #[test]
    fn people_and_things_are_distinguished() {
        for name in ["Male", "Patient", "Person With A Sibling", "Patient By Age Group", "parents"]
        {
            assert!(is_person(name), "{name}");
        }
        for name in
            ["Playlist", "Lesson", "Compound", "Group of People Managers X", "Patient Record"]
        {
            assert!(!is_person(name), "{name}");
        }
    }

    #[test]
    fn classes_are_nouns_or_adjectives() {
        for name in ["irregular", "spiculated", "round", "ill-defined", "Toxic"] {
            assert_eq!(category(name), Category::Adjective, "{name}");
        }
        for name in ["Male", "Carbon", "Nitrogen-35"] {
            assert_eq!(category(name), Category::Both, "{name}");
        }
        for name in ["Parent", "Table", "Seed", "Halide10", "Ill Person"] {
            assert_eq!(category(name), Category::Noun, "{name}");
        }
    }
}
