//! What other tools, and a second implementation, make of our concepts.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::steps::built;
use crate::venv::Venv;
use crate::workspace::Workspace;

/// How many random concepts another tool reads, in each notation.
const N_READ: &str = "1000";

/// How many random concepts are answered twice on each knowledge base.
const N_ANSWERED: &str = "100";

/// The benchmark problems that a Python program answers in seconds.
const ANSWERED: [&str; 5] = ["family", "lymphography", "mammographic", "mutagenesis", "pyrimidine"];

/// Concepts are read by an OWL library of other people and compared with what was meant.
pub(crate) fn roundtrip(workspace: &Workspace) -> Result<String> {
    let folder = Path::new("crates/syntax/tests/roundtrip");
    let venv = Venv::with(workspace, "roundtrip", &folder.join("requirements.txt"))?;
    let writer = built(workspace, "examples/concepts")?;
    let mut write = Command::new(writer);
    write.arg(N_READ);
    let concepts = workspace.target().join("roundtrip.jsonl");
    fs::write(&concepts, workspace.run(write)?)
        .with_context(|| format!("cannot write {}", concepts.display()))?;
    let mut read = venv.python();
    read.arg(folder.join("check.py")).arg(concepts);
    Ok(workspace.run(read)?.trim().to_owned())
}

/// Instances are found a second time by sets in Python.
pub(crate) fn answers(workspace: &Workspace) -> Result<String> {
    let program = built(workspace, "evolearner")?;
    let mut check = Command::new("python3");
    check.arg("crates/cli/tests/answers.py").arg(program).args([N_ANSWERED, "-"]);
    for name in ANSWERED {
        check.args(workspace.data().map(|data| data.join(name).join(format!("{name}.owl"))));
    }
    Ok(workspace.run(check)?.trim().to_owned())
}
