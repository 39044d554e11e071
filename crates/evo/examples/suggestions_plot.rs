//! The rows of the example `suggestions` as a picture, and how many labels each way needs.
//!
//! `cargo run -p evolearner-kit --example suggestions_plot -- suggestions.csv > suggestions.svg`
//!
//! A way has reached the goal where the mean accuracy over all splits is within two points of that with
//! all labels, and stays there on average over the five points from there on. That is one point of a curve; the
//! whole of it is how much more accurate suggestions are at the same numbers of labels, as the mean and the
//! standard error over splits. The table goes to stderr.

use std::collections::BTreeMap;
use std::error::Error;

/// How far below the accuracy with all labels the goal is.
const TOLERANCE: f64 = 0.02;
/// Over so many points the mean is taken, so that one lucky label is no goal.
const WINDOW: usize = 5;

/// The size of a panel, and what is between two of them.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 150.0;
const GAP: f64 = 24.0;

/// Mean accuracy by number of labels.
type Curve = BTreeMap<usize, f64>;

/// Sums of accuracies and how many there are, by number of labels.
type Sums = BTreeMap<usize, (f64, usize)>;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the file of rows")?;
    let text = std::fs::read_to_string(path)?;
    let mut sums: BTreeMap<(&str, &str), Sums> = BTreeMap::new();
    let mut splits: BTreeMap<(&str, &str), BTreeMap<&str, Curve>> = BTreeMap::new();
    let mut problems: Vec<&str> = Vec::new();
    for line in text.lines().skip(1) {
        let [problem, way, split, labels, accuracy] = line.split(',').collect::<Vec<_>>()[..]
        else {
            return Err(format!("no row of five fields: {line}").into());
        };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
        let (labels, accuracy) = (labels.parse()?, accuracy.parse::<f64>()?);
        let sum = sums.entry((problem, way)).or_default().entry(labels).or_default();
        *sum = (sum.0 + accuracy, sum.1 + 1);
        let of_way = splits.entry((problem, way)).or_default();
        of_way.entry(split).or_default().insert(labels, accuracy);
    }
    let mean = |problem, way| -> Curve {
        let of = sums.get(&(problem, way)).into_iter().flatten();
        of.map(|(&labels, &(sum, n))| (labels, sum / n as f64)).collect()
    };
    let width = (WIDTH + GAP) * problems.len() as f64;
    println!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"11\" fill=\"#535c6b\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        HEIGHT + 60.0
    );
    eprintln!(
        "| problem | all labels | suggestion | random | share | ahead |\n|---|---|---|---|---|---|"
    );
    for (place, problem) in problems.iter().enumerate() {
        let all = mean(problem, "all");
        let goal = all.values().copied().next().unwrap_or(1.0);
        let (suggestion, random) = (mean(problem, "suggestion"), mean(problem, "random"));
        let needed = [&suggestion, &random].map(|curve| needed(curve, goal - TOLERANCE));
        let shown = |needed: Option<usize>| needed.map_or("never".to_owned(), |n| n.to_string());
        let share = match needed {
            [Some(few), Some(many)] => format!("{:.0} %", 100.0 * few as f64 / many as f64),
            _ => String::new(),
        };
        let ways = ["suggestion", "random"].map(|way| splits.get(&(*problem, way)));
        let ahead = match ways {
            [Some(suggestion), Some(random)] => ahead(suggestion, random),
            _ => String::new(),
        };
        let row = [shown(needed[0]), shown(needed[1]), share, ahead].join(" | ");
        eprintln!("| {problem} | {goal:.3} | {row} |");
        panel(place, problem, goal, [(&suggestion, "#3d3a9c"), (&random, "#9c4300")]);
    }
    println!(
        "<text x=\"12\" y=\"{0}\" fill=\"#3d3a9c\">— by suggestion</text><text x=\"112\" y=\"{0}\" \
         fill=\"#9c4300\">— at random</text><text x=\"200\" y=\"{0}\">┄ with all labels; accuracy on the test \
         against labels</text></svg>",
        HEIGHT + 48.0
    );
    Ok(())
}

/// The labels from which on the accuracy is at least the goal.
fn needed(curve: &Curve, goal: f64) -> Option<usize> {
    let points: Vec<(usize, f64)> = curve.iter().map(|(&labels, &mean)| (labels, mean)).collect();
    let reaches = |window: &[(usize, f64)]| {
        let mean = window.iter().map(|point| point.1).sum::<f64>() / window.len() as f64;
        window[0].1 >= goal && mean >= goal
    };
    let starts = 0..points.len();
    starts
        .map(|start| &points[start..(start + WINDOW).min(points.len())])
        .find(|window| reaches(window))
        .map(|window| window[0].0)
}

/// How much higher one curve is than the other where both have points, by split: the mean and its standard
/// error.
fn ahead(one: &BTreeMap<&str, Curve>, other: &BTreeMap<&str, Curve>) -> String {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let of_split = |(split, curve): (&&str, &Curve)| {
        let other = other.get(split)?;
        let difference = |(labels, a): (&usize, &f64)| other.get(labels).map(|b| a - b);
        Some(mean(&curve.iter().filter_map(difference).collect::<Vec<_>>()))
    };
    let differences: Vec<f64> = one.iter().filter_map(of_split).collect();
    let (middle, n) = (mean(&differences), differences.len() as f64);
    let squares: f64 = differences.iter().map(|x| (x - middle).powi(2)).sum();
    format!("{middle:+.3} ± {:.3}", (squares / (n - 1.0) / n).sqrt())
}

fn panel(place: usize, title: &str, goal: f64, curves: [(&Curve, &str); 2]) {
    let left = place as f64 * (WIDTH + GAP) + 32.0;
    let most =
        curves.iter().filter_map(|(curve, _)| curve.keys().last()).max().copied().unwrap_or(1);
    let x = |labels: usize| left + labels as f64 / most as f64 * (WIDTH - 40.0);
    let y = |accuracy: f64| 24.0 + (1.0 - accuracy.max(0.4)) / 0.6 * (HEIGHT - 30.0);
    println!("<text x=\"{left}\" y=\"14\" fill=\"#181c24\" font-weight=\"600\">{title}</text>");
    for mark in [0.4, 0.6, 0.8, 1.0] {
        let (y, end) = (y(mark), left + WIDTH - 40.0);
        println!(
            "<path d=\"M{left} {y}H{end}\" stroke=\"#dde1e7\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{mark}</text>",
            left - 4.0,
            y + 4.0
        );
    }
    for labels in (0..=most).step_by(20) {
        println!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{labels}</text>",
            x(labels),
            HEIGHT + 10.0
        );
    }
    println!(
        "<path d=\"M{left} {0}H{1}\" stroke=\"#535c6b\" stroke-dasharray=\"3 3\"/>",
        y(goal),
        left + WIDTH - 40.0
    );
    for (curve, colour) in curves {
        let points: Vec<String> = curve
            .iter()
            .map(|(&labels, &mean)| format!("{:.1},{:.1}", x(labels), y(mean)))
            .collect();
        println!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        );
    }
}
