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
    ObjectPropertyId, Stopped,
};
use evolearner_owl::{Notices, Ontology};

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
    saturate(ontology, Inference::Full, &mut Notices::default(), budget)
}

/// Derives what the setting asks for.
pub(crate) fn saturate(
    ontology: &Ontology,
    inference: Inference,
    notices: &mut Notices,
    budget: &Budget,
) -> Result<Saturated, Stopped> {
    match inference {
        Inference::None => assemble_asserted(ontology, None, budget),
        Inference::Classes => {
            assemble_asserted(ontology, Some(&TBox::hierarchy_only(ontology)), budget)
        }
        Inference::Full => saturate_fully(ontology, notices, budget),
    }
}

/// The assertions, with at most the class hierarchy applied.
fn assemble_asserted(
    ontology: &Ontology,
    hierarchy: Option<&TBox>,
    budget: &Budget,
) -> Result<Saturated, Stopped> {
    let n = ontology.symbols.individuals.len();
    let sameness = Sameness::new(n);
    let roles = RoleBox::new(ontology.symbols.object_properties.len(), &[], budget)?;
    let data = DataBox::new(ontology.symbols.data_properties.len(), &[], budget)?;
    let (rows, _) = roles.close(&sameness, asserted_pairs(ontology, &sameness, &[]), budget)?;
    let classes = if let Some(tbox) = hierarchy {
        let no_edges = IdVec::default();
        let mut engine = Engine::new(tbox, &roles, &no_edges, &sameness, budget)?;
        insert_types(&mut engine, ontology, &sameness);
        engine.propagate()?;
        class_members(&engine, ontology)
    } else {
        let sorted = |members: &Vec<IndividualId>| {
            let mut members: Vec<u32> = members.iter().map(|member| member.0).collect();
            members.sort_unstable();
            members.dedup();
            members
        };
        IdVec::from_vec(ontology.assertions.classes.values().iter().map(sorted).collect())
    };
    Ok(Saturated {
        classes,
        edges: adjacency(n, rows),
        values: data.close(asserted_values(ontology, &sameness, &[]), budget)?,
        representatives: Vec::new(),
        inconsistency: None,
        impossible: Vec::new(),
    })
}

fn saturate_fully(
    ontology: &Ontology,
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
    let (mut more_edges, mut more_values) = (Vec::new(), Vec::new());
    loop {
        sameness.flatten();
        let asserted = asserted_pairs(ontology, &sameness, &more_edges);
        let (rows, cut) = roles.close(&sameness, asserted, budget)?;
        let edges = adjacency(n, rows);
        if counting::merge_functional(&roles, &edges, &mut sameness) {
            continue;
        }
        let values = data.close(asserted_values(ontology, &sameness, &more_values), budget)?;
        let difference = Difference::new(ontology, &sameness);
        let mut engine = Engine::new(&tbox, &roles, &edges, &sameness, budget)?;
        insert_types(&mut engine, ontology, &sameness);
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
            more_edges.extend(news.edges);
            more_values.extend(news.values);
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
        let (mut edges, mut values) = (edges, values);
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

fn insert_types(engine: &mut Engine<'_>, ontology: &Ontology, sameness: &Sameness) {
    for (class, members) in ontology.assertions.classes.iter() {
        for &member in members {
            engine.insert(Atoms::class(class), sameness.of(member));
        }
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

fn asserted_pairs(
    ontology: &Ontology,
    sameness: &Sameness,
    more: &[(ObjectPropertyId, u32, u32)],
) -> IdVec<ObjectPropertyId, Pairs> {
    let numbers = |pairs: &Vec<(IndividualId, IndividualId)>| -> Pairs {
        if sameness.is_trivial() {
            return pairs.iter().map(|&(s, o)| (s.0, o.0)).collect();
        }
        pairs.iter().map(|&(s, o)| (sameness.of(s), sameness.of(o))).collect()
    };
    let assertions = ontology.assertions.objects.values();
    let mut all = IdVec::from_vec(assertions.iter().map(numbers).collect());
    for &(property, subject, object) in more {
        let pair = (sameness.representative(subject), sameness.representative(object));
        all[property].push(pair);
    }
    all
}

fn asserted_values(
    ontology: &Ontology,
    sameness: &Sameness,
    more: &[(DataPropertyId, u32, u32)],
) -> IdVec<DataPropertyId, Pairs> {
    let numbers = |pairs: &Vec<(IndividualId, LiteralId)>| -> Pairs {
        pairs.iter().map(|&(individual, literal)| (sameness.of(individual), literal.0)).collect()
    };
    let assertions = ontology.assertions.data.values();
    let mut all: IdVec<DataPropertyId, Pairs> =
        IdVec::from_vec(assertions.iter().map(numbers).collect());
    for &(property, individual, literal) in more {
        all[property].push((sameness.representative(individual), literal));
    }
    all
}

fn adjacency(n: usize, rows: IdVec<ObjectPropertyId, Rows>) -> Edges {
    let rows = rows.into_vec().into_iter();
    IdVec::from_vec(rows.map(|rows| Adjacency::new(n, rows)).collect())
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
        sort_pairs(n, &mut pairs);
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
