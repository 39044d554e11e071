//! `data`: the benchmark data, from a checkout of SML-Bench.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use evolearner_bench::{Checked, Gathered, gather};
use serde_json::json;

use crate::args::{Common, OutputFormat};
use crate::{Outcome, input, output};

/// Where the data comes from and under which terms.
pub(super) const SOURCE: &str = "\
The benchmark data is not part of this program. Two repositories have it, in a folder `learningtasks`:
  https://github.com/SmartDataAnalytics/SML-Bench  (Apache-2.0)
  https://github.com/dice-group/EvoLearner         (AGPL-3.0; the one of the paper)
For most of the data itself no licence is stated, only where it was published first. Then:
  evolearner data CHECKOUT -o datasets
  evolearner bench SUITE.toml --data datasets";

/// Copies what a checkout has and says what it is.
pub(super) fn run(checkout: &Path, folder: &Path, common: &Common) -> Result<Outcome> {
    if input::is_dash(folder) {
        bail!("-o is a folder");
    }
    if !checkout.join("learningtasks").is_dir() {
        bail!("there is no folder `learningtasks` in {}\n\n{SOURCE}", checkout.display());
    }
    let gathered = gather(checkout, folder)?;
    let n_of = |checked: Checked| gathered.iter().filter(|one| one.checked == checked).count();
    if n_of(Checked::Missing) == gathered.len() {
        bail!("no problem of the paper is in {}\n\n{SOURCE}", checkout.display());
    }
    match common.format {
        OutputFormat::Json => {
            let problems: Vec<_> = gathered
                .iter()
                .map(|one| json!({"name": one.name, "checked": word(one.checked)}))
                .collect();
            output::print_json(&json!({"version": 1, "problems": problems}))?;
        }
        OutputFormat::Text => output::print(&text(&gathered))?,
    }
    let is_whole = n_of(Checked::Missing) + n_of(Checked::Differs) == 0;
    Ok(if is_whole { Outcome::Done } else { Outcome::NotGoodEnough })
}

fn text(gathered: &[Gathered]) -> String {
    let mut text = String::new();
    for Gathered { name, checked } in gathered {
        let what = match checked {
            Checked::Same => "the same data as behind our figures",
            Checked::Unknown => "the same examples; the knowledge base could not be compared",
            Checked::Differs => "DIFFERS from the data behind our figures",
            Checked::Missing => "not in the checkout",
        };
        let _ = writeln!(text, "{name:<16} {what}");
    }
    text
}

fn word(checked: Checked) -> &'static str {
    match checked {
        Checked::Same => "same",
        Checked::Unknown => "unknown",
        Checked::Differs => "differs",
        Checked::Missing => "missing",
    }
}
