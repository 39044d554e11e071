//! The roles, numbers and values that can stand in the holes of a sketch.

use evolearner_dl::sketch::{Filling, Hole, HoleKind, Sketch, holes_of_range};
use evolearner_dl::{
    Comparison, Concept, DataRange, DataRestriction, Kind, LiteralId, Node, local_name,
};
use evolearner_evaluate::Space;

use super::grammar::truths;

/// The most ways to choose roles, numbers and values that are tried.
const MAX_CHOICES: usize = 4_000;
/// The most values that are listed for `d = ?v`, most frequent first.
const MAX_VALUES: usize = 200;

/// A template with its roles, numbers and values.
pub(super) struct Chosen {
    pub(super) template: usize,
    pub(super) fillings: Vec<Option<Filling>>,
}

/// All ways to choose what is no concept, and whether these are all.
pub(super) fn choices(sketch: &Sketch, space: &Space) -> Result<(Vec<Chosen>, bool), String> {
    let mut of_holes: Vec<Vec<Option<Filling>>> = Vec::new();
    for (number, hole) in sketch.holes.iter().enumerate() {
        let fillings = match hole.kind {
            HoleKind::Concept => vec![None],
            HoleKind::Role => some(roles(hole, space).map(Filling::Role)),
            HoleKind::Number => some((1..=space.max_cardinality).map(Filling::Number)),
            HoleKind::Value => {
                let values = values(&sketch.templates[0], number, space);
                some(values.map_err(|reason| format!("?{}: {reason}", hole.name))?.into_iter())
            }
        };
        if fillings.is_empty() {
            let what = hole.kind.phrase();
            return Err(format!("there is nothing that ?{} can be: {what}", hole.name));
        }
        of_holes.push(fillings);
    }
    let mut all: Vec<Vec<Option<Filling>>> = vec![Vec::new()];
    let mut is_complete = true;
    for of_hole in of_holes {
        let longer = all.iter().flat_map(|chosen| {
            of_hole.iter().map(|filling| {
                let mut chosen = chosen.clone();
                chosen.push(filling.clone());
                chosen
            })
        });
        is_complete &= all.len() * of_hole.len() <= MAX_CHOICES;
        all = longer.take(MAX_CHOICES).collect();
    }
    let templates = 0..sketch.templates.len();
    let chosen = templates.flat_map(|template| {
        all.iter().map(move |fillings| Chosen { template, fillings: fillings.clone() })
    });
    Ok((chosen.collect(), is_complete))
}

fn some(fillings: impl Iterator<Item = Filling>) -> Vec<Option<Filling>> {
    fillings.map(Some).collect()
}

fn roles(hole: &Hole, space: &Space) -> impl Iterator<Item = evolearner_dl::Role> {
    let names = hole.names.as_ref();
    space.roles.iter().copied().filter(move |role| {
        names.is_none_or(|names| names.object_properties.contains(&role.property))
    })
}

/// The values that can stand in a hole, by the first place where it stands.
fn values(template: &Concept, hole: usize, space: &Space) -> Result<Vec<Filling>, String> {
    let restriction = template.nodes().iter().find_map(|node| match node {
        Node::Data(restriction) if holes_of_range(&restriction.range).contains(&hole) => {
            Some(&**restriction)
        }
        _ => None,
    });
    let Some(DataRestriction { property, range, .. }) = restriction else {
        return Err("it stands nowhere".to_owned());
    };
    let name = local_name(space.graph.symbols.data_properties.get(*property));
    if let Some(side) = comparison_of(range, hole) {
        let numeric = space.numeric.iter().find(|numeric| numeric.property == *property);
        let Some(numeric) = numeric else {
            return Err(format!("no threshold of {name} tells the examples apart"));
        };
        let side = usize::from(matches!(side, Comparison::AtLeast | Comparison::Above));
        let bounds = numeric.bounds.iter().map(|bounds| Filling::Value(bounds[side].clone()));
        return Ok(bounds.collect());
    }
    let values = space.graph.values(*property);
    let literals = &space.graph.literals;
    if !values.between(literals.of_kind(Kind::Boolean)).is_empty() {
        return Ok(truths().map(Filling::Value).collect());
    }
    let same = values.by_value().chunk_by(|one, other| one[0] == other[0]);
    let mut counted: Vec<(usize, u32)> = same.map(|run| (run.len(), run[0][0])).collect();
    counted.sort_by_key(|&(count, literal)| (std::cmp::Reverse(count), literal));
    counted.truncate(MAX_VALUES);
    if counted.is_empty() {
        return Err(format!("nothing has a value of {name}"));
    }
    let literal = |(_, literal): (usize, u32)| Filling::Value(literals.get(LiteralId(literal)));
    Ok(counted.into_iter().map(literal).collect())
}

/// The side of the bound that a hole is.
fn comparison_of(range: &DataRange, hole: usize) -> Option<Comparison> {
    match range {
        DataRange::Compare(side, _) if holes_of_range(range).contains(&hole) => Some(*side),
        DataRange::Not(range) => comparison_of(range, hole),
        DataRange::And(ranges) | DataRange::Or(ranges) => {
            ranges.iter().find_map(|range| comparison_of(range, hole))
        }
        _ => None,
    }
}
