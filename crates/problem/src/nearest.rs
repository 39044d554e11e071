//! The name that may have been meant: a name comes in, the nearest of the known ones comes out.

/// The known name with the fewest edits, if these are few for its length.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Beyond this length names are not misspelt but different, and the table becomes large.
    const LONGEST: usize = 100;
    let name = name.to_lowercase();
    let n_chars = name.chars().count();
    if n_chars > LONGEST {
        return None;
    }
    known
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (edits(&name, &candidate.to_lowercase()), candidate))
        .filter(|(n_edits, _)| *n_edits <= n_chars.div_ceil(3).min(3))
        .min_by_key(|(n_edits, _)| *n_edits)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's distance, row by row.
fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (left_idx, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = left_idx + 1;
        for (right_idx, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[right_idx + 1];
            row[right_idx + 1] = replaced.min(diagonal + 1).min(row[right_idx] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (left, right, n_edits) in
            [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("uncle", "Uncle", 1)]
        {
            assert_eq!(edits(left, right), n_edits, "{left} {right}");
        }
    }

    #[test]
    fn only_near_names_are_offered() {
        let known = ["Uncle", "Aunt", "Grandson"];
        for (name, expect) in
            [("uncel", Some("Uncle")), ("aunts", Some("Aunt")), ("Zebra", None), ("", None)]
        {
            assert_eq!(nearest(name, known), expect, "{name}");
        }
    }
}
