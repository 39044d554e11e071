//! How far retrieval is from the speed of memory, on a generated family of 100,000 people.
//!
//! Boolean nodes are held against a plain word-wise AND over the same bytes, and `∃ r.C` against
//! the number of edges of the role; `roofline` prints both ratios from one run.
//! `EVOLEARNER_BENCH_PEOPLE` asks for a family of another size.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evolearner_dl::{ClassId, Concept, IndividualId, Role};
use evolearner_generate::{Family, FamilySettings};
use evolearner_graph::Graph;
use evolearner_retrieve::{BitSet, RetrieveSettings, Retriever};
use evolearner_testing::graphs::from_ntriples;

fn family(people: u32) -> Graph {
    let family = Family::generate(&FamilySettings { people, ..FamilySettings::default() });
    let mut bytes = Vec::new();
    family.write_ntriples(&mut bytes).expect("memory takes everything");
    from_ntriples(&[String::from_utf8(bytes).expect("N-Triples are UTF-8")])
}

fn class(graph: &Graph, name: &str) -> ClassId {
    let mut classes = graph.symbols.classes.iter();
    classes
        .find(|(_, iri)| evolearner_dl::local_name(iri) == name)
        .expect("a class of the family")
        .0
}

fn role(graph: &Graph, name: &str) -> Role {
    let mut roles = graph.symbols.object_properties.iter();
    let (property, _) = roles
        .find(|(_, iri)| evolearner_dl::local_name(iri) == name)
        .expect("a role of the family");
    Role::forward(property)
}

/// The classes of the family as sets of bits, densest first.
fn dense_classes(graph: &Graph) -> Vec<(ClassId, BitSet)> {
    let n = graph.n_individuals();
    let members = |class| {
        let mut set = BitSet::empty(n);
        set.or_set(graph.instances(class));
        set
    };
    let mut classes: Vec<(ClassId, BitSet)> = graph
        .symbols
        .classes
        .iter()
        .map(|(class, _)| (class, members(class)))
        .filter(|(_, set)| set.count() * 32 > n)
        .collect();
    classes.sort_by_key(|(_, set)| std::cmp::Reverse(set.count()));
    classes
}

/// The number of edges of a role, and of those that lead to a member of a class.
fn n_edges(graph: &Graph, role: Role, filler: ClassId) -> (u64, u64) {
    let edges = graph.edges(role.property);
    let members = graph.instances(filler);
    let into = edges
        .rows(role.inverted())
        .iter()
        .filter(|(object, _)| members.contains(IndividualId(*object)))
        .map(|(_, row)| row.len() as u64)
        .sum();
    (edges.rows(role).n_edges() as u64, into)
}

/// Nanoseconds of the fastest of many runs.
fn fastest(n_runs: usize, mut run: impl FnMut()) -> f64 {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed().as_nanos()
    };
    (0..n_runs).map(|_| time(&mut run)).min().expect("at least one run") as f64
}

fn roofline(graph: &Graph) {
    let mut retriever = Retriever::new(graph, RetrieveSettings::default());
    let classes = dense_classes(graph);
    for n_operands in [2, 4, 8] {
        let operands: Vec<&(ClassId, BitSet)> = classes.iter().cycle().take(n_operands).collect();
        for (word, concept) in [
            ("and", Concept::and(operands.iter().map(|pair| Concept::class(pair.0)))),
            ("or", Concept::or(operands.iter().map(|pair| Concept::class(pair.0)))),
        ] {
            let ours = fastest(2000, || {
                let found = retriever.retrieve(black_box(&concept));
                retriever.recycle(black_box(found));
            });
            let mut out = vec![0u64; operands[0].1.words().len()];
            let plain = fastest(2000, || {
                for pair in operands.windows(2) {
                    let (one, other) = (pair[0].1.words(), pair[1].1.words());
                    for ((word, one), other) in out.iter_mut().zip(one).zip(other) {
                        *word = one & other;
                    }
                    black_box(&mut out);
                }
            });
            println!(
                "{word} of {n_operands}: {ours} ns, plain {plain} ns: {:.0} %",
                100.0 * plain / ours
            );
        }
    }
    for role_name in ["hasChild", "hasParent", "hasSibling"] {
        for class_name in ["Male", "Parent", "Grandfather", "Grandparent"] {
            let Some((filler, _)) = graph
                .symbols
                .classes
                .iter()
                .find(|(_, iri)| evolearner_dl::local_name(iri) == class_name)
            else {
                continue;
            };
            let role = role(graph, role_name);
            let concept = Concept::some(role, Concept::class(filler));
            let (n_edges, n_into) = n_edges(graph, role, filler);
            let ours = fastest(300, || {
                let found = retriever.retrieve(black_box(&concept));
                retriever.recycle(black_box(found));
            });
            println!(
                "∃ {role_name}.{class_name}: {:.2} ns per edge of {n_edges}, {n_into} of them into the filler",
                ours / n_edges as f64
            );
        }
    }
}

fn benches(criterion: &mut Criterion) {
    let n_people = std::env::var("EVOLEARNER_BENCH_PEOPLE").ok().and_then(|n| n.parse().ok());
    let graph = family(n_people.unwrap_or(100_000));
    roofline(&graph);
    let mut retriever = Retriever::new(&graph, RetrieveSettings::default());
    let mut group = criterion.benchmark_group("retrieve");
    let classes = dense_classes(&graph);
    let meet = Concept::and(classes.iter().cycle().take(4).map(|pair| Concept::class(pair.0)));
    group.throughput(Throughput::Bytes(4 * 8 * classes[0].1.words().len() as u64));
    group.bench_function("and", |bencher| {
        bencher.iter(|| {
            let found = retriever.retrieve(&meet);
            retriever.recycle(found);
        });
    });
    let (role, filler) = (role(&graph, "hasChild"), class(&graph, "Male"));
    let some = Concept::some(role, Concept::class(filler));
    group.throughput(Throughput::Elements(n_edges(&graph, role, filler).0));
    group.bench_function("some", |bencher| {
        bencher.iter(|| {
            let found = retriever.retrieve(&some);
            retriever.recycle(found);
        });
    });
    group.finish();
}

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(1)).warm_up_time(std::time::Duration::from_millis(300));
    targets = benches
}
criterion_main!(all);
