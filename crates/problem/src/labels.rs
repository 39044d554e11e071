//! Tables of individuals with labels: text in, rows out; separator and header are guessed and reported.

use crate::error::{Error, ErrorKind, quoted};
use crate::place::Place;

/// Individuals with labels, and how the table was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelTable {
    /// Each individual with its label, as they are written.
    pub rows: Vec<(String, String)>,
    /// What stands between the two.
    pub separator: char,
    /// Whether the first line is a heading.
    pub has_heading: bool,
}

/// What may stand between two columns; of two that are in a line, the first.
const SEPARATORS: [char; 4] = ['\t', ';', ',', '|'];

/// Words above a column of individuals, and above one of labels.
const HEADINGS: [&[&str]; 2] = [
    &["individual", "individuals", "iri", "id", "name", "example", "instance", "subject"],
    &["label", "labels", "class", "target", "category", "y", "type"],
];

/// Reads a table of two columns: an individual and its label. Blank lines and lines that start with `#`
/// are left out, and so are quotes around a cell and angle brackets around an individual.
pub fn parse_labels(text: &str) -> Result<LabelTable, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_row = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| is_row(line));
    let lines: Vec<(usize, &str)> = lines.collect();
    let Some(&(_, first)) = lines.first() else {
        return Err(Error::new(ErrorKind::Problem, "there is no individual in it"));
    };
    let Some(separator) = SEPARATORS.into_iter().find(|one| first.contains(*one)) else {
        let message = format!(
            "expected an individual and its label with a comma, a semicolon, a tab or ‘|’ between \
             them, found {}",
            quoted(first)
        );
        return Err(Error::syntax(Place { line: lines[0].0 + 1, column: 1 }, message));
    };
    let mut rows = Vec::new();
    for (line_idx, line) in lines {
        let cells = cells(line, separator);
        let [individual, label] = cells.as_slice() else {
            let place = Place { line: line_idx + 1, column: 1 };
            let message =
                format!("expected two columns, found {} in {}", cells.len(), quoted(line));
            return Err(Error::syntax(place, message));
        };
        let bare = individual.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        rows.push((bare.unwrap_or(individual).to_owned(), label.clone()));
    }
    let is_heading = |cell: &str, words: &[&str]| words.contains(&cell.to_lowercase().as_str());
    let (individual, label) = &rows[0];
    let has_heading = is_heading(individual, HEADINGS[0]) || is_heading(label, HEADINGS[1]);
    if has_heading {
        rows.remove(0);
    }
    Ok(LabelTable { rows, separator, has_heading })
}

/// The cells of a line; within double quotes a separator is a character, and two quotes are one.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let cell = cells.last_mut().expect("there is always a cell");
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.trim().is_empty() => is_quoted = !is_quoted,
            character if character == separator && !is_quoted => cells.push(String::new()),
            character => cell.push(character),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, separator: char, has_heading: bool, expected: &[(&str, &str)]) {
        let table = parse_labels(text).expect(text);
        let rows: Vec<(&str, &str)> =
            table.rows.iter().map(|(one, other)| (&**one, &**other)).collect();
        assert_eq!(rows, expected, "{text}");
        assert_eq!((table.separator, table.has_heading), (separator, has_heading), "{text}");
    }

    #[test]
    fn separators_and_headings_are_guessed() {
        check("a,X\nb,Y\n", ',', false, &[("a", "X"), ("b", "Y")]);
        check("\u{feff}Individual;Label\n<http://e/a>; X\n", ';', true, &[("http://e/a", "X")]);
        check("# who\na\tX, or so\n\n", '\t', false, &[("a", "X, or so")]);
        check("\"a, b\",\"say \"\"X\"\"\"\n", ',', false, &[("a, b", "say \"X\"")]);
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        for (text, words) in [
            ("", "no individual"),
            ("anna\n", "line 1"),
            ("a,X\nb\n", "line 2"),
            ("a,X\nb,Y,Z\n", "found 3"),
        ] {
            let error = parse_labels(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
