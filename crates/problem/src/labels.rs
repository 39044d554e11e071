//! Tables of individuals with labels or weights: text in, rows out; separator and header are guessed and
//! reported.

use crate::error::{Error, ErrorKind, quoted};
use crate::place::Place;

/// Individuals with labels, and how the table was read.
#[derive(Clone, PartialEq, Debug)]
pub struct LabelTable {
    /// Each individual with its label, as they are written.
    pub rows: Vec<(String, String)>,
    /// Each individual with its weight, where the table has a third column.
    pub weights: Vec<(String, f64)>,
    /// What stands between the two.
    pub separator: char,
    /// Whether the first line is a heading.
    pub has_heading: bool,
}

/// Individuals with weights, and how the table was read.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightTable {
    /// Each individual with its weight.
    pub rows: Vec<(String, f64)>,
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

/// Words above a column of weights.
const WEIGHT_HEADINGS: &[&str] = &["weight", "weights", "sample_weight", "importance"];

/// Reads a table of an individual, its label and, where there is a third column, its weight. Blank lines
/// and lines that start with `#` are left out, and so are quotes around a cell and angle brackets around an
/// individual.
pub fn parse_labels(text: &str) -> Result<LabelTable, Error> {
    let mut table = Table::read(text, "an individual and its label")?;
    let n_columns = table.rows[0].cells.len();
    table.check_width(if n_columns == 3 { 3 } else { 2 })?;
    let first = &table.rows[0].cells;
    let has_heading = is_heading(&first[0], HEADINGS[0]) || is_heading(&first[1], HEADINGS[1]);
    if has_heading {
        table.rows.remove(0);
    }
    let row = |row: &Row| (row.cells[0].clone(), row.cells[1].clone());
    let mut weights = Vec::new();
    for row in table.rows.iter().filter(|row| row.cells.len() == 3) {
        weights.push((row.cells[0].clone(), row.weight(2)?));
    }
    let rows = table.rows.iter().map(row).collect();
    Ok(LabelTable { rows, weights, separator: table.separator, has_heading })
}

/// Reads a table of an individual and its weight, by the same rules.
pub fn parse_weights(text: &str) -> Result<WeightTable, Error> {
    let mut table = Table::read(text, "an individual and its weight")?;
    table.check_width(2)?;
    let first = &table.rows[0].cells;
    let has_heading = is_heading(&first[0], HEADINGS[0]) || is_heading(&first[1], WEIGHT_HEADINGS);
    if has_heading {
        table.rows.remove(0);
    }
    let mut rows = Vec::new();
    for row in &table.rows {
        rows.push((row.cells[0].clone(), row.weight(1)?));
    }
    Ok(WeightTable { rows, separator: table.separator, has_heading })
}

fn is_heading(cell: &str, words: &[&str]) -> bool {
    words.contains(&cell.to_lowercase().as_str())
}

/// A text as cells; the first cell of a row is an individual.
struct Table {
    rows: Vec<Row>,
    separator: char,
}

struct Row {
    place: Place,
    cells: Vec<String>,
}

impl Table {
    fn read(text: &str, columns: &str) -> Result<Self, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_row = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let lines = text.lines().enumerate().filter(|(_, line)| is_row(line));
        let lines: Vec<(usize, &str)> = lines.collect();
        let Some(&(_, first)) = lines.first() else {
            return Err(Error::new(ErrorKind::Problem, "there is no individual in it"));
        };
        let Some(separator) = SEPARATORS.into_iter().find(|one| first.contains(*one)) else {
            let message = format!(
                "expected {columns} with a comma, a semicolon, a tab or ‘|’ between them, found {}",
                quoted(first)
            );
            return Err(Error::syntax(Place { line: lines[0].0 + 1, column: 1 }, message));
        };
        let row = |(line_idx, line): (usize, &str)| {
            let mut cells = cells(line, separator);
            let individual = &mut cells[0];
            let bare = individual.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
            if let Some(bare) = bare.map(str::to_owned) {
                *individual = bare;
            }
            Row { place: Place { line: line_idx + 1, column: 1 }, cells }
        };
        Ok(Self { rows: lines.into_iter().map(row).collect(), separator })
    }

    fn check_width(&self, n_columns: usize) -> Result<(), Error> {
        match self.rows.iter().find(|row| row.cells.len() != n_columns) {
            None => Ok(()),
            Some(row) => {
                let expected = if n_columns == 3 { "three" } else { "two" };
                let (n, line) = (row.cells.len(), row.cells.join(&self.separator.to_string()));
                let message =
                    format!("expected {expected} columns, found {n} in {}", quoted(&line));
                Err(Error::syntax(row.place, message))
            }
        }
    }
}

impl Row {
    /// The weight in a cell.
    fn weight(&self, column: usize) -> Result<f64, Error> {
        let cell = &self.cells[column];
        let number = cell.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
        number.ok_or_else(|| {
            let message = format!("expected a weight of 0 or more, found {}", quoted(cell));
            Error::value(self.place, message)
        })
    }
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
            ("a,X,1\nb,Y\n", "expected three columns, found 2"),
            ("a,X,1\nb,Y,often\n", "line 2, column 1: expected a weight of 0 or more"),
        ] {
            let error = parse_labels(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn weights_are_a_table_of_their_own_or_a_third_column() {
        let table = parse_weights("# trust\nindividual;weight\n<http://e/a>;2\nb;0.5\n");
        let table = table.expect("a table");
        assert_eq!(table.rows, [("http://e/a".to_owned(), 2.0), ("b".to_owned(), 0.5)]);
        assert_eq!((table.separator, table.has_heading), (';', true));
        let table = parse_labels("name,label,weight\na,X,3\n").expect("a table");
        assert_eq!(table.rows, [("a".to_owned(), "X".to_owned())]);
        assert_eq!(table.weights, [("a".to_owned(), 3.0)]);
        for (text, words) in [
            ("a,-1\n", "a weight of 0 or more, found `-1`"),
            ("a,1\nb,inf\n", "line 2"),
            ("a,1,2\n", "expected two columns, found 3"),
        ] {
            let error = parse_weights(text).expect_err(text).to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
