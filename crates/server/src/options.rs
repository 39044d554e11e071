//! The options of a job: how much this server allows, and how its API describes them.

use evolearner::report::model::OptionValues;
use evolearner::report::options::{KindModel, OptionModel};
use evolearner::{Bound, options_table};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::schema::{AdditionalProperties, Schema, SchemaType, Type};
use utoipa::openapi::{Object, ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// The most that options can be: they decide how much memory a job takes, and how long it takes
/// between two looks at the clock.
pub(crate) const BOUNDS: &[Bound] = &[
    Bound { name: "population", most: 20_000 },
    Bound { name: "generations", most: 20_000 },
    Bound { name: "tournament", most: 1_000 },
    Bound { name: "max-triples", most: 100 },
    Bound { name: "splits", most: 1_000 },
    Bound { name: "max-cardinality", most: 100 },
    Bound { name: "width", most: 5_000 },
];

/// Options by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Settings(pub(crate) OptionValues);

impl ToSchema for Settings {}

impl PartialSchema for Settings {
    fn schema() -> RefOr<Schema> {
        let mut schema = ObjectBuilder::new()
            .description(Some("Options by name; `null` leaves one as it is."))
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        for option in options_table(BOUNDS).options {
            schema = schema.property(&option.name, property(&option));
        }
        schema.into()
    }
}

/// What an option can be set to.
fn property(option: &OptionModel) -> Object {
    let types: &[Type] = match option.kind {
        KindModel::Switch => &[Type::Boolean],
        KindModel::Count => &[Type::Integer],
        KindModel::Number => &[Type::Number],
        KindModel::Time => &[Type::String, Type::Number],
        KindModel::Choices | KindModel::Names => &[Type::String, Type::Array],
        _ => &[Type::String],
    };
    let types: SchemaType = types.iter().cloned().chain([Type::Null]).collect();
    let property = ObjectBuilder::new()
        .schema_type(types)
        .description(Some(&option.about))
        .minimum(option.least)
        .maximum(option.most);
    let words = (option.kind == KindModel::Choice).then(|| {
        let words = option.choices.iter().map(|choice| Value::from(&*choice.word));
        words.chain([Value::Null])
    });
    property.enum_values(words).build()
}
