//! Spelling of all text files, code included, by the program `typos`.
//!
//! It knows common mistakes rather than all words, so that names and terms pass. What it takes for a mistake
//! and is none stands in `typos.toml`.

use std::path::Path;

use anyhow::Result;

use crate::venv::Venv;
use crate::workspace::Workspace;

/// Fails with a line for each mistake.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let venv = Venv::with(workspace, "spelling", Path::new("xtask/requirements-spelling.txt"))?;
    let mut typos = venv.program("typos");
    typos.args(["--format", "brief"]);
    workspace.run(typos)?;
    Ok(String::new())
}
