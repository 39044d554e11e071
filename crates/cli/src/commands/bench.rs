//! `bench`: suites into rows, tables and plots.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use evolearner::CancelToken;
use evolearner_bench::{
    Places, ProblemSpec, Row, Suite, SuiteProgress, checkout_suite, run_suite, section,
    update_page, write_all,
};
use indicatif::{ProgressBar, ProgressStyle};

use super::data;
use crate::args::{BenchArgs, Common, OutputFormat};
use crate::interrupt::cancel_on_interrupt;
use crate::{Outcome, input, message, output, threads};

pub(super) fn run(args: &BenchArgs, common: &Common) -> Result<Outcome> {
    if input::is_dash(&args.output) || args.page.as_deref().is_some_and(input::is_dash) {
        bail!("-o is a folder and --page a file that is changed; the tables are on stdout anyway");
    }
    if let Some(page) = &args.page {
        output::check(page, &args.suites)?;
    }
    let cancel = cancel_on_interrupt()?;
    let data = args.data.clone().unwrap_or_else(|| {
        let named = std::env::var_os("EVOLEARNER_DATA").filter(|path| !path.is_empty());
        named.map_or("../shared/datasets".into(), PathBuf::from)
    });
    if let Some(checkout) = &args.smlbench {
        let config = args.config.as_deref().map(input::text).transpose()?;
        let suite = checkout_suite(checkout, config.as_deref())?;
        let command = format!("evolearner bench --smlbench {}", checkout.display());
        one(args, common, &suite, Path::new("."), checkout, &command, &cancel)?;
        return Ok(Outcome::Done);
    }
    for path in &args.suites {
        let text = input::text(path)?;
        let mut suite = Suite::parse(&text).with_context(|| input::name(path))?;
        leave_out_missing(&mut suite, &data, common)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let command = format!("evolearner bench {}", path.display());
        one(args, common, &suite, folder, &data, &command, &cancel)?;
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(Outcome::Done)
}

/// Takes the problems out of a suite that the data folder does not have; what is left is run.
fn leave_out_missing(suite: &mut Suite, data: &Path, common: &Common) -> Result<()> {
    let (there, missing): (Vec<_>, Vec<_>) =
        std::mem::take(&mut suite.problems).into_iter().partition(|one| one.files(data).is_ok());
    if there.is_empty() {
        bail!("no problem of the suite is in {}\n\n{}", data.display(), data::SOURCE);
    }
    if !missing.is_empty() && !common.quiet {
        let names: Vec<&str> = missing.iter().map(ProblemSpec::name).collect();
        message::line(format_args!(
            "warning: {} has no {}; the tables are without",
            data.display(),
            names.join(", ")
        ));
    }
    suite.problems = there;
    Ok(())
}

fn one(
    args: &BenchArgs,
    common: &Common,
    suite: &Suite,
    folder: &Path,
    data: &Path,
    command: &str,
    cancel: &CancelToken,
) -> Result<()> {
    let folder_of_results = args.output.join(&suite.name);
    let output = folder_of_results.clone();
    let places = Places { data: data.to_owned(), suite: folder.to_owned(), output };
    let jobs = match args.jobs {
        Some(asked) => threads::bounded(asked, "jobs", common),
        None => common.threads.unwrap_or_else(threads::available),
    };
    let bar = bar(common);
    let start = Instant::now();
    let results = run_suite(suite, &places, jobs, cancel, |progress: SuiteProgress<'_>| {
        let SuiteProgress { done, total, row } = progress;
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        bar.set_message(format!("{} {} fold {}", row.problem, row.variant, row.fold));
    })?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    write_all(suite, &results, &folder_of_results)?;
    let section = section(suite, &results);
    if !common.quiet {
        message::line(format_args!(
            "{}: {} rows in {}, {seconds:.1} s of work now",
            suite.name,
            results.rows.len(),
            folder_of_results.display()
        ));
        let failed: Vec<&Row> = results.rows.iter().filter(|row| row.is_failure()).collect();
        if let Some(row) = failed.last() {
            message::line(format_args!(
                "warning: {} folds failed and count as if nothing were covered; they are tried again \
                 next time. {} on {}: {}",
                failed.len(),
                row.variant,
                row.problem,
                row.concept
            ));
        }
    }
    if let Some(page) = &args.page
        && !cancel.is_cancelled()
    {
        let heading = heading(suite, command, jobs);
        update_page(page, suite, &heading, &section)?;
    }
    // Last, as what is in files does not depend on whether stdout can be written.
    match common.format {
        OutputFormat::Json => output::print(&json_rows(&results.rows)),
        OutputFormat::Text => output::print(&format!("# {}\n\n{section}\n", suite.title)),
    }
}

/// One JSON object per row and line.
fn json_rows(rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in rows {
        let members = row.fields().map(|(key, value)| {
            let is_name = matches!(key, "problem" | "variant" | "settings" | "concept");
            let number = value.parse::<serde_json::Number>().ok().filter(|_| !is_name);
            let value = match number {
                Some(number) => serde_json::Value::Number(number),
                // A cell that is not known.
                None if value.is_empty() && !is_name => serde_json::Value::Null,
                None => serde_json::Value::String(value),
            };
            (key.to_owned(), value)
        });
        let _ = writeln!(lines, "{}", serde_json::Value::Object(members.collect()));
    }
    lines
}

/// What a reader needs to get the same numbers.
fn heading(suite: &Suite, command: &str, jobs: usize) -> String {
    let commit = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output().ok();
    let commit = commit.filter(|output| output.status.success()).map_or_else(
        || "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let days =
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86400);
    let seeds: Vec<String> = suite.seeds.iter().map(ToString::to_string).collect();
    format!(
        "## {}\n\n    {command}\n\n{} folds ({}), seeds {}, {jobs} folds at a time; {cpu}; {}; commit {commit}. \
         Raw rows: [`{}/rows.csv`](results/{}/rows.csv).\n",
        suite.title,
        suite.folds,
        suite.scheme,
        seeds.join(", "),
        date(days),
        suite.name,
        suite.name
    )
}

/// The day of the common calendar so many days after 1970 began (Hinnant's civil-from-days).
fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

fn bar(common: &Common) -> ProgressBar {
    if common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) =
        ProgressStyle::with_template("{wide_bar} {pos}/{len} folds, {eta} left  {msg}")
    {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_773), "2026-11-16");
    }
}
