//! Biased random walks from the examples (§3.1, Algorithms 1 and 2).
//!
//! A walk starts at an example, takes one of its types and up to maxT of its outgoing triples, and
//! may go one step further along each. What it saw becomes a concept, so that every concept of the
//! first population occurs in the data.
//!
//! Where the paper's pseudocode joins from the left, its text and its example join the triples
//! among themselves first, `type op (R1 op R2)`; so do we.

use evolearner_dl::{Constructor, IndividualId, Kind};
use evolearner_evaluate::{Code, Neighbourhood, Op, Space};
use evolearner_search::Random;
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use crate::evolve::options::InitMethod;

/// One end of an outgoing triple.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Object {
    Individual(IndividualId),
    /// The key of a numeric value.
    Number(f64),
    Truth(bool),
}

/// An outgoing relation of an individual, by its place in the space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Role(usize),
    Numeric(usize),
    Boolean(usize),
}

/// Walks from a set of examples. Individuals that were walked to have numbers in the neighbourhood.
pub struct Walker<'a> {
    space: &'a Space,
    near: Neighbourhood,
    /// The examples have the first numbers.
    n_examples: usize,
    max_triples: usize,
    method: InitMethod,
    /// The relations that lead away from each individual that was walked to.
    relations: HashMap<u32, Vec<Relation>, FixedState>,
    /// How many examples have each class, directly or by a subclass (`ct` in Algorithm 1).
    type_counts: Vec<u64>,
}

impl<'a> Walker<'a> {
    /// A walker over these examples: the positives, or the negatives where walks are negated.
    pub fn new(
        space: &'a Space,
        examples: &[IndividualId],
        max_triples: usize,
        method: InitMethod,
    ) -> Self {
        let mut near = space.neighbourhood(examples);
        let mut type_counts = vec![0; space.classes.len()];
        for example in 0..examples.len() as u32 {
            for &class in near.types(example) {
                type_counts[class as usize] += 1;
            }
        }
        Self {
            space,
            near,
            n_examples: examples.len(),
            max_triples,
            method,
            relations: HashMap::default(),
            type_counts,
        }
    }

    /// Appends the concept of one walk to `codes`.
    pub fn walk(&mut self, random: &mut Random, codes: &mut Vec<Code>) {
        let example = random.below(self.n_examples) as u32;
        if self.method == InitMethod::WalkNegatives {
            codes.push(Code::NOT);
        }
        let triples = match self.method {
            InitMethod::WalkNoPaths => Vec::new(),
            _ => self.triples(random, example),
        };
        let with_type = self.method != InitMethod::WalkNoTypes || triples.is_empty();
        // Between n parts stand n - 1 joins, each of them `⊔` or `⊓` by a coin.
        let n_parts = triples.len() + usize::from(with_type);
        for part in 0..n_parts {
            if part + 1 < n_parts {
                let is_union = random.coin() && self.space.language.has(Constructor::Union);
                codes.push(if is_union { Code::OR } else { Code::AND });
            }
            if with_type && part == 0 {
                codes.push(self.weighted_type(random, example));
            } else {
                let (relation, object) = triples[part - usize::from(with_type)];
                self.path(random, example, relation, object, codes);
            }
        }
    }

    /// Step 1: one of the types of an example, as likely as it is frequent among the examples.
    fn weighted_type(&mut self, random: &mut Random, example: u32) -> Code {
        let types = self.near.types(example);
        let total: u64 = types.iter().map(|&class| self.type_counts[class as usize]).sum();
        if total == 0 {
            return Code::TOP;
        }
        let mut rest = random.below(total as usize) as u64;
        for &class in types {
            let count = self.type_counts[class as usize];
            if rest < count {
                return Code::new(Op::Class, class as usize);
            }
            rest -= count;
        }
        unreachable!("the counts sum up to the total")
    }

    /// Step 2: up to maxT outgoing triples, of different relations as long as there are any.
    fn triples(&mut self, random: &mut Random, example: u32) -> Vec<(Relation, Object)> {
        let mut relations = self.relations(example).to_vec();
        let mut chosen: Vec<(Relation, Object)> = Vec::new();
        let mut left = relations.len();
        while left > 0 && chosen.len() < self.max_triples {
            let at = random.below(left);
            left -= 1;
            relations.swap(at, left);
            chosen.push((relations[left], self.object(random, example, relations[left], None)));
        }
        if chosen.len() < self.max_triples {
            let mut all: Vec<(Relation, Object)> = Vec::new();
            for &relation in &relations {
                let objects = self.objects(example, relation);
                all.extend(objects.into_iter().map(|object| (relation, object)));
            }
            all.retain(|triple| !chosen.contains(triple));
            while !all.is_empty() && chosen.len() < self.max_triples {
                let at = random.below(all.len());
                chosen.push(all.swap_remove(at));
            }
        }
        chosen
    }

    /// Step 3: a triple as a concept, extended by another one half of the time.
    fn path(
        &mut self,
        random: &mut Random,
        example: u32,
        relation: Relation,
        object: Object,
        codes: &mut Vec<Code>,
    ) {
        if let (Relation::Role(role), Object::Individual(individual)) = (relation, object)
            && random.coin()
        {
            let individual = self.near.number(individual);
            // What leads back to the example and nowhere else is left out.
            let mut onward = self.relations(individual).to_vec();
            onward.retain(|&relation| self.leads_elsewhere(individual, relation, example));
            if !onward.is_empty() {
                let next = *random.pick(&onward);
                let object = self.object(random, individual, next, Some(example));
                codes.push(Code::new(Op::Some, role));
                self.restriction(random, next, object, codes);
                return;
            }
        }
        self.restriction(random, relation, object, codes);
    }

    /// Algorithm 2: a relation and its object as a restriction.
    fn restriction(
        &mut self,
        random: &mut Random,
        relation: Relation,
        object: Object,
        codes: &mut Vec<Code>,
    ) {
        match (relation, object) {
            (Relation::Role(role), Object::Individual(individual)) => {
                codes.push(Code::new(Op::Some, role));
                let individual = self.near.number(individual);
                let types = self.near.types(individual);
                codes.push(if types.is_empty() {
                    Code::TOP
                } else {
                    Code::new(Op::Class, *random.pick(types) as usize)
                });
            }
            (Relation::Boolean(property), Object::Truth(truth)) => {
                codes.push(Code::new(Op::Is, property));
                codes.push(Code::new(Op::Truth, usize::from(truth)));
            }
            (Relation::Numeric(property), Object::Number(value)) => {
                let (cut, is_at_least) = closest_cut(self.space, property, value);
                let op = if is_at_least { Op::Min } else { Op::Max };
                codes.push(Code::new(op, property));
                codes.push(Code::new(Op::Cut, cut));
            }
            _ => unreachable!("objects are of the kind of their relation"),
        }
    }

    /// The relations that lead away from an individual.
    fn relations(&mut self, individual: u32) -> &[Relation] {
        if !self.relations.contains_key(&individual) {
            let space = self.space;
            let may_follow = space.language.has(Constructor::Exists);
            let n_roles = if may_follow { space.roles.len() } else { 0 };
            let roles = (0..n_roles).map(Relation::Role);
            let numeric = (0..space.numeric.len()).map(Relation::Numeric);
            let boolean = (0..space.boolean.len()).map(Relation::Boolean);
            let mut relations: Vec<Relation> = roles.chain(numeric).chain(boolean).collect();
            relations.retain(|&relation| match relation {
                Relation::Role(role) => !self.near.row(role, individual).is_empty(),
                _ => !self.objects(individual, relation).is_empty(),
            });
            self.relations.insert(individual, relations);
        }
        &self.relations[&individual]
    }

    /// Whether a relation of an individual leads to more than the example that a walk came from.
    fn leads_elsewhere(&self, individual: u32, relation: Relation, example: u32) -> bool {
        match relation {
            Relation::Role(role) => {
                self.near.row(role, individual) != [self.near.individual(example).0]
            }
            Relation::Numeric(_) | Relation::Boolean(_) => true,
        }
    }

    /// One of the objects of a relation other than an example.
    fn object(
        &self,
        random: &mut Random,
        individual: u32,
        relation: Relation,
        except: Option<u32>,
    ) -> Object {
        let Relation::Role(role) = relation else {
            return *random.pick(&self.objects(individual, relation));
        };
        // There may be thousands: the example is skipped where it stands.
        let row = self.near.row(role, individual);
        let except = except.map(|example| self.near.individual(example).0);
        let skipped = except.and_then(|example| row.binary_search(&example).ok());
        let at = random.below(row.len() - usize::from(skipped.is_some()));
        let at = at + usize::from(skipped.is_some_and(|place| place <= at));
        Object::Individual(IndividualId(row[at]))
    }

    /// The objects of a relation.
    fn objects(&self, individual: u32, relation: Relation) -> Vec<Object> {
        let Self { space, near, .. } = self;
        match relation {
            Relation::Role(role) => {
                let row = near.row(role, individual).iter();
                row.map(|&object| Object::Individual(IndividualId(object))).collect()
            }
            Relation::Numeric(property) => {
                let property = &space.numeric[property];
                let values = near.values(property.property, property.cuts[0].kind, individual);
                values.map(|value| Object::Number(value.key)).collect()
            }
            Relation::Boolean(property) => {
                let values = near.values(space.boolean[property], Kind::Boolean, individual);
                values.map(|value| Object::Truth(value.key != 0.0)).collect()
            }
        }
    }
}

/// The threshold closest to a value, of two equally close the smaller, and whether the value is at
/// or above it. Where concepts may bound one side alone, only thresholds of which the value is on that
/// side are looked at, as long as there is one.
fn closest_cut(space: &Space, property: usize, value: f64) -> (usize, bool) {
    let property = &space.numeric[property];
    let is_at_least = |index: usize| value >= property.cuts[index].key;
    let is_allowed = |index: &usize| property.has_sides[usize::from(is_at_least(*index))];
    let distance = |index: &usize| (property.cuts[*index].key - value).abs();
    let closest = |a: &usize, b: &usize| distance(a).total_cmp(&distance(b));
    let all = 0..property.cuts.len();
    match all.clone().filter(is_allowed).min_by(closest) {
        Some(cut) => (property.first_cut as usize + cut, is_at_least(cut)),
        None => {
            let cut = all.min_by(closest).expect("numeric properties have thresholds");
            (property.first_cut as usize + cut, property.has_sides[1])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::on_random_trees::space_of;
    use evolearner_evaluate::concept;
    use evolearner_retrieve::{RetrieveSettings, naive};
    use evolearner_search::Stage;
    use evolearner_testing::fixture::{graph, individual, molecules, people, uncles};

    fn walks(
        space: &Space,
        examples: &[IndividualId],
        method: InitMethod,
        n: u32,
    ) -> Vec<Vec<Code>> {
        let mut walker = Walker::new(space, examples, 2, method);
        (0..n)
            .map(|slot| {
                let mut codes = Vec::new();
                walker.walk(&mut Random::new(1, Stage::Init, 0, slot), &mut codes);
                codes
            })
            .collect()
    }

    #[test]
    fn types_are_drawn_by_how_many_examples_have_them() {
        // Two of three examples are B, all are A: at the first, A is drawn three times in five.
        let graph =
            graph("@prefix : <http://x/> . :x a :A, :B . :y a :A, :B . :z a :A . :n a :C .");
        let find = |name: &str| individual(&graph, &format!("http://x/{name}"));
        let positives = ["x", "y", "z"].map(find).to_vec();
        let negatives = vec![find("n")];
        let (space, examples) = space_of((graph, positives, negatives));
        let mut walker = Walker::new(&space, examples.positives(), 2, InitMethod::Walk);
        let n_draws = 10_000;
        let n_a = (0..n_draws)
            .filter(|&slot| {
                let mut random = Random::new(3, Stage::Init, 0, slot);
                walker.weighted_type(&mut random, 0) == Code::new(Op::Class, 0)
            })
            .count();
        // Chi-square with one degree of freedom; 10.8 is exceeded once in a thousand.
        let (expected, n_a) = (f64::from(n_draws) * 0.6, n_a as f64);
        let rest = f64::from(n_draws) - expected;
        let chi = (n_a - expected).powi(2) * (1.0 / expected + 1.0 / rest);
        assert!(chi < 10.8, "{n_a} of {n_draws}");
    }

    #[test]
    fn every_walk_covers_its_start_when_joined_by_meets() {
        // A walk describes what it saw, so with meets alone it holds of the example it began at.
        let (space, examples) = space_of(uncles());
        for codes in walks(&space, examples.positives(), InitMethod::Walk, 500) {
            assert!(space.is_concept(&codes, usize::MAX), "{codes:?}");
            let meets: Vec<Code> =
                codes.iter().map(|&code| if code == Code::OR { Code::AND } else { code }).collect();
            let concept = concept(&space, &meets);
            let members = naive::retrieve(&space.graph, &concept, RetrieveSettings::default());
            assert!(examples.positives().iter().any(|example| members.contains(example)));
        }
    }

    #[test]
    fn walks_have_the_shape_of_the_paper() {
        let (space, examples) = space_of(uncles());
        let positives = examples.positives();
        let restrictions =
            |codes: &[Code]| codes.iter().filter(|code| code.op() == Op::Some).count();
        let walked = walks(&space, positives, InitMethod::Walk, 2000);
        for codes in &walked {
            // type op (R1 op R2), each R of one or two steps.
            assert!(matches!(codes[0].op(), Op::And | Op::Or) && codes[1].op() == Op::Class);
            assert!((1..=4).contains(&restrictions(codes)));
        }
        // Every path is extended half of the time: 1.5 steps on average, 3 per walk of two.
        let mean = walked.iter().map(|codes| restrictions(codes)).sum::<usize>() as f64 / 2000.0;
        assert!((2.8..3.1).contains(&mean), "{mean}");
        let unions = walked.iter().filter(|codes| codes[0] == Code::OR).count();
        assert!((900..1100).contains(&unions), "{unions}");

        for codes in walks(&space, positives, InitMethod::WalkNoPaths, 50) {
            assert_eq!((codes.len(), codes[0].op()), (1, Op::Class));
        }
        for codes in walks(&space, positives, InitMethod::WalkNoTypes, 50) {
            assert!(restrictions(&codes) > 0 && codes[1].op() != Op::Class);
        }
        for codes in walks(&space, examples.negatives(), InitMethod::WalkNegatives, 50) {
            assert_eq!(codes[0], Code::NOT);
        }
    }

    #[test]
    fn walks_look_at_the_neighbourhood_and_not_at_the_graph() {
        let (graph, positives, negatives) = people(3000);
        let n_individuals = graph.n_individuals();
        let (space, examples) = space_of((graph, positives[..2].to_vec(), negatives));
        let mut walker = Walker::new(&space, examples.positives(), 2, InitMethod::Walk);
        assert_eq!(walker.near.len(), 2);
        for slot in 0..500 {
            walker.walk(&mut Random::new(1, Stage::Init, 0, slot), &mut Vec::new());
        }
        assert!((3..n_individuals / 10).contains(&walker.near.len()), "{}", walker.near.len());
    }

    #[test]
    fn a_walk_does_not_turn_back_to_its_example() {
        // From the children only `parent` leads on, back to the example alone; from the friend it
        // leads to the example and to one other, of another class.
        let graph = graph(
            "@prefix : <http://x/> . :e a :E ; :child :c ; :friend :f . :c a :C ; :parent :e .
             :f a :F ; :parent :e, :g . :g a :G . :n a :N .",
        );
        let find = |name: &str| vec![individual(&graph, &format!("http://x/{name}"))];
        let (positives, negatives) = (find("e"), find("n"));
        let (space, examples) = space_of((graph, positives, negatives));
        let parent = space.graph.symbols.object_properties.find("http://x/parent").unwrap();
        let is_parent =
            |code: Code| code.op() == Op::Some && space.roles[code.argument()].property == parent;
        let g = space.graph.symbols.classes.find("http://x/G").unwrap();
        let mut n_onward = 0;
        for codes in walks(&space, examples.positives(), InitMethod::Walk, 200) {
            for at in (0..codes.len()).filter(|&at| is_parent(codes[at])) {
                n_onward += 1;
                assert_eq!(space.classes[codes[at + 1].argument()], g);
            }
        }
        // Each walk takes both relations, and one of them leads on half of the time.
        assert!((70..130).contains(&n_onward), "{n_onward}");
    }

    #[test]
    fn numbers_go_to_the_closest_threshold() {
        let (mut space, _) = space_of(molecules());
        let key = |key| evolearner_dl::Value { kind: Kind::Number, key };
        let at = space.numeric.iter().position(|property| property.cuts.len() > 1).unwrap();
        space.numeric[at].cuts = vec![key(1.0), key(3.0)];
        let first = space.numeric[at].first_cut as usize;
        let check = |value: f64, cut: usize, is_at_least: bool| {
            assert_eq!(closest_cut(&space, at, value), (first + cut, is_at_least), "{value}");
        };
        check(0.5, 0, false);
        check(1.0, 0, true);
        check(1.9, 0, true);
        check(2.5, 1, false);
        check(3.5, 1, true);
        check(2.0, 0, true);
    }
}
