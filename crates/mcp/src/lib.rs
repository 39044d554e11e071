//! The product as tools of the Model Context Protocol, for programs that reason: open a knowledge base,
//! look up names, learn, explain, retrieve, cross-validate.
//!
//! [`Workbench`] holds the knowledge bases and answers calls with JSON; [`serve_stdio`] speaks the protocol
//! on standard input and output. Files are read from folders that are given at start and nowhere else, and
//! nothing is written.
//!
//! ```
//! use evolearner_mcp::Workbench;
//! use serde_json::json;
//!
//! let workbench = Workbench::new(Vec::new());
//! let arguments = json!({ "kb": "family", "concept": "Male and Parent", "limit": 2 });
//! let found = workbench.call("retrieve", arguments.as_object().unwrap(), &Default::default())?;
//! assert_eq!(found["individuals"].as_array().unwrap().len(), 2);
//! # Ok::<(), evolearner_mcp::CallError>(())
//! ```

mod arguments;
mod library;
mod learning;
mod lookup;
mod tools;
mod workbench;
mod protocol;

pub use arguments::CallError;
pub use protocol::serve_stdio;
pub use workbench::Workbench;
