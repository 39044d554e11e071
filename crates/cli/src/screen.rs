//! What is seen while a run goes on: a live view on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use evolearner::report::names::NameStyle;
use evolearner::report::text::{shortened, sparkline};
use evolearner::syntax::dl;
use evolearner::{Concept, Graph, Observer, Row, Step, vocabulary_in};
use indicatif::{ProgressBar, ProgressStyle};

use crate::message;
use crate::output::printable;

/// How often the live view is redrawn; more often than that is only flicker.
const FRAME: Duration = Duration::from_millis(80);

/// Shows the steps of a run.
pub(crate) struct Screen<'a> {
    graph: &'a Graph,
    names: NameStyle,
    bar: Option<ProgressBar>,
    is_quiet: bool,
    width: usize,
    qualities: Vec<f64>,
    last_frame: Option<Instant>,
    last_fitness: f64,
    last_number: Option<u64>,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(graph: &'a Graph, names: NameStyle, is_quiet: bool) -> Self {
        let is_live = !is_quiet && io::stderr().is_terminal();
        Self {
            graph,
            names,
            bar: is_live.then(live_bar),
            is_quiet,
            width: width(),
            qualities: Vec::new(),
            last_frame: None,
            last_fitness: f64::NEG_INFINITY,
            last_number: None,
        }
    }

    /// Ends the view; where lines were written, the last one is the answer.
    pub(crate) fn finish(&self, answer: &Row) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        } else if !self.is_quiet {
            message::line(format_args!(
                "answer        : quality {:.3}, length {}: {}",
                answer.quality,
                answer.concept.length(),
                self.print(&answer.concept)
            ));
        }
    }

    /// Warns beside the live view.
    pub(crate) fn warn(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| message::warning(text)),
            None => message::warning(text),
        }
    }

    fn print(&self, concept: &Concept) -> String {
        dl::print_in(concept, &vocabulary_in(self.names, concept, &self.graph.symbols))
    }

    fn draw(&mut self, bar: &ProgressBar, step: &Step) {
        let progress = &step.progress;
        if !self.arrives(step) && self.last_frame.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last_frame = Some(Instant::now());
        let stride = self.qualities.len().div_ceil(40).max(1);
        let curve: Vec<f64> = self.qualities.iter().copied().step_by(stride).collect();
        let per_second = step.evaluations as f64 / step.seconds.max(1e-6);
        let (concept, length) = (&progress.best.concept, progress.best.concept.length());
        if let Some(of) = progress.of {
            bar.set_length(of);
        }
        bar.set_prefix(progress.unit.clone());
        bar.set_position(progress.number);
        bar.set_message(format!(
            "quality {:.3}  length {length}  {per_second:.0} evaluations/s  {}\n{}",
            progress.best.quality,
            sparkline(&curve),
            printable(&shortened(&self.print(concept), self.width))
        ));
    }

    /// Whether this is the first step at the highest number. The default search goes on there, for shorter
    /// concepts.
    fn arrives(&mut self, step: &Step) -> bool {
        let number = Some(step.progress.number);
        let is_new = std::mem::replace(&mut self.last_number, number) != number;
        is_new && number == step.progress.of
    }

    /// A line for each improvement, and for the highest number.
    fn log(&mut self, step: &Step) {
        let progress = &step.progress;
        let improves = progress.best.fitness > self.last_fitness;
        if self.arrives(step) || improves {
            self.last_fitness = self.last_fitness.max(progress.best.fitness);
            let (concept, length) = (&progress.best.concept, progress.best.concept.length());
            message::line(format_args!(
                "{} {:>3}: quality {:.3}, length {length}: {}",
                progress.unit,
                progress.number,
                progress.best.quality,
                self.print(concept)
            ));
        }
    }
}

impl Observer for Screen<'_> {
    fn step(&mut self, step: &Step) {
        self.qualities.push(step.progress.best.quality);
        if let Some(bar) = self.bar.clone() {
            self.draw(&bar, step);
        } else if !self.is_quiet {
            self.log(step);
        }
    }
}

/// The columns of the terminal.
fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0))
}

/// The columns in which results are wrapped: those of the terminal, if stdout is one. A pipe gets
/// whole lines, whatever the terminal behind it is.
pub(crate) fn text_width() -> Option<usize> {
    io::stdout().is_terminal().then(width)
}

fn live_bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    let template = "{prefix} {pos}/{len} {bar:20} {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
