//! Who may ask, and what browsers must not do.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;
use tower_http::cors::CorsLayer;

use crate::api_error::ApiError;
use crate::app::App;
use crate::config::Config;

/// Only what the server itself sends is run, shown or called.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Adds the headers that keep browsers strict.
pub(crate) async fn strict_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses pages of other origins, and names that were pointed at this machine.
pub(crate) async fn same_origin(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    match check_origin(&app.config, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(why) => ApiError::new(StatusCode::FORBIDDEN, why).into_response(),
    }
}

fn check_origin(config: &Config, headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    // Without a token, being on this machine is what gives access. A page elsewhere could have its
    // own name resolve to this machine; then the browser sends that name.
    if config.token.is_none() && !is_local(host) {
        return Err("this server answers to local names only");
    }
    match text(header::ORIGIN) {
        None => Ok(()),
        Some(origin) if config.allowed_origins.iter().any(|allowed| allowed == origin) => Ok(()),
        Some(origin) if origin.split_once("://").is_some_and(|(_, name)| name == host) => Ok(()),
        Some(_) => Err("pages of other origins may not call this server"),
    }
}

fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Asks for the token, if the server has one.
pub(crate) async fn authorised(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(token) = &app.config.token else { return next.run(request).await };
    let given = request.headers().get(header::AUTHORIZATION).and_then(|given| given.to_str().ok());
    let given = given.and_then(bearer).unwrap_or_default();
    // Compared in constant time: how long it takes says nothing about how much of it is right.
    if bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        return next.run(request).await;
    }
    let why = "this server asks for its token: Authorization: Bearer …";
    ApiError::new(StatusCode::UNAUTHORIZED, why).into_response()
}

/// The token of a bearer credential; the letter case of the scheme is free (RFC 9110, 11.1).
fn bearer(credential: &str) -> Option<&str> {
    let (scheme, token) = credential.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_start_matches(' '))
}

/// Gives up on requests that take too long, be it to arrive or to be answered.
pub(crate) async fn in_time(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let limit = app.config.limits.request_time;
    tokio::time::timeout(limit, next.run(request)).await.unwrap_or_else(|_| {
        let why = format!("not done within {} seconds", limit.as_secs_f64());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, why).into_response()
    })
}

/// What pages of other origins may do: nothing, unless the server was started with their names.
pub(crate) fn cross_origin(config: &Config) -> CorsLayer {
    let origins = config.allowed_origins.iter().filter_map(|origin| origin.parse().ok());
    let origins: Vec<HeaderValue> = origins.collect();
    if origins.is_empty() {
        return CorsLayer::new();
    }
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("x-client"),
        ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(token: Option<&str>, host: &'static str, origin: Option<&'static str>, is_fine: bool) {
        let mut config = Config::new("127.0.0.1:8080".parse().unwrap());
        config.token = token.map(str::to_owned);
        config.allowed_origins = vec!["https://friend.example".to_owned()];
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        assert_eq!(check_origin(&config, &headers).is_ok(), is_fine, "{host} {origin:?}");
    }

    #[test]
    fn names_that_point_here_are_not_enough() {
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost", "127.0.0.1"] {
            check(None, host, None, true);
        }
        for host in ["evil.example:8080", "localhost.evil.example", "", "192.0.2.1:80"] {
            check(None, host, None, false);
        }
        check(Some("secret"), "kb.example", None, true);
    }

    #[test]
    fn other_origins_must_be_named() {
        check(None, "localhost:8080", Some("http://localhost:8080"), true);
        check(None, "localhost:8080", Some("https://friend.example"), true);
        check(None, "localhost:8080", Some("https://evil.example"), false);
        check(None, "localhost:8080", Some("null"), false);
        check(None, "localhost:8080", Some("http://localhost:9090"), false);
    }
}
