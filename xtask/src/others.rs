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

/// The knowledge bases, all small, on which a reasoner is asked for verdicts in an open world, and the
/// number of random concepts for each. docs/open-world.md has more.
const JUDGED: [&str; 5] = ["animals", "arch", "family", "father_someonly", "moral_43"];
const N_JUDGED: &str = "12";

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

/// The benchmark problems whose answers a reasoner is asked for.
const REASONED: [&str; 9] = [
    "carcinogenesis",
    "family",
    "hepatitis",
    "lymphography",
    "mammographic",
    "mutagenesis",
    "nctrer",
    "premierleague_synthetic",
    "pyrimidine",
];

/// Instances are found a second time by an OWL reasoner of other people.
pub(crate) fn reasoner(workspace: &Workspace) -> Result<String> {
    let mut version = Command::new("javac");
    version.arg("--version");
    if workspace.run(version).is_err() {
        return Ok("skipped: no Java compiler".to_owned());
    }
    let folder = Path::new("crates/cli/tests/reasoner");
    let venv = Venv::with(workspace, "reasoner", &folder.join("requirements.txt"))?;
    let writer = built(workspace, "examples/definitions")?;
    let definitions = workspace.target().join("definitions");
    if definitions.exists() {
        fs::remove_dir_all(&definitions)?;
    }
    let mut write = Command::new(writer);
    write.arg(&definitions);
    match workspace.data() {
        Some(data) => write.arg(data).args(REASONED),
        None => write.arg("-"),
    };
    workspace.run(write)?;
    let mut ask = venv.python();
    ask.arg(folder.join("check.py")).arg(definitions);
    let instances = workspace.run(ask)?.trim().to_owned();
    let Some(data) = workspace.data() else { return Ok(instances) };
    let verdicts = workspace.target().join("open-world");
    if verdicts.exists() {
        fs::remove_dir_all(&verdicts)?;
    }
    let mut write = Command::new(built(workspace, "examples/open_world")?);
    write.arg(&verdicts).arg(N_JUDGED).arg(data).args(JUDGED);
    workspace.run(write)?;
    let mut ask = venv.python();
    ask.arg(folder.join("world.py")).arg(verdicts);
    workspace.run(ask)?;
    Ok(format!("{instances}; the same verdicts in an open world"))
}
