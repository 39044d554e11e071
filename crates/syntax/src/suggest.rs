//! Names that look like one that is not there.

use evolearner_dl::{Symbols, local_name};

use crate::error::NameKind;
use crate::vocabulary::{n_names, name_at};

/// How many names are offered.
const MAX_OFFERED: usize = 3;

/// The things of a kind whose local names or labels are nearest to a name, nearest first; those
/// that differ in more than a third of their letters are not offered.
///
/// Every name is looked at once, and most are dismissed by their length alone or by where they
/// start to differ: a million names take a fraction of a second. Letters beyond ASCII count as
/// their bytes.
pub(crate) fn nearest(symbols: &Symbols, kind: NameKind, name: &str) -> Vec<usize> {
    let wanted = local_name(name).to_ascii_lowercase().into_bytes();
    let mut max_distance = wanted.len().div_ceil(3).min(6);
    let mut best: Vec<(usize, usize)> = Vec::new();
    let mut letters = Vec::new();
    let mut row = Vec::new();
    for index in 0..n_names(symbols, kind) {
        let iri = name_at(symbols, kind, index);
        let label = if symbols.labels.is_empty() { None } else { symbols.label(iri) };
        for spelling in [Some(local_name(iri)), label].into_iter().flatten() {
            if spelling.len().abs_diff(wanted.len()) > max_distance {
                continue;
            }
            letters.clear();
            letters.extend(spelling.bytes().map(|byte| byte.to_ascii_lowercase()));
            if let Some(distance) = distance_within(&wanted, &letters, max_distance, &mut row) {
                best.push((distance, index));
                best.sort_unstable();
                best.dedup_by_key(|&mut (_, index)| index);
                if best.len() >= MAX_OFFERED {
                    best.truncate(MAX_OFFERED);
                    max_distance = best[MAX_OFFERED - 1].0;
                }
            }
        }
    }
    best.into_iter().map(|(_, index)| index).collect()
}

/// The number of letters to insert, delete, replace or swap with their neighbour, if it is at
/// most `max`. Only the band of the table within `max` of the diagonal is filled.
fn distance_within(a: &[u8], b: &[u8], max: usize, rows: &mut Vec<usize>) -> Option<usize> {
    if a.len().abs_diff(b.len()) > max {
        return None;
    }
    // What both start and end with costs nothing.
    let n_front = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[n_front..], &b[n_front..]);
    let n_back = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - n_back], &b[..b.len() - n_back]);
    let width = b.len() + 1;
    let far = max + 1;
    rows.clear();
    rows.resize(3 * width, far);
    for (j, cell) in rows[..width].iter_mut().enumerate().take(max + 1) {
        *cell = j;
    }
    for i in 1..=a.len() {
        let (now, last, before) = ((i % 3) * width, ((i + 2) % 3) * width, ((i + 1) % 3) * width);
        rows[now..now + width].fill(far);
        if i <= max {
            rows[now] = i;
        }
        let mut least = rows[now];
        for j in i.saturating_sub(max).max(1)..=(i + max).min(b.len()) {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut distance =
                (rows[last + j - 1] + differs).min(rows[last + j] + 1).min(rows[now + j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                distance = distance.min(rows[before + j - 2] + 1);
            }
            rows[now + j] = distance;
            least = least.min(distance);
        }
        if least > max {
            return None;
        }
    }
    let distance = rows[(a.len() % 3) * width + b.len()];
    (distance <= max).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_dl::Names;

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expect: Option<usize>| {
            let distance = distance_within(a.as_bytes(), b.as_bytes(), 3, &mut Vec::new());
            assert_eq!(distance, expect, "{a} {b}");
        };
        check("male", "male", Some(0));
        check("mael", "male", Some(1));
        check("", "abc", Some(3));
        check("", "abcd", None);
        check("kitten", "sitting", Some(3));
        check("female", "male", Some(2));
        check("abcdef", "uvwxyz", None);
    }

    #[test]
    fn labels_and_local_names_are_offered() {
        let symbols = Symbols {
            classes: Names::from_sorted(["http://x#GO_1", "http://x#Parent", "http://x#Patent"]),
            labels: vec![("http://x#GO_1".into(), "apoptosis".into())],
            ..Symbols::default()
        };
        assert_eq!(nearest(&symbols, NameKind::Class, "parnet"), [1, 2]);
        assert_eq!(nearest(&symbols, NameKind::Class, "Apoptose"), [0]);
        assert!(nearest(&symbols, NameKind::Class, "zebra").is_empty());
    }
}
