//! The Python package: a wheel, installed beside what it works with, and its tests.
//!
//! The wheel is built with the profile of the other tests, so that it costs little more than
//! linking; `maturin build --release` makes the one that is shipped.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::steps::built;
use crate::venv::Venv;
use crate::workspace::Workspace;

/// No wheel of the tests is larger. Most dependencies are not optimised in their profile, and take more
/// room than in the wheel that is shipped.
const MAX_BYTES: u64 = 16_000_000;

/// Builds, installs and tests the package.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let venv = Venv::with(workspace, "python", Path::new("python/requirements-test.txt"))?;
    let wheel = build(workspace, &venv)?;
    let bytes = fs::metadata(&wheel)?.len();
    if bytes > MAX_BYTES {
        bail!("{} has {bytes} bytes, {MAX_BYTES} is the end", wheel.display());
    }
    let mut install = venv.python();
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    install.args(["--force-reinstall", "--no-deps"]).arg(&wheel);
    workspace.run(install)?;
    let settings = "python/pyproject.toml";
    let mut types = venv.program("mypy");
    types.args(["--config-file", settings, "python/evolearner"]);
    workspace.run(types)?;
    let mut stubs = venv.program("stubtest");
    stubs.args(["evolearner", "--concise", "--mypy-config-file", settings]);
    workspace.run(stubs)?;
    let command = built(workspace, "evolearner")?;
    let mut tests = venv.program("pytest");
    tests.args(["-c", settings, "python/tests"]);
    tests.env("EVOLEARNER_COMMAND", command);
    let output = workspace.run(tests)?;
    let summary = output.lines().rev().find(|line| line.contains(" passed"));
    let summary = summary.context("pytest reported no tests")?.trim_matches('=').trim();
    Ok(format!("{summary}, wheel of {:.1} MB", bytes as f64 / 1e6))
}

/// The wheel, made anew.
fn build(workspace: &Workspace, venv: &Venv) -> Result<PathBuf> {
    let folder = workspace.target().join("wheels");
    // What an earlier version left must not be taken for what is built now.
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    let mut maturin = venv.program("maturin");
    maturin.args(["build", "--locked", "--manifest-path", "python/Cargo.toml"]);
    maturin.args(["--profile", "dev", "--features", "as-in-tests"]);
    maturin.args(["--interpreter", "python", "--out"]).arg(&folder);
    workspace.run(maturin)?;
    let mut entries = fs::read_dir(&folder)?;
    let entry = entries.next().context("maturin built no wheel")??;
    Ok(entry.path())
}
