//! Which facets of strings are worth an atom: beginnings, ends, tokens and lengths of the values of a
//! data property that tell positives from negatives.
//!
//! Candidates come from the values at each *position*: those of the examples themselves, and those of
//! their successors by each role. A candidate covers the examples that have such a value at the
//! position. Of candidates that cover the same examples one is kept, and of all the ones that separate
//! best: the difference of the shares of positives and negatives that are covered, either way, because
//! a concept can deny it.

use std::cmp::Reverse;

use evolearner_dl::{DataPropertyId, LiteralId, Pattern, TextFacet, TextPlace};
use evolearner_graph::bits::set_bits;

use crate::examples::Examples;
use crate::neighbourhood::Neighbourhood;

/// The most facets of one property.
const MAX_FACETS: usize = 40;
/// The most different strings of a position that are looked at: a bound on time and memory.
const MAX_STRINGS: usize = 20_000;
/// The most tokens of a position: each is looked for in all strings.
const MAX_TOKENS: usize = 500;
/// How many characters of a beginning or an end, and how many tokens, are looked at.
const MAX_PARTS: usize = 24;

/// The facets of a property that separate the examples best, best first; of each, at least so many
/// examples must have a value, or a successor with one. The successors of the examples must be known.
pub(crate) fn text_facets(
    near: &Neighbourhood,
    examples: &Examples,
    property: DataPropertyId,
    min_frequency: usize,
) -> Vec<TextFacet> {
    let mut rated: Vec<Rated> = (0..=near.n_roles())
        .flat_map(|position| {
            let occurrences = match position.checked_sub(1) {
                None => strings(near, examples, property, |example| vec![example]),
                Some(role) => {
                    strings(near, examples, property, |of| near.successors(role, of).to_vec())
                }
            };
            of_position(near, examples, &occurrences, min_frequency)
        })
        .collect();
    rated.sort_by(|one, other| one.order().cmp(&other.order()));
    let mut facets: Vec<TextFacet> = Vec::new();
    for Rated { facet, .. } in rated {
        if facets.len() < MAX_FACETS && !facets.contains(&facet) {
            facets.push(facet);
        }
    }
    facets
}

/// The strings of a position, ascending, each with the examples that have it there.
type Occurrences = Vec<(LiteralId, Vec<usize>)>;

fn strings(
    near: &Neighbourhood,
    examples: &Examples,
    property: DataPropertyId,
    at_position: impl Fn(u32) -> Vec<u32>,
) -> Occurrences {
    let literals = &near.graph().literals;
    let mut pairs: Vec<(LiteralId, usize)> = Vec::new();
    for example in 0..examples.individuals().len() {
        for of in at_position(example as u32) {
            let strings = near.literals(property, of);
            let strings = strings.filter(|&value| literals.datatype(value).is_string());
            pairs.extend(strings.map(|value| (value, example)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let groups = pairs.chunk_by(|one, other| one.0 == other.0).take(MAX_STRINGS);
    groups.map(|same| (same[0].0, same.iter().map(|pair| pair.1).collect())).collect()
}

/// A facet with what it covers at a position.
struct Rated {
    facet: TextFacet,
    /// Whether the text of a pattern ends where a word, a number or a sign of every string ends.
    is_of_tokens: bool,
    covered: Vec<u64>,
    /// How well it separates, from 0 to a million.
    separation: u32,
}

impl Rated {
    /// The facets that separate best come first; of equal ones whole tokens, then what is shorter.
    fn order(&self) -> impl Ord + '_ {
        let n_chars = match &self.facet {
            TextFacet::Pattern(pattern) => pattern.text().chars().count(),
            TextFacet::MinLength(_) | TextFacet::MaxLength(_) => usize::MAX,
        };
        (Reverse(self.separation), !self.is_of_tokens, n_chars, &self.facet)
    }
}

/// The facets of the strings of one position, none of which covers the same examples as another.
fn of_position(
    near: &Neighbourhood,
    examples: &Examples,
    occurrences: &Occurrences,
    min_frequency: usize,
) -> Vec<Rated> {
    let total = examples.total();
    let n_examples = examples.individuals().len();
    let rate = |facet: TextFacet, is_of_tokens: bool, covered: Vec<u64>| {
        let n_covered: u32 = covered.iter().map(|word| word.count_ones()).sum();
        let weight = examples.covered_bits(&covered);
        let share = |part: u32, of: u32| f64::from(part) / f64::from(of.max(1));
        let difference =
            share(weight.positives, total.positives) - share(weight.negatives, total.negatives);
        let separation = (difference.abs() * 1e6).round() as u32;
        let is_kept = separation > 0 && n_covered as usize >= min_frequency;
        is_kept.then_some(Rated { facet, is_of_tokens, covered, separation })
    };
    let examples_of = |strings: &mut dyn Iterator<Item = usize>| {
        set_bits(n_examples, strings.flat_map(|string| occurrences[string].1.iter().copied()))
    };
    let text = |string: usize| near.graph().literals.lexical(occurrences[string].0);

    let mut parts: Vec<(TextPlace, &str, usize, bool)> = Vec::new();
    for string in 0..occurrences.len() {
        parts_of(text(string), |place, part, is_of_tokens| {
            parts.push((place, part, string, is_of_tokens));
        });
    }
    parts.sort_unstable();
    parts.dedup_by(|next, kept| (next.0, next.1, next.2) == (kept.0, kept.1, kept.2));
    let mut rated: Vec<Rated> = parts
        .chunk_by(|one, other| (one.0, one.1) == (other.0, other.1))
        .filter_map(|same| {
            let (place, part, ..) = same[0];
            let pattern = TextFacet::Pattern(Pattern::new(place, part)?);
            let covered = examples_of(&mut same.iter().map(|part| part.2));
            rate(pattern, same.iter().all(|part| part.3), covered)
        })
        .collect();
    // A string may also have a token as a part of a longer one.
    rated.sort_by(|one, other| one.order().cmp(&other.order()));
    let (tokens, mut rated): (Vec<Rated>, Vec<Rated>) = rated.into_iter().partition(|rated| {
        matches!(&rated.facet, TextFacet::Pattern(part) if part.place() == TextPlace::Anywhere)
    });
    rated.extend(tokens.into_iter().take(MAX_TOKENS).filter_map(|Rated { facet, .. }| {
        let mut strings = (0..occurrences.len()).filter(|&string| facet.holds(text(string)));
        let covered = examples_of(&mut strings);
        rate(facet, true, covered)
    }));

    let n_chars = |string: usize| text(string).chars().count() as u32;
    let mut by_length: Vec<(u32, usize)> =
        (0..occurrences.len()).map(|string| (n_chars(string), string)).collect();
    by_length.sort_unstable();
    for same in by_length.chunk_by(|one, other| one.0 == other.0) {
        let n = same[0].0;
        let first = by_length.partition_point(|one| one.0 < n);
        let (shorter, longer) = (&by_length[..first + same.len()], &by_length[first..]);
        for (facet, strings) in
            [(TextFacet::MinLength(n), longer), (TextFacet::MaxLength(n), shorter)]
        {
            rated.extend(rate(facet, false, examples_of(&mut strings.iter().map(|one| one.1))));
        }
    }

    rated.sort_by(|one, other| {
        one.covered.cmp(&other.covered).then_with(|| one.order().cmp(&other.order()))
    });
    rated.dedup_by(|next, kept| next.covered == kept.covered);
    rated
}

/// What a letter, a digit and every other character belong to: a word, a number, themselves.
#[derive(PartialEq, Eq)]
enum Sort {
    Letter,
    Digit,
    Sign(char),
}

fn sort(c: char) -> Sort {
    match c {
        c if c.is_alphabetic() => Sort::Letter,
        c if c.is_numeric() => Sort::Digit,
        c => Sort::Sign(c),
    }
}

/// The beginnings, the ends and the tokens of a string of one line, and whether each is made of whole
/// tokens.
fn parts_of<'a>(string: &'a str, mut offer: impl FnMut(TextPlace, &'a str, bool)) {
    if string.contains(['\n', '\r']) {
        return;
    }
    // The places behind each character, and whether a token ends there.
    let chars: Vec<(usize, char)> = string.char_indices().collect();
    let is_end = |index: usize| match (chars.get(index.wrapping_sub(1)), chars.get(index)) {
        (Some((_, before)), Some((_, behind))) => sort(*before) != sort(*behind),
        _ => true,
    };
    let byte = |index: usize| chars.get(index).map_or(string.len(), |(at, _)| *at);
    for index in 1..=chars.len().min(MAX_PARTS) {
        offer(TextPlace::Start, &string[..byte(index)], is_end(index));
        let from = chars.len() - index;
        offer(TextPlace::End, &string[byte(from)..], is_end(from));
    }
    let ends = (1..=chars.len()).filter(|&index| is_end(index)).take(MAX_PARTS);
    let mut start = 0;
    for end in ends {
        let token = &string[byte(start)..byte(end)];
        if token.contains(char::is_alphanumeric) {
            offer(TextPlace::Anywhere, token, true);
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_ends_and_tokens_of_a_string() {
        let mut parts = Vec::new();
        parts_of("AB-é1", |place, part, is_of_tokens| parts.push((place, part, is_of_tokens)));
        let of = |place| parts.iter().filter(move |part| part.0 == place);
        let found = |place| of(place).map(|part| (part.1, part.2)).collect::<Vec<_>>();
        assert_eq!(
            found(TextPlace::Start),
            [("A", false), ("AB", true), ("AB-", true), ("AB-é", true), ("AB-é1", true)]
        );
        assert_eq!(
            found(TextPlace::End),
            [("1", true), ("é1", true), ("-é1", true), ("B-é1", false), ("AB-é1", true)]
        );
        assert_eq!(found(TextPlace::Anywhere), [("AB", true), ("é", true), ("1", true)]);
        parts_of("a\nb", |_, part, _| panic!("{part} is of two lines"));
    }
}
