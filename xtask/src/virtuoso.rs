//! A Virtuoso for the tests, from the packages of Debian, unpacked below the target directory.
//!
//! Nothing is installed, and no right of an administrator is needed. Where there is no such package, the tests
//! say that they are skipped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;

const PACKAGE: &str = "virtuoso-opensource-7-bin";

/// Where tests look for the programs.
pub(crate) const VARIABLE: &str = "EVOLEARNER_VIRTUOSO";

/// The root of the unpacked packages, unless Virtuoso is installed already.
pub(crate) fn unpacked(workspace: &Workspace) -> Result<Option<PathBuf>> {
    if Path::new("/usr/bin/virtuoso-t").is_file() {
        return Ok(None);
    }
    let folder = workspace.target().join("virtuoso");
    let (root, whole) = (folder.join("root"), folder.join("unpacked"));
    if !whole.is_file() {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&root)?;
        unpack(workspace, &folder, &root)?;
        // Written last: what was cut short is not taken for a whole.
        fs::write(whole, "")?;
    }
    Ok(Some(root))
}

fn unpack(workspace: &Workspace, folder: &Path, root: &Path) -> Result<()> {
    let mut depends = Command::new("apt-cache");
    depends.args(["depends", PACKAGE]);
    let listed = workspace.run(depends).context("there are no packages of Debian here")?;
    let names = listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    // The library of C belongs to the system: another one beside it would not fit.
    let names = names.filter(|name| !name.starts_with('<') && *name != "libc6");
    // Packages come into the current folder.
    let mut download = Command::new("sh");
    download.args(["-c", "cd \"$0\" && exec apt-get download --quiet \"$@\""]).arg(folder);
    download.arg(PACKAGE).args(names);
    workspace.run(download)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "deb") {
            let mut unpack = Command::new("dpkg");
            unpack.arg("--extract").arg(&path).arg(root);
            workspace.run(unpack)?;
            fs::remove_file(path)?;
        }
    }
    ensure!(root.join("usr/bin/virtuoso-t").is_file(), "{PACKAGE} has no virtuoso-t");
    Ok(())
}
