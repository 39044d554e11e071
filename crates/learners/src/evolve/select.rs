//! Who becomes a parent (§3.3) and how length is held against a candidate (§3.4).

use evolearner_search::Random;

use super::options::Bloat;

/// The chance that the shorter of two winners is taken (Luke and Panait 2006, double tournament).
const SHORTER_WINS: f64 = 0.7;
/// The share of tournaments that length decides (Luke and Panait 2006, proportional tournament).
const LENGTH_DECIDES: f64 = 0.2;

/// What selection sees of a population.
#[derive(Clone, Copy)]
pub struct Contenders<'a> {
    /// The fitness of each candidate.
    pub fitness: &'a [f64],
    /// The nodes of each candidate.
    pub n_nodes: &'a [u32],
}

impl Contenders<'_> {
    /// The slot of one parent.
    pub fn select(self, random: &mut Random, bloat: Bloat, size: usize) -> usize {
        match bloat {
            Bloat::Parametric => self.fittest(random, size),
            Bloat::DoubleTournament => {
                let (one, other) = (self.fittest(random, size), self.fittest(random, size));
                let (shorter, longer) = if self.n_nodes[one] <= self.n_nodes[other] {
                    (one, other)
                } else {
                    (other, one)
                };
                if random.chance(SHORTER_WINS) { shorter } else { longer }
            }
            Bloat::ProportionalTournament => {
                if random.chance(LENGTH_DECIDES) {
                    self.shortest(random, size)
                } else {
                    self.fittest(random, size)
                }
            }
        }
    }

    /// Draws contenders with replacement; the first of the fittest wins.
    fn fittest(self, random: &mut Random, size: usize) -> usize {
        let n = self.fitness.len();
        let mut winner = random.below(n);
        let mut highest = self.fitness[winner];
        for _ in 1..size {
            let contender = random.below(n);
            let fitness = self.fitness[contender];
            // Branchless: the winner is unpredictable, and a mispredicted branch costs more than two
            // conditional moves.
            let wins = fitness > highest;
            winner = std::hint::select_unpredictable(wins, contender, winner);
            highest = std::hint::select_unpredictable(wins, fitness, highest);
        }
        winner
    }

    fn shortest(self, random: &mut Random, size: usize) -> usize {
        let mut winner = random.below(self.n_nodes.len());
        for _ in 1..size {
            let contender = random.below(self.n_nodes.len());
            if self.n_nodes[contender] < self.n_nodes[winner] {
                winner = contender;
            }
        }
        winner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evolearner_search::Stage;

    #[test]
    fn the_best_of_n_wins_a_tournament_of_k_as_often_as_it_is_drawn() {
        let fitness: Vec<f64> = (0..20).map(f64::from).collect();
        let n_nodes = vec![1; 20];
        let contenders = Contenders { fitness: &fitness, n_nodes: &n_nodes };
        let mut random = Random::new(1, Stage::Vary, 0, 0);
        let n_draws = 20_000;
        let wins = (0..n_draws)
            .filter(|_| contenders.select(&mut random, Bloat::Parametric, 7) == 19)
            .count();
        // It is drawn at least once in seven draws with probability 1 - (19/20)^7 = 0.3017.
        let share = wins as f64 / f64::from(n_draws);
        assert!((share - 0.3017).abs() < 0.012, "{share}");
    }

    #[test]
    fn short_candidates_gain_from_both_tournaments() {
        let fitness = vec![1.0; 10];
        let n_nodes: Vec<u32> = (1..=10).collect();
        let contenders = Contenders { fitness: &fitness, n_nodes: &n_nodes };
        let mean = |bloat| {
            let mut random = Random::new(3, Stage::Vary, 0, 0);
            let sum: u32 =
                (0..4000).map(|_| n_nodes[contenders.select(&mut random, bloat, 7)]).sum();
            f64::from(sum) / 4000.0
        };
        assert!((mean(Bloat::Parametric) - 5.5).abs() < 0.2);
        assert!(mean(Bloat::DoubleTournament) < 5.2);
        assert!(mean(Bloat::ProportionalTournament) < 5.0);
    }
}
