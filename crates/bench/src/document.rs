//! What a suite leaves behind: tables, plots, and its section of a page of results.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::external::{FAILURE, NO_RESULT, OUT_OF_MEMORY, TIMEOUT};
use crate::plot::{bars, f1_at, length_against_f1, over_time};
use crate::rows::Row;
use crate::runner::{Results, Step, write_steps};
use crate::suite::{ProblemSpec, Suite};
use crate::table::{comma_separated, in_cell, latex, markdown};

/// Writes tables and plots beside the raw rows.
pub fn write_all(suite: &Suite, results: &Results, folder: &Path) -> Result<()> {
    let write = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    write("table.md", section(suite, results))?;
    write("table.csv", comma_separated(suite, &results.rows))?;
    write("table.tex", latex(suite, &results.rows))?;
    write("f1.svg", bars(suite, &results.rows))?;
    write("length-f1.svg", length_against_f1(suite, &results.rows))?;
    if suite.history {
        write_steps(&folder.join("history.csv"), &results.steps)?;
    }
    if !suite.times.is_empty() {
        write("over-time.svg", over_time(suite, &results.steps))?;
    }
    Ok(())
}

/// The tables of a suite as Markdown.
pub fn section(suite: &Suite, results: &Results) -> String {
    let mut out = markdown(suite, &results.rows);
    if !suite.times.is_empty() {
        out.push_str(&time_table(suite, &results.steps));
    } else if suite.history {
        out.push_str(&emerging(&results.steps));
    }
    out.push_str(&without_result(suite, &results.rows));
    out
}

/// The folds of other learners that have no result, by reason; nothing if all have one.
fn without_result(suite: &Suite, rows: &[Row]) -> String {
    let reasons = [
        (TIMEOUT, "out of time"),
        (OUT_OF_MEMORY, "out of memory"),
        (NO_RESULT, "nothing found"),
        (FAILURE, "failed"),
    ];
    let mut out = String::new();
    for problem in suite.problems.iter().map(ProblemSpec::name) {
        for variant in &suite.variants {
            let own: Vec<&Row> = rows
                .iter()
                .filter(|row| row.problem == problem && row.variant == variant.name)
                .collect();
            let count = |status: &str| own.iter().filter(|row| row.status == status).count();
            let counts: Vec<String> = reasons
                .iter()
                .map(|(status, words)| (count(status), words))
                .filter(|(n, _)| *n > 0)
                .map(|(n, words)| format!("{words} {n}"))
                .collect();
            if !counts.is_empty() {
                let (name, problem, n) = (in_cell(&variant.name), in_cell(problem), own.len());
                let _ = writeln!(out, "| {name} | {problem} | {n} | {} |", counts.join(", "));
            }
        }
    }
    if out.is_empty() {
        return out;
    }
    format!(
        "Folds without a result count as if nothing were covered:\n\n\
         | learner | problem | folds | without a result |\n|---|---|---|---|\n{out}\n"
    )
}

/// How the answer of the first fold came about.
fn emerging(steps: &[Step]) -> String {
    let mut out = String::from(
        "How the answer to the first fold emerged:\n\n\
         | generation | concept | length | train accuracy | train F1 | test accuracy | test F1 |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let first = steps.first().map(|step| (&step.problem, &step.variant, step.seed, step.fold));
    for step in steps {
        if Some((&step.problem, &step.variant, step.seed, step.fold)) == first {
            let [train_accuracy, train_f1, test_accuracy, test_f1] = step.measures;
            let _ = writeln!(
                out,
                "| {} | {} | {} | {train_accuracy:.3} | {train_f1:.3} | {test_accuracy:.3} | {test_f1:.3} |",
                step.generation,
                in_cell(&step.concept),
                step.length
            );
        }
    }
    out.push('\n');
    out
}

/// Quality after so many seconds, ours and that of a paper.
fn time_table(suite: &Suite, steps: &[Step]) -> String {
    let mut out = String::from("Mean test F1 of the best concept so far:\n\n| learner |");
    for time in &suite.times {
        let _ = write!(out, " {time} s |");
    }
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(suite.times.len()));
    for variant in &suite.variants {
        let _ = write!(out, "| {} |", in_cell(&variant.name));
        for &time in &suite.times {
            let _ = write!(out, " {:.3} |", f1_at(steps, &variant.name, time));
        }
        out.push('\n');
    }
    out.push('\n');
    for curve in &suite.paper_curve {
        let points: Vec<String> =
            curve.points.iter().map(|(time, f1)| format!("{f1:.3} after {time} s")).collect();
        let _ = writeln!(out, "- {}, paper: {}", curve.name, points.join(", "));
    }
    out.push('\n');
    out
}

/// Puts the section of a suite into a page, in the place of the one that is there.
pub fn update_page(page: &Path, suite: &Suite, heading: &str, section: &str) -> Result<()> {
    let old = fs::read_to_string(page).unwrap_or_else(|_| "# Results\n".to_owned());
    let (begin, end) =
        (format!("<!-- suite {} -->", suite.name), format!("<!-- end {} -->", suite.name));
    let new = format!("{begin}\n{heading}\n{section}{end}\n");
    let text = match (old.find(&begin), old.find(&end)) {
        (Some(start), Some(stop)) if start < stop => {
            let rest = old[stop + end.len()..].trim_start_matches('\n');
            format!("{}{new}{}{rest}", &old[..start], if rest.is_empty() { "" } else { "\n" })
        }
        _ => format!("{}\n\n{new}", old.trim_end()),
    };
    fs::write(page, text).with_context(|| format!("cannot write {}", page.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_takes_the_place_of_the_old_one() {
        let suite = |name: &str| {
            let text = format!(
                "name = '{name}'\ntitle = 't'\nseeds = [1]\nproblems = ['family']\n[[variants]]\nname = 'a'\n"
            );
            Suite::parse(&text).unwrap()
        };
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("results.md");
        update_page(&page, &suite("one"), "## One", "first\n").unwrap();
        update_page(&page, &suite("two"), "## Two", "second\n").unwrap();
        update_page(&page, &suite("one"), "## One", "third\n").unwrap();
        let text = fs::read_to_string(&page).unwrap();
        assert_eq!(
            text,
            "# Results\n\n<!-- suite one -->\n## One\nthird\n<!-- end one -->\n\n\
             <!-- suite two -->\n## Two\nsecond\n<!-- end two -->\n"
        );
    }
}
