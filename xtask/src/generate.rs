//! Files that are made from the code: `cargo xtask generate` writes them, `--check` compares them.
//!
//! A new one is a new line of [`FILES`]. Sources are examples of the workspace that print data, so
//! this program depends on none of the crates that it reads from.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::steps::built;
use crate::workspace::Workspace;
use crate::{options_page, typescript};

/// A file that is committed and must not be edited.
struct Generated {
    /// Where it is, seen from the root.
    path: &'static str,
    /// Makes all of its text.
    text: fn(&Workspace) -> Result<String>,
}

/// All generated files.
const FILES: &[Generated] = &[
    Generated {
        path: "web/src/api.ts",
        text: |workspace| typescript::api(&printed(workspace, "openapi")?),
    },
    Generated {
        path: "python/evolearner/_parameters.py",
        text: |workspace| printed_text(workspace, "generate_python"),
    },
    Generated {
        path: "docs/options.md",
        text: |workspace| options_page::page(&printed(workspace, "options")?),
    },
];

/// What an example of the workspace prints.
fn printed_text(workspace: &Workspace, example: &str) -> Result<String> {
    let program = built(workspace, &format!("examples/{example}"))?;
    workspace.run(Command::new(program))
}

/// What an example of the workspace prints, as JSON.
fn printed(workspace: &Workspace, example: &str) -> Result<Value> {
    let output = printed_text(workspace, example)?;
    serde_json::from_str(&output).with_context(|| format!("the example `{example}` prints no JSON"))
}

/// Writes the files that are stale.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let stale = stale(workspace)?;
    for (path, text) in &stale {
        fs::write(workspace.root().join(path), text).with_context(|| (*path).to_owned())?;
        println!("{path} written");
    }
    println!("{} of {} files were fresh", FILES.len() - stale.len(), FILES.len());
    Ok(())
}

/// Fails if a file is stale.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let stale: Vec<&str> = stale(workspace)?.into_iter().map(|(path, _)| path).collect();
    if !stale.is_empty() {
        bail!("stale: {}; `cargo xtask generate` repairs it", stale.join(", "));
    }
    Ok(format!("{} files", FILES.len()))
}

/// The files that are not what they should be, and what they should be.
fn stale(workspace: &Workspace) -> Result<Vec<(&'static str, String)>> {
    let mut stale = Vec::new();
    for file in FILES {
        let text = (file.text)(workspace).context(file.path)?;
        // A file that cannot be read is written anew like one that is stale.
        let committed = fs::read_to_string(workspace.root().join(file.path)).ok();
        if committed.as_deref() != Some(text.as_str()) {
            stale.push((file.path, text));
        }
    }
    Ok(stale)
}
