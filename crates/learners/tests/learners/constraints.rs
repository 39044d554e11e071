//! What callers forbid holds for every method.

use evolearner_dl::{Comparison, DataPropertyId, DataRange, Node};
use evolearner_learners::METHODS;
use evolearner_search::{Found, Named, Names, Setup};
use evolearner_testing::Random;
use evolearner_testing::case_seeds;
use evolearner_testing::fixture::molecules;

use crate::proofs::problem;
use crate::{Problem, complete};

/// A short run of a method, or nothing where it refuses its options.
fn run(problem: &Problem, method: &str, names: &Names) -> Option<Found> {
    let small = [("evaluations", "2000"), ("splits", "3"), ("max-cardinality", "2")];
    let mut setup = problem.setup(method, "default", &small);
    for (option, value) in [("work", "5"), ("generations", "3"), ("population", "50")] {
        if setup.options.has(option) {
            let caller = evolearner_search::Layer::Caller;
            setup.options.set_text(option, value, caller).expect("the option is possible");
        }
    }
    setup.method.check(&setup.options).ok()?;
    Some(complete(Setup { names: names.clone(), ..setup }))
}

fn nodes(found: &Found) -> impl Iterator<Item = &Node> {
    let rows = found.front.rows().chain([&found.answer]);
    rows.flat_map(|row| row.concept.nodes())
}

fn sides(node: &Node, of: DataPropertyId) -> Vec<Comparison> {
    let Node::Data(restriction) = node else { return Vec::new() };
    let mut open = vec![&restriction.range];
    let mut found = Vec::new();
    while let Some(range) = open.pop() {
        match range {
            DataRange::Compare(side, _) if restriction.property == of => found.push(*side),
            DataRange::Not(range) => open.push(range),
            DataRange::And(ranges) | DataRange::Or(ranges) => open.extend(ranges.iter()),
            _ => {}
        }
    }
    found
}

#[test]
fn no_method_bounds_the_side_that_is_left_out() {
    let problem = Problem::from(molecules());
    let data = |name: &str| problem.graph.symbols.data_properties.find(name).expect("a property");
    let (logp, charge) = (data("http://x/logp"), data("http://x/charge"));
    let ignored_classes = problem.graph.symbols.classes.iter().map(|(class, _)| class).collect();
    let ignored_data_properties = vec![data("http://x/toxic")];
    let free = Names { ignored_classes, ignored_data_properties, ..Names::default() };
    let mut n_bounded = 0;
    for method in METHODS {
        for side in [Comparison::AtMost, Comparison::AtLeast] {
            let names = Names { one_sided: vec![(logp, side), (charge, side)], ..free.clone() };
            let Some(found) = run(&problem, method.id(), &names) else { continue };
            for node in nodes(&found) {
                for found in [logp, charge].into_iter().flat_map(|of| sides(node, of)) {
                    assert_eq!(found, side, "{}: {node:?}", method.id());
                    n_bounded += 1;
                }
            }
        }
    }
    assert!(n_bounded > 10, "thresholds occur: {n_bounded}");
}

#[test]
fn no_method_uses_a_name_that_is_left_out() {
    for seed in case_seeds(6) {
        let mut random = Random::new(seed);
        let problem = problem(&mut random);
        let symbols = &problem.graph.symbols;
        let mut half =
            |n: usize| -> Vec<u32> { (0..n as u32).filter(|_| random.chance(50)).collect() };
        let classes = half(symbols.classes.len());
        let roles = half(symbols.object_properties.len());
        let data = half(symbols.data_properties.len());
        let names = Names {
            ignored_classes: classes.into_iter().map(evolearner_dl::ClassId).collect(),
            ignored_object_properties: roles
                .into_iter()
                .map(evolearner_dl::ObjectPropertyId)
                .collect(),
            ignored_data_properties: data.into_iter().map(DataPropertyId).collect(),
            ..Names::default()
        };
        for method in METHODS {
            let Some(found) = run(&problem, method.id(), &names) else { continue };
            for named in nodes(&found).filter_map(Named::of) {
                let is_ignored = match named {
                    Named::Class(class) => names.ignored_classes.contains(&class),
                    Named::ObjectProperty(role) => names.ignored_object_properties.contains(&role),
                    Named::DataProperty(data) => names.ignored_data_properties.contains(&data),
                };
                assert!(!is_ignored, "{} uses {named:?}, seed {seed}", method.id());
            }
        }
    }
}
