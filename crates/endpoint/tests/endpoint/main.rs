//! Extraction from a store in this process, behind a small HTTP server that can do whatever servers do.

mod certificate;
mod extraction;
mod faults;
mod store;
