//! What is seen while a run goes on: a live view on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use evolearner::Graph;
use evolearner::learning::{Alphabet, Generation, Observer, Row, concept};
use evolearner::report::names::NameStyle;
use evolearner::report::text::{shortened, sparkline};
use evolearner::syntax::dl;
use indicatif::{ProgressBar, ProgressStyle};

use crate::message;
use crate::output::printable;

/// How often the live view is redrawn; more often than that is only flicker.
const FRAME: Duration = Duration::from_millis(80);

/// Shows the generations of a run.
pub(crate) struct Screen<'a> {
    graph: &'a Graph,
    names: NameStyle,
    alphabet: Option<Alphabet>,
    bar: Option<ProgressBar>,
    is_quiet: bool,
    width: usize,
    n_generations: u32,
    qualities: Vec<f64>,
    last_frame: Option<Instant>,
    last_fitness: f64,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(
        graph: &'a Graph,
        names: NameStyle,
        n_generations: u32,
        is_quiet: bool,
    ) -> Self {
        let is_live = !is_quiet && io::stderr().is_terminal();
        Self {
            graph,
            names,
            alphabet: None,
            bar: is_live.then(|| live_bar(n_generations)),
            is_quiet,
            width: width(),
            n_generations,
            qualities: Vec::new(),
            last_frame: None,
            last_fitness: f64::NEG_INFINITY,
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
                dl::print_in(
                    &answer.concept,
                    &self.names.vocabulary(&answer.concept, &self.graph.symbols)
                )
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

    /// The length of the fittest concept as tables count it, and the concept.
    fn best(&self, generation: &Generation) -> (usize, String) {
        self.alphabet.as_ref().map_or((0, String::new()), |alphabet| {
            let concept = concept(alphabet, &generation.best.genes);
            let vocabulary = self.names.vocabulary(&concept, &self.graph.symbols);
            (concept.length(), dl::print_in(&concept, &vocabulary))
        })
    }

    fn draw(&mut self, bar: &ProgressBar, generation: &Generation) {
        let is_last = generation.number == self.n_generations;
        if !is_last && self.last_frame.is_some_and(|last| last.elapsed() < FRAME) {
            return;
        }
        self.last_frame = Some(Instant::now());
        let step = self.qualities.len().div_ceil(40).max(1);
        let curve: Vec<f64> = self.qualities.iter().copied().step_by(step).collect();
        let per_second = generation.evaluations as f64 / generation.seconds.max(1e-6);
        let (length, concept) = self.best(generation);
        bar.set_position(u64::from(generation.number));
        bar.set_message(format!(
            "quality {:.3}  length {length}  {per_second:.0} evaluations/s  {}\n{}",
            generation.best.quality,
            sparkline(&curve),
            printable(&shortened(&concept, self.width))
        ));
    }

    /// A line for each improvement, and for the last generation.
    fn log(&mut self, generation: &Generation) {
        let improves = generation.best.fitness > self.last_fitness;
        if improves || generation.number == self.n_generations {
            self.last_fitness = self.last_fitness.max(generation.best.fitness);
            let (length, concept) = self.best(generation);
            message::line(format_args!(
                "generation {:>3}: quality {:.3}, length {length}: {concept}",
                generation.number, generation.best.quality
            ));
        }
    }
}

impl Observer for Screen<'_> {
    fn start(&mut self, alphabet: &Alphabet) {
        self.alphabet = Some(alphabet.clone());
    }

    fn generation(&mut self, generation: &Generation) {
        self.qualities.push(generation.best.quality);
        if let Some(bar) = self.bar.clone() {
            self.draw(&bar, generation);
        } else if !self.is_quiet {
            self.log(generation);
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

fn live_bar(n_generations: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(n_generations));
    let template = "generation {pos}/{len} {bar:20} {eta} left  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
