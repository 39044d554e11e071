//! Where a concept in text may be broken into lines.
//!
//! A quantifier stays with its role, a number with its sign, a bound with its comparison: `∃
//! hasChild.` at the end of a line reads as one thing. A quoted label stays whole.

/// The parts of a concept that stay on one line; a space stands between any two of them.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut word_start) = (0, 0);
    let mut is_glued = false;
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == ' ' => {
                let word = &text[word_start..at];
                is_glued = binds_next(word, is_glued) || is_compared(word, &text[at + 1..]);
                word_start = at + 1;
                if !is_glued {
                    parts.push(&text[start..at]);
                    start = at + 1;
                }
            }
            Some(_) | None => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Whether the word behind this one belongs to it. A number does so behind a sign only, where it
/// is the count of a cardinality.
fn binds_next(word: &str, is_glued: bool) -> bool {
    let bare = word.trim_start_matches(['(', '[', '¬']);
    word.ends_with(['∃', '∀', '≥', '≤', '='])
        || matches!(bare, "<" | ">")
        || (is_glued && !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit()))
}

/// Whether a word is a property whose values a sign behind it compares, as in `age ≥ 18`; behind
/// `⊓` and `⊔` such a sign begins a cardinality.
fn is_compared(word: &str, rest: &str) -> bool {
    let next = rest.split(' ').next().unwrap_or_default();
    matches!(next, "≥" | "≤" | "=" | "<" | ">") && !matches!(word, "⊓" | "⊔")
}

/// The lines of a concept, none longer than a width unless a single part is.
pub(crate) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut n_letters = 0;
    for part in parts(text) {
        let n_more = part.chars().count();
        match lines.last_mut() {
            Some(line) if n_letters + 1 + n_more <= width => {
                line.push(' ');
                line.push_str(part);
                n_letters += 1 + n_more;
            }
            _ => {
                lines.push(part.to_owned());
                n_letters = n_more;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantifier_is_not_parted_from_its_role() {
        let concept = "Male ⊓ (∃ hasChild.Male ⊔ ≥ 2 hasChild.⊤) ⊓ ¬(age ≥ 18)";
        assert_eq!(
            parts(concept),
            ["Male", "⊓", "(∃ hasChild.Male", "⊔", "≥ 2 hasChild.⊤)", "⊓", "¬(age ≥ 18)"]
        );
        assert_eq!(
            parts("¬∃ hasSibling.∃ hasChild.(≤ 3 hasChild.Male) ⊓ ∃ age.[≥ 1, < 2]"),
            ["¬∃ hasSibling.∃ hasChild.(≤ 3 hasChild.Male)", "⊓", "∃ age.[≥ 1, < 2]"]
        );
        assert_eq!(
            parts("'Crohn\\'s disease' ⊓ <http://e/a>"),
            ["'Crohn\\'s disease'", "⊓", "<http://e/a>"]
        );
        assert_eq!(parts("'has a part' some 'odd \"one'"), ["'has a part'", "some", "'odd \"one'"]);
    }

    #[test]
    fn lines_hold_everything_and_no_more_than_fits() {
        let concept = "Male ⊓ ∃ hasSibling.Parent ⊓ ∃ married.Female";
        let broken = lines(concept, 22);
        assert_eq!(broken, ["Male ⊓", "∃ hasSibling.Parent ⊓", "∃ married.Female"]);
        assert_eq!(lines(concept, 1).join(" "), concept);
        assert_eq!(lines(concept, 1000), [concept]);
    }
}
