//! The default answer on problems made at random, against a brute force over short concepts.
//!
//!     cargo run --release -p evolearner-kit --example unseen -- 20 family.owl carcinogenesis.owl
//!
//! makes 20 problems of each kind in each knowledge base and prints the table in docs/search.md. The
//! brute force takes sets of examples from the definition of each constructor and shares no code with
//! the searches: names and their complements, one restriction on a name, one threshold, two of these
//! joined by `⊓` or `⊔`, `∃ r.(A ⊓ B)` and `∃ r.∃ s.A`. An answer is *beaten* if it is less accurate,
//! or as accurate and longer. Each such case is printed.

use evolearner::problem::Statement;
use evolearner::syntax::dl;
use evolearner::{
    ClassId, Concept, DataPropertyId, Forall, Graph, Id, IndividualId, KnowledgeBase, Learner,
    Node, ObjectPropertyId, Policy, Random, Role, Stage, Task,
};

/// The most examples of either side.
const MAX_EXAMPLES: usize = 25;
/// The highest cardinality of the brute force, which is that of the search.
const MAX_CARDINALITY: usize = 5;
/// The most pairs of names in `∃ r.(A ⊓ B)` for each role.
const MAX_PAIRS: usize = 20_000;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// How the labels of a problem come about.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Class,
    Short,
    Long,
    Noisy,
    Chance,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Class, "a class"),
    (Kind::Short, "a random concept of length 1 to 5"),
    (Kind::Long, "a random concept of length 6 to 9"),
    (Kind::Noisy, "a random concept, every tenth label wrong"),
    (Kind::Chance, "labels without meaning"),
];

/// Examples with their labels, and the concept behind them.
struct Problem {
    positives: Vec<IndividualId>,
    negatives: Vec<IndividualId>,
    target: Concept,
}

/// What came of the problems of a kind.
#[derive(Default)]
struct Sum {
    n: u32,
    /// Answers that are right about all examples and no longer than the target.
    n_found: u32,
    n_less_accurate: u32,
    n_longer: u32,
}

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let n_problems: u32 = arguments.next().ok_or("usage: unseen N KB..")?.parse()?;
    let mut sums: [Sum; KINDS.len()] = Default::default();
    for path in arguments {
        let kb = KnowledgeBase::from_path(&path)?;
        let brute = BruteForce::new(kb.graph());
        for (at, (kind, what)) in KINDS.iter().enumerate() {
            let mut n_made = 0;
            for seed in 0..200 * n_problems {
                if n_made == n_problems {
                    break;
                }
                let random = &mut Random::new(at as u64, Stage::Init, 0, seed);
                let Some(problem) = problem(&kb, *kind, random) else { continue };
                n_made += 1;
                let beaten = sums[at].add(&kb, &brute, &problem)?;
                if let Some(how) = beaten {
                    println!("{path}, {what}, seed {seed}: {how}");
                }
            }
        }
    }
    println!("| labels from | problems | found | beaten in accuracy | beaten in length |");
    println!("|---|---|---|---|---|");
    for (sum, (kind, what)) in sums.iter().zip(KINDS) {
        let Sum { n, n_found, n_less_accurate, n_longer } = sum;
        let has_target = !matches!(kind, Kind::Noisy | Kind::Chance);
        let found = if has_target { n_found.to_string() } else { String::new() };
        println!("| {what} | {n} | {found} | {n_less_accurate} | {n_longer} |");
    }
    Ok(())
}

impl Sum {
    /// Learns, compares, and says by what the answer is beaten.
    fn add(
        &mut self,
        kb: &KnowledgeBase,
        brute: &BruteForce<'_>,
        problem: &Problem,
    ) -> Outcome<Option<String>> {
        let name = |one: &IndividualId| kb.graph().symbols.individuals.get(*one).to_owned();
        let names = |all: &[IndividualId]| all.iter().map(name).collect::<Vec<_>>();
        let statement =
            Statement::of_examples(names(&problem.positives), names(&problem.negatives));
        let task = Task::resolve(kb, &statement, &[], Policy::default())?;
        // Where the sides are uneven the default does not choose by accuracy, which is compared here.
        let learner = Learner::new("beam", "default")?.with("timeout", "none")?;
        let learned = learner.with("uneven", "off")?.learn(kb, &task, &mut ())?;
        let confusion = learned.confusion(&learned.found.answer);
        let ours = ((confusion.fp + confusion.fn_) as usize, learned.concept().length());
        let (theirs, text) = brute.best(&problem.positives, &problem.negatives);
        self.n += 1;
        self.n_found += u32::from(ours.0 == 0 && ours.1 <= problem.target.length());
        self.n_less_accurate += u32::from(theirs.0 < ours.0);
        self.n_longer += u32::from(theirs.0 == ours.0 && theirs.1 < ours.1);
        let answer = dl::print(learned.concept(), &kb.graph().symbols);
        Ok((theirs < ours).then(|| {
            format!("{text} has {theirs:?} errors and length, the answer {answer} has {ours:?}")
        }))
    }
}

/// A problem of a kind, where there are enough examples of both sides.
fn problem(kb: &KnowledgeBase, kind: Kind, random: &mut Random) -> Option<Problem> {
    let target = match kind {
        Kind::Class => Concept::class(ClassId::new(random.below(kb.graph().symbols.classes.len()))),
        Kind::Short | Kind::Noisy | Kind::Chance => target(kb, random, 1..=5)?,
        Kind::Long => target(kb, random, 6..=9)?,
    };
    let members = kb.retrieve(&target, Forall::Standard);
    let all = (0..kb.graph().n_individuals() as u32).map(IndividualId);
    let (mut positives, mut negatives): (Vec<_>, Vec<_>) =
        all.partition(|one| members.contains(*one));
    if positives.len() < 3 || negatives.len() < 3 {
        return None;
    }
    for side in [&mut positives, &mut negatives] {
        shuffle(side, random);
        side.truncate(if kind == Kind::Chance { 8 } else { MAX_EXAMPLES });
    }
    match kind {
        Kind::Noisy => {
            let n = positives.len().min(negatives.len()) / 10;
            for at in 0..n {
                std::mem::swap(&mut positives[at], &mut negatives[at]);
            }
        }
        Kind::Chance => {
            let n_positives = positives.len();
            positives.append(&mut negatives);
            shuffle(&mut positives, random);
            negatives = positives.split_off(n_positives);
        }
        _ => {}
    }
    Some(Problem { positives, negatives, target })
}

fn shuffle(all: &mut [IndividualId], random: &mut Random) {
    for at in (1..all.len()).rev() {
        all.swap(at, random.below(at + 1));
    }
}

/// A concept at random with one of these lengths.
fn target(
    kb: &KnowledgeBase,
    random: &mut Random,
    lengths: std::ops::RangeInclusive<usize>,
) -> Option<Concept> {
    (0..100).map(|_| tree(kb, random, 3)).find(|concept| lengths.contains(&concept.length()))
}

fn tree(kb: &KnowledgeBase, random: &mut Random, height: usize) -> Concept {
    let symbols = &kb.graph().symbols;
    let n_roles = symbols.object_properties.len();
    if height == 0 || random.chance(0.25) {
        let class = Concept::class(ClassId::new(random.below(symbols.classes.len())));
        return if random.chance(0.2) { Concept::complement(class) } else { class };
    }
    if n_roles > 0 && random.chance(0.55) {
        let role = Role::forward(ObjectPropertyId::new(random.below(n_roles)));
        let n = 1 + random.below(3) as u32;
        let node = match random.below(6) {
            0 => Node::Only(role),
            1 => Node::AtLeast(n + 1, role),
            2 => Node::AtMost(n, role),
            _ => Node::Some(role),
        };
        return Concept::node(node, [tree(kb, random, height - 1)]);
    }
    let operands = [tree(kb, random, height - 1), tree(kb, random, height - 1)];
    if random.chance(0.6) { Concept::and(operands) } else { Concept::or(operands) }
}

/// Some individuals of a graph, a bit each.
type Members = Vec<u64>;

fn has(members: &Members, one: u32) -> bool {
    members[one as usize / 64] >> (one % 64) & 1 == 1
}

/// All that the brute force knows of a graph.
struct BruteForce<'g> {
    graph: &'g Graph,
    /// Names with different members, and ⊤ at the end.
    names: Vec<(String, Members)>,
}

/// Which examples a concept covers, its length and its text.
struct Candidate {
    covered: Vec<u64>,
    length: usize,
    text: String,
}

/// The fewest errors and, among these, the least length so far.
struct Best {
    n_positives: usize,
    errors_and_length: (usize, usize),
    text: String,
}

impl Best {
    fn offer(
        &mut self,
        covered: impl Iterator<Item = u64>,
        length: usize,
        text: impl Fn() -> String,
    ) {
        let (mut n_covered, mut tp, mut first) = (0, 0, 0);
        for word in covered {
            n_covered += word.count_ones() as usize;
            let positives = self.n_positives.saturating_sub(first).min(64);
            let mask = if positives == 64 { !0 } else { (1 << positives) - 1 };
            tp += (word & mask).count_ones() as usize;
            first += 64;
        }
        let errors = self.n_positives - tp + n_covered - tp;
        if (errors, length) < self.errors_and_length {
            self.errors_and_length = (errors, length);
            self.text = text();
        }
    }
}

impl<'g> BruteForce<'g> {
    fn new(graph: &'g Graph) -> Self {
        let n_words = graph.n_individuals().div_ceil(64);
        let mut names: Vec<(String, Members)> = Vec::new();
        for (class, iri) in graph.symbols.classes.iter() {
            let mut members = vec![0; n_words];
            for member in graph.instances(class).iter() {
                members[member.0 as usize / 64] |= 1 << (member.0 % 64);
            }
            if !names.iter().any(|(_, known)| *known == members) {
                names.push((iri.to_owned(), members));
            }
        }
        names.push(("⊤".to_owned(), vec![!0; n_words]));
        Self { graph, names }
    }

    fn roles(&self) -> impl Iterator<Item = (Role, String)> {
        let roles = self.graph.symbols.object_properties.iter();
        roles.map(|(property, iri)| (Role::forward(property), iri.to_owned()))
    }

    fn successors(&self, role: Role, of: u32) -> &'g [u32] {
        self.graph.edges(role.property).rows(role).of(of)
    }

    /// The fewest errors with the least length, and a concept that has them.
    fn best(
        &self,
        positives: &[IndividualId],
        negatives: &[IndividualId],
    ) -> ((usize, usize), String) {
        let examples: Vec<u32> = positives.iter().chain(negatives).map(|one| one.0).collect();
        let mut best = Best {
            n_positives: positives.len(),
            errors_and_length: (usize::MAX, 0),
            text: String::new(),
        };
        let mut singles = Vec::new();
        self.single(&examples, &mut singles);
        self.nested(&examples, &mut best);
        // One of each set, the shortest.
        singles.sort_by(|a: &Candidate, b| a.covered.cmp(&b.covered).then(a.length.cmp(&b.length)));
        singles.dedup_by(|next, kept| next.covered == kept.covered);
        for one in &singles {
            best.offer(one.covered.iter().copied(), one.length, || one.text.clone());
        }
        for (at, a) in singles.iter().enumerate() {
            for b in &singles[at + 1..] {
                let length = a.length + b.length + 1;
                let pairs = || a.covered.iter().zip(&b.covered);
                best.offer(pairs().map(|(a, b)| a & b), length, || {
                    format!("{} ⊓ {}", a.text, b.text)
                });
                best.offer(pairs().map(|(a, b)| a | b), length, || {
                    format!("{} ⊔ {}", a.text, b.text)
                });
            }
        }
        (best.errors_and_length, best.text)
    }

    /// Names, complements, one restriction on a name, one threshold.
    fn single(&self, examples: &[u32], found: &mut Vec<Candidate>) {
        let mut add = |length: usize, text: String, holds: &dyn Fn(u32) -> bool| {
            found.push(Candidate { covered: covered(examples, holds), length, text });
        };
        for (name, members) in &self.names {
            add(1, name.clone(), &|one| has(members, one));
            add(2, format!("¬ {name}"), &|one| !has(members, one));
        }
        for (role, of) in self.roles() {
            for (name, members) in &self.names {
                let n_in = |one: u32| {
                    let successors = self.successors(role, one).iter();
                    successors.filter(|&&other| has(members, other)).count()
                };
                let n = |one: u32| self.successors(role, one).len();
                add(3, format!("∃ {of}.{name}"), &|one| n_in(one) > 0);
                add(3, format!("∀ {of}.{name}"), &|one| n_in(one) == n(one));
                add(4, format!("∃ {of}.¬ {name}"), &|one| n_in(one) < n(one));
                for number in 1..=MAX_CARDINALITY {
                    add(4, format!("≥ {number} {of}.{name}"), &|one| n_in(one) >= number);
                    add(4, format!("≤ {number} {of}.{name}"), &|one| n_in(one) <= number);
                }
            }
        }
        for place in 0..self.graph.symbols.data_properties.len() {
            let property = DataPropertyId::new(place);
            let name = self.graph.symbols.data_properties.get(property);
            let values = |one: u32| self.graph.values(property).of(IndividualId(one));
            let mut bounds: Vec<_> = examples.iter().flat_map(|&one| values(one)).collect();
            bounds.sort_unstable();
            bounds.dedup();
            for bound in bounds {
                let kind = self.graph.literals.value(bound).kind;
                let key = |literal| self.graph.literals.value(literal);
                let of_kind = |one: u32| {
                    values(one).map(key).filter(|value| value.kind == kind).map(|v| v.key)
                };
                let limit = key(bound).key;
                add(3, format!("{name} ≤ {limit}"), &|one| of_kind(one).any(|v| v <= limit));
                add(3, format!("{name} ≥ {limit}"), &|one| of_kind(one).any(|v| v >= limit));
            }
        }
    }

    /// `∃ r.(A ⊓ B)` and `∃ r.∃ s.A`.
    fn nested(&self, examples: &[u32], best: &mut Best) {
        for (role, of) in self.roles() {
            let mut reached: Vec<u32> =
                examples.iter().flat_map(|&one| self.successors(role, one)).copied().collect();
            reached.sort_unstable();
            reached.dedup();
            let any = |holds: &dyn Fn(usize) -> bool| {
                let place = |other: &u32| reached.partition_point(|one| one < other);
                covered(examples, &|one| self.successors(role, one).iter().any(|o| holds(place(o))))
            };
            // Names that tell those apart who are reached, one of each set.
            let sets = self
                .names
                .iter()
                .map(|(name, members)| (covered(&reached, &|one| has(members, one)), name));
            let mut sets: Vec<(Vec<u64>, &String)> = sets.collect();
            sets.sort();
            sets.dedup_by(|next, kept| next.0 == kept.0);
            let pairs = sets.iter().enumerate();
            let pairs = pairs.flat_map(|(at, a)| sets[at + 1..].iter().map(move |b| (a, b)));
            for ((a, a_name), (b, b_name)) in pairs.take(MAX_PAIRS) {
                let holds = |at: usize| has(a, at as u32) && has(b, at as u32);
                let text = || format!("∃ {of}.({a_name} ⊓ {b_name})");
                best.offer(any(&holds).into_iter(), 5, text);
            }
            for (inner, inner_name) in self.roles() {
                for (name, members) in &self.names {
                    let holds = |at: usize| {
                        self.successors(inner, reached[at]).iter().any(|&one| has(members, one))
                    };
                    let text = || format!("∃ {of}.∃ {inner_name}.{name}");
                    best.offer(any(&holds).into_iter(), 5, text);
                }
            }
        }
    }
}

/// Which of some individuals something holds of, a bit each.
fn covered(individuals: &[u32], holds: &dyn Fn(u32) -> bool) -> Vec<u64> {
    let mut bits = vec![0; individuals.len().div_ceil(64)];
    for (at, &one) in individuals.iter().enumerate() {
        bits[at / 64] |= u64::from(holds(one)) << (at % 64);
    }
    bits
}
