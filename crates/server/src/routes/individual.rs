//! An individual on a page of its own.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use evolearner::{Graph, IndividualId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api_error::{ApiError, Refused};
use crate::app::App;
use crate::extract::{Languages, Path, Query};
use crate::naming::Names;
use crate::neighbourhood::{DataValue, specific_classes, values};
use crate::search::Item;

/// How many neighbours of a property are listed.
const MAX_LISTED: usize = 50;

/// Who is asked about.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct IndividualQuery {
    /// The individual: an IRI or a name.
    individual: String,
}

/// What is known about an individual.
#[derive(Serialize, ToSchema)]
pub(super) struct IndividualAnswer {
    #[serde(flatten)]
    item: Item,
    /// Its most specific classes.
    classes: Vec<Item>,
    /// Its data values.
    values: Vec<DataValue>,
    /// Its neighbours, by property and direction.
    neighbours: Vec<Neighbours>,
}

/// The neighbours along a property.
#[derive(Serialize, ToSchema)]
pub(super) struct Neighbours {
    /// The property.
    property: Item,
    /// Whether the individual is the object, not the subject.
    incoming: bool,
    /// How many there are.
    total: usize,
    /// The first of them.
    items: Vec<Item>,
}

/// Shows all that is known about an individual
#[utoipa::path(get, path = "/knowledge-bases/{kb}/individual", tag = "knowledge bases",
    params(("kb" = String, Path, description = "Its id"), Languages, IndividualQuery),
    responses((status = 200, description = "What is known", body = IndividualAnswer), Refused))]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Languages(languages): Languages,
    Query(query): Query<IndividualQuery>,
) -> Result<Json<IndividualAnswer>, ApiError> {
    let kb = app.library.kb(&id, &languages)?;
    app.compute(move || {
        let graph = kb.graph();
        let found = kb.vocabulary().individual(&query.individual).map_err(ApiError::not_found)?;
        let symbols = &graph.symbols;
        let classes = specific_classes(graph, found);
        let class = |&class: &_| Item::new(symbols, symbols.classes.get(class));
        Ok(Json(IndividualAnswer {
            item: Item::new(symbols, symbols.individuals.get(found)),
            classes: classes.iter().map(class).collect(),
            values: values(graph, found, Names::Labels),
            neighbours: neighbours(graph, found),
        }))
    })
    .await
}

fn neighbours(graph: &Graph, of: IndividualId) -> Vec<Neighbours> {
    let symbols = &graph.symbols;
    let mut all = Vec::new();
    for (property, iri) in symbols.object_properties.iter() {
        let edges = graph.edges(property);
        for (incoming, rows) in [(false, &edges.forward), (true, &edges.backward)] {
            let found = rows.of(of.0);
            if found.is_empty() {
                continue;
            }
            let listed = found.iter().take(MAX_LISTED);
            let item = |&x: &u32| Item::new(symbols, symbols.individuals.get(IndividualId(x)));
            all.push(Neighbours {
                property: Item::new(symbols, iri),
                incoming,
                total: found.len(),
                items: listed.map(item).collect(),
            });
        }
    }
    all
}
