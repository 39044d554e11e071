//! The search for what stands in the holes of a sketch.
//!
//! Roles, numbers and values are chosen in every way that there is. Concepts are tried by the sum of
//! their costs, every distinct set of each hole's universe, so that after each sum all fillings up to
//! there are known. When a share of the work is used up, longer fillings are made of the best ones by
//! `⊓` and `⊔`. Nothing is simplified: the answer is the sketch with its holes filled.

mod choices;
mod extend;
mod fillings;
mod grammar;
mod judge;
mod options;
mod program;
mod tuples;
mod universe;
mod work;

use std::sync::Arc;

use evolearner_dl::sketch::{Hole, HoleNames, Sketch};
use evolearner_dl::{Concept, Node};
use evolearner_evaluate::{Examples, Space};
use evolearner_search::{
    Advance, Answer, BadOption, Context, Method, Named, Names, OptionSpec, Options, Progress,
    Rating, Row, Search, Start, StopReason,
};

use self::choices::choices;
use self::fillings::Fillings;
use self::grammar::Grammar;
use self::judge::{ConceptHole, Judge, Offered, Template};
use self::options::SketchOptions;
use self::program::Program;
use self::universe::Individuals;
use self::work::Work;
use crate::beam::BeamOptions;

/// Fills the holes of a sketch.
pub struct BySketch;

/// The options of the systematic search that this one has, too.
const SHARED: [&str; 2] = ["max-length", "work"];
/// The share of the work that goes into trying all short fillings.
const SHARE_OF_ALL: f64 = 0.6;

impl Method for BySketch {
    fn id(&self) -> &'static str {
        "sketch"
    }

    fn about(&self) -> &'static str {
        "Fills the holes of a sketch: every short filling is tried, longer ones are made of the best."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        let shared = BeamOptions::OPTIONS.iter().filter(|spec| SHARED.contains(&spec.name));
        SketchOptions::OPTIONS.iter().chain(shared).collect()
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("splitter", "boundaries"),
            ("with", "presence,dates"),
            ("simplify", "false"),
            ("work", "2000"),
            ("max-length", "40"),
        ]
    }

    fn for_repetition(&self) -> &'static [(&'static str, &'static str)] {
        &[("work", "200")]
    }

    fn check(&self, options: &Options) -> Result<(), BadOption> {
        if options.get("simplify") {
            return Err(BadOption::new("simplify", true, "an answer stays as its sketch has it"));
        }
        Ok(())
    }

    /// A first filling shows that there is one.
    fn admit(&self, start: Start<'_>) -> Result<(), BadOption> {
        let refused = |reason| BadOption::new("sketch", sketch_text(start.options), reason);
        let mut state = State::new(start, 1).map_err(refused)?;
        state.first_filling(start.names).map(|_| ()).map_err(refused)
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Filler {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            names: start.names.clone(),
            options: start.options.clone(),
            work: start.options.get::<u64>("work") * 1_000_000,
            spent: 0,
            state: None,
        })
    }
}

fn sketch_text(options: &Options) -> String {
    options.get::<Option<String>>("sketch").unwrap_or_else(|| "?C".to_owned())
}

/// A search between two steps.
struct Filler {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    names: Names,
    options: Options,
    /// All work, in units of about a nanosecond, and what was done of it.
    work: u64,
    spent: u64,
    state: Option<State>,
}

struct State {
    fillings: Fillings,
    templates: Vec<Template>,
    judge: Judge,
    /// Whether every way to choose roles, numbers and values is among the templates.
    has_all_templates: bool,
    /// The sum of costs that comes next.
    next_sum: usize,
    /// The greatest sum of costs of which all fillings were tried.
    complete: Option<usize>,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// All fillings of the next sum of costs.
    All,
    /// Longer fillings, made of the best ones.
    Extend,
    /// There is nothing left.
    Over,
}

impl State {
    /// The state at the beginning, with so many templates at most.
    fn new(start: Start<'_>, most: usize) -> Result<Self, String> {
        let sketch = start.names.sketch.clone().unwrap_or_else(|| Arc::new(Sketch::open()));
        let (space, examples) = (start.space, start.examples);
        let (chosen, has_all_templates) = choices(&sketch, space)?;
        let mut individuals = Individuals::new(space.graph.clone(), space.forall);
        let root = individuals.universe(examples.individuals().to_vec());
        let grammar = Grammar::new(space.clone(), start.names);
        let judge = Judge {
            sketch: sketch.clone(),
            examples: examples.clone(),
            rating: start.rating.clone(),
            must_use: grammar.all_used(),
            max_length: start.options.get("max-length"),
            best: None,
            pool: Vec::new(),
        };
        let mut fillings = Fillings::new(grammar, individuals);
        let mut templates = Vec::new();
        for chosen in chosen.into_iter().take(most) {
            let concept = sketch.fill(chosen.template, &chosen.fillings);
            let program = Program::new(&mut fillings.individuals, &concept, root);
            let grammar = &fillings.grammar;
            let (mut length, mut cost) = (concept.length(), grammar.cost_of(&concept));
            let used = grammar.used_in(&concept);
            let mut holes = Vec::new();
            for &(number, universe) in &program.holes {
                let Hole { names, max_length, .. } = &sketch.holes[number];
                let n_places = n_places(&concept, number);
                length -= n_places;
                cost -= n_places;
                holes.push(ConceptHole {
                    number,
                    place: fillings.place(universe, names.as_ref()),
                    n_places,
                    max_length: max_length.unwrap_or(usize::MAX),
                });
            }
            templates.push(Template { chosen, program, holes, length, cost, used });
        }
        Ok(Self {
            fillings,
            templates,
            judge,
            has_all_templates,
            next_sum: 0,
            complete: None,
            phase: Phase::All,
        })
    }

    /// Concepts for the holes of the first template that have the demanded names: `⊤`, and the names
    /// that are missing in the first hole that takes them.
    fn first_filling(&mut self, names: &Names) -> Result<Vec<Concept>, String> {
        let template = &self.templates[0];
        let mut concepts = vec![Concept::top(); template.holes.len()];
        let grammar = &self.fillings.grammar;
        for (place, names) in names.must_use.iter().enumerate() {
            if template.used >> place & 1 == 1 {
                continue;
            }
            let is_taken = template.holes.iter().zip(&mut concepts).any(|(hole, concept)| {
                let vocabulary = self.judge.sketch.holes[hole.number].names.as_ref();
                let Some(part) = shortest_with(grammar, names, vocabulary) else { return false };
                let both = if *concept == Concept::top() {
                    part
                } else {
                    Concept::and([concept.clone(), part])
                };
                let fits = both.length() <= hole.max_length;
                if fits {
                    *concept = both;
                }
                fits
            });
            if !is_taken {
                return Err("no hole takes every name that must be used".to_owned());
            }
        }
        let lengths = template.holes.iter().zip(&concepts);
        let length = lengths.map(|(hole, concept)| hole.n_places * concept.length()).sum::<usize>();
        let (length, most) = (template.length + length, self.judge.max_length);
        if length > most {
            return Err(format!(
                "its shortest filling has a length of {length}, and max-length is {most}"
            ));
        }
        Ok(concepts)
    }

    /// Tries the first filling, so that there is an answer.
    fn try_first(&mut self, names: &Names, context: &mut Context<'_>) {
        let Ok(concepts) = self.first_filling(names) else { return };
        let template = &self.templates[0];
        let of_holes = template.program.holes.iter().zip(&concepts);
        let members: Vec<Vec<u64>> = of_holes
            .map(|(&(_, universe), concept)| self.fillings.individuals.retrieved(universe, concept))
            .collect();
        let grammar = &self.fillings.grammar;
        let offered: Vec<Offered<'_>> = concepts
            .iter()
            .zip(&members)
            .map(|(concept, members)| Offered {
                concept,
                members,
                used: grammar.used_in(concept),
                length: concept.length(),
                cost: grammar.cost_of(concept),
            })
            .collect();
        self.judge.judge((0, template), &offered, context);
    }
}

/// How often a concept hole stands in a template.
fn n_places(concept: &Concept, hole: usize) -> usize {
    let number = evolearner_dl::sketch::number_of_hole(hole);
    let is_it = |node: &&Node| matches!(node, Node::Class(class) if class.0 == number);
    concept.nodes().iter().filter(is_it).count()
}

/// The shortest concept over a vocabulary that has one of some names.
fn shortest_with(
    grammar: &Grammar,
    names: &[Named],
    vocabulary: Option<&HoleNames>,
) -> Option<Concept> {
    let has_name = |node: &Node| Named::of(node).is_some_and(|named| names.contains(&named));
    let leaves = grammar.leaves(vocabulary).into_iter().filter(has_name).map(Concept::leaf);
    let restrictions = grammar.restrictions(vocabulary).into_iter().filter(has_name);
    let restrictions = restrictions.map(|node| Concept::node(node, [Concept::top()]));
    leaves.chain(restrictions).min_by_key(Concept::length)
}

impl Search for Filler {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        if self.state.is_none() {
            let start = Start {
                space: &self.space,
                examples: &self.examples,
                rating: &self.rating,
                names: &self.names,
                options: &self.options,
            };
            // The sketch was admitted, so that it has a filling.
            let Ok(mut state) = State::new(start, usize::MAX) else {
                return Advance::Done(StopReason::Complete);
            };
            state.try_first(&self.names, context);
            self.state = Some(state);
        }
        let state = self.state.as_mut().expect("it has begun");
        let of_all = (self.work as f64 * SHARE_OF_ALL) as u64;
        let limit = if state.phase == Phase::All { of_all } else { self.work };
        let mut work = Work::new(limit.saturating_sub(self.spent), context.watch);
        let number = match state.phase {
            Phase::All => {
                let sum = state.next_sum;
                state.try_sum(sum, &mut work, context);
                sum
            }
            Phase::Extend => {
                state.extend(&mut work, context);
                state.next_sum
            }
            Phase::Over => return Advance::Done(StopReason::Complete),
        };
        self.spent += work.spent;
        if work.is_stopped {
            return Advance::Stopped;
        }
        if let Some(best) = &state.judge.best {
            let (concept, covered) = (best.concept.clone(), best.covered);
            let (quality, fitness) = (best.quality, best.fitness);
            *context.report = Some(Progress {
                unit: "length".into(),
                number: number as u64,
                of: None,
                best: Row { concept, covered, quality, fitness },
                columns: Vec::new(),
            });
        }
        if state.phase == Phase::Over { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn finish(&mut self, _context: &mut Context<'_>) -> Option<Answer> {
        let state = self.state.as_ref()?;
        let best = state.judge.best.as_ref()?;
        Some(Answer {
            concept: best.concept.clone(),
            covered: best.covered,
            because: state.because(),
            rating: None,
        })
    }

    fn work(&self, _evaluations: u64) -> u64 {
        self.spent
    }
}

impl State {
    /// How much was tried, as a part of a sentence.
    fn because(&self) -> String {
        if !self.has_all_templates {
            return "it is the best of the roles, numbers and values that were tried, which are not \
                    all"
                .to_owned();
        }
        match self.complete {
            Some(sum) if self.is_last(sum) => "every filling of the sketch was tried".to_owned(),
            Some(sum) if self.judge.is_perfect() => {
                format!(
                    "it gets every example right, and every filling up to a length of {sum} was tried"
                )
            }
            Some(sum) => {
                format!("every filling up to a length of {sum} was tried, longer ones in part")
            }
            None => "fillings were tried in part".to_owned(),
        }
    }
}
