//! `evolearner serve`: knowledge bases and learning jobs behind HTTP, and a page for people.
//!
//! A [`Config`] and knowledge bases go in; [`serve`] answers requests until it is to stop.
//! Handlers under `routes` stay cheap: learning runs on threads of its own (`jobs`), what needs the
//! processor for a moment runs on few blocking threads, and what lasts is in one SQLite file
//! (`store`), which also holds everything where nothing is to last: then it lies in memory.
//!
//! Deliberately absent: paths that come from a request, and state outside [`serve`].
//!
//! ```
//! use evolearner::{GraphSettings, embedded_input, load};
//! use evolearner_server::{Config, Server, Source};
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let loaded = load(vec![embedded_input()], GraphSettings::default(), &mut |_| None)?;
//! let family = Source { name: "family".to_owned(), loaded, example: None };
//! // Port 0 is any port that is free.
//! let server = Server::start(Config::new("127.0.0.1:0".parse()?), vec![family]).await?;
//! assert!(server.address()?.ip().is_loopback());
//! server.run(async { /* ends when the server is to stop */ }).await?;
//! # Ok(())
//! # }
//! ```

mod config;
mod api_error;
mod extract;
mod folder;
mod upload;
mod examples;
mod options;
mod library;
mod naming;
mod search;
mod neighbourhood;
mod store;
mod jobs;
mod metrics;
mod app;
mod routes;
mod page;
mod guard;
mod net;

pub use config::{Config, Limits};
pub use library::Source;
pub use net::{Server, StopSignal, serve};
pub use routes::openapi;
