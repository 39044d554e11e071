//! The alphabet of a problem: which classes, roles and data properties a search may use.

use evolearner_dl::{DataPropertyId, Id, Kind, ObjectPropertyId, Role};
use evolearner_graph::Graph;

use crate::alphabet::{Alphabet, Constructors, NumericProperty};
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
    if space.language.inverse {
        let inverted: Vec<Role> = roles.iter().map(|role| role.inverted()).collect();
        roles.extend(inverted);
    }
    let mut numeric = Vec::new();
    let mut boolean = Vec::new();
    if space.language.data {
        for property in (0..symbols.data_properties.len()).map(DataPropertyId::new) {
            if space.ignored_data_properties.contains(&property) {
                continue;
            }
            let has =
                |kind| !graph.values(property).between(graph.literals.of_kind(kind)).is_empty();
            if has(Kind::Boolean) {
                boolean.push(property);
            }
            if has(Kind::Number) {
                numeric.push((property, Kind::Number));
            } else if space.language.dates && has(Kind::Time) {
                numeric.push((property, Kind::Time));
            }
        }
    }
    if space.splitter == Splitter::None {
        numeric.clear();
    }
    let numeric = splits(graph, problem, &numeric, &roles, space.splitter, space.splits)
        .into_iter()
        .map(|splits| NumericProperty {
            property: splits.property,
            splits: splits.values,
            first_split: 0,
        })
        .collect();
    let constructors = Constructors {
        complement: space.language.complement,
        cardinality: space.language.cardinality && space.max_cardinality > 0,
    };
    Alphabet::new(classes, roles, numeric, boolean, space.max_cardinality, constructors)
}
