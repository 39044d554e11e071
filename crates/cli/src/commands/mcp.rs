//! `mcp`: the product as tools for programs that reason.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use evolearner_mcp::{Workbench, serve_stdio};

use crate::Outcome;

pub(super) fn run(folders: Vec<PathBuf>) -> Result<Outcome> {
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        bail!("{} is no folder", missing.display());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve_stdio(Workbench::new(folders)));
    // Calls that still run are not waited for: the client has closed the connection.
    runtime.shutdown_background();
    served.map_err(|error| anyhow!("{error}"))?;
    Ok(Outcome::Done)
}
