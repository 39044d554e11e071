//! Plots as SVG: bars per variant, length against F1, quality over time.

use evolearner::report::chart::{Axis, Chart, Frame, series};

use crate::rows::Row;
use crate::runner::Step;
use crate::statistics::Mean;
use crate::suite::{Measure, ProblemSpec, Suite};
use crate::table::cell;

/// The names of the variants, as a legend has them.
fn legend(suite: &Suite) -> Vec<&str> {
    suite.variants.iter().map(|variant| variant.name.as_str()).collect()
}

/// F1 per problem, a bar per variant, with the standard deviation over folds.
pub fn bars(suite: &Suite, rows: &[Row]) -> String {
    let names = legend(suite);
    let problems = || suite.problems.iter().map(ProblemSpec::name);
    let frame = Frame::of_picture(suite.problems.len() as f64 * 90.0, 224.0, 76.0, &names);
    let mut chart = Chart::new(frame, Axis::of_names(problems()), Axis::around(0.0, 1.0, 0.2));
    let share = 0.8 / names.len() as f64;
    for (place, problem) in problems().enumerate() {
        for (index, name) in names.iter().enumerate() {
            let Some(cell) = cell(suite, rows, problem, name, Measure::F1) else { continue };
            let x = place as f64 + 0.1 + index as f64 * share;
            chart.bar(&series(index), (x, x + share), cell.mean);
            let spread = ((cell.mean - cell.std).max(0.0), (cell.mean + cell.std).min(1.0));
            chart.whisker(x + share / 2.0, spread);
        }
    }
    chart.picture(&format!("{}: test F1", suite.title), &names)
}

/// Length against F1: a dot per problem and variant.
pub fn length_against_f1(suite: &Suite, rows: &[Row]) -> String {
    let names = legend(suite);
    let dots: Vec<(usize, &str, f64, f64)> = suite
        .problems
        .iter()
        .map(ProblemSpec::name)
        .flat_map(|problem| {
            names.iter().enumerate().map(move |(index, name)| (problem, index, name))
        })
        .filter_map(|(problem, index, name)| {
            let length = cell(suite, rows, problem, name, Measure::Length)?.mean;
            let f1 = cell(suite, rows, problem, name, Measure::F1)?.mean;
            Some((index, problem, length, f1))
        })
        .collect();
    let longest = dots.iter().map(|dot| dot.2).fold(5.0, f64::max);
    let frame = Frame::of_picture(494.0, 304.0, 48.0, &names);
    let mut chart = Chart::new(frame, Axis::around(0.0, longest, 1.0), Axis::around(0.0, 1.0, 0.2));
    for &(index, problem, length, f1) in &dots {
        let title = format!("{problem}, {}: length {length:.1}, F1 {f1:.3}", names[index]);
        chart.dot(&series(index), (length, f1), 5.0, &title);
    }
    let of_first = dots.iter().filter(|dot| dot.0 == 0);
    chart.labels(of_first.map(|&(_, problem, length, f1)| (length, f1, problem)).collect());
    chart.name_x("length of the concept");
    chart.picture(&format!("{}: length and test F1", suite.title), &names)
}

/// The mean test F1 of what is best after so many seconds, over all problems, folds and seeds.
pub fn f1_at(steps: &[Step], variant: &str, seconds: f64) -> f64 {
    let of_variant: Vec<&Step> = steps.iter().filter(|step| step.variant == variant).collect();
    let is_same_fold =
        |a: &&Step, b: &&Step| (&a.problem, a.seed, a.fold) == (&b.problem, b.seed, b.fold);
    let values: Vec<f64> = of_variant
        .chunk_by(is_same_fold)
        .map(|steps| {
            let last = steps.iter().rev().find(|step| step.seconds <= seconds);
            // Before the first population is there, its best stands for what will be.
            last.unwrap_or(&steps[0]).measures[3]
        })
        .collect();
    Mean::of(&values).mean
}

/// Quality over time: a curve per variant, on a scale where each step to the right is as much
/// longer.
pub fn over_time(suite: &Suite, steps: &[Step]) -> String {
    let names = legend(suite);
    let times: Vec<f64> = suite.times.iter().copied().filter(|&time| time > 0.0).collect();
    if times.is_empty() {
        return String::new();
    }
    let curve = |name: &&str| -> Vec<(f64, f64)> {
        times.iter().map(|&time| (time.log10(), f1_at(steps, name, time))).collect()
    };
    let curves: Vec<Vec<(f64, f64)>> = names.iter().map(curve).collect();
    let lowest = curves.iter().flatten().map(|point| point.1).fold(0.4, f64::min);
    let ticks = times.iter().map(|time| (time.log10(), format!("{time} s"))).collect();
    let frame = Frame::of_picture(494.0, 284.0, 32.0, &names);
    let mut chart = Chart::new(frame, Axis::between(ticks), Axis::around(lowest, 1.0, 0.1));
    for (index, curve) in curves.into_iter().enumerate() {
        chart.lines(&series(index), curve);
    }
    chart.picture(&format!("{}: test F1 over time", suite.title), &names)
}
