//! What a generated family looks like in figures, and how fast it comes.
//!
//! `cargo run --release -p evolearner-generate --example family_figures -- 1000000`

use std::io::sink;
use std::time::Instant;

use evolearner_generate::{Family, FamilySettings, Kinship, PersonId};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let people = arguments.next().and_then(Result::ok).unwrap_or(200);
    let seed = arguments.next().and_then(Result::ok).unwrap_or(1);

    let settings = FamilySettings { people, seed: seed.into(), ..Default::default() };
    let start = Instant::now();
    let family = Family::generate(&settings);
    let n_people = f64::from(people);
    println!("people          {people} in {:.2?}", start.elapsed());

    let start = Instant::now();
    let n_triples = family.write_turtle(sink()).expect("a sink takes everything");
    println!(
        "turtle          {:.1} M triples/s",
        n_triples as f64 / start.elapsed().as_secs_f64() / 1e6
    );
    let start = Instant::now();
    family.write_ntriples(sink()).expect("a sink takes everything");
    println!(
        "n-triples       {:.1} M triples/s",
        n_triples as f64 / start.elapsed().as_secs_f64() / 1e6
    );
    println!("triples         {n_triples}, {:.2} per person", n_triples as f64 / n_people);

    let share = |name: &str, holds: &dyn Fn(PersonId) -> bool| {
        let count = family.people().filter(|&person| holds(person)).count();
        println!("{name:<15} {count} ({:.0} %)", 100.0 * count as f64 / n_people);
    };
    share("without parents", &|person| family.parents(person).is_none());
    share("married", &|person| family.spouse(person).is_some());
    share("parents", &|person| family.is_parent(person));
    share("grandparents", &|person| family.is_grandparent(person));
    share("grandchildren", &|person| family.is_grandchild(person));
    for kinship in Kinship::ALL {
        share(kinship.name(), &|person| kinship.holds(&family, person));
    }

    let mut generations = vec![0_u32; family.people().len()];
    let mut sizes = Vec::new();
    for person in family.people() {
        if let Some((father, mother)) = family.parents(person) {
            generations[person.index()] =
                1 + generations[father.index()].max(generations[mother.index()]);
        }
        let generation = generations[person.index()] as usize;
        sizes.resize(sizes.len().max(generation + 1), 0);
        sizes[generation] += 1;
    }
    let years = || family.people().map(|person| family.birth_year(person));
    let (first, last) = (years().min().unwrap_or(0), years().max().unwrap_or(0));
    println!("born            {first} to {last}");
    println!("generations     {sizes:?}");
}
