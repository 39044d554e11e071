//! Generated universities: the same for the same seed, and the same triples in all notations.

use std::collections::BTreeSet;

use evolearner_generate::{Target, Universities, UniversitySettings};

fn ntriples(settings: &UniversitySettings) -> (Vec<u8>, u64) {
    let mut bytes = Vec::new();
    let n_triples =
        Universities::new(settings).write_ntriples(&mut bytes).expect("memory takes all");
    (bytes, n_triples)
}

fn lines<T: ToString, E: std::fmt::Debug>(
    triples: impl Iterator<Item = Result<T, E>>,
) -> BTreeSet<String> {
    triples.map(|triple| triple.expect("it is well-formed").to_string()).collect()
}

#[test]
fn all_notations_say_the_same() {
    let universities = Universities::new(&UniversitySettings::default());
    let (bytes, n_triples) = ntriples(universities.settings());
    let expected = lines(oxttl::NTriplesParser::new().for_reader(&bytes[..]));
    assert_eq!(expected.len() as u64, n_triples, "no triple comes twice");
    let (mut turtle, mut xml) = (Vec::new(), Vec::new());
    assert_eq!(universities.write_turtle(&mut turtle).unwrap(), n_triples);
    assert_eq!(universities.write_rdfxml(&mut xml).unwrap(), n_triples);
    assert_eq!(expected, lines(oxttl::TurtleParser::new().for_reader(&turtle[..])));
    assert_eq!(expected, lines(oxrdfxml::RdfXmlParser::new().for_reader(&xml[..])));
}

#[test]
fn a_seed_decides_and_size_grows_with_the_number() {
    let one = UniversitySettings::default();
    assert_eq!(ntriples(&one), ntriples(&one));
    assert_ne!(ntriples(&one), ntriples(&UniversitySettings { seed: 2, ..one.clone() }));
    let n_of_three = ntriples(&UniversitySettings { universities: 3, ..one.clone() }).1;
    let n_of_one = ntriples(&one).1;
    assert!((2 * n_of_one..5 * n_of_one).contains(&n_of_three), "{n_of_one} {n_of_three}");
}

#[test]
fn lists_are_as_long_as_each_other_and_share_nobody() {
    let universities = Universities::new(&UniversitySettings::default());
    for target in Target::ALL {
        for limit in [10, usize::MAX] {
            let problem = universities.problem(target, limit);
            let n = problem.positives.len();
            assert!(n >= 10 && n == problem.negatives.len() && n <= limit, "{}: {n}", problem.name);
            let all: BTreeSet<_> = problem.positives.iter().chain(&problem.negatives).collect();
            assert_eq!(all.len(), 2 * n);
        }
    }
}
