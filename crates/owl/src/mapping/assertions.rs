//! The plain facts: columns of terms become columns of ids, and literals get their meaning.

use evolearner_dl::{
    Budget, DataPropertyId, DataRange, IdVec, Interner, Kind, LiteralId, LiteralTable,
    LiteralTableBuilder, Stopped,
};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::ids::Ids;
use super::kinds::{Flags, Kinds};
use crate::notice::Notices;
use crate::ontology::{Assertions, Axiom};
use crate::store::{Column, Store, TermId};
use crate::vocabulary as v;

/// Turns the columns of a store into assertions. Consumes the store, column by column, so that
/// terms and ids are not both in memory for the whole file; returns the names of the terms too.
pub(super) fn assertions(
    store: Store,
    kinds: &Kinds,
    ids: &Ids,
    axioms: &[Axiom],
    notices: &mut Notices,
    budget: &Budget,
) -> Result<(Assertions, LiteralTable, Interner), Stopped> {
    let Store { terms, mut literals, predicates, columns, .. } = store;
    let count = |flag| {
        let named = |term: &TermId| !terms.get(*term).starts_with("_:");
        kinds.terms(flag).into_iter().filter(named).count()
    };
    let mut assertions = Assertions {
        classes: IdVec::from_fn(count(Flags::CLASS), |_| Vec::new()),
        objects: IdVec::from_fn(count(Flags::OBJECT), |_| Vec::new()),
        data: IdVec::from_fn(count(Flags::DATA), |_| Vec::new()),
    };
    let ranges = declared_kinds(axioms);
    for (predicate_idx, column) in columns.into_iter().enumerate() {
        budget.check()?;
        let iri = predicates.get(predicate_idx as u32);
        if iri == v::TYPE.iri() {
            for (subject, class) in column.resources {
                if let (Some(individual), Some(class)) = (ids.individual(subject), ids.class(class))
                {
                    assertions.classes[class].push(individual);
                }
            }
            continue;
        }
        if v::is_reserved(iri) {
            continue;
        }
        let term = terms.find(iri).expect("predicates are terms");
        let Column { resources, literals: values } = column;
        add_pairs(resources, term, kinds, ids, &mut assertions);
        add_values(values, term, iri, kinds, ids, &ranges, &mut literals, &mut assertions, notices);
    }
    let (table, final_ids) = literals.finish();
    for values in assertions.data.values_mut() {
        for (_, literal) in values {
            *literal = final_ids[literal.0 as usize];
        }
    }
    Ok((assertions, table, terms))
}

/// The kind that the declared range of a data property asks for.
fn declared_kinds(axioms: &[Axiom]) -> HashMap<DataPropertyId, Kind, FixedState> {
    let mut kinds: HashMap<DataPropertyId, Kind, FixedState> = HashMap::default();
    for axiom in axioms {
        if let Axiom::DataPropertyRange(property, range) = axiom
            && let Some(kind) = kind_of_range(range)
        {
            // Of several ranges the first kind in order, whatever the order of the file.
            let known = kinds.entry(*property).or_insert(kind);
            *known = kind.min(*known);
        }
    }
    kinds
}

fn kind_of_range(range: &DataRange) -> Option<Kind> {
    match range {
        DataRange::Any | DataRange::Not(_) => None,
        DataRange::Datatype(datatype) => datatype.kind(),
        DataRange::Text(_) => Some(Kind::Text),
        DataRange::Compare(_, bound) => Some(bound.value().kind),
        DataRange::OneOf(literals) => literals.first().map(|literal| literal.value().kind),
        DataRange::And(ranges) | DataRange::Or(ranges) => ranges.iter().find_map(kind_of_range),
    }
}

/// Every property has one column, whose memory the pairs take over.
fn add_pairs(
    column: Vec<(TermId, TermId)>,
    term: TermId,
    kinds: &Kinds,
    ids: &Ids,
    assertions: &mut Assertions,
) {
    let Some(property) = ids.object_property(term) else { return };
    let predicate = kinds.of(term);
    let pairs = column.into_iter().filter_map(|(subject, object)| {
        let is_assertion = kinds.carries_assertions(subject, predicate);
        is_assertion.then_some((ids.individual(subject)?, ids.individual(object)?))
    });
    assertions.objects[property] = pairs.collect();
}

#[expect(clippy::too_many_arguments, reason = "the state of one pass, used in one place")]
fn add_values(
    column: Vec<(TermId, LiteralId)>,
    term: TermId,
    iri: &str,
    kinds: &Kinds,
    ids: &Ids,
    ranges: &HashMap<DataPropertyId, Kind, FixedState>,
    literals: &mut LiteralTableBuilder,
    assertions: &mut Assertions,
    notices: &mut Notices,
) {
    let Some(property) = ids.data_property(term) else { return };
    let predicate = kinds.of(term);
    let only_numbers = predicate.has(Flags::ANNOTATION_DATA);
    let values = column.into_iter().filter_map(|(subject, literal)| {
        let is_annotation = only_numbers && literals.value(literal).kind == Kind::Text;
        let is_assertion = !is_annotation && kinds.carries_assertions(subject, predicate);
        is_assertion.then_some((ids.individual(subject)?, literal))
    });
    assertions.data[property] = values.collect();
    let values = &mut assertions.data[property];
    reread(values, iri, ranges.get(&property).copied(), literals, notices);
}

/// Gives literals the kind that the property asks for: by its declared range, and where nothing is
/// declared by what all of its untyped values look like.
fn reread(
    values: &mut [(evolearner_dl::IndividualId, LiteralId)],
    iri: &str,
    declared: Option<Kind>,
    literals: &mut LiteralTableBuilder,
    notices: &mut Notices,
) {
    let mut distinct: Vec<LiteralId> = Vec::new();
    for &(_, literal) in &*values {
        // Values come in runs; this keeps the list short enough to sort.
        if distinct.last() != Some(&literal) {
            distinct.push(literal);
        }
    }
    distinct.sort_unstable();
    distinct.dedup();

    let is_plain = |literals: &LiteralTableBuilder, id| literals.datatype_of(id).is_string();
    let target = match declared {
        Some(kind) => Some(kind).filter(|&kind| kind != Kind::Text),
        None => {
            let looks_numeric = !distinct.is_empty()
                && distinct.iter().all(|&id| {
                    is_plain(literals, id)
                        && evolearner_dl::Value::parse_as(literals.lexical(id), Kind::Number)
                            .is_some()
                });
            if looks_numeric {
                notices.add("untyped values that are all numbers: read as numbers", iri);
            }
            looks_numeric.then_some(Kind::Number)
        }
    };
    let mut changed: HashMap<LiteralId, LiteralId, FixedState> = HashMap::default();
    let mut seen = [false; Kind::ALL.len()];
    for &id in &distinct {
        let kind = literals.value(id).kind;
        // A number stays a number whatever the range says, except 0 and 1 for truth values.
        let rereads = kind == Kind::Text && is_plain(literals, id)
            || kind == Kind::Number && target == Some(Kind::Boolean);
        let mut now = id;
        if let Some(target) = target.filter(|_| rereads)
            && let Some(reread) = literals.reread(id, target)
        {
            changed.insert(id, reread);
            now = reread;
        }
        let value = literals.value(now);
        seen[value.kind as usize] = true;
        if value.kind == Kind::Text
            && literals.datatype_of(now).kind().is_some_and(|kind| kind != Kind::Text)
        {
            let lexical = literals.lexical(now);
            let message = if lexical.trim() == "NaN" {
                "NaN is no value: kept, but compared with nothing"
            } else {
                "literal that its datatype does not allow: kept as text"
            };
            notices.add(message, &format!("{iri} \"{lexical}\""));
        }
    }
    if !changed.is_empty() {
        for (_, literal) in values {
            if let Some(&reread) = changed.get(literal) {
                *literal = reread;
            }
        }
    }
    if seen.iter().filter(|&&seen| seen).count() > 1 {
        notices
            .add("data property with values of several kinds: each kind is read on its own", iri);
    }
}
