//! A SPARQL endpoint in, triples out: what concepts can say about examples, and what is missing.
//!
//! A [`Session`] asks one store, one question after the other; a [`Fragment`] is what it fetched around some
//! individuals, as N-Triples. No answer is believed because a server says that all is well: every one is read
//! to its closing tag and has as many rows as a separate count says, or it is asked for in smaller parts, or
//! the fragment names the property as not exact.
//!
//! ```no_run
//! use evolearner_endpoint::{EndpointSettings, Session};
//!
//! let settings = EndpointSettings::new("http://localhost:7878/query");
//! let examples = ["http://example.org/anna".to_owned()];
//! let fragment = Session::new(&settings)?.fragment(&settings, &examples, &mut |_| {})?;
//! println!("{} triples, {} gaps", fragment.facts.triples, fragment.facts.inexact.len());
//! # Ok::<(), evolearner_endpoint::Error>(())
//! ```

mod error;
mod settings;
mod term;
mod results;
mod client;
mod cache;
mod session;
mod exactness;
mod hop;
mod schema;
mod fragment;
mod pages;

pub use error::Error;
pub use exactness::{Gap, GapReason};
pub use fragment::{FetchProgress, Fragment, FragmentFacts};
pub use session::{Session, Usage};
pub use settings::{Access, CacheSettings, EndpointSettings, Manners, RequestLimits};
