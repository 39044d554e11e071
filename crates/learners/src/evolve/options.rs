//! The options of the evolution, with the paper's values as defaults unless the source says
//! otherwise.

use evolearner_dl::{Choice, Constructor, choices};
use evolearner_search::{
    Affects, BadOption, Group, Options, SpaceOptions, choice_options, options,
};

options! {
    /// How the first population is made, how populations follow each other, and which concept is the
    /// answer.
    pub struct EvolutionOptions in Group::Search => {
        /// Candidates per generation.
        population: usize = 800, "§4.1", within (1.0, 1e6), python "population_size", basic true;
        /// Generations after the first population.
        generations: u32 = 200, "§4.1", within (0.0, 1e8), affects Affects::Length, python "num_generations", basic true;
        /// How the first population is made.
        init: InitMethod = InitMethod::Walk, "§3.1", python "init_method";
        /// The most triples that a walk takes from an example.
        max_triples: usize = 2, "§3.1, maxT = 2", within (1.0, 1000.0);
        /// The heights of random trees (grow, full, ramped), such as `1..6`.
        init_depth: (usize, usize) = (1, 6), "Koza 1992";
        /// Candidates per tournament.
        tournament: usize = 7, "§4.1", within (1.0, 1e6), python "tournament_size";
        /// How two candidates are crossed.
        crossover: Crossover = Crossover::OnePoint, "§3.3";
        /// The share of pairs that are crossed.
        crossover_rate: f64 = 0.9, "§4.1", within (0.0, 1.0);
        /// How one candidate is changed.
        mutation: Mutation = Mutation::Uniform, "§3.3, Table 8";
        /// The share of candidates that are changed.
        mutation_rate: f64 = 0.1, "§4.1", within (0.0, 1.0);
        /// The highest tree, in edges.
        max_depth: usize = 17, "§3.4", within (1.0, 60.0), python "height_limit";
        /// How long concepts are kept in check.
        bloat: Bloat = Bloat::Parametric, "§3.4";
        /// The best candidates of a generation that pass to the next unchanged.
        elite: usize = 1, "nothing good is lost; 0 in the paper", within (0.0, 1e6), python "elite_size";
        /// Which concept is the answer.
        answer_from: AnswerFrom = AnswerFrom::WholeRun, "nothing good is lost; last-population in the paper";
    }
}

choices! {
    /// The ways to make the first population.
    #[non_exhaustive]
    pub enum InitMethod {
        /// Biased random walks from the positives (§3.1).
        Walk = "walk",
        /// Walks without the type of the example (§4.4, first variant).
        WalkNoTypes = "walk-no-types",
        /// The type of an example alone (§4.4, second variant).
        WalkNoPaths = "walk-no-paths",
        /// Walks from the negatives, negated (end of §3.1).
        WalkNegatives = "walk-negatives",
        /// Random trees whose leaves may lie at different depths (Koza).
        Grow = "grow",
        /// Random trees whose leaves all lie at the same depth (Koza).
        Full = "full",
        /// Half of each (Koza).
        Ramped = "ramped",
    }
}

choices! {
    /// How two candidates are crossed.
    #[non_exhaustive]
    pub enum Crossover {
        /// Two subtrees of one type change places.
        OnePoint = "one-point",
        /// The same, with leaves chosen one time in ten (Koza).
        LeafBiased = "leaf-biased",
    }
}

choices! {
    /// How one candidate is changed (Table 8).
    #[non_exhaustive]
    pub enum Mutation {
        /// A node gives way to a random tree of height 1 to 3.
        Uniform = "uniform",
        /// A node gives way to one of its descendants.
        Shrink = "shrink",
        /// A node gives way to a node with the same children.
        NodeReplacement = "node-replacement",
        /// A node becomes the child of a new node in its place.
        Insert = "insert",
    }
}

choices! {
    /// How long concepts are kept in check (Luke and Panait 2006).
    #[non_exhaustive]
    pub enum Bloat {
        /// Length lowers fitness (§3.4).
        Parametric = "parametric",
        /// Fitness is quality alone; a second tournament prefers the shorter of two winners.
        DoubleTournament = "double-tournament",
        /// Fitness is quality alone; a share of the tournaments is won by the shortest.
        ProportionalTournament = "proportional-tournament",
    }
}

choices! {
    /// Which concept is the answer.
    #[non_exhaustive]
    pub enum AnswerFrom {
        /// The fittest of the whole run, `⊤`, `⊥`, single names and restrictions included.
        WholeRun = "whole-run",
        /// The fittest of the last population, as in the paper.
        LastPopulation = "last-population",
    }
}

choice_options!(InitMethod, Crossover, Mutation, Bloat, AnswerFrom);

impl EvolutionOptions {
    /// Refuses options that exclude each other.
    pub(super) fn check(&self, space: &SpaceOptions) -> Result<(), BadOption> {
        if self.generations > 0 && self.elite >= self.population {
            let population = self.population;
            let reason =
                format!("of a population of {population}, at least one candidate must be new");
            return Err(BadOption::new("elite", self.elite, reason));
        }
        let (low, high) = self.init_depth;
        let heights = format!("{low}..{high}");
        if low > high {
            return Err(BadOption::new("init-depth", heights, "the lowest height comes first"));
        }
        let draws_trees =
            matches!(self.init, InitMethod::Grow | InitMethod::Full | InitMethod::Ramped);
        if draws_trees && high > self.max_depth {
            let most = self.max_depth;
            let reason = format!("max-depth is {most}; raise it, or set init-depth to 1..{most}");
            return Err(BadOption::new("init-depth", heights, reason));
        }
        let has_negation = space.rules().language.has(Constructor::Negation);
        if self.init == InitMethod::WalkNegatives && !has_negation {
            let reason = "its concepts are negated, and the language has no negation";
            return Err(BadOption::new("init", self.init.word(), reason));
        }
        Ok(())
    }
}

/// Reads and checks the options of an evolution.
pub(super) fn check(options: &Options) -> Result<(), BadOption> {
    EvolutionOptions::read(options).check(&SpaceOptions::read(options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_search::Layer;

    fn refused(changes: &[(&str, &str)]) -> String {
        let mut options = Options::new(EvolutionOptions::OPTIONS);
        for (name, text) in changes {
            options.set_text(name, text, Layer::Caller).unwrap();
        }
        check(&options).expect_err("no run can have these options").to_string()
    }

    #[test]
    fn the_defaults_are_possible() {
        assert_eq!(check(&Options::new(EvolutionOptions::OPTIONS)), Ok(()));
    }

    #[test]
    fn an_elite_as_large_as_the_population_is_refused() {
        assert_eq!(
            refused(&[("elite", "5000")]),
            "elite cannot be `5000`: of a population of 800, at least one candidate must be new"
        );
    }

    #[test]
    fn negated_walks_without_negation_are_refused() {
        let message = refused(&[("init", "walk-negatives"), ("without", "negation")]);
        assert!(message.starts_with("init cannot be `walk-negatives`"), "{message}");
    }

    #[test]
    fn random_trees_higher_than_allowed_are_refused() {
        assert_eq!(
            refused(&[("init", "grow"), ("max-depth", "3")]),
            "init-depth cannot be `1..6`: max-depth is 3; raise it, or set init-depth to 1..3"
        );
        assert!(refused(&[("init-depth", "4..3")]).contains("the lowest height comes first"));
    }

    #[test]
    fn numbers_are_bounded() {
        for (name, text) in [
            ("population", "0"),
            ("max-depth", "61"),
            ("crossover-rate", "NaN"),
            ("mutation-rate", "-0.1"),
            ("evaluations", "0"),
        ] {
            let mut options = Options::new(EvolutionOptions::OPTIONS);
            let refused = options.set_text(name, text, Layer::Caller).expect_err(name);
            assert!(refused.to_string().starts_with(&format!("{name} cannot be `{text}`")));
        }
    }
}
