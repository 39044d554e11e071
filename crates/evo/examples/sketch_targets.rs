//! What a sketch is worth: random targets in a knowledge base, learned with one part open and with
//! everything open, by the same search with the same work.
//!
//!     cargo run --release -p evolearner-kit --example sketch_targets -- family.owl carcinogenesis.owl
//!
//! prints a row of the table in docs/sketches.md for each file.

use evolearner::problem::Statement;
use evolearner::syntax::dl;
use evolearner::{
    ClassId, Concept, Forall, Id, IndividualId, KnowledgeBase, Learner, Node, ObjectPropertyId,
    Policy, Random, Role, Stage, Task,
};

/// Targets per knowledge base.
const N_TARGETS: u32 = 100;
/// The most examples of either side.
const MAX_EXAMPLES: usize = 100;
/// Work in millions of steps.
const WORK: u64 = 100;

/// What runs came to.
#[derive(Default)]
struct Sum {
    found: u32,
    evaluations: u64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| knowledge base | targets | found, sketch | found, open | evaluations, sketch | evaluations, open |"
    );
    println!("|---|---|---|---|---|---|");
    for path in std::env::args().skip(1) {
        let kb = KnowledgeBase::from_path(&path)?;
        let (mut sketched, mut open) = (Sum::default(), Sum::default());
        let mut n_targets = 0;
        for seed in 0.. {
            if n_targets == N_TARGETS || seed == 100 * N_TARGETS {
                break;
            }
            let random = &mut Random::new(1, Stage::Init, 0, seed);
            let target = target(&kb, random);
            let Some(task) = task(&kb, &target) else { continue };
            n_targets += 1;
            run(&kb, &task, &sketch(&kb, &target, random), &mut sketched)?;
            run(&kb, &task, "?C", &mut open)?;
        }
        let mean = |sum: &Sum| sum.evaluations / u64::from(n_targets.max(1));
        println!(
            "| {} | {n_targets} | {} | {} | {} | {} |",
            path.rsplit('/').next().unwrap_or(&path),
            sketched.found,
            open.found,
            mean(&sketched),
            mean(&open)
        );
    }
    Ok(())
}

/// Learns and counts.
fn run(
    kb: &KnowledgeBase,
    task: &Task,
    sketch: &str,
    sum: &mut Sum,
) -> Result<(), Box<dyn std::error::Error>> {
    let learner = Learner::new("sketch", "default")?.with("sketch", sketch)?;
    let learner = learner.with("work", WORK)?.with("timeout", "none")?;
    let learned = learner.learn(kb, task, &mut ())?;
    let confusion = learned.confusion(&learned.found.answer);
    sum.found += u32::from(confusion.fp + confusion.fn_ == 0);
    sum.evaluations += learned.found.evaluations;
    Ok(())
}

/// A meet or join of a class or its complement with a restriction whose filler is a class, a meet, a
/// join or another restriction.
fn target(kb: &KnowledgeBase, random: &mut Random) -> Concept {
    let symbols = &kb.graph().symbols;
    let class =
        |random: &mut Random| Concept::class(ClassId::new(random.below(symbols.classes.len())));
    let restriction = |random: &mut Random, filler: Concept| {
        let property = ObjectPropertyId::new(random.below(symbols.object_properties.len()));
        let role = Role::forward(property);
        let node = if random.chance(0.8) { Node::Some(role) } else { Node::Only(role) };
        Concept::node(node, [filler])
    };
    let filler = match random.below(4) {
        0 => class(random),
        1 => Concept::and([class(random), class(random)]),
        2 => Concept::or([class(random), class(random)]),
        _ => {
            let inner = class(random);
            restriction(random, inner)
        }
    };
    let restricted = restriction(random, filler);
    let first = class(random);
    let first = if random.chance(0.3) { Concept::complement(first) } else { first };
    if random.chance(0.6) {
        Concept::and([first, restricted])
    } else {
        Concept::or([first, restricted])
    }
}

/// The members of a target against the others, where there are enough of both.
fn task(kb: &KnowledgeBase, target: &Concept) -> Option<Task> {
    let members = kb.retrieve(target, Forall::Standard);
    let all = (0..kb.graph().n_individuals() as u32).map(IndividualId);
    let (positives, negatives): (Vec<_>, Vec<_>) = all.partition(|one| members.contains(*one));
    if positives.len() < 10 || negatives.len() < 10 {
        return None;
    }
    let names = |all: &[IndividualId]| -> Vec<String> {
        let n = all.len().min(MAX_EXAMPLES);
        let chosen = (0..n).map(|at| all[at * all.len() / n]);
        chosen.map(|one| kb.graph().symbols.individuals.get(one).to_owned()).collect()
    };
    let statement = Statement::of_examples(names(&positives), names(&negatives));
    Task::resolve(kb, &statement, &[], Policy::default()).ok()
}

/// The target with one of its parts open.
fn sketch(kb: &KnowledgeBase, target: &Concept, random: &mut Random) -> String {
    let symbols = &kb.graph().symbols;
    let children = target.children();
    let open = random.below(children.len());
    let parts: Vec<String> = children
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let text = dl::print(part, symbols);
            if at == open { "?C".to_owned() } else { format!("({text})") }
        })
        .collect();
    let sign = if matches!(target.root(), Node::And(_)) { " ⊓ " } else { " ⊔ " };
    parts.join(sign)
}
