//! Means, their intervals, and whether two columns differ.

/// A mean and how far values lie from it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a sample; 0 for fewer than two values.
    pub std: f64,
    /// How many values.
    pub n: usize,
}

impl Mean {
    /// The mean of some values; all zero for none.
    pub fn of(values: &[f64]) -> Self {
        let n = values.len();
        if n == 0 {
            return Self::default();
        }
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let std = if n < 2 { 0.0 } else { (squares / (n - 1) as f64).sqrt() };
        Self { mean, std, n }
    }

    /// Half the width of the 95 % interval of the mean (Student's t).
    pub fn interval(self) -> f64 {
        if self.n < 2 { 0.0 } else { t_quantile(self.n - 1) * self.std / (self.n as f64).sqrt() }
    }

    /// The standard error of the mean.
    pub fn error(self) -> f64 {
        if self.n == 0 { 0.0 } else { self.std / (self.n as f64).sqrt() }
    }
}

/// The 97.5 % quantile of Student's t for so many degrees of freedom: exact values for few, then
/// the expansion around the normal quantile (Abramowitz and Stegun 26.7.5).
fn t_quantile(freedom: usize) -> f64 {
    const EXACT: [f64; 10] =
        [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    if let Some(&exact) = EXACT.get(freedom - 1) {
        return exact;
    }
    let (z, v) = (1.959_964_f64, freedom as f64);
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + first / v + second / v.powi(2) + third / v.powi(3)
}

/// The two-sided p-value of Wilcoxon's signed-rank test on paired values; 1 where no pair differs.
/// Exact for up to 25 pairs that differ by different amounts, else by the normal approximation with
/// corrections for ties and continuity.
pub fn wilcoxon(one: &[f64], other: &[f64]) -> f64 {
    let mut differences: Vec<f64> = one
        .iter()
        .zip(other)
        .map(|(a, b)| a - b)
        // Measures are ratios of small counts: less than this is rounding.
        .filter(|difference| difference.abs() > 1e-12)
        .collect();
    let n = differences.len();
    if n == 0 {
        return 1.0;
    }
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let (mut positive, mut ties) = (0.0, 0.0);
    let mut has_ties = false;
    let same = |a: &f64, b: &f64| (a.abs() - b.abs()).abs() <= 1e-12;
    let mut rank = 1.0;
    for group in differences.chunk_by(same) {
        let size = group.len() as f64;
        let mean_rank = rank + (size - 1.0) / 2.0;
        let n_positive = group.iter().filter(|difference| **difference > 0.0).count() as f64;
        positive += n_positive * mean_rank;
        ties += size.powi(3) - size;
        has_ties |= group.len() > 1;
        rank += size;
    }
    let total = (n * (n + 1) / 2) as f64;
    let smaller = positive.min(total - positive);
    if n <= 25 && !has_ties {
        return (2.0 * exact_tail(n, smaller as usize)).min(1.0);
    }
    let n = n as f64;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let z = (total / 2.0 - smaller - 0.5).max(0.0) / variance.sqrt();
    (2.0 * normal_tail(z)).min(1.0)
}

/// The share of sign patterns whose positive ranks sum up to at most so much.
fn exact_tail(n: usize, sum: usize) -> f64 {
    let mut ways = vec![0.0; n * (n + 1) / 2 + 1];
    ways[0] = 1.0;
    for rank in 1..=n {
        for at in (rank..ways.len()).rev() {
            ways[at] += ways[at - rank];
        }
    }
    ways[..=sum].iter().sum::<f64>() / (n as f64).exp2()
}

/// The share of a normal distribution beyond z (Abramowitz and Stegun 26.2.17, error below 1e-7).
fn normal_tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(one: f64, other: f64, error: f64) {
        assert!((one - other).abs() < error, "{one} is not {other}");
    }

    #[test]
    fn means_and_intervals() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        close(mean.mean, 2.5, 1e-12);
        close(mean.std, 1.290_994, 1e-6);
        // 3.182 · s / 2.
        close(mean.interval(), 2.054, 1e-3);
        assert_eq!(Mean::of(&[7.0]).interval(), 0.0);
        close(t_quantile(29), 2.045, 1e-3);
        close(t_quantile(11), 2.201, 2e-3);
    }

    #[test]
    fn signed_ranks_by_hand() {
        // All five differences positive: one pattern of 32 on each side.
        close(wilcoxon(&[2.0, 4.0, 6.0, 8.0, 10.0], &[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0, 1e-12);
        // The example of SciPy's manual (plant heights, Fryer 1938): W = 24, p = 0.0413.
        let differences = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
        let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
        close(wilcoxon(&differences, &[0.0; 15]), 0.041_259_765_625, 1e-9);
        assert_eq!(wilcoxon(&[1.0, 1.0], &[1.0, 1.0]), 1.0);
    }

    #[test]
    fn ties_give_the_figures_of_scipy() {
        // SciPy 1.17.1: wilcoxon(differences, zero_method="wilcox", correction=True,
        // method="asymptotic").pvalue
        let check = |differences: &[f64], p: f64| {
            close(wilcoxon(differences, &vec![0.0; differences.len()]), p, 1e-6);
        };
        check(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0], 0.181_664_960_740_103_52);
        let groups = [1.0, 1.0, -1.0, 2.0, 2.0, 2.0, -3.0, 4.0, 4.0, 5.0, -5.0, 6.0];
        check(&groups, 0.134_588_899_990_125_2);
        // Pairs without a difference are left out.
        let zeros = [0.0, 0.0, 0.1, 0.1, -0.1, 0.2, 0.2, 0.25, -0.3, 0.3, 0.3, 0.5];
        check(&zeros, 0.081_330_670_871_434_85);
        let many: Vec<f64> = (0..30).map(|i| f64::from((i * 7) % 11) - 3.5).collect();
        check(&many, 0.022_003_732_360_028_37);
    }

    #[test]
    fn the_tail_of_a_normal_distribution() {
        // From tables: 2.5 % lie beyond 1.959964.
        close(normal_tail(1.959_964), 0.025, 1e-6);
        close(normal_tail(0.0), 0.5, 1e-6);
    }
}
