//! What `cargo xtask test` does, in order. A new step is a new line of [`STEPS`].

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::{Workspace, cargo};
use crate::{book, generate, licences, others, package, python, spelling, tidy, virtuoso, web};

/// One thing that has to pass.
pub(crate) struct Step {
    /// What to call it on the command line.
    pub(crate) name: &'static str,
    /// What it makes sure of.
    pub(crate) what: &'static str,
    /// Does it; the text is a remark for the line of a step that passed.
    pub(crate) run: fn(&Workspace) -> Result<String>,
}

/// All steps; those that fail fast come first.
pub(crate) const STEPS: &[Step] = &[
    Step { name: "setup", what: "rustfmt and clippy are installed", run: setup },
    Step { name: "fmt", what: "the code is formatted", run: fmt },
    Step { name: "tidy", what: "house rules that no compiler checks", run: tidy::check },
    Step { name: "spelling", what: "no common mistakes in any text", run: spelling::check },
    Step { name: "licences", what: "dependencies have licences we can use", run: licences::check },
    Step { name: "clippy", what: "no warnings, in tests and benches too", run: clippy },
    Step {
        name: "package",
        what: "published crates build from what is packed",
        run: package::check,
    },
    Step { name: "test", what: "unit and integration tests", run: test },
    Step { name: "generated", what: "generated files are fresh", run: generate::check },
    Step {
        name: "book",
        what: "links lead somewhere, commands print what pages say",
        run: book::check,
    },
    Step {
        name: "roundtrip",
        what: "another OWL tool reads what we write",
        run: others::roundtrip,
    },
    Step { name: "answers", what: "instances are those found in Python", run: others::answers },
    Step { name: "reasoner", what: "instances are those that HermiT finds", run: others::reasoner },
    Step { name: "web", what: "the page is what web/ builds to", run: web::page },
    Step { name: "e2e", what: "the page does its work in a real browser", run: web::browser },
    Step { name: "api", what: "no request breaks the server or its description", run: web::api },
    Step { name: "doctest", what: "examples in the documentation", run: doctest },
    Step { name: "doc", what: "the documentation builds without warnings", run: doc },
    Step { name: "python", what: "the Python package, from its wheel", run: python::check },
];

fn setup(workspace: &Workspace) -> Result<String> {
    let is_there = |tool: &str| workspace.run(cargo(&[tool, "--version"])).is_ok();
    if is_there("fmt") && is_there("clippy") {
        return Ok(String::new());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", "rustfmt", "clippy"]);
    workspace.run(rustup).context("rustfmt and clippy are missing; install them first")?;
    Ok("installed rustfmt and clippy".to_owned())
}

fn fmt(workspace: &Workspace) -> Result<String> {
    // Names of files are enough: whoever wants to see the difference repairs it.
    let command = cargo(&["fmt", "--all", "--", "--check", "-l"]);
    workspace.run(command).context("`cargo fmt --all` repairs it")?;
    Ok(String::new())
}

fn clippy(workspace: &Workspace) -> Result<String> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    workspace.run(cargo(&arguments))?;
    Ok(String::new())
}

fn test(workspace: &Workspace) -> Result<String> {
    // Examples with tests are among the tests; clippy has checked the others.
    let targets = ["test", "--workspace", "--lib", "--bins", "--tests"];
    let mut command = cargo(&targets);
    let remark = match virtuoso::unpacked(workspace) {
        Ok(root) => {
            command.envs(root.map(|root| (virtuoso::VARIABLE, root)));
            String::new()
        }
        Err(error) => format!("; none with Virtuoso: {error}"),
    };
    let output = workspace.run(command)?;
    Ok(format!("{} tests{remark}", n_passed(&output)))
}

/// The examples that steps run.
const EXAMPLES: [&str; 6] =
    ["concepts", "definitions", "generate_python", "open_world", "openapi", "options"];

/// A program of the workspace or one of its [`EXAMPLES`], of the same libraries that the step `test`
/// builds. Asking for one package alone, or for none of the targets that need development dependencies,
/// would make cargo choose other features and build the dependencies again.
pub(crate) fn built(workspace: &Workspace, path: &str) -> Result<PathBuf> {
    let mut command = cargo(&["build", "--workspace", "--bins"]);
    command.args(EXAMPLES.iter().flat_map(|example| ["--example", example]));
    workspace.run(command)?;
    Ok(workspace.target().join("debug").join(path))
}

fn doctest(workspace: &Workspace) -> Result<String> {
    let output = workspace.run(cargo(&["test", "--workspace", "--doc"]))?;
    Ok(format!("{} examples", n_passed(&output)))
}

fn doc(workspace: &Workspace) -> Result<String> {
    // Libraries only: the command line bears the name of the facade, and their pages would collide.
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--lib"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    workspace.run(command)?;
    Ok(String::new())
}

/// Adds up what the test binaries report.
fn n_passed(output: &str) -> u32 {
    output
        .lines()
        .filter_map(|line| {
            line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<u32>().ok()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_tests_add_up() {
        let output = "running 2 tests\ntest result: ok. 2 passed; 0 failed\n\
                      test result: ok. 10 passed; 0 failed\n";
        assert_eq!(n_passed(output), 12);
    }

    #[test]
    fn names_are_distinct() {
        for (idx, step) in STEPS.iter().enumerate() {
            assert!(STEPS[..idx].iter().all(|other| other.name != step.name), "{}", step.name);
        }
    }
}
