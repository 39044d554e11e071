//! Answers keep to their sketch, and short fillings are all tried.

use std::sync::Arc;

use evolearner_dl::sketch::{Hole, HoleKind, Sketch, number_of_hole};
use evolearner_dl::{ClassId, Concept, Node, ObjectPropertyId, Role};
use evolearner_evaluate::{Quality, Space};
use evolearner_search::{Named, Names, Priced, Run, Setup, SpaceOptions};
use evolearner_testing::fixture::molecules;
use evolearner_testing::{Random, case_seeds, draw};

use crate::proofs::{BruteForce, problem};
use crate::{Problem, complete};

fn concept_hole(max_length: Option<usize>) -> Hole {
    Hole { name: "C".to_owned(), kind: HoleKind::Concept, max_length, names: None }
}

fn class_of_hole(hole: usize) -> Node {
    Node::Class(ClassId(number_of_hole(hole)))
}

/// A random concept in which one or two parts are holes, and perhaps a role.
fn sketch(random: &mut Random, n: usize) -> Sketch {
    loop {
        let mut nodes = draw::concept(random, n, 3).nodes().to_vec();
        let mut holes = Vec::new();
        for _ in 0..=random.below(2) {
            let concept = Concept::from_preorder(nodes.clone()).expect("it is a concept");
            let at = random.below(nodes.len());
            let end = concept.subtree_end(at);
            // The second hole may be the first one again.
            let hole = if holes.is_empty() || random.chance(50) { holes.len() } else { 0 };
            if hole == holes.len() {
                holes.push(concept_hole(random.chance(50).then(|| 1 + random.below(3))));
            }
            nodes.splice(at..end, [class_of_hole(hole)]);
        }
        let stays = |hole: &usize| nodes.contains(&class_of_hole(*hole));
        if !(0..holes.len()).all(|hole| stays(&hole)) {
            continue;
        }
        for node in &mut nodes {
            if let Node::Some(role) = node
                && random.chance(50)
            {
                let number = number_of_hole(holes.len());
                *role = Role { property: ObjectPropertyId(number), inverse: role.inverse };
                let kind = HoleKind::Role;
                holes.push(Hole { name: "r".to_owned(), kind, max_length: None, names: None });
                break;
            }
        }
        let template = Concept::from_preorder(nodes).expect("parts were replaced by leaves");
        return Sketch { templates: vec![template], holes };
    }
}

fn names(sketch: &Sketch) -> Names {
    Names { sketch: Some(Arc::new(sketch.clone())), ..Names::default() }
}

const SMALL: [(&str, &str); 4] =
    [("work", "3"), ("splits", "2"), ("max-cardinality", "2"), ("max-length", "60")];

#[test]
fn no_answer_leaves_its_sketch() {
    let mut n_filled = 0;
    for seed in case_seeds(150) {
        let mut random = Random::new(seed);
        let problem = problem(&mut random);
        let sketch = sketch(&mut random, problem.graph.n_individuals());
        let setup = problem.setup("sketch", "default", &SMALL);
        // A sketch that is longer than concepts may be, or that asks for a role where there is none.
        let Ok(run) = Run::start(Setup { names: names(&sketch), ..setup }) else { continue };
        let found = run.complete(&mut ());
        n_filled += 1;
        for row in found.front.rows().chain([&found.answer]) {
            assert!(sketch.fits(&row.concept), "seed {seed}: {:?} in {sketch:?}", row.concept);
            assert!(row.concept.length() <= 60);
        }
    }
    assert!(n_filled > 50, "{n_filled}");
}

#[test]
fn every_answer_has_the_names_that_it_must_have() {
    for seed in case_seeds(40) {
        let mut random = Random::new(seed);
        let problem = problem(&mut random);
        let symbols = &problem.graph.symbols;
        let class = Named::Class(ClassId(random.below(symbols.classes.len()) as u32));
        let n_roles = symbols.object_properties.len();
        let role = Named::ObjectProperty(ObjectPropertyId(random.below(n_roles) as u32));
        let names = Names { must_use: vec![vec![class], vec![role]], ..Names::default() };
        let setup = problem.setup("sketch", "default", &SMALL);
        let found = complete(Setup { names, ..setup });
        for row in found.front.rows().chain([&found.answer]) {
            let all: Vec<Named> = row.concept.nodes().iter().filter_map(Named::of).collect();
            assert!(all.contains(&class) && all.contains(&role), "seed {seed}: {row:?}");
        }
    }
}

#[test]
fn no_short_concept_beats_what_stands_in_an_open_sketch() {
    for seed in case_seeds(16) {
        let mut random = Random::new(seed);
        let problem = problem(&mut random);
        let length = if problem.graph.n_individuals() > 30 { 3 } else { 4 };
        let changes = [("work", "4000"), ("splits", "2"), ("max-cardinality", "2")];
        let setup = problem.setup("sketch", "default", &changes);
        let rules = SpaceOptions::read(&setup.options).rules();
        let space = Space::new(problem.graph.clone(), &problem.examples, &rules);
        let template = Concept::leaf(class_of_hole(0));
        let holes = vec![concept_hole(Some(length))];
        let sketch = Sketch { templates: vec![template], holes };
        let found = complete(Setup { names: names(&sketch), ..setup });
        let force = BruteForce::new(&space, length);
        let expected = force.best(&problem.examples, Quality::Accuracy, length);
        assert_eq!(found.answer.quality, expected, "seed {seed}: {:?}", found.answer.concept);
    }
}

#[test]
fn a_price_decides_between_equals() {
    let problem = Problem::sides((":a :x ; :b :x", 3), ("a :Other", 3));
    let role = |name: &str| problem.graph.symbols.object_properties.find(name).expect("a role");
    for (cheap, dear) in [("http://x/a", "http://x/b"), ("http://x/b", "http://x/a")] {
        let price = |name, price| (Priced::Name(Named::ObjectProperty(role(name))), price);
        let prices = vec![price(cheap, 0), price(dear, 3)];
        let setup = problem.setup("sketch", "default", &[("without", "negation,forall")]);
        let names = Names { prices, ..Names::default() };
        let found = complete(Setup { names, ..setup });
        let used: Vec<Named> = found.answer.concept.nodes().iter().filter_map(Named::of).collect();
        assert_eq!(used, [Named::ObjectProperty(role(cheap))], "{:?}", found.answer.concept);
    }
}

#[test]
fn a_sketch_that_cannot_be_filled_says_why() {
    let problem = Problem::from(molecules());
    let refusal = |names: Names, changes: &[(&str, &str)]| {
        let setup = problem.setup("sketch", "default", changes);
        let refused = Run::start(Setup { names, ..setup }).err().expect("it is refused");
        refused.to_string()
    };
    let open_role = Role::forward(ObjectPropertyId(number_of_hole(0)));
    let template = Concept::some(open_role, Concept::top());
    let hole = Hole { name: "r".to_owned(), kind: HoleKind::Role, max_length: None, names: None };
    let sketch = Sketch { templates: vec![template], holes: vec![hole] };
    let roles = problem.graph.symbols.object_properties.iter().map(|(role, _)| role).collect();
    let without_roles = Names { ignored_object_properties: roles, ..names(&sketch) };
    let message = refusal(without_roles, &[]);
    assert!(message.contains("there is nothing that ?r can be"), "{message}");
    let message = refusal(names(&sketch), &[("max-length", "2")]);
    assert!(message.contains("a length of 3, and max-length is 2"), "{message}");
    let acid = problem.graph.symbols.classes.find("http://x/Acid").expect("a class");
    let must_use = vec![vec![Named::Class(acid)]];
    let message = refusal(Names { must_use, ..names(&sketch) }, &[]);
    assert!(message.contains("no hole takes every name"), "{message}");
}
