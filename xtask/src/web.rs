//! The page and the server behind it: built anew, used by a browser, fuzzed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::steps::built;
use crate::venv::Venv;
use crate::workspace::Workspace;

/// Where the page is made.
const SOURCES: &str = "web";

/// Where the built page is committed.
const BUILT: &str = "crates/server/page";

/// What the fuzzer needs, and how it is set up.
const FUZZER: &str = "crates/server/tests/schemathesis";

/// Browsers of the family that the tests drive, by the names that systems give them.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Checks the sources of the page and that the committed files are what they build to.
pub(crate) fn page(workspace: &Workspace) -> Result<String> {
    install(workspace)?;
    workspace.run(npm(&["run", "check"]))?;
    workspace.run(npm(&["test"]))?;
    let fresh = workspace.target().join("page");
    let out_dir = fresh.to_string_lossy().into_owned();
    workspace.run(npm(&["run", "build", "--", "--outDir", &out_dir, "--emptyOutDir"]))?;
    let committed = workspace.root().join(BUILT);
    let (made, kept) = (files(&fresh)?, files(&committed)?);
    if made != kept {
        bail!("{BUILT} holds other files than {SOURCES} builds to; `npm run build` repairs it");
    }
    for file in &made {
        if fs::read(fresh.join(file))? != fs::read(committed.join(file))? {
            let file = file.display();
            bail!("{BUILT}/{file} is not what {SOURCES} builds to; `npm run build` repairs it");
        }
    }
    Ok(format!("{} files", made.len()))
}

/// Lets a browser do what people do.
pub(crate) fn browser(workspace: &Workspace) -> Result<String> {
    let Some(browser) = find_browser(workspace) else {
        return Ok("SKIPPED: there is no Chromium, and it cannot be installed".to_owned());
    };
    install(workspace)?;
    let binary = built(workspace, "evolearner")?;
    let mut tests = npm(&["run", "e2e"]);
    tests.env("EVOLEARNER_BINARY", binary).env("EVOLEARNER_BROWSER", browser);
    workspace.run(tests)?;
    Ok(String::new())
}

/// Sends what the description of the API allows, and what it does not.
pub(crate) fn api(workspace: &Workspace) -> Result<String> {
    let venv = Venv::with(workspace, "schemathesis", &Path::new(FUZZER).join("requirements.txt"))?;
    let server = Server::start(&built(workspace, "evolearner")?)?;
    let config = Path::new(FUZZER).join("schemathesis.toml");
    let mut fuzz = venv.program("schemathesis");
    fuzz.arg("--config-file").arg(config).arg("run");
    fuzz.arg(format!("{}/api/v1/openapi.json", server.address));
    let output = workspace.run(fuzz)?;
    let cases = output.lines().find(|line| line.contains(" generated, "));
    Ok(cases.unwrap_or_default().trim().to_owned())
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(["--prefix", SOURCES]).args(arguments);
    command
}

/// Installs what the lock file lists, unless that is there already.
fn install(workspace: &Workspace) -> Result<()> {
    let lock = fs::read(workspace.root().join(SOURCES).join("package-lock.json"))?;
    let installed = workspace.root().join(SOURCES).join("node_modules/installed.json");
    if fs::read(&installed).is_ok_and(|known| known == lock) {
        return Ok(());
    }
    workspace.run(npm(&["ci", "--no-audit", "--no-fund"])).context("Node 20 or newer is needed")?;
    // Written last: an installation that was cut short is not taken for a whole one.
    Ok(fs::write(installed, lock)?)
}

fn find_browser(workspace: &Workspace) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("EVOLEARNER_BROWSER") {
        return Some(named.into());
    }
    let find = || {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let candidates =
            BROWSERS.iter().flat_map(|name| folders.iter().map(move |at| at.join(name)));
        candidates.into_iter().find(|candidate| candidate.is_file())
    };
    find().or_else(|| {
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--no-install-recommends", "chromium"]);
        install.env("DEBIAN_FRONTEND", "noninteractive");
        workspace.run(install).ok()?;
        find()
    })
}

/// All files below a folder, relative to it and sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(below) = open.pop() {
        let entries = fs::read_dir(&below).with_context(|| below.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(folder)?.to_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A server that ends with the step.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(binary: &Path) -> Result<Self> {
        let mut process = Command::new(binary)
            .args(["serve", "--quiet", "--bind", "127.0.0.1:0", "--max-seconds", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the server")?;
        let stdout = process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok(Self { process, address: line.trim().to_owned() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and then there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
