//! Verdicts on random concepts in an open world, for a reasoner to compare.
//!
//!     cargo run -p evolearner --example open_world OUT N DATA NAME..
//!
//! For each knowledge base, `DATA/NAME/NAME.owl` or `DATA/small/NAME/NAME.owl`, writes a folder below
//! OUT: the file (`kb.owl`), N concepts as definitions (`concepts.ofn`), the
//! individuals that are asked about (`asked.txt`) and what is said of them (`verdicts.tsv`: number of the concept, individual, verdict, concept).

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use evolearner::retrieval::WorldVerdict;
use evolearner::syntax::{dl, functional};
use evolearner::{
    Budget, ClassId, Comparison, Concept, DataPropertyId, DataRange, DataRestriction, Id,
    IndividualId, KnowledgeBase, LiteralId, Node, ObjectPropertyId, Quantifier, Random, Role,
    Stage,
};

/// The namespace of the defined classes.
const DEFINED: &str = "http://example.org/answer#";
/// The individuals that are asked about in each knowledge base.
const N_ASKED: usize = 10;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(out), Some(n), Some(data)) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("usage: open_world OUT N DATA NAME..".into());
    };
    let (n, data): (usize, PathBuf) = (n.parse()?, data.into());
    for name in arguments {
        let file = PathBuf::from(&name).join(format!("{name}.owl"));
        let path = [data.join(&file), data.join("small").join(&file)]
            .into_iter()
            .find(|path| path.exists());
        let bytes = fs::read(path.ok_or_else(|| format!("no {name}.owl"))?)?;
        let folder = PathBuf::from(&out).join(&name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("kb.owl"), &bytes)?;
        let kb = KnowledgeBase::from_bytes("kb.owl", bytes)?;
        let (graph, vocabulary) = (kb.graph(), kb.vocabulary());
        let mut random = Random::new(name.len() as u64, Stage::Examples, 0, 0);
        let n_individuals = graph.n_individuals();
        let mut asked: Vec<IndividualId> =
            (0..N_ASKED).map(|_| IndividualId::new(random.below(n_individuals))).collect();
        asked.sort_unstable();
        asked.dedup();
        asked.retain(|&id| !graph.symbols.individuals.get(id).starts_with("_:"));
        let iri = |id: IndividualId| graph.symbols.individuals.get(id);
        fs::write(
            folder.join("asked.txt"),
            asked.iter().map(|&id| iri(id).to_owned() + "\n").collect::<String>(),
        )?;
        let world = kb.open_world(Budget::default())?;
        let (mut verdicts, mut counts) = (String::new(), [0usize; 4]);
        let mut definitions = "Ontology(<http://example.org/answer>\n".to_owned();
        let start = Instant::now();
        for number in 0..n {
            let concept = draw(&kb, &mut random, 3);
            for (&individual, verdict) in asked.iter().zip(world.verdicts(&concept, &asked)?) {
                counts[match verdict {
                    WorldVerdict::Entailed => 0,
                    WorldVerdict::Excluded => 1,
                    WorldVerdict::Unknown => 2,
                    WorldVerdict::NotDecided => 3,
                }] += 1;
                let text = dl::print_in(&concept, &vocabulary);
                writeln!(verdicts, "{number}\t{}\t{}\t{text}", iri(individual), verdict.word())?;
            }
            let text = functional::print(&concept, &graph.symbols);
            writeln!(definitions, "EquivalentClasses(<{DEFINED}{number}> {text})")?;
        }
        definitions += ")\n";
        fs::write(folder.join("verdicts.tsv"), verdicts)?;
        fs::write(folder.join("concepts.ofn"), definitions)?;
        let per_concept = start.elapsed().as_secs_f64() / n.max(1) as f64;
        println!(
            "{name}: entailed, excluded, unknown, not decided {counts:?}, {per_concept:.3} s a concept"
        );
    }
    Ok(())
}

/// A random concept of at most so many levels.
fn draw(kb: &KnowledgeBase, random: &mut Random, levels: usize) -> Concept {
    let graph = kb.graph();
    let symbols = &graph.symbols;
    let (n_classes, n_roles) = (symbols.classes.len(), symbols.object_properties.len());
    let class = |random: &mut Random| match n_classes {
        0 => Concept::top(),
        n => Concept::class(ClassId::new(random.below(n))),
    };
    let role = |random: &mut Random| Role {
        property: ObjectPropertyId::new(random.below(n_roles)),
        inverse: random.below(6) == 0,
    };
    let n_values = symbols.data_properties.len();
    let pick = if levels == 0 { random.below(2) } else { random.below(13) };
    match pick {
        1 | 2 => Concept::complement(class(random)),
        3 | 4 => Concept::and([draw(kb, random, levels - 1), draw(kb, random, levels - 1)]),
        5 | 6 => Concept::or([draw(kb, random, levels - 1), draw(kb, random, levels - 1)]),
        7 if n_values > 0 => {
            let property = DataPropertyId::new(random.below(n_values));
            let values = graph.values(property).by_value();
            if values.is_empty() {
                return class(random);
            }
            let bound = graph.literals.get(LiteralId(values[random.below(values.len())][0]));
            let comparison = [Comparison::AtMost, Comparison::AtLeast][random.below(2)];
            let range = if bound.datatype().is_string() {
                DataRange::OneOf([bound].into())
            } else {
                DataRange::Compare(comparison, bound)
            };
            let quantifier = Quantifier::Some;
            Concept::leaf(Node::Data(Box::new(DataRestriction { property, quantifier, range })))
        }
        8 | 9 if n_roles > 0 => Concept::some(role(random), draw(kb, random, levels - 1)),
        10 if n_roles > 0 => Concept::only(role(random), draw(kb, random, levels - 1)),
        11 if n_roles > 0 => {
            let count = random.below(3) as u32;
            let role = role(random);
            let node = match random.below(2) {
                0 => Node::AtLeast(count + 1, role),
                _ => Node::AtMost(count, role),
            };
            Concept::node(node, [draw(kb, random, levels - 1)])
        }
        12 => Concept::leaf(Node::OneOf(
            [IndividualId::new(random.below(graph.n_individuals()))].into(),
        )),
        _ => class(random),
    }
}
