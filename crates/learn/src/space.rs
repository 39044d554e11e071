//! The alphabet of a problem: which classes, roles and data properties a search may use.

use evolearner_dl::{DataPropertyId, Id, Kind, ObjectPropertyId, Role};
use evolearner_graph::Graph;

use crate::alphabet::{Alphabet, NumericProperty, Symbols};
use crate::atom::atoms;
use crate::bound::bounds;
use crate::language::Constructor;
use crate::problem::Problem;
use crate::settings::{SearchSpace, Splitter};
use crate::split::splits;

/// The alphabet that a search space has on a graph; thresholds are found on the way.
pub fn alphabet(graph: &Graph, problem: &Problem, space: &SearchSpace) -> Alphabet {
    let symbols = &graph.symbols;
    let classes = symbols
        .classes
        .iter()
        .map(|(class, _)| class)
        .filter(|class| !space.ignored_classes.contains(class))
        .collect();
    let mut roles: Vec<Role> = (0..symbols.object_properties.len())
        .map(ObjectPropertyId::new)
        .filter(|property| !space.ignored_object_properties.contains(property))
        .map(Role::forward)
        .collect();
    if space.language.has(Constructor::Inverse) {
        let inverted: Vec<Role> = roles.iter().map(|role| role.inverted()).collect();
        roles.extend(inverted);
    }
    let data_properties: Vec<DataPropertyId> = (0..symbols.data_properties.len())
        .map(DataPropertyId::new)
        .filter(|property| !space.ignored_data_properties.contains(property))
        .collect();
    let mut numeric = Vec::new();
    let mut boolean = Vec::new();
    for &property in &data_properties {
        let has = |constructor, kind| {
            space.language.has(constructor)
                && !graph.values(property).between(graph.literals.of_kind(kind)).is_empty()
        };
        if has(Constructor::Booleans, Kind::Boolean) {
            boolean.push(property);
        }
        if has(Constructor::Numbers, Kind::Number) {
            numeric.push((property, Kind::Number));
        } else if has(Constructor::Dates, Kind::Time) {
            numeric.push((property, Kind::Time));
        }
    }
    if space.splitter == Splitter::None {
        numeric.clear();
    }
    let numeric = splits(graph, problem, &numeric, &roles, space.splitter, space.splits)
        .into_iter()
        .map(|splits| NumericProperty {
            property: splits.property,
            bounds: splits
                .values
                .iter()
                .map(|&value| bounds(graph, splits.property, value))
                .collect(),
            splits: splits.values,
            first_split: 0,
        })
        .collect();
    let atoms = atoms(graph, problem, space, &roles, &data_properties);
    let atoms = atoms.into_iter().map(|atom| (atom, atom.node(graph))).collect();
    let symbols = Symbols { classes, roles, numeric, boolean, atoms };
    let mut alphabet = Alphabet::new(symbols, space.max_cardinality, space.language);
    alphabet.start_class = space.start_class;
    alphabet
}
