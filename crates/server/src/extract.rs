//! Axum's extractors with our errors, and who is asking.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use evolearner::Choice;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::api_error::ApiError;

/// Makes an extractor of one of axum's that fails with our error.
macro_rules! extractor {
    ($(#[$about:meta])* $name:ident, $axum:path, $trait:ident::$method:ident($input:ty)) => {
        $(#[$about])*
        pub(crate) struct $name<T>(pub(crate) T);

        impl<T, S: Send + Sync> $trait<S> for $name<T>
        where
            $axum: $trait<S>,
            ApiError: From<<$axum as $trait<S>>::Rejection>,
        {
            type Rejection = ApiError;

            async fn $method(input: $input, state: &S) -> Result<Self, ApiError> {
                let extracted = <$axum as $trait<S>>::$method(input, state).await?;
                Ok(Self(extracted.0))
            }
        }
    };
}

extractor!(
    /// A JSON body.
    Body, axum::Json<T>, FromRequest::from_request(Request)
);
extractor!(
    /// Query parameters.
    Query, axum::extract::Query<T>, FromRequestParts::from_request_parts(&mut Parts)
);
extractor!(
    /// Parameters of the path.
    Path, axum::extract::Path<T>, FromRequestParts::from_request_parts(&mut Parts)
);

/// Reads a choice from its word.
pub(crate) fn choice<'de, C: Choice, D: Deserializer<'de>>(input: D) -> Result<C, D::Error> {
    let word = String::deserialize(input)?;
    C::from_word(&word).ok_or_else(|| {
        let words: Vec<&str> = C::ALL.iter().map(|choice| choice.word()).collect();
        D::Error::custom(format!("`{word}` is none of {}", words.join(", ")))
    })
}

/// The words of a choice, for the description of the API.
pub(crate) fn choice_schema<C: Choice>() -> Object {
    let words = C::ALL.iter().map(|choice| choice.word());
    let about = C::ALL.iter().map(|choice| format!("`{}`: {}", choice.word(), choice.about()));
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(about.collect::<Vec<_>>().join(" ")))
        .enum_values(Some(words))
        .build()
}

/// Whom the queue is fair to: what a client calls itself in `x-client`, else its address.
pub(crate) struct Client(pub(crate) String);

/// Longer names of clients are cut.
const MAX_CLIENT_NAME: usize = 64;

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let named = parts.headers.get("x-client").and_then(|name| name.to_str().ok());
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let name = match (named, address) {
            (Some(name), _) => name.chars().take(MAX_CLIENT_NAME).collect(),
            (None, Some(ConnectInfo(address))) => address.ip().to_string(),
            (None, None) => String::new(),
        };
        Ok(Self(name))
    }
}
