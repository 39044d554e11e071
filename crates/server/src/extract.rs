//! Axum's extractors with our errors, and who is asking.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Uri, header};
use evolearner::{Choice, LabelLanguages};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
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

/// In which languages a client reads labels: `lang` in the address, else the header `Accept-Language`.
///
/// Stands before [`Query`] among the arguments of a handler: it takes `lang` out of the address, so that the
/// parameters of the handler need not know it.
pub(crate) struct Languages(pub(crate) LabelLanguages);

/// Of all parameters, the one that is about languages.
#[derive(Deserialize)]
struct LanguageQuery {
    lang: Option<LanguageList>,
}

/// Tags with commas between them.
struct LanguageList(LabelLanguages);

impl<'de> Deserialize<'de> for LanguageList {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        String::deserialize(input)?.parse().map(Self).map_err(D::Error::custom)
    }
}

impl<S: Sync> FromRequestParts<S> for Languages {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<LanguageQuery>::try_from_uri(&parts.uri)?;
        if let Some(LanguageList(languages)) = query.0.lang {
            parts.uri = without_language(&parts.uri)?;
            return Ok(Self(languages));
        }
        let header = parts.headers.get(header::ACCEPT_LANGUAGE);
        let accepted = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self(LabelLanguages::new(preferred(accepted))))
    }
}

impl IntoParams for Languages {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let tag = "[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,5}";
        let tags = ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(format!("^{tag}(,{tag})*$")))
            .build();
        let about = "The languages of labels, best first, such as `de,en`; without it, those of the \
                     header `Accept-Language`.";
        let parameter = ParameterBuilder::new()
            .name("lang")
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(about))
            .schema(Some(tags));
        vec![parameter.build()]
    }
}

/// An address without the parameter `lang`.
fn without_language(uri: &Uri) -> Result<Uri, ApiError> {
    let parameters = uri.query().unwrap_or_default().split('&');
    let others: Vec<&str> = parameters.filter(|one| !one.starts_with("lang=")).collect();
    let mut parts = uri.clone().into_parts();
    let address = format!("{}?{}", uri.path(), others.join("&"));
    parts.path_and_query = Some(address.parse().map_err(ApiError::internal)?);
    Uri::from_parts(parts).map_err(ApiError::internal)
}

/// The tags of a header `Accept-Language`, best first: by weight, then as they stand (RFC 9110, section 12.5.4).
fn preferred(accepted: &str) -> Vec<&str> {
    let weighted = accepted.split(',').filter_map(|one| {
        let (tag, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let weight: f64 = weight.trim().strip_prefix("q=")?.trim().parse().ok()?;
        (weight > 0.0).then_some((tag, weight))
    });
    let mut weighted: Vec<(&str, f64)> = weighted.collect();
    weighted.sort_by(|one, other| other.1.total_cmp(&one.1));
    weighted.into_iter().map(|(tag, _)| tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_a_browser_are_ordered_by_weight() {
        let check = |header: &str, expect: &str| {
            assert_eq!(LabelLanguages::new(preferred(header)).to_string(), expect, "{header}");
        };
        check("de-AT,de;q=0.9, en;q=0.8", "de-at,de,en");
        check("en;q=0.5,fr , de;q=0.7,*;q=0.1", "fr,de,en");
        check("de;q=0, en;q=x, ;;, fr;q=0.3", "fr");
        check("", "");
    }

    #[test]
    fn the_language_is_taken_out_of_an_address() {
        let check = |address: &str, expect: &str| {
            let uri = without_language(&address.parse().expect(address)).expect(address);
            assert_eq!(uri.to_string(), expect);
        };
        check("/a?lang=de", "/a?");
        check("/a?q=x%20y&lang=de,en&limit=3", "/a?q=x%20y&limit=3");
        check("/a?language=de&lang=de", "/a?language=de");
    }
}
