//! From what an ontology states to what follows for its individuals.
//!
//! In: an [`Ontology`]. Out: [`Saturated`], all memberships in named classes, all edges, all
//! values. Each round closes the roles, then the classes over those edges. Where memberships lead
//! to new edges or show two names to denote one individual, another round follows; there are
//! rarely more than two.
//!
//! Complete for OWL 2 RL and, through unnamed successors, for EL-style axioms; unions are settled
//! by elimination and by what their members share. What needs a case split is not derived, and a
//! notice says where that could matter.

mod sameness;
mod closure;
mod roles;
mod data;
mod atoms;
mod tbox;
mod forms;
mod engine;
mod unnamed;
mod classify;
mod counting;
mod consistency;
mod unfold;

use evolearner_dl::{
    Budget, ClassId, DataPropertyId, DataRange, Id, IdVec, IndividualId, LiteralId,
    ObjectPropertyId, Stopped, parallel,
};
use evolearner_owl::{Assertions, Notices, Ontology};

use crate::adjacency::{Adjacency, Rows, sort_pairs};
use atoms::{Atom, Atoms, Lit};
use counting::Difference;
use data::DataBox;
use engine::{Edges, Engine};
use roles::{Pairs, RoleBox};
use sameness::Sameness;
use tbox::TBox;

pub(crate) use unfold::unfold_existentials;

/// How much is derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Inference {
    /// Nothing: the graph is what the files assert.
    None,
    /// The hierarchy of named classes.
    Classes,
    /// Everything that saturation knows.
    #[default]
    Full,
}

impl Inference {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::None, Self::Classes, Self::Full];

    /// The word for it in options, reports and snapshots.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Classes => "classes",
            Self::Full => "full",
        }
    }

    /// The choice of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

/// Why a knowledge base has no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inconsistency {
    /// An individual that cannot be.
    pub witness: IndividualId,
    /// What contradicts itself there.
    pub reason: String,
}

/// Everything that follows, ready to be frozen. Every name of an individual has all of its facts.
#[non_exhaustive]
pub struct Saturated {
    /// The members of each class, ascending.
    pub classes: IdVec<ClassId, Vec<u32>>,
    /// The edges of each object property.
    pub edges: IdVec<ObjectPropertyId, Adjacency>,
    /// The values of each data property: pairs of an individual and a literal, ascending.
    pub values: IdVec<DataPropertyId, Vec<(u32, u32)>>,
    /// For each name the smallest one of the same individual; empty where no two are the same.
    pub representatives: Vec<u32>,
    /// The first contradiction, if any.
    pub inconsistency: Option<Inconsistency>,
    /// Classes that can have no instance.
    pub impossible: Vec<ClassId>,
}

/// Facts that one round finds for the next.
#[derive(Default)]
struct News {
    edges: Vec<(ObjectPropertyId, u32, u32)>,
    values: Vec<(DataPropertyId, u32, u32)>,
    same: Vec<(u32, u32)>,
}

/// Derives all that saturation knows, without making a graph of it.
pub fn derive(ontology: &Ontology, budget: &Budget) -> Result<Saturated, Stopped> {
    let stated = ontology.assertions.clone();
    saturate(ontology, stated, Inference::Full, &mut Notices::default(), budget)
}

/// Derives what the setting asks for from these assertions. It owns them, so that their pairs become the edges of
/// the first round in the same memory, and are not held twice.
pub(crate) fn saturate(
    ontology: &Ontology,
    stated: Assertions,
    inference: Inference,
    notices: &mut Notices,
    budget: &Budget,
) -> Result<Saturated, Stopped> {
    match inference {
        Inference::None => assemble_asserted(ontology, stated, None, budget),
        Inference::Classes => {
            assemble_asserted(ontology, stated, Some(&TBox::hierarchy_only(ontology)), budget)
        }
        Inference::Full => saturate_fully(ontology, stated, notices, budget),
    }
}

/// The assertions, with at most the class hierarchy applied.
fn assemble_asserted(
    ontology: &Ontology,
    stated: Assertions,
    hierarchy: Option<&TBox>,
    budget: &Budget,
) -> Result<Saturated, Stopped> {
    let n = ontology.symbols.individuals.len();
    let sameness = Sameness::new(n);
    let roles = RoleBox::new(ontology.symbols.object_properties.len(), &[], budget)?;
    let data = DataBox::new(ontology.symbols.data_properties.len(), &[], budget)?;
    let (rows, _) = roles.close(&sameness, numbers(stated.objects), budget)?;
    let classes = if let Some(tbox) = hierarchy {
        let no_edges = IdVec::default();
        let mut engine = Engine::new(tbox, &roles, &no_edges, &sameness, budget)?;
        insert_types(&mut engine, &stated.classes, &sameness);
        engine.propagate()?;
        class_members(&engine, ontology)
    } else {
        let sorted = |members: &Vec<IndividualId>| {
            let mut members: Vec<u32> = members.iter().map(|member| member.0).collect();
            members.sort_unstable();
            members.dedup();
            members
        };
        IdVec::from_vec(stated.classes.values().iter().map(sorted).collect())
    };
    Ok(Saturated {
        classes,
        edges: adjacency(n, rows, budget.threads),
        values: data.close(n, ontology.literals.len(), numbers(stated.data), budget)?,
        representatives: Vec::new(),
        inconsistency: None,
        impossible: Vec::new(),
    })
}

fn saturate_fully(
    ontology: &Ontology,
    stated: Assertions,
    notices: &mut Notices,
    budget: &Budget,
) -> Result<Saturated, Stopped> {
    let n = ontology.symbols.individuals.len();
    let roles = RoleBox::new(ontology.symbols.object_properties.len(), &ontology.axioms, budget)?;
    let data = DataBox::new(ontology.symbols.data_properties.len(), &ontology.axioms, budget)?;
    let mut tbox = TBox::new(ontology, &roles, &data, budget)?;
    let impossible = classify::classify(&mut tbox, &roles, budget)?;
    let mut sameness = Sameness::new(n);
    for axiom in &ontology.axioms {
        if let evolearner_owl::Axiom::SameIndividual(individuals) = axiom {
            for pair in individuals.windows(2) {
                sameness.merge(pair[0].0, pair[1].0);
            }
        }
    }
    // What a round starts from: what is stated, then all that the round before has closed, and its news.
    let mut pairs = numbers(stated.objects);
    let mut values = numbers(stated.data);
    loop {
        sameness.flatten();
        if !sameness.is_trivial() {
            rename(&sameness, &mut pairs, &mut values);
        }
        let (rows, cut) = roles.close(&sameness, pairs, budget)?;
        let edges = adjacency(n, rows, budget.threads);
        if counting::merge_functional(&roles, &edges, &mut sameness) {
            pairs = unclosed(edges);
            continue;
        }
        values = data.close(n, ontology.literals.len(), values, budget)?;
        let difference = Difference::new(ontology, &sameness);
        let mut engine = Engine::new(&tbox, &roles, &edges, &sameness, budget)?;
        insert_types(&mut engine, &stated.classes, &sameness);
        insert_data(&mut engine, &data, &values, ontology)?;
        let news = run(&mut engine, &difference, &values, ontology)?;
        let is_merge = |&(one, other): &(u32, u32)| {
            sameness.representative(one) != sameness.representative(other)
        };
        if news.same.iter().any(is_merge) || !news.edges.is_empty() || !news.values.is_empty() {
            drop(engine);
            for &(one, other) in &news.same {
                sameness.merge(one, other);
            }
            pairs = unclosed(edges);
            for (property, subject, object) in news.edges {
                pairs[property].push((subject, object));
            }
            for (property, individual, literal) in news.values {
                values[property].push((individual, literal));
            }
            continue;
        }
        for property in cut {
            let name = ontology.symbols.object_properties.get(property);
            notices.add("edges left out: closing the property would take too many", name);
        }
        if engine.is_cut_short() {
            let message =
                "reasoning through successors without names was cut short: more may follow";
            notices.add(message, "too many different ones");
        }
        if tbox.has_cut_paths {
            let message = "reasoning along chains of properties was cut short: more may follow";
            notices.add(message, "chains that feed one another, which OWL 2 does not allow");
        }
        note_open_unions(&engine, ontology, notices);
        let inconsistency = consistency::check(&engine, &difference, &values, &data, ontology)?;
        let mut classes = class_members(&engine, ontology);
        drop(engine);
        let mut edges = edges;
        if !sameness.is_trivial() {
            share_among_names(n, &sameness, &mut classes, &mut edges, &mut values, budget)?;
        }
        let impossible = impossible
            .iter()
            .filter_map(|lit| match tbox.atoms.get(lit.atom()) {
                Atom::Class(class) if !lit.is_negated() => Some(*class),
                _ => None,
            })
            .collect();
        let representatives = sameness.table();
        return Ok(Saturated {
            classes,
            edges,
            values,
            representatives,
            inconsistency,
            impossible,
        });
    }
}

/// Runs the rules until nothing is new; returns what only another round can use.
fn run(
    engine: &mut Engine<'_>,
    difference: &Difference,
    values: &IdVec<DataPropertyId, Pairs>,
    ontology: &Ontology,
) -> Result<News, Stopped> {
    let mut news = News::default();
    loop {
        engine.propagate()?;
        news.same.clear();
        let met = engine.meet_obligations()?;
        engine.propagate()?;
        let counted = engine.count(difference, &mut news.same)?;
        if !met && !counted {
            break;
        }
    }
    engine.propagate()?;
    engine.apply_keys(values, ontology, &mut news.same)?;
    for &(role, one, other) in &engine.new_edges {
        let (one, other) = (engine.names.representative(one), engine.names.representative(other));
        let (subject, object) = if role.inverse { (other, one) } else { (one, other) };
        if engine.edges[role.property].forward.of(subject).binary_search(&object).is_err() {
            news.edges.push((role.property, subject, object));
        }
    }
    news.edges.sort_unstable();
    news.edges.dedup();
    for (index, atom) in engine.tbox.atoms.iter() {
        let Atom::DataSome(property, DataRange::OneOf(literals)) = atom else { continue };
        let [literal] = &literals[..] else { continue };
        let Some(literal) = ontology.literals.find(literal) else { continue };
        for x in engine.known[Lit::of(index).index()].iter().filter(|&x| x < engine.n) {
            let has_it = with_value(&values[*property], x, literal, ontology);
            if !has_it {
                news.values.push((*property, x, literal.0));
            }
        }
    }
    Ok(news)
}

/// Whether an individual has a value, in whatever spelling.
fn with_value(pairs: &Pairs, individual: u32, literal: LiteralId, ontology: &Ontology) -> bool {
    let wanted = ontology.literals.get(literal);
    let start = pairs.partition_point(|pair| pair.0 < individual);
    pairs[start..]
        .iter()
        .take_while(|pair| pair.0 == individual)
        .any(|pair| ontology.literals.get(LiteralId(pair.1)).same_value(&wanted))
}

fn insert_types(
    engine: &mut Engine<'_>,
    stated: &IdVec<ClassId, Vec<IndividualId>>,
    sameness: &Sameness,
) {
    for (class, members) in stated.iter() {
        engine.insert_all(Atoms::class(class), members.iter().map(|&member| sameness.of(member)));
    }
    for &(lit, individual) in &engine.tbox.assertions {
        engine.insert(lit, sameness.representative(individual));
    }
    for (index, atom) in engine.tbox.atoms.iter() {
        if let Atom::OneOf(individuals) = atom {
            for &individual in individuals {
                engine.insert(Lit::of(index), sameness.representative(individual));
            }
        }
    }
}

fn insert_data(
    engine: &mut Engine<'_>,
    data: &DataBox,
    values: &IdVec<DataPropertyId, Pairs>,
    ontology: &Ontology,
) -> Result<(), Stopped> {
    for (index, atom) in engine.tbox.atoms.iter() {
        let (count, property, range) = match atom {
            Atom::DataSome(property, range) => (1, *property, range),
            Atom::DataAtLeast(count, property, range) => (*count, *property, range),
            _ => continue,
        };
        engine.check_budget()?;
        let lit = Lit::of(index);
        let pairs = &values[property];
        let inside = data::with_values_in(pairs, count, range, &ontology.literals);
        for &individual in &inside {
            engine.insert(lit, individual);
        }
        if data.functional[property.index()] && engine.tbox.useful[lit.not().index()] {
            // The only value is known: what it is not in, it is not in.
            for row in pairs.chunk_by(|a, b| a.0 == b.0) {
                if inside.binary_search(&row[0].0).is_err() {
                    engine.insert(lit.not(), row[0].0);
                }
            }
        }
    }
    Ok(())
}

/// The same pairs as numbers, in the same memory.
fn numbers<P: Id, L: Id>(stated: IdVec<P, Vec<(IndividualId, L)>>) -> IdVec<P, Pairs> {
    let number = |(individual, other): (IndividualId, L)| (individual.0, other.index() as u32);
    let stated = stated.into_vec().into_iter();
    IdVec::from_vec(stated.map(|pairs| pairs.into_iter().map(number).collect()).collect())
}

/// Replaces all names by those that stand for them.
fn rename(
    sameness: &Sameness,
    pairs: &mut IdVec<ObjectPropertyId, Pairs>,
    values: &mut IdVec<DataPropertyId, Pairs>,
) {
    for (subject, object) in pairs.values_mut().iter_mut().flatten() {
        (*subject, *object) = (sameness.representative(*subject), sameness.representative(*object));
    }
    for (individual, _) in values.values_mut().iter_mut().flatten() {
        *individual = sameness.representative(*individual);
    }
}

/// The edges of all properties as pairs, one property after the other, so that they are not in memory twice.
fn unclosed(edges: Edges) -> IdVec<ObjectPropertyId, Pairs> {
    let pairs = |edges: Adjacency| -> Pairs {
        let rows = edges.forward.iter();
        rows.flat_map(|(source, row)| row.iter().map(move |&target| (source, target))).collect()
    };
    IdVec::from_vec(edges.into_vec().into_iter().map(pairs).collect())
}

fn adjacency(n: usize, rows: IdVec<ObjectPropertyId, Rows>, n_threads: usize) -> Edges {
    IdVec::from_vec(parallel::map(n_threads, rows.into_vec(), |rows| Adjacency::new(n, rows)))
}

fn class_members(engine: &Engine<'_>, ontology: &Ontology) -> IdVec<ClassId, Vec<u32>> {
    IdVec::from_fn(ontology.symbols.classes.len(), |class| {
        engine.known[Atoms::class(class).index()].iter().take_while(|&x| x < engine.n).collect()
    })
}

/// Gives all names of an individual what is known under its representative. An edge between two
/// individuals becomes one between all their names: what that makes is counted before it is made.
fn share_among_names(
    n: usize,
    sameness: &Sameness,
    classes: &mut IdVec<ClassId, Vec<u32>>,
    edges: &mut Edges,
    values: &mut IdVec<DataPropertyId, Pairs>,
    budget: &Budget,
) -> Result<(), Stopped> {
    let groups = sameness.groups();
    let mut names: Vec<&[u32]> = vec![&[]; n];
    for group in &groups {
        names[group[0] as usize] = group;
    }
    let singletons: Vec<u32> = (0..n as u32).collect();
    let names_of = |x: u32| match names[x as usize] {
        [] => std::slice::from_ref(&singletons[x as usize]),
        group => group,
    };
    let mut n_facts = 0;
    for members in classes.values_mut() {
        n_facts += members.iter().map(|&x| names_of(x).len()).sum::<usize>();
        budget.check_facts(n_facts)?;
        *members = members.iter().flat_map(|&x| names_of(x)).copied().collect();
        members.sort_unstable();
    }
    for adjacency in edges.values_mut() {
        let forward = &adjacency.forward;
        for (source, targets) in forward.iter() {
            let n_targets: usize = targets.iter().map(|&target| names_of(target).len()).sum();
            n_facts += names_of(source).len() * n_targets;
        }
        budget.check_facts(n_facts)?;
        let mut pairs = Vec::new();
        for (source, targets) in forward.iter() {
            for &target in targets {
                for &source in names_of(source) {
                    pairs.extend(names_of(target).iter().map(|&target| (source, target)));
                }
            }
        }
        sort_pairs(n, n, &mut pairs);
        *adjacency = Adjacency::new(n, Rows::from_sorted(&pairs));
    }
    for pairs in values.values_mut() {
        n_facts += pairs.iter().map(|&(x, _)| names_of(x).len()).sum::<usize>();
        budget.check_facts(n_facts)?;
        *pairs = pairs
            .iter()
            .flat_map(|&(x, literal)| names_of(x).iter().map(move |&name| (name, literal)))
            .collect();
        pairs.sort_unstable();
    }
    Ok(())
}

/// Says where a case split might derive more: a union of which no member could be settled.
fn note_open_unions(engine: &Engine<'_>, ontology: &Ontology, notices: &mut Notices) {
    for (index, atom) in engine.tbox.atoms.iter() {
        let Atom::And(operands) = atom else { continue };
        let union = Lit::of(index).not();
        let open = engine.known[union.index()]
            .iter()
            .filter(|&x| x < engine.n)
            .filter(|&x| !operands.iter().any(|operand| engine.knows(operand.not(), x)));
        let open: Vec<u32> = open.collect();
        if let Some(&first) = open.first() {
            let example = ontology.symbols.individuals.get(IndividualId(first));
            let message = "individual of a union of which no member is settled: a reasoner that \
                           splits cases might derive more";
            notices.add_many(message, open.len() as u64, example);
        }
    }
}
