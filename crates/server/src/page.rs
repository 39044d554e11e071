//! The page, compiled in. `web/` is where it is made.

use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// A file of the page: its address, its type, what is in it.
type Asset = (&'static str, &'static str, &'static [u8]);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

const ASSETS: [Asset; 7] = [
    ("/", HTML, include_bytes!("../page/index.html")),
    ("/reference", HTML, include_bytes!("../page/reference.html")),
    ("/assets/index.js", SCRIPT, include_bytes!("../page/assets/index.js")),
    ("/assets/reference.js", SCRIPT, include_bytes!("../page/assets/reference.js")),
    ("/assets/shared.js", SCRIPT, include_bytes!("../page/assets/shared.js")),
    ("/assets/style.css", STYLE, include_bytes!("../page/assets/style.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../page/icon.svg")),
];

/// The routes of all files.
pub(crate) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.into_iter().fold(Router::new(), |router, asset| {
        router.route(asset.0, get(move |headers: HeaderMap| async move { send(asset, &headers) }))
    })
}

/// Sends a file, or says that the browser has it already.
fn send((_, kind, bytes): Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", fingerprint(bytes));
    let caching = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// FNV-1a, 64 bits.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
