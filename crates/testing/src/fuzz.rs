//! Damaged texts, for a bounded time.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use crate::{Random, seeds};

/// The seed of the fixed half of all cases.
const FIXED: u64 = 0x9e37_79b9_7f4a_7c15;

/// No case may take longer, however slow or busy the machine.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The generators of a fixed and of a fresh seed; cases take turns.
pub fn generators() -> [Random; 2] {
    seeds(FIXED).map(Random::new)
}

/// Tries cases for that many seconds, or `EVOLEARNER_FUZZ_SECONDS`, and returns how many.
///
/// A case has a number and returns its input, to be shown if it took too long. Even numbers draw from a
/// fixed seed, so that a longer run starts with the same; odd ones from a fresh seed.
pub fn for_a_while<I: Debug>(seconds: f64, mut case: impl FnMut(&mut Random, usize) -> I) -> usize {
    let chosen = std::env::var("EVOLEARNER_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let seconds = Duration::from_secs_f64(chosen.unwrap_or(seconds));
    let mut generators = generators();
    let (start, mut n_cases) = (Instant::now(), 0);
    while start.elapsed() < seconds {
        let before = Instant::now();
        let input = case(&mut generators[n_cases % 2], n_cases);
        let elapsed = before.elapsed();
        assert!(elapsed < MAX_TIME, "a case took {elapsed:?}: {input:?}");
        n_cases += 1;
    }
    println!("{n_cases} cases");
    n_cases
}

/// Damages a text in one place: cuts it, drops, repeats or moves a part, or puts in a piece that means
/// something to its reader or the end of another text.
pub fn damage<T: Clone>(
    random: &mut Random,
    text: &mut Vec<T>,
    pieces: &[Vec<T>],
    others: &[Vec<T>],
) {
    let n = text.len();
    let start = random.below(n);
    let end = n.min(start + random.below(30));
    let part = text[start..end].to_vec();
    let piece: &Vec<T> = random.pick(pieces);
    match random.below(8) {
        0 => text.truncate(start),
        1 => drop(text.drain(start..end)),
        2 => insert(text, start, piece),
        3 => insert(text, random.below(n), &part),
        4 => insert(text, start, &vec![part; 1 + random.below(200)].concat()),
        5 => {
            let other = random.pick(others);
            text.truncate(start);
            text.extend_from_slice(&other[random.below(other.len())..]);
        }
        6 if n > 0 => text.swap(start, random.below(n)),
        _ => {
            text.drain(start..n.min(start + 1));
            insert(text, start, piece);
        }
    }
}

fn insert<T: Clone>(text: &mut Vec<T>, at: usize, part: &[T]) {
    text.splice(at..at, part.iter().cloned());
}

/// Flips up to that many bits.
pub fn flip_bits(random: &mut Random, bytes: &mut [u8], n_max: usize) {
    for _ in 0..=random.below(n_max) {
        if let Some(index) = bytes.len().checked_sub(1).map(|last| random.below(last + 1)) {
            bytes[index] ^= 1 << random.below(8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_changes_texts_and_bears_empty_ones() {
        let mut random = Random::new(1);
        let texts = [b"a text of some length".to_vec(), Vec::new()];
        let mut n_changed = 0;
        for case in 0..2000 {
            let mut text = texts[case % 2].clone();
            damage(&mut random, &mut text, &[b"<".to_vec()], &texts);
            n_changed += usize::from(text != texts[case % 2]);
        }
        assert!(n_changed > 1000, "{n_changed} of 2000");
        flip_bits(&mut random, &mut [], 3);
    }

    #[test]
    fn cases_of_both_seeds_take_turns() {
        let mut first = Vec::new();
        for_a_while(0.05, |random, number| {
            if number < 4 {
                first.push(random.next_u64());
            }
        });
        let [mut fixed, mut fresh] = generators();
        let [a, b] = [fixed.next_u64(), fresh.next_u64()];
        assert_eq!(first, [a, b, fixed.next_u64(), fresh.next_u64()]);
    }
}
