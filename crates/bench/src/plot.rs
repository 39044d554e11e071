//! Plots as SVG: bars per variant, length against F1, quality over time.

use std::fmt::Write;

use crate::rows::Row;
use crate::runner::Step;
use crate::statistics::Mean;
use crate::suite::{Measure, ProblemSpec, Suite};
use crate::table::cell;

const COLOURS: [&str; 6] = ["#1f6feb", "#d1742f", "#2b8a3e", "#8250df", "#a40e26", "#57606a"];

/// The frame of a plot: a coordinate system with room for labels.
struct Plot {
    out: String,
    width: f64,
    height: f64,
    x: (f64, f64),
    y: (f64, f64),
}

const LEFT: f64 = 56.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 76.0;
const RIGHT: f64 = 170.0;

impl Plot {
    fn new(title: &str, width: f64, height: f64, x: (f64, f64), y: (f64, f64)) -> Self {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\" role=\"img\">\n\
             <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"22\" font-size=\"14\" font-weight=\"600\">{0}</text>",
            escaped(title)
        );
        Self { out, width, height, x, y }
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let share = |value: f64, (low, high): (f64, f64)| (value - low) / (high - low).max(1e-9);
        (
            LEFT + share(x, self.x) * (self.width - LEFT - RIGHT),
            self.height - BOTTOM - share(y, self.y) * (self.height - TOP - BOTTOM),
        )
    }

    /// Lines and numbers for the vertical axis.
    fn grid(&mut self, step: f64, digits: usize) {
        let mut value = self.y.0;
        while value <= self.y.1 + 1e-9 {
            let ((left, y), (right, _)) = (self.at(self.x.0, value), self.at(self.x.1, value));
            let _ = writeln!(
                self.out,
                "<line x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{value:.digits$}</text>",
                left - 6.0,
                y + 4.0
            );
            value += step;
        }
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn legend(&mut self, names: &[&str]) {
        for (index, name) in names.iter().enumerate() {
            let (x, y) = (self.width - RIGHT + 14.0, TOP + 18.0 * index as f64);
            let colour = COLOURS[index % COLOURS.len()];
            let _ = writeln!(
                self.out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>"
            );
            self.text(x + 17.0, y + 10.0, "start", name);
        }
    }

    fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// F1 per problem, a bar per variant, with the standard deviation over folds.
pub fn bars(suite: &Suite, rows: &[Row]) -> String {
    let n = suite.problems.len() as f64;
    let width = LEFT + RIGHT + n * 90.0;
    let mut plot =
        Plot::new(&format!("{}: test F1", suite.title), width, 340.0, (0.0, n), (0.0, 1.0));
    plot.grid(0.2, 1);
    let names: Vec<&str> = suite.variants.iter().map(|variant| variant.name.as_str()).collect();
    let share = 0.8 / names.len() as f64;
    for (place, problem) in suite.problems.iter().map(ProblemSpec::name).enumerate() {
        for (index, name) in names.iter().enumerate() {
            let Some(cell) = cell(suite, rows, problem, name, Measure::F1) else { continue };
            let x = place as f64 + 0.1 + index as f64 * share;
            let ((left, top), (right, zero)) = (plot.at(x, cell.mean), plot.at(x + share, 0.0));
            let middle = f64::midpoint(left, right);
            let (_, high) = plot.at(x, (cell.mean + cell.std).min(1.0));
            let (_, low) = plot.at(x, (cell.mean - cell.std).max(0.0));
            let colour = COLOURS[index % COLOURS.len()];
            let _ = writeln!(
                plot.out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>\
                 <line x1=\"{middle:.1}\" y1=\"{high:.1}\" x2=\"{middle:.1}\" y2=\"{low:.1}\" stroke=\"#222\"/>",
                (right - left - 1.0).max(1.0),
                zero - top
            );
        }
        let (x, y) = plot.at(place as f64 + 0.5, 0.0);
        let _ = writeln!(
            plot.out,
            "<text transform=\"translate({x:.1} {:.1}) rotate(-20)\" text-anchor=\"end\">{}</text>",
            y + 16.0,
            escaped(problem)
        );
    }
    plot.legend(&names);
    plot.finish()
}

/// Length against F1: a dot per problem and variant.
pub fn length_against_f1(suite: &Suite, rows: &[Row]) -> String {
    let names: Vec<&str> = suite.variants.iter().map(|variant| variant.name.as_str()).collect();
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
    let longest = dots.iter().map(|dot| dot.2).fold(5.0, f64::max) * 1.1;
    let title = format!("{}: length and test F1", suite.title);
    let mut plot = Plot::new(&title, 720.0, 420.0, (0.0, longest), (0.0, 1.0));
    plot.grid(0.2, 1);
    for (index, problem, length, f1) in dots {
        let (x, y) = plot.at(length, f1);
        let colour = COLOURS[index % COLOURS.len()];
        let _ =
            writeln!(plot.out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>");
        if index == 0 {
            plot.text(x + 8.0, y + 4.0, "start", problem);
        }
    }
    for tick in 0..=5 {
        let value = longest * f64::from(tick) / 5.0;
        let (x, y) = plot.at(value, 0.0);
        plot.text(x, y + 18.0, "middle", &format!("{value:.0}"));
    }
    let (x, y) = plot.at(longest / 2.0, 0.0);
    plot.text(x, y + 38.0, "middle", "length of the concept");
    plot.legend(&names);
    plot.finish()
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
    let times: Vec<f64> = suite.times.iter().copied().filter(|&time| time > 0.0).collect();
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return String::new() };
    let names: Vec<&str> = suite.variants.iter().map(|variant| variant.name.as_str()).collect();
    let title = format!("{}: test F1 over time", suite.title);
    let range = (first.log10(), last.log10());
    let mut plot = Plot::new(&title, 720.0, 400.0, range, (0.4, 1.0));
    plot.grid(0.1, 1);
    for (index, name) in names.iter().enumerate() {
        let points: Vec<String> = times
            .iter()
            .map(|&time| {
                let (x, y) = plot.at(time.log10(), f1_at(steps, name, time));
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let colour = COLOURS[index % COLOURS.len()];
        let _ = writeln!(
            plot.out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
    for &time in &times {
        let (x, y) = plot.at(time.log10(), plot.y.0);
        plot.text(x, y + 18.0, "middle", &format!("{time} s"));
    }
    plot.legend(&names);
    plot.finish()
}
