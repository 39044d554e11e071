//! Reports for the terminal.

use std::fmt::Write;

use crate::model::{ConceptModel, LearnReport, NamedReport, Solution};

/// How concepts are written for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// `Male ⊓ ∃ hasChild.⊤`.
    #[default]
    Dl,
    /// `Male and (hasChild some Thing)`.
    Manchester,
}

impl Notation {
    fn of(self, concept: &ConceptModel) -> &str {
        match self {
            Self::Dl => &concept.dl,
            Self::Manchester => &concept.manchester,
        }
    }
}

/// What a person reads after learning several problems: a line for each, and the means.
pub fn learn_many(reports: &[NamedReport], width: usize) -> String {
    let n_columns = reports.iter().map(|named| named.name.chars().count()).max().unwrap_or(0);
    let n_columns = n_columns.max("problem".len());
    let mut out = format!("{:<n_columns$}  length  accuracy     F1   time s  concept\n", "problem");
    let mut sums = [0.0; 4];
    for NamedReport { name, report } in reports {
        let (best, seconds) = (&report.best, report.seconds.total - report.seconds.load);
        let concept = shortened(&best.concept.dl, width.saturating_sub(n_columns + 37).max(30));
        let _ = writeln!(
            out,
            "{name:<n_columns$}  {:>6}  {:>8.3}  {:>5.3}  {seconds:>7.3}  {concept}",
            best.length, best.train.accuracy, best.train.f1
        );
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

/// What a person reads after learning: the front with the chosen row marked, the counts, the
/// sentence.
pub fn learn(report: &LearnReport, width: usize, notation: Notation) -> String {
    let mut out = String::new();
    let best = &report.best;
    front(&mut out, report, width, notation);
    let is_best = report.front.last().is_none_or(|last| last.quality <= best.quality);
    if !is_best {
        let _ = writeln!(out, "\n  ▸ is the answer: {}", report.chosen.because);
    }
    let train = &best.train;
    let _ = write!(
        out,
        "\n  {}\n\n  {}\n\n\
         \x20 covers {} of {} positives and {} of {} negatives: \
         accuracy {:.3}, F1 {:.3}, precision {:.3}, recall {:.3}\n",
        notation.of(&best.concept),
        best.sentence,
        train.tp,
        report.positives,
        train.fp,
        report.negatives,
        train.accuracy,
        train.f1,
        train.precision,
        train.recall
    );
    let seconds = &report.seconds;
    let _ = writeln!(
        out,
        "  {} generations, {} evaluations in {:.2} s ({:.2} s with loading); stopped {}; seed {}",
        report.generations,
        report.evaluations,
        seconds.total - seconds.load,
        seconds.total,
        stopped(report),
        report.seed
    );
    for warning in &report.warnings {
        let _ = writeln!(out, "\n  warning: {warning}");
    }
    out
}

/// Why a run ended, to be read behind "stopped".
pub(crate) fn stopped(report: &LearnReport) -> String {
    match report.stop {
        "cancelled" => "by an interrupt".to_owned(),
        "solved" => "when solved".to_owned(),
        "time" => "by the time limit".to_owned(),
        limit => format!("by {limit}"),
    }
}

fn front(out: &mut String, report: &LearnReport, width: usize, notation: Notation) {
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
        let gain = match last {
            Some(last) => format!("{:+.3}", solution.quality - last),
            None => String::new(),
        };
        last = Some(solution.quality);
        let concept = notation.of(&solution.concept);
        let concept = shortened(concept, width.saturating_sub(33).max(30));
        let _ = writeln!(
            out,
            "{mark} {:>6}  {:>7.3}  {:>5.3}  {gain:>6}  {concept}",
            solution.length, solution.quality, solution.train.f1
        );
    }
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
    fn sparklines_span_their_values() {
        assert_eq!(sparkline(&[0.0, 0.5, 1.0]), "▁▅█");
        assert_eq!(sparkline(&[1.0, 1.0]), "██");
        assert_eq!(sparkline(&[]), "");
    }
}
