//! A server on a free port, asked over real connections.

mod client;
mod api;
mod jobs;
mod safety;
mod uploads;
mod folder;
mod workbench;
mod whole;
