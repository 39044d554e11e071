//! A decision tree whose features are concepts, and the concept that the tree is.
//!
//! The idea of learning concepts by trees is TDL's (Demir et al., Ontolearn). Here a feature is what
//! retrieval says of a concept, so that the tree and its concept agree on every individual; features are
//! names, thresholds between classes, and restrictions of one or more steps, but no single individuals;
//! and the tree is pruned.

mod grow;
mod prune;

use std::sync::Arc;

use evolearner_dl::{Constructor, choices};
use evolearner_evaluate::{Code, Covered, Examples, Space, concept};
use evolearner_graph::bits::{WORD, set_bit};
use evolearner_graph::codec::{Decoder, Encoder};
use evolearner_search::{
    Advance, Answer, BadOption, Context, Group, LimitOptions, Method, NotResumed, OptionSpec,
    Options, Progress, Random, Rating, Search, SpaceOptions, Stage, Start, StopReason,
    choice_options, options,
};

use crate::beam::{BeamOptions, Features};
use crate::redo::{Repeatable, Steps, resumed};
use grow::Tree;
use prune::between;

/// A pruned decision tree over concepts.
pub struct DecisionTree;

/// The options of the beam that its atoms have, too.
const SHARED: [&str; 2] = ["filler-length", "nesting"];
/// The parts of the examples that trees are tested on, to choose how far to prune.
const N_FOLDS: usize = 10;

options! {
    /// How trees grow, and how they are cut back.
    pub struct DecisionTreeOptions in Group::Search => {
        /// How the tree is cut back after it has grown.
        prune: Pruning = Pruning::CrossValidation, "Breiman et al. 1984", basic true;
        /// The fewest examples of a leaf.
        min_leaf: u32 = 3, "docs/tree.md", within (1.0, 1e6);
    }
}

choices! {
    /// How a tree is cut back.
    pub enum Pruning {
        /// By a price per leaf, chosen by ten-fold cross-validation on the examples.
        CrossValidation = "cross-validation",
        /// Not at all.
        None = "none",
    }
}

choice_options!(Pruning);

impl Method for DecisionTree {
    fn id(&self) -> &'static str {
        "tree"
    }

    fn about(&self) -> &'static str {
        "A decision tree over names and restrictions, pruned by cross-validation, as a concept."
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        let shared = BeamOptions::OPTIONS.iter().filter(|spec| SHARED.contains(&spec.name));
        DecisionTreeOptions::OPTIONS.iter().chain(shared).collect()
    }

    fn defaults(&self) -> &'static [(&'static str, &'static str)] {
        &[("splitter", "boundaries"), ("with", "presence,dates")]
    }

    fn check(&self, options: &Options) -> Result<(), BadOption> {
        let language = SpaceOptions::read(options).rules().language;
        let lacks = |constructor| !language.has(constructor);
        if lacks(Constructor::Union) || lacks(Constructor::Negation) {
            return Err(BadOption::new("language", language, "a tree needs ⊔ and ¬"));
        }
        Ok(())
    }

    fn start(&self, start: Start<'_>) -> Box<dyn Search> {
        Box::new(Growing::new(start))
    }

    fn resume(
        &self,
        start: Start<'_>,
        context: &mut Context<'_>,
        saved: &mut Decoder<'_>,
    ) -> Result<Box<dyn Search>, NotResumed> {
        resumed(Growing::new(start), start, context, saved)
    }
}

/// A search between two trees.
struct Growing {
    space: Arc<Space>,
    examples: Arc<Examples>,
    rating: Rating,
    seed: u64,
    /// The longest filler, and how deep restrictions are nested.
    depth: (usize, usize),
    options: DecisionTreeOptions,
    steps: Steps,
    state: Option<State>,
}

/// What was grown so far.
struct State {
    features: Features,
    /// The tree of all examples, as it has grown.
    tree: Tree,
    /// The prices from which on its best subtree is another one.
    prices: Vec<f64>,
    /// The errors for each price on the parts that were left out so far.
    errors: Vec<u32>,
    n_folds: usize,
    /// The tree that is the answer.
    answer: Option<Tree>,
}

impl Growing {
    fn new(start: Start<'_>) -> Self {
        Self {
            space: start.space.clone(),
            examples: start.examples.clone(),
            rating: start.rating.clone(),
            seed: LimitOptions::read(start.options).seed,
            depth: (start.options.get("filler-length"), start.options.get("nesting")),
            options: DecisionTreeOptions::read(start.options),
            steps: Steps::default(),
            state: None,
        }
    }

    /// Grows the tree of all examples.
    fn begin(&self, context: &mut Context<'_>) -> Option<State> {
        let Self { space, examples, rating, depth, .. } = self;
        let features = Features::new(space, examples, rating, *depth, context.watch)?;
        let min_leaf = self.options.min_leaf;
        let tree = Tree::grow(&features, features.full(), min_leaf, context.watch)?;
        *context.evaluations += features.len() as u64;
        let prices = tree.prices();
        for &price in &prices {
            let tree = tree.pruned(price);
            self.offer(&tree, &features, context);
        }
        let errors = vec![0; prices.len()];
        Some(State { features, tree, prices, errors, n_folds: 0, answer: None })
    }

    fn offer(&self, tree: &Tree, features: &Features, context: &mut Context<'_>) {
        let (codes, covered) = described(tree, features);
        context.front.offer(&concept(&self.space, &codes), covered);
        context.saw(self.rating.quality(covered));
    }

    /// The examples of a part of each side, which is the same for the same seed.
    fn fold(&self, fold: usize, features: &Features) -> Vec<u64> {
        let mut set = vec![0; features.full().len()];
        let sides = [self.examples.positives().len(), self.examples.negatives().len()];
        for (side, n) in sides.into_iter().enumerate() {
            let mut order: Vec<usize> = (0..n).collect();
            Random::new(self.seed, Stage::Examples, 0, side as u32).shuffle(&mut order);
            for &index in order.iter().skip(fold).step_by(N_FOLDS) {
                set_bit(&mut set, (side * features.half() * WORD + index) as u32);
            }
        }
        set.iter_mut().zip(features.full()).for_each(|(word, full)| *word &= full);
        set
    }

    /// Counts the errors of trees without a part of the examples, on that part.
    fn test_fold(&self, state: &mut State, context: &mut Context<'_>) -> Option<()> {
        let State { features, prices, errors, n_folds, .. } = state;
        let tested = self.fold(*n_folds, features);
        let words = features.full().iter().zip(&tested);
        let grown: Vec<u64> = words.map(|(full, tested)| full & !tested).collect();
        let tree = Tree::grow(features, &grown, self.options.min_leaf, context.watch)?;
        let all = features.covered(&tested);
        for (price, errors) in between(prices).into_iter().zip(errors) {
            let covered = tree.pruned(price).covered_among(features, &tested);
            let covered = features.covered(&covered);
            *errors += all.positives - covered.positives + covered.negatives;
        }
        *context.evaluations += features.len() as u64;
        *n_folds += 1;
        Some(())
    }

    /// Does a step: the tree of all examples, a tree without a part of them, or the choice.
    fn step(&mut self, context: &mut Context<'_>) -> Option<()> {
        let Some(mut state) = self.state.take() else {
            let mut state = self.begin(context)?;
            if self.options.prune == Pruning::None {
                state.answer = Some(state.tree.clone());
            }
            self.state = Some(state);
            return Some(());
        };
        let is_done = self.test_fold(&mut state, context);
        if state.n_folds == N_FOLDS && state.answer.is_none() {
            // Of prices with as few errors the highest, which leaves the smallest tree.
            let best = (0..state.prices.len()).rev().min_by_key(|&at| state.errors[at]);
            state.answer = best.map(|at| state.tree.pruned(state.prices[at]));
        }
        self.state = Some(state);
        is_done
    }
}

/// A tree as a concept, and what it covers.
fn described(tree: &Tree, features: &Features) -> (Vec<Code>, Covered) {
    let covered = tree.covered_among(features, features.full());
    (tree.codes(features), features.covered(&covered))
}

impl Search for Growing {
    fn advance(&mut self, context: &mut Context<'_>) -> Advance {
        let is_over = |state: &State| state.answer.is_some();
        if self.state.as_ref().is_some_and(is_over) {
            return Advance::Done(StopReason::Complete);
        }
        if self.step(context).is_none() {
            return Advance::Stopped;
        }
        self.steps.count(context.front);
        if let Some(best) = context.front.fittest().cloned() {
            *context.report = Some(Progress {
                unit: "tree".into(),
                number: self.steps.n_done,
                of: Some(1 + N_FOLDS as u64),
                best,
                columns: Vec::new(),
            });
        }
        let is_over = self.state.as_ref().is_some_and(is_over) || context.is_used_up();
        if is_over { Advance::Done(StopReason::Complete) } else { Advance::More }
    }

    fn finish(&mut self, context: &mut Context<'_>) -> Option<Answer> {
        let state = self.state.as_ref()?;
        let tree = state.answer.as_ref()?;
        let (codes, covered) = described(tree, &state.features);
        let concept = concept(&self.space, &codes);
        context.front.offer(&concept, covered);
        let because = match self.options.prune {
            Pruning::None => "it is the whole tree".to_owned(),
            Pruning::CrossValidation => {
                let least = state.errors.iter().min().copied().unwrap_or(0);
                format!(
                    "pruned in this way, trees make the fewest errors on examples held back ({least})"
                )
            }
        };
        Some(Answer { concept, covered, because, rating: None })
    }

    fn save(&self, out: &mut Encoder) {
        self.steps.save(&self.space, out);
    }
}

impl Repeatable for Growing {
    fn steps(&mut self) -> &mut Steps {
        &mut self.steps
    }
}
