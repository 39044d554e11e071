//! Names that look alike: how many letters of one must change to make another of it.

/// How many letters of a name may be wrong before another one is no longer meant: a third of them, and
/// at most six. Letters beyond ASCII count as their bytes.
pub fn tolerance(name: &[u8]) -> usize {
    name.len().div_ceil(3).min(6)
}

/// The known name that takes the fewest changes, of equals the first, if these are few. Upper case is
/// lower case.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let (mut rows, mut best) = (Vec::new(), None);
    let mut max = tolerance(name.as_bytes());
    for candidate in known {
        let lower = candidate.to_lowercase();
        if let Some(distance) = distance_within(name.as_bytes(), lower.as_bytes(), max, &mut rows) {
            if distance == 0 {
                return Some(candidate);
            }
            // Only what is nearer replaces it.
            (best, max) = (Some(candidate), distance - 1);
        }
    }
    best
}

/// The number of letters to insert, delete, replace or swap with their neighbour, if it is at
/// most `max`. Only the band of the table within `max` of the diagonal is filled.
pub fn distance_within(a: &[u8], b: &[u8], max: usize, rows: &mut Vec<usize>) -> Option<usize> {
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

    #[test]
    fn letters_are_inserted_deleted_replaced_and_swapped() {
        for (a, b, expect) in [
            ("male", "male", Some(0)),
            ("mael", "male", Some(1)),
            ("", "abc", Some(3)),
            ("", "abcd", None),
            ("kitten", "sitting", Some(3)),
            ("female", "male", Some(2)),
            ("abcdef", "uvwxyz", None),
        ] {
            let distance = distance_within(a.as_bytes(), b.as_bytes(), 3, &mut Vec::new());
            assert_eq!(distance, expect, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names_are_offered() {
        let known = ["Uncle", "Aunt", "Aunty", "Grandson"];
        for (name, expect) in [
            ("uncel", Some("Uncle")),
            ("aunts", Some("Aunt")),
            ("AUNTY", Some("Aunty")),
            ("grandsonn", Some("Grandson")),
            ("Zebra", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known), expect, "{name}");
        }
    }
}
