//! Tables from rows: ours beside what a paper reports.

use std::fmt::Write;

use crate::rows::Row;
use crate::statistics::{Mean, wilcoxon};
use crate::suite::{Measure, ProblemSpec, Suite};

/// One cell: a mean over seeds of means over folds, and the mean of their deviations, as the
/// paper reports them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// The mean.
    pub mean: f64,
    /// The mean over seeds of the standard deviation over folds.
    pub std: f64,
    /// Values behind it.
    pub n: usize,
}

/// What a row says of a measure, if anything; a fold without result counts as a failure.
fn value(row: &Row, measure: Measure) -> Option<f64> {
    match measure {
        Measure::Accuracy => Some(row.test().accuracy()),
        Measure::F1 => Some(row.test().f1()),
        Measure::Length => row.length.map(|length| length as f64),
        Measure::Seconds => Some(row.seconds),
    }
}

/// The cell of a problem and a variant, if there are rows for it.
pub fn cell(
    suite: &Suite,
    rows: &[Row],
    problem: &str,
    variant: &str,
    measure: Measure,
) -> Option<Cell> {
    let mut means = Vec::new();
    let mut deviations = Vec::new();
    let mut n = 0;
    for &seed in &suite.seeds {
        let values: Vec<f64> = rows
            .iter()
            .filter(|row| row.problem == problem && row.variant == variant && row.seed == seed)
            .filter_map(|row| value(row, measure))
            .collect();
        if values.is_empty() {
            continue;
        }
        n += values.len();
        let mean = Mean::of(&values);
        means.push(mean.mean);
        deviations.push(mean.std);
    }
    (n > 0).then(|| Cell { mean: Mean::of(&means).mean, std: Mean::of(&deviations).mean, n })
}

/// The names of the problems of a suite.
fn problems(suite: &Suite) -> Vec<&str> {
    suite.problems.iter().map(ProblemSpec::name).collect()
}

/// A table as rows of texts, heading first.
fn grid(suite: &Suite, rows: &[Row], measure: Measure) -> Vec<Vec<String>> {
    let digits = match measure {
        Measure::Length => 1,
        _ => 3,
    };
    let mut heading = vec!["problem".to_owned()];
    let reported = |problem: &str, variant: &str| {
        suite
            .paper
            .iter()
            .find(|figures| figures.problem == problem && figures.variant == variant)
            .and_then(|figures| figures.figure(measure))
    };
    let has_paper =
        |variant: &str| problems(suite).iter().any(|name| reported(name, variant).is_some());
    let mut ours: Vec<&str> = suite.variants.iter().map(|variant| variant.name.as_str()).collect();
    ours.retain(|name| rows.iter().any(|row| row.variant == *name));
    let mut others: Vec<&str> = Vec::new();
    for figures in &suite.paper {
        let name = figures.variant.as_str();
        if !ours.contains(&name) && !others.contains(&name) && has_paper(name) {
            others.push(name);
        }
    }
    for name in &ours {
        heading.push((*name).to_owned());
        if has_paper(name) {
            heading.push(format!("{name}, paper"));
        }
    }
    heading.extend(others.iter().map(|name| format!("{name}, paper")));
    let mut grid = vec![heading];
    for problem in problems(suite) {
        let figure = |variant: &str| match reported(problem, variant).map(Vec::as_slice) {
            Some([mean, std, ..]) => format!("{mean:.2} ± {std:.2}"),
            Some([mean]) => format!("{mean:.2}"),
            _ => "–".to_owned(),
        };
        let mut line = vec![problem.to_owned()];
        for name in &ours {
            line.push(match cell(suite, rows, problem, name, measure) {
                Some(cell) => format!("{:.digits$} ± {:.digits$}", cell.mean, cell.std),
                None => "–".to_owned(),
            });
            if has_paper(name) {
                line.push(figure(name));
            }
        }
        line.extend(others.iter().map(|name| figure(name)));
        grid.push(line);
    }
    grid
}

/// A text as one cell of a Markdown table.
pub(crate) fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// Everything a suite shows, as Markdown.
pub fn markdown(suite: &Suite, rows: &[Row]) -> String {
    let mut out = String::new();
    for &measure in &suite.show {
        let _ = writeln!(out, "**{}**\n", measure.heading());
        for (index, line) in grid(suite, rows, measure).iter().enumerate() {
            let cells: Vec<String> = line.iter().map(|cell| in_cell(cell)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
            if index == 0 {
                let _ = writeln!(out, "|{}", "---|".repeat(line.len()));
            }
        }
        out.push('\n');
    }
    out.push_str(&tests(suite, rows));
    out
}

/// The same as CSV, a measure per block.
pub fn comma_separated(suite: &Suite, rows: &[Row]) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for &measure in &suite.show {
        for line in grid(suite, rows, measure) {
            let line = std::iter::once(measure.heading().to_owned()).chain(line);
            writer.write_record(line).expect("memory can be written");
        }
    }
    let bytes = writer.into_inner().expect("memory can be written");
    String::from_utf8(bytes).expect("tables are text")
}

/// The same as LaTeX, a `tabular` per measure.
pub fn latex(suite: &Suite, rows: &[Row]) -> String {
    let escaped = |text: &str| {
        let mut out = String::new();
        for character in text.chars() {
            match character {
                '±' => out.push_str("$\\pm$"),
                '–' => out.push_str("--"),
                '_' | '&' | '%' | '#' | '$' => {
                    out.push('\\');
                    out.push(character);
                }
                other => out.push(other),
            }
        }
        out
    };
    let mut out = String::new();
    for &measure in &suite.show {
        let grid = grid(suite, rows, measure);
        let _ = writeln!(out, "% {}: {}", suite.title, measure.heading());
        let _ =
            writeln!(out, "\\begin{{tabular}}{{l{}}}\n\\toprule", "c".repeat(grid[0].len() - 1));
        for (index, line) in grid.iter().enumerate() {
            let cells: Vec<String> = line.iter().map(|cell| escaped(cell)).collect();
            let _ = writeln!(out, "{} \\\\", cells.join(" & "));
            if index == 0 {
                out.push_str("\\midrule\n");
            }
        }
        out.push_str("\\bottomrule\n\\end{tabular}\n\n");
    }
    out
}

/// Paired tests between any two columns, on F1 per fold (means over seeds).
fn tests(suite: &Suite, rows: &[Row]) -> String {
    let names: Vec<&str> = suite.variants.iter().map(|variant| variant.name.as_str()).collect();
    if names.len() < 2 {
        return String::new();
    }
    let mut out = String::from(
        "Wilcoxon signed-rank tests on F1, pairs by problem and fold (means over seeds), two-sided:\n\n\
         | | | pairs | difference of means | p |\n|---|---|---|---|---|\n",
    );
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            let (a, b) = paired(suite, rows, one, other);
            if a.is_empty() {
                continue;
            }
            let difference = Mean::of(&a).mean - Mean::of(&b).mean;
            let p = wilcoxon(&a, &b);
            let (one, other) = (in_cell(one), in_cell(other));
            let _ = writeln!(out, "| {one} | {other} | {} | {difference:+.3} | {p:.4} |", a.len());
        }
    }
    out.push('\n');
    out
}

/// F1 of two variants where both have a value: per problem and fold, means over seeds.
fn paired(suite: &Suite, rows: &[Row], one: &str, other: &str) -> (Vec<f64>, Vec<f64>) {
    let of = |problem: &str, variant: &str, fold: usize| {
        let values: Vec<f64> = rows
            .iter()
            .filter(|row| row.problem == problem && row.variant == variant && row.fold == fold)
            .map(|row| row.test().f1())
            .collect();
        (!values.is_empty()).then(|| Mean::of(&values).mean)
    };
    let mut pairs = (Vec::new(), Vec::new());
    for problem in problems(suite) {
        for fold in 0..suite.folds {
            if let (Some(a), Some(b)) = (of(problem, one, fold), of(problem, other, fold)) {
                pairs.0.push(a);
                pairs.1.push(b);
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(variant: &str, fold: usize) -> Row {
        Row {
            problem: "p|q".to_owned(),
            variant: variant.to_owned(),
            settings: String::new(),
            seed: 1,
            fold,
            status: "ok".to_owned(),
            train_tp: None,
            train_fp: None,
            train_tn: None,
            train_fn: None,
            test_tp: 1,
            test_fp: 0,
            test_tn: 1,
            test_fn: 0,
            length: None,
            nodes: None,
            seconds: 1.0,
            concept: String::new(),
        }
    }

    fn suite() -> Suite {
        let text = "name = 's'\ntitle = 't'\nshow = ['f1', 'length']\nfolds = 2\nseeds = [1]\n\
                    problems = ['p|q']\n[[variants]]\nname = 'a|b'\n[[variants]]\nname = 'c'\n";
        Suite::parse(text).unwrap()
    }

    fn rows() -> Vec<Row> {
        vec![row("a|b", 0), row("a|b", 1), row("c", 0), row("c", 1)]
    }

    #[test]
    fn a_bar_in_a_name_does_not_break_a_table() {
        let text = markdown(&suite(), &rows());
        let tables: Vec<Vec<&str>> = text
            .split("\n\n")
            .map(|block| block.lines().filter(|line| line.starts_with('|')).collect())
            .filter(|table: &Vec<&str>| !table.is_empty())
            .collect();
        assert_eq!(tables.len(), 3, "{text}");
        for table in tables {
            // Columns, as a reader of Markdown sees them: an escaped bar is a character.
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            assert!(table.iter().all(|line| columns(line) == columns(table[1])), "{table:?}");
            assert!(table.iter().any(|line| line.contains("a\\|b")), "{table:?}");
        }
    }

    #[test]
    fn an_unknown_length_is_no_length_of_zero() {
        assert_eq!(cell(&suite(), &rows(), "p|q", "c", Measure::Length), None);
        let mut rows = rows();
        rows[3].length = Some(7);
        let known = cell(&suite(), &rows, "p|q", "c", Measure::Length).unwrap();
        assert_eq!((known.mean, known.n), (7.0, 1));
    }
}
