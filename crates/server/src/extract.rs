//! Axum's extractors with our errors, and who is asking.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts};
use axum::http::request::Parts;

use crate::problem::Problem;

/// A JSON body.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(crate) struct Body<T>(pub(crate) T);

/// Query parameters.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(crate) struct Query<T>(pub(crate) T);

/// Parameters of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(crate) struct Path<T>(pub(crate) T);

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
