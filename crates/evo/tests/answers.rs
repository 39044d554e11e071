//! What a run answers where the right answer is known.

mod common;

use std::fs;

use common::load_file;
use evolearner::learning::{CancelToken, Evolution, Settings, learn};
use evolearner::problem::parse_named;
use evolearner::{Concept, Leniency, resolve};
use evolearner_testing::data;

#[test]
fn a_family_class_that_fits_all_examples_is_answered_by_itself_for_every_seed() {
    let Some(folder) = data::folder() else { return };
    let graph = load_file(&folder.join("family/family.owl")).graph;
    let path = folder.join("ontolearn/lp_dl_learner_family.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let problems = parse_named("lp_dl_learner_family.json", &text).expect("a problem file");
    let mut n_perfect = 0;
    for statement in &problems.statements {
        let name = statement.name.as_deref().expect("Ontolearn's problems have names");
        let problem = resolve(&graph, statement, Leniency::default()).expect("all known").problem;
        let class =
            graph.symbols.classes.iter().find(|(_, iri)| evolearner::local_name(iri) == name);
        let Some((class, _)) = class else { continue };
        let members = graph.instances(class);
        let is_perfect = problem.positives().iter().all(|&example| members.contains(example))
            && !problem.negatives().iter().any(|&example| members.contains(example));
        if !is_perfect {
            continue;
        }
        n_perfect += 1;
        for seed in 1..=10 {
            let evolution = Evolution { population: 100, generations: 10, ..Evolution::default() };
            let settings = Settings { seed, evolution, ..Settings::recommended() };
            let outcome = learn(&graph, &problem, &settings, 1, CancelToken::default(), &mut ());
            assert_eq!(outcome.answer.concept, Concept::class(class), "{name}, seed {seed}");
        }
    }
    assert_eq!(n_perfect, 11, "problems whose class of the same name is perfect");
}
