//! Which random cases a test tries: most with a fixed seed, the rest with a fresh one.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

use proptest::test_runner::{Config, RngSeed};

/// Where the fixed part of a law starts.
const FIXED: u64 = 3;

/// A fixed seed and a fresh one.
pub fn seeds(fixed: u64) -> [u64; 2] {
    [fixed, fresh()]
}

/// Seeds for that many cases, each of which draws its own numbers: three quarters are the same in every
/// run, the others new.
pub fn case_seeds(n: u64) -> impl Iterator<Item = u64> {
    let [fixed, fresh] = seeds(0);
    let after = move |start: u64| move |case| start.wrapping_add(case);
    (0..n - n / 4).map(after(fixed)).chain((0..n / 4).map(after(fresh)))
}

/// How a law is tried on that many random cases: three quarters with a fixed seed, the rest with a
/// fresh one. `PROPTEST_CASES` sets how many each part has.
pub fn configs(cases: u32) -> [Config; 2] {
    let chosen = std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok());
    let n_fresh = cases / 4;
    [(FIXED, cases - n_fresh), (fresh(), n_fresh)].map(|(seed, n_cases)| Config {
        cases: chosen.unwrap_or(n_cases),
        // A failure names its input; files beside the tests would only go stale.
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    })
}

/// The fresh seed of this process.
fn fresh() -> u64 {
    static FRESH: OnceLock<u64> = OnceLock::new();
    let chosen = || std::env::var("PROPTEST_RNG_SEED").ok().and_then(|text| text.parse().ok());
    // The keys of a hash map are the standard library's random numbers.
    let seed = *FRESH
        .get_or_init(|| chosen().unwrap_or_else(|| RandomState::new().build_hasher().finish()));
    println!("fresh random cases: PROPTEST_RNG_SEED={seed}");
    seed
}

/// Laws in the notation of `proptest!`, with `#[test]` above each, tried as [`configs`] has it:
///
/// ```
/// use evolearner_testing::proptest::prelude::*;
///
/// evolearner_testing::laws! {
///     #![cases(100)]
///
///     fn a_sum_does_not_depend_on_the_order(a in 0..9, b in 0..9) {
///         prop_assert_eq!(a + b, b + a);
///     }
/// }
///
/// a_sum_does_not_depend_on_the_order();
/// ```
#[macro_export]
macro_rules! laws {
    (#![cases($cases:expr)]
     $(
        $(#[$meta:meta])*
        fn $name:ident($($parameter:pat in $strategy:expr),+ $(,)?) $body:block
    )*) => {
        $(
            $(#[$meta])*
            fn $name() {
                for config in $crate::configs($cases) {
                    $crate::proptest::proptest!(config, |($($parameter in $strategy),+)| $body);
                }
            }
        )*
    };
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    thread_local! {
        static MET: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    }

    crate::laws! {
        #![cases(40)]

        fn met(number in any::<u64>()) {
            MET.with_borrow_mut(|met| met.push(number));
        }
    }

    /// What `proptest` itself draws from a seed.
    fn numbers(seed: u64, cases: u32) -> Vec<u64> {
        let rng_seed = RngSeed::Fixed(seed);
        let config = Config { cases, rng_seed, failure_persistence: None, ..Config::default() };
        let numbers = RefCell::new(Vec::new());
        TestRunner::new(config)
            .run(&any::<u64>(), |number| {
                numbers.borrow_mut().push(number);
                Ok(())
            })
            .expect("nothing fails");
        numbers.into_inner()
    }

    #[test]
    fn a_law_meets_the_cases_of_the_fixed_seed_and_those_of_a_fresh_one() {
        if std::env::var_os("PROPTEST_CASES").is_some()
            || std::env::var_os("PROPTEST_RNG_SEED").is_some()
        {
            println!("skipped: the environment says which cases are tried");
            return;
        }
        met();
        let met = MET.take();
        assert_eq!(met.len(), 40);
        assert_eq!(met[..30], numbers(FIXED, 30));
        assert_eq!(met[30..], numbers(fresh(), 10));
        assert_ne!(met[30..], met[..10]);
    }

    #[test]
    fn the_fresh_seed_is_one_per_process() {
        assert_eq!(seeds(1), seeds(1));
        assert_ne!(seeds(1)[1], RandomState::new().build_hasher().finish());
    }
}
