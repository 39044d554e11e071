//! What is shipped for one machine: an archive of the program with manual pages, completions and
//! licences, the wheel where maturin is installed, and a file with a checksum beside each.
//!
//! The release workflow calls it on a machine of every kind: the program is run to write its pages, so
//! that it is built for where it is built.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::{Workspace, cargo};

/// Files of the root that are in the archive.
const FILES: [&str; 5] =
    ["README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE-APACHE", "LICENSE-MIT"];

/// Shells, and the names under which they look for a script.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "evolearner.bash"),
    ("zsh", "_evolearner"),
    ("fish", "evolearner.fish"),
    ("powershell", "_evolearner.ps1"),
    ("elvish", "evolearner.elv"),
];

/// Programs that print the SHA-256 of a file and its name; which of them there is depends on the system.
const SUMS: [&[&str]; 2] = [&["sha256sum"], &["shasum", "-a", "256"]];

/// Builds everything into the folder `dist-files` of the target directory.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let folder = workspace.target().join("dist-files");
    // What an earlier version left must not be taken for what is built now.
    if folder.is_dir() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    println!("building the program, which takes some minutes …");
    workspace.run(cargo(&["build", "--locked", "--profile", "dist", "-p", "evolearner"]))?;
    let program = workspace.target().join("dist").join(format!("evolearner{EXE_SUFFIX}"));

    let name = format!("evolearner-{}-{}", version(workspace, &program)?, host(workspace)?);
    fill(workspace, &program, &folder.join(&name))?;
    let mut files = vec![pack(workspace, &folder, &name)?];
    fs::remove_dir_all(folder.join(&name))?;
    files.extend(wheel(workspace, &folder)?);
    for file in &files {
        let sum = checksum(workspace, file)?;
        let short = file.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        // The form that `sha256sum --check` reads.
        fs::write(folder.join(format!("{short}.sha256")), format!("{sum}  {short}\n"))?;
        println!("{sum}  {} ({:.1} MB)", file.display(), fs::metadata(file)?.len() as f64 / 1e6);
    }
    Ok(())
}

/// What the program says its version is.
fn version(workspace: &Workspace, program: &Path) -> Result<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    let output = workspace.run(command)?;
    let version = output.trim().strip_prefix("evolearner ");
    Ok(version.context("the program does not say its version")?.to_owned())
}

/// The name of this kind of machine, as Rust has it.
fn host(workspace: &Workspace) -> Result<String> {
    let mut rustc = Command::new("rustc");
    rustc.arg("-vV");
    let output = workspace.run(rustc)?;
    let host = output.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say what it builds for")?.to_owned())
}

/// Puts the program and what belongs to it into a folder.
fn fill(workspace: &Workspace, program: &Path, folder: &Path) -> Result<()> {
    let (completions, pages) = (folder.join("completions"), folder.join("man/man1"));
    fs::create_dir_all(&completions)?;
    let mut man = Command::new(program);
    man.args(["man", "--quiet"]).arg(&pages);
    workspace.run(man)?;
    for (shell, file) in COMPLETIONS {
        let mut complete = Command::new(program);
        complete.args(["completions", shell]);
        fs::write(completions.join(file), workspace.run(complete)?)?;
    }
    for file in FILES {
        let from = workspace.root().join(file);
        fs::copy(&from, folder.join(file)).with_context(|| from.display().to_string())?;
    }
    fs::copy(program, folder.join(format!("evolearner{EXE_SUFFIX}")))?;
    Ok(())
}

/// The archive of a folder: what the system at hand can unpack without other programs.
fn pack(workspace: &Workspace, folder: &Path, name: &str) -> Result<PathBuf> {
    let mut tar = Command::new("tar");
    let (file, format) = if cfg!(windows) {
        // The tar of Windows chooses the format by the ending.
        (folder.join(format!("{name}.zip")), "-acf")
    } else {
        (folder.join(format!("{name}.tar.gz")), "-czf")
    };
    tar.arg(format).arg(&file).arg("-C").arg(folder).arg(name);
    workspace.run(tar)?;
    Ok(file)
}

/// The wheel, where there is what builds it.
fn wheel(workspace: &Workspace, folder: &Path) -> Result<Option<PathBuf>> {
    if Command::new("maturin").arg("--version").output().is_err() {
        println!("no wheel: maturin is not installed");
        return Ok(None);
    }
    println!("building the wheel …");
    let wheels = folder.join("wheels");
    let mut maturin = Command::new("maturin");
    maturin.args(["build", "--locked", "--profile", "dist", "--manifest-path"]);
    maturin.args(["python/Cargo.toml", "--interpreter", "python3", "--out"]).arg(&wheels);
    workspace.run(maturin)?;
    let entry = fs::read_dir(&wheels)?.next().context("maturin built no wheel")??;
    let file = folder.join(entry.file_name());
    fs::rename(entry.path(), &file)?;
    fs::remove_dir(&wheels)?;
    Ok(Some(file))
}

/// The SHA-256 of a file in hexadecimal.
fn checksum(workspace: &Workspace, file: &Path) -> Result<String> {
    for words in SUMS {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        if command.arg("--version").output().is_err() {
            continue;
        }
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(file);
        let output = workspace.run(command)?;
        // A name with a backslash, as on Windows, has one before the sum.
        let sum = output.trim_start_matches('\\').split_whitespace().next().unwrap_or_default();
        if sum.len() != 64 {
            bail!("`{}` printed no checksum: {output}", words.join(" "));
        }
        return Ok(sum.to_owned());
    }
    bail!("neither sha256sum nor shasum is installed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_the_standard() {
        let workspace = Workspace::find().unwrap();
        let file = std::env::temp_dir().join(format!("evolearner-sum-{}", std::process::id()));
        fs::write(&file, "abc").unwrap();
        let sum = checksum(&workspace, &file);
        fs::remove_file(&file).unwrap();
        // FIPS 180-4, the example of one block.
        let expect = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sum.unwrap(), expect);
    }

    #[test]
    fn files_of_the_archive_are_there() {
        let workspace = Workspace::find().unwrap();
        for file in FILES {
            assert!(workspace.root().join(file).is_file(), "{file}");
        }
    }

    #[test]
    fn the_citation_has_the_version_of_the_program() {
        let workspace = Workspace::find().unwrap();
        let line_of = |file: &str, start: &str| {
            let text = fs::read_to_string(workspace.root().join(file)).unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix(start).map(str::to_owned));
            line.expect(file).trim_matches('"').to_owned()
        };
        assert_eq!(line_of("CITATION.cff", "version: "), line_of("Cargo.toml", "version = "));
    }
}
