//! Suites: problems × variants × seeds, as data.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use evolearner::report::model::OptionValues;
use evolearner::{AUTO, Layer, Learner};
use serde::Deserialize;

use crate::folds::Scheme;
use crate::memory::MemoryLimit;

/// A suite as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// What it is called, in file names too.
    pub name: String,
    /// What it shows, in a line.
    pub title: String,
    /// The measures that get a table each.
    #[serde(default = "default_show")]
    pub show: Vec<Measure>,
    /// The parts of cross-validation.
    #[serde(default = "default_folds")]
    pub folds: usize,
    /// How examples are dealt.
    #[serde(default = "default_scheme")]
    pub scheme: String,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The problems.
    pub problems: Vec<ProblemSpec>,
    /// The columns.
    pub variants: Vec<Variant>,
    /// Whether the way to the answer is tested too.
    #[serde(default)]
    pub history: bool,
    /// Seconds at which the best so far is looked at.
    #[serde(default)]
    pub times: Vec<f64>,
    /// What a paper reports, to stand beside.
    #[serde(default)]
    pub paper: Vec<PaperFigures>,
    /// Curves of a paper.
    #[serde(default)]
    pub paper_curve: Vec<PaperCurve>,
}

fn default_show() -> Vec<Measure> {
    vec![Measure::F1]
}

fn default_folds() -> usize {
    10
}

fn default_scheme() -> String {
    Scheme::SmlBench.word().to_owned()
}

/// What a table shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Test accuracy.
    Accuracy,
    /// Test F1.
    F1,
    /// Length.
    Length,
    /// Seconds per fold.
    Seconds,
}

impl Measure {
    /// Its heading.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Accuracy => "Accuracy",
            Self::F1 => "F1",
            Self::Length => "Length",
            Self::Seconds => "Seconds per fold",
        }
    }
}

/// A problem: a name for the usual layout of the data folder, or its files.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum ProblemSpec {
    /// `NAME/NAME.owl` (or `.owl.gz`), `NAME/pos.txt` and `NAME/neg.txt`.
    Named(String),
    /// Files, relative to the data folder.
    Files {
        /// What it is called.
        name: String,
        /// The knowledge base.
        kb: PathBuf,
        /// The positives, one a line.
        positives: PathBuf,
        /// The negatives, one a line.
        negatives: PathBuf,
    },
}

/// Where a problem is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemFiles {
    /// What it is called.
    pub name: String,
    /// The knowledge base.
    pub kb: PathBuf,
    /// The positives.
    pub positives: PathBuf,
    /// The negatives.
    pub negatives: PathBuf,
}

impl ProblemSpec {
    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) | Self::Files { name, .. } => name,
        }
    }

    /// Finds the files in a data folder.
    pub fn files(&self, data: &Path) -> Result<ProblemFiles> {
        let files = match self {
            Self::Named(name) => {
                let folder = data.join(name);
                let kb = ["owl", "owl.gz", "ttl", "nt"]
                    .iter()
                    .map(|ending| folder.join(format!("{name}.{ending}")))
                    .find(|path| path.exists())
                    .with_context(|| format!("there is no {name}.owl in {}", folder.display()))?;
                let (positives, negatives) = (folder.join("pos.txt"), folder.join("neg.txt"));
                ProblemFiles { name: name.clone(), kb, positives, negatives }
            }
            Self::Files { name, kb, positives, negatives } => ProblemFiles {
                name: name.clone(),
                kb: data.join(kb),
                positives: data.join(positives),
                negatives: data.join(negatives),
            },
        };
        Ok(files)
    }
}

/// A column: our learner with some settings, or another learner.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// The method of our own that learns.
    #[serde(default = "default_learner")]
    pub learner: String,
    /// Where options start from.
    #[serde(default = "default_preset")]
    pub preset: String,
    /// What is different. Another learner gets them as `settings.NAME` of its configuration.
    #[serde(default)]
    pub settings: OptionValues,
    /// The folder of another learner that speaks the protocol of SML-Bench (`run`, `validate`),
    /// relative to the suite's file.
    #[serde(default)]
    pub system: Option<PathBuf>,
    /// The most seconds per fold for another learner.
    #[serde(default = "default_seconds")]
    pub seconds: u64,
    /// The most megabytes of memory of another learner, with all programs that it starts; no limit unless given.
    #[serde(default)]
    pub megabytes: Option<u64>,
}

fn default_learner() -> String {
    AUTO.to_owned()
}

fn default_preset() -> String {
    "paper".to_owned()
}

fn default_seconds() -> u64 {
    300
}

impl Variant {
    /// The learner with a seed.
    pub fn learner(&self, seed: u64) -> Result<Learner> {
        let learner = || -> Result<Learner> {
            let mut learner = Learner::new(&self.learner, &self.preset)?;
            learner.set_all(&self.settings, Layer::Caller)?;
            let learner = learner.with("seed", seed)?;
            learner.check()?;
            Ok(learner)
        };
        learner().with_context(|| self.name.clone())
    }
}

/// A mean, and a standard deviation where there is one.
pub type Figure = Vec<f64>;

/// What a paper reports for one cell.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperFigures {
    /// The row.
    pub problem: String,
    /// The column; it need not be one of ours.
    pub variant: String,
    /// Test accuracy.
    #[serde(default)]
    pub accuracy: Option<Figure>,
    /// Test F1.
    #[serde(default)]
    pub f1: Option<Figure>,
    /// Length.
    #[serde(default)]
    pub length: Option<Figure>,
}

impl PaperFigures {
    /// The figure of a measure.
    pub fn figure(&self, measure: Measure) -> Option<&Figure> {
        match measure {
            Measure::Accuracy => self.accuracy.as_ref(),
            Measure::F1 => self.f1.as_ref(),
            Measure::Length => self.length.as_ref(),
            Measure::Seconds => None,
        }
    }
}

/// A curve of a paper: seconds and F1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperCurve {
    /// What it is called.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

impl Suite {
    /// Reads a suite.
    pub fn parse(text: &str) -> Result<Self> {
        let suite: Self = toml::from_str(text)?;
        suite.check()?;
        Ok(suite)
    }

    /// Refuses what would give rows that cannot be distinguished, or files in other places.
    pub(crate) fn check(&self) -> Result<()> {
        if self.variants.is_empty() || self.problems.is_empty() || self.seeds.is_empty() {
            bail!("a suite needs problems, variants and seeds");
        }
        if self.folds < 2 {
            bail!("cross-validation needs at least 2 folds");
        }
        self.scheme()?;
        // Settings of external learners are not checked: only the program knows its options.
        for variant in self.variants.iter().filter(|variant| variant.system.is_none()) {
            variant.learner(1)?;
            if variant.megabytes.is_some() {
                bail!(
                    "{}: `megabytes` is a limit of other learners, those with a `system`",
                    variant.name
                );
            }
        }
        if self.variants.iter().any(|variant| variant.megabytes.is_some())
            && !MemoryLimit::can_be_kept()
        {
            bail!("`megabytes` is kept on Linux only: take it out of the suite to run it here");
        }
        let is_file_name = !matches!(self.name.as_str(), "" | "." | "..")
            && !self.name.contains(|c: char| matches!(c, '/' | '\\' | ':') || c.is_control());
        if !is_file_name {
            bail!(
                "a suite's name is the name of its folder of results: `{}` cannot be one",
                self.name
            );
        }
        let variants = self.variants.iter().map(|variant| variant.name.as_str());
        if let Some(name) = repeated(variants) {
            bail!("two variants are called `{name}`: give one of them another name");
        }
        if let Some(name) = repeated(self.problems.iter().map(ProblemSpec::name)) {
            bail!("two problems are called `{name}`: give one of them another name");
        }
        if let Some(seed) = repeated(self.seeds.iter()) {
            bail!("seed {seed} is given twice: a seed counts once");
        }
        Ok(())
    }

    /// How examples are dealt.
    pub fn scheme(&self) -> Result<Scheme> {
        Scheme::from_word(&self.scheme)
            .with_context(|| format!("scheme is `smlbench` or `stratified`, not `{}`", self.scheme))
    }
}

/// The first item that comes a second time.
fn repeated<T: Ord + Copy>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut seen = std::collections::BTreeSet::new();
    items.into_iter().find(|&item| !seen.insert(item))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A suite with these parts, or why it is refused.
    fn parse(name: &str, seeds: &str, problems: &str, variants: &[&str]) -> Result<Suite, String> {
        let variant = |name: &&str| format!("[[variants]]\nname = '{name}'\n");
        let variants = variants.iter().map(variant).collect::<Vec<_>>().concat();
        let text = format!(
            "name = '{name}'\ntitle = 't'\nseeds = {seeds}\nproblems = {problems}\n{variants}"
        );
        Suite::parse(&text).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refused(suite: Result<Suite, String>, word: &str) {
        let message = suite.expect_err(word);
        assert!(message.contains(word), "no `{word}` in: {message}");
    }

    #[test]
    fn two_variants_of_one_name_are_refused() {
        refused(parse("s", "[1]", "['p']", &["a", "b", "a"]), "two variants are called `a`");
        assert!(parse("s", "[1]", "['p']", &["a", "b"]).is_ok());
    }

    #[test]
    fn two_problems_of_one_name_are_refused() {
        refused(parse("s", "[1]", "['p', 'p']", &["a"]), "two problems are called `p`");
    }

    #[test]
    fn settings_of_another_learner_are_its_own() {
        let suite = |system: &str| {
            let variant = format!("[[variants]]\nname = 'v'\nsettings = {{ trees = 9 }}\n{system}");
            Suite::parse(&format!(
                "name = 's'\ntitle = 't'\nseeds = [1]\nproblems = ['p']\n{variant}"
            ))
        };
        assert!(suite("system = 'forest'").is_ok());
        let error = suite("").expect_err("our learners have no trees");
        assert!(format!("{error:#}").contains("trees"), "{error:#}");
    }

    #[test]
    fn a_seed_given_twice_is_refused() {
        refused(parse("s", "[3, 1, 3]", "['p']", &["a"]), "seed 3 is given twice");
    }

    #[test]
    fn a_suite_cannot_write_outside_its_folder() {
        for name in ["../evil", "/evil", "..", ".", "", "a/b", "a\\b", "C:evil"] {
            refused(parse(name, "[1]", "['p']", &["a"]), "name of its folder");
        }
        assert!(parse("paper-table3.v2", "[1]", "['p']", &["a"]).is_ok());
    }
}
