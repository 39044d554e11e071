//! Virtual environments of Python for the steps that need one.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// The oldest Python that serves.
const OLDEST: (u32, u32) = (3, 10);

/// A virtual environment below the target directory.
pub(crate) struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// The environment of that name with what a requirements file at the root lists. It is made
    /// anew when the list has changed and otherwise used as it is.
    pub(crate) fn with(workspace: &Workspace, name: &str, requirements: &Path) -> Result<Self> {
        let folder = workspace.target().join("venv").join(name);
        let wanted = fs::read(workspace.root().join(requirements))
            .with_context(|| format!("cannot read {}", requirements.display()))?;
        let installed = folder.join("installed.txt");
        let venv = Self { folder };
        if fs::read(&installed).is_ok_and(|list| list == wanted) {
            return Ok(venv);
        }
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&venv.folder);
        let (major, minor) = OLDEST;
        workspace
            .run(make)
            .with_context(|| format!("Python {major}.{minor} or newer with venv is needed"))?;
        let mut install = venv.python();
        // Modules are compiled when they are imported: most of what is installed never is.
        install.args(["-m", "pip", "install", "--no-compile", "--quiet"]);
        install.args(["--disable-pip-version-check", "-r"]);
        install.arg(requirements);
        workspace.run(install)?;
        // Written last: an installation that was cut short is not taken for a whole one.
        fs::write(installed, wanted)?;
        Ok(venv)
    }

    /// A call of its interpreter.
    pub(crate) fn python(&self) -> Command {
        self.program("python")
    }

    /// A call of one of its programs, which find each other.
    pub(crate) fn program(&self, name: impl AsRef<Path>) -> Command {
        let programs = self.folder.join("bin");
        let mut command = Command::new(programs.join(name));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut search: Vec<PathBuf> = vec![programs];
        search.extend(std::env::split_paths(&path));
        let search = std::env::join_paths(search).unwrap_or_else(|_| OsStr::new("").to_owned());
        command.env("PATH", search).env("VIRTUAL_ENV", &self.folder);
        command
    }
}
