//! Reports for the terminal.

use std::fmt::Write;

use evolearner_dl::{Notation, local_name};

use crate::endpoint::EndpointModel;
use crate::model::{
    Committee, ConceptModel, Estimate, LearnReport, MemberModel, NamedReport, Solution,
};
use crate::names::{IndividualName, NameStyle};
use crate::world::WorldModel;
use crate::wrap;

/// What a person wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// The columns of the screen, in which tables are wrapped; nothing is wrapped without them.
    pub width: Option<usize>,
    /// How concepts are written in the table, and first below it.
    pub notation: Notation,
    /// Which names are shown.
    pub names: NameStyle,
    /// The most misclassified examples of either kind that are named.
    pub max_examples: usize,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            width: None,
            notation: Notation::default(),
            names: NameStyle::default(),
            max_examples: 10,
        }
    }
}

/// The spelling of concepts in one report.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    notation: Notation,
    labels: bool,
}

impl Spelling {
    /// The spelling of a report: automatic names are decided by all concepts that it shows.
    pub(crate) fn new(report: &LearnReport, notation: Notation, names: NameStyle) -> Self {
        let shown = report.front.iter().chain([&report.best]);
        let labelled = shown.filter_map(|solution| solution.concept.labelled.as_ref());
        let (n_opaque, n_names) = labelled
            .fold((0, 0), |sum, concept| (sum.0 + concept.n_opaque, sum.1 + concept.n_names));
        Self { notation, labels: names.shows_labels(n_opaque, n_names) }
    }

    /// Whether names are spelled as labels.
    pub(crate) fn has_labels(self) -> bool {
        self.labels
    }

    /// The same in another notation.
    pub(crate) fn in_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The concept as people read it.
    pub(crate) fn of(self, concept: &ConceptModel) -> &str {
        match (self.notation, &concept.labelled) {
            (Notation::Dl, Some(labelled)) if self.labels => &labelled.dl,
            (Notation::Manchester, Some(labelled)) if self.labels => &labelled.manchester,
            (Notation::Dl, _) => &concept.dl,
            (Notation::Manchester, _) => &concept.manchester,
            (Notation::Functional, _) => &concept.functional,
        }
    }
}

/// What a person reads after learning several problems: a line for each, and the means.
pub fn learn_many(reports: &[NamedReport], style: &TextStyle) -> String {
    let n_columns = reports.iter().map(|named| named.name.chars().count()).max().unwrap_or(0);
    let n_columns = n_columns.max("problem".len());
    let mut out = format!("{:<n_columns$}  length  accuracy     F1   time s  concept\n", "problem");
    let mut sums = [0.0; 4];
    for NamedReport { name, report } in reports {
        let (best, seconds) = (&report.best, report.seconds.total - report.seconds.load);
        let _ = write!(
            out,
            "{name:<n_columns$}  {:>6}  {:>8.3}  {:>5.3}  {seconds:>7.3}  ",
            best.length, best.train.accuracy, best.train.f1
        );
        let spelling = Spelling::new(report, style.notation, style.names);
        last_column(&mut out, spelling.of(&best.concept), n_columns + 36, style.width);
        let row = [best.length as f64, best.train.accuracy, best.train.f1, seconds];
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let [length, accuracy, f1, seconds] = sums.map(|sum| sum / reports.len().max(1) as f64);
    let _ = writeln!(
        out,
        "{:<n_columns$}  {length:>6.1}  {accuracy:>8.3}  {f1:>5.3}  {seconds:>7.3}",
        "mean"
    );
    out
}

/// What a person reads after learning: the front with the chosen row marked, the answer in two
/// notations and as a sentence, the counts, the examples that it gets wrong.
pub fn learn(report: &LearnReport, style: &TextStyle) -> String {
    let mut out = String::new();
    let best = &report.best;
    let spelling = Spelling::new(report, style.notation, style.names);
    front(&mut out, report, style.width, spelling);
    let is_best = report.front.last().is_none_or(|last| last.quality <= best.quality);
    // A search by sketch says how much of it was tried.
    if !is_best || report.learner == "sketch" {
        let _ = writeln!(out, "\n  ▸ is the answer: {}", report.chosen.because);
    }
    if let Some(proof) = &report.proof {
        let _ = writeln!(out, "\n  ✓ proven: {}", proof.statement);
    }
    let other = match style.notation {
        Notation::Dl => Notation::Manchester,
        Notation::Manchester | Notation::Functional => Notation::Dl,
    };
    let _ = write!(
        out,
        "\n  {}\n  {}\n\n  {}\n\n",
        spelling.of(&best.concept),
        spelling.in_notation(other).of(&best.concept),
        sentence(&best.sentence),
    );
    if style.names == NameStyle::Both {
        legend(&mut out, &best.concept);
    }
    let train = &best.train;
    let _ = writeln!(
        out,
        "  covers {} of {} positives and {} of {} negatives: \
         accuracy {:.3}, F1 {:.3}, precision {:.3}, recall {:.3}",
        train.tp,
        report.positives,
        train.fp,
        report.negatives,
        train.accuracy,
        train.f1,
        train.precision,
        train.recall
    );
    if let Some(weights) = &report.weights {
        let _ = writeln!(out, "  quality {:.3}: {}", best.quality, weights.statement);
    }
    if let Some(unlabelled) = &report.unlabelled {
        let _ = writeln!(out, "  quality {:.3}: {}", best.quality, unlabelled.statement);
    }
    if let Some(committee) = &report.committee {
        scorecard(&mut out, committee, style.width, spelling);
    }
    for sentence in report.world.iter().flat_map(WorldModel::sentences) {
        let _ = writeln!(out, "  {sentence}");
    }
    if let Some(estimate) = &report.estimate {
        let _ = writeln!(out, "  {}", expected(estimate));
    }
    if let Some(rivals) = &report.rivals {
        let _ = writeln!(out, "  {}", rivals.statement);
    }
    let wrong = &report.misclassified;
    examples(&mut out, "positives missed", &wrong.positives_missed, style);
    examples(&mut out, "negatives covered", &wrong.negatives_covered, style);
    let seconds = &report.seconds;
    let _ = writeln!(
        out,
        "  {}, {} evaluations in {:.2} s ({:.2} s with loading); stopped {}; seed {}",
        steps(report),
        report.evaluations,
        seconds.total - seconds.load,
        seconds.total,
        stopped(report),
        report.seed
    );
    for line in report.endpoint.iter().flat_map(EndpointModel::lines) {
        let _ = writeln!(out, "  {line}");
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "\n  warning: {warning}");
    }
    out
}

/// The members of a committee, a line each.
fn scorecard(out: &mut String, committee: &Committee, width: Option<usize>, spelling: Spelling) {
    let train = &committee.train;
    let n = committee.members.len();
    let (accuracy, f1) = (train.accuracy, train.f1);
    let _ = writeln!(out, "\n  a committee of {n} votes: accuracy {accuracy:.3}, F1 {f1:.3}");
    if committee.first_decides {
        let _ = writeln!(out, "  the first member cannot be outvoted: the vote is the answer");
    }
    let _ = writeln!(out, "  weight  accuracy  concept");
    for MemberModel { weight, solution } in &committee.members {
        let _ = write!(out, "  {weight:>6.2}  {:>8.3}  ", solution.train.accuracy);
        last_column(out, spelling.of(&solution.concept), 20, width);
    }
    out.push('\n');
}

/// What to expect on new examples.
pub(crate) fn expected(estimate: &Estimate) -> String {
    let Estimate { accuracy, low, high, tests, as_good, shuffles, .. } = estimate;
    let simpler: Vec<String> = estimate
        .baselines
        .iter()
        .map(|baseline| format!("{:.2} for a single {}", baseline.accuracy, baseline.name))
        .collect();
    format!(
        "expect accuracy {accuracy:.2} ({low:.2}–{high:.2}) on new examples ({tests} tests on examples held \
         back), {}; a search on shuffled labels does as well in {as_good} of {shuffles} cases",
        simpler.join(", ")
    )
}

/// What the steps of a run count.
pub(crate) fn unit(report: &LearnReport) -> &str {
    report.history.last().map_or("step", |step| step.unit.as_str())
}

/// How many steps a run took.
pub(crate) fn steps(report: &LearnReport) -> String {
    let n_steps = report.generations;
    let plural = if n_steps == 1 { "" } else { "s" };
    format!("{n_steps} {}{plural}", unit(report))
}

/// Why a run ended, to be read behind "stopped".
pub(crate) fn stopped(report: &LearnReport) -> String {
    match report.stop.as_str() {
        "cancelled" => "by an interrupt".to_owned(),
        "solved" => "when solved".to_owned(),
        "time" => "by the time limit".to_owned(),
        "complete" => "when the search was done".to_owned(),
        limit => format!("by {limit}"),
    }
}

/// A phrase as a sentence: with a capital and a full stop.
pub(crate) fn sentence(phrase: &str) -> String {
    let mut letters = phrase.chars();
    let capital = letters.next().map(|first| first.to_uppercase().to_string());
    let stop = if phrase.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{stop}", capital.unwrap_or_default(), letters.as_str())
}

/// What the names in a concept are labelled, a line each.
fn legend(out: &mut String, concept: &ConceptModel) {
    let names: Vec<&str> = concept.labels.keys().map(|iri| local_name(iri)).collect();
    let n_columns = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, label) in names.iter().zip(concept.labels.values()) {
        let _ = writeln!(out, "  {name:<n_columns$}  {}", label.replace(char::is_control, " "));
    }
    if !names.is_empty() {
        out.push('\n');
    }
}

fn examples(out: &mut String, what: &str, wrong: &[IndividualName], style: &TextStyle) {
    if wrong.is_empty() {
        return;
    }
    let n_shown = wrong.len().min(style.max_examples);
    let shown = IndividualName::shown(&wrong[..n_shown], style.names).join(", ");
    let _ = write!(out, "  {what} ({}): {shown}", wrong.len());
    if n_shown < wrong.len() {
        let _ = write!(out, " and {} more", wrong.len() - n_shown);
    }
    out.push('\n');
}

fn front(out: &mut String, report: &LearnReport, width: Option<usize>, spelling: Spelling) {
    let _ = writeln!(out, "  length  quality     F1    gain  concept");
    let mut last = None;
    let is_best = |solution: &Solution| solution.concept.dl == report.best.concept.dl;
    let mut rows: Vec<&Solution> = report.front.iter().collect();
    if !rows.iter().any(|solution| is_best(solution)) {
        rows.push(&report.best);
        rows.sort_by_key(|solution| solution.length);
    }
    for solution in rows {
        let mark = if is_best(solution) { '▸' } else { ' ' };
        let proven = if solution.proven { '✓' } else { ' ' };
        let gain = match last {
            Some(last) => format!("{:+.3}", solution.quality - last),
            None => String::new(),
        };
        last = Some(solution.quality);
        let _ = write!(
            out,
            "{mark}{proven}{:>6}  {:>7.3}  {:>5.3}  {gain:>6}  ",
            solution.length, solution.quality, solution.train.f1
        );
        last_column(out, spelling.of(&solution.concept), 34, width);
    }
}

/// A concept in the last column of a table, which starts behind so many letters: wrapped within
/// that column on a screen, whole and on one line elsewhere.
fn last_column(out: &mut String, concept: &str, n_before: usize, width: Option<usize>) {
    // On a very narrow screen the column keeps a width in which a concept can be read.
    const LEAST: usize = 30;
    let lines = match width {
        Some(width) => wrap::lines(concept, width.saturating_sub(n_before).max(LEAST)),
        None => vec![concept.to_owned()],
    };
    out.push_str(&lines.join(&format!("\n{:n_before$}", "")));
    out.push('\n');
}

/// A text that fits, with an ellipsis where it was cut.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A row of bars, one per value, as high as the value lies between the smallest and the largest.
pub fn sparkline(values: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let bar = |value: &f64| {
        let share = if high > low { (value - low) / (high - low) } else { 1.0 };
        BARS[((share * 7.0).round() as usize).min(7)]
    };
    values.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_with_an_ellipsis() {
        assert_eq!(shortened("Male ⊓ Parent", 20), "Male ⊓ Parent");
        assert_eq!(shortened("Male ⊓ Parent", 7), "Male ⊓…");
    }

    #[test]
    fn a_sentence_has_a_capital_and_a_full_stop() {
        assert_eq!(sentence("a Male who is a Parent"), "A Male who is a Parent.");
        assert_eq!(sentence("Ärzte."), "Ärzte.");
        assert_eq!(sentence("ein"), "Ein.");
    }

    #[test]
    fn the_last_column_is_wrapped_on_a_screen_and_never_cut_elsewhere() {
        let concept = "Male ⊓ ∃ hasSibling.Parent ⊓ ∃ married.Female ⊓ ∃ hasChild.Grandparent";
        let written = |width| {
            let mut out = String::from("12345");
            last_column(&mut out, concept, 5, width);
            out
        };
        assert_eq!(written(None), format!("12345{concept}\n"));
        let wrapped = written(Some(40));
        assert!(wrapped.lines().all(|line| line.chars().count() <= 40), "{wrapped}");
        assert!(wrapped.lines().skip(1).all(|line| line.starts_with("     ")), "{wrapped}");
        let words = wrapped[5..].split_whitespace().collect::<Vec<_>>();
        assert_eq!(words.join(" "), concept);
    }

    #[test]
    fn sparklines_span_their_values() {
        assert_eq!(sparkline(&[0.0, 0.5, 1.0]), "▁▅█");
        assert_eq!(sparkline(&[1.0, 1.0]), "██");
        assert_eq!(sparkline(&[]), "");
    }
}
