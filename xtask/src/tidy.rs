//! House rules that no compiler checks.
//!
//! In come the text files of the repository, out goes a line per offence. Patterns are spelled
//! in two halves, for this file is checked too.

mod flags;
mod layers;
mod names;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// No source file is longer.
const MAX_LINES: usize = 800;

/// Files of these kinds are written by people, so the limit is for them.
const SOURCES: &[&str] = &["rs", "py", "pyi", "js", "ts", "tsx", "css", "html", "sh"];

/// Not in Rust files: what is unfinished, and tests that never run.
const UNFINISHED: &[&str] =
    &[concat!("to", "do!("), concat!("unimple", "mented!("), concat!("#[ig", "nore")];

/// Not in any text file: directories of one machine.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("C:\\Us", "ers"),
];

/// Directories that are not part of the repository, for where git cannot be asked.
const NOT_OURS: &[&str] = &[".git", "target", ".venv", "node_modules", "corpus", "artifacts"];

/// Checks all text files.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let root = workspace.root();
    let mut n_files = 0;
    let mut offences = Vec::new();
    let mut types = names::Types::default();
    for path in files(workspace)? {
        let Ok(bytes) = fs::read(root.join(&path)) else {
            continue; // Deleted, but git does not know yet.
        };
        // What is not UTF-8 is data.
        if let Ok(text) = str::from_utf8(&bytes) {
            n_files += 1;
            check_file(&path, text, &mut offences);
            layers::check_silence(&path, text, &mut offences);
            flags::check(&path, text, &mut offences);
            types.add(&path, text);
        }
    }
    offences.extend(types.offences());
    layers::check_arrows(&workspace.metadata(&["--no-deps"])?, &mut offences)?;
    if !offences.is_empty() {
        bail!("{}", offences.join("\n  "));
    }
    Ok(format!("{n_files} files"))
}

fn check_file(path: &Path, text: &str, offences: &mut Vec<String>) {
    let shown = path.display();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let n_lines = text.lines().count();
    if SOURCES.contains(&extension) && n_lines > MAX_LINES {
        offences.push(format!("{shown}: {n_lines} lines, {MAX_LINES} is the end"));
    }
    for (line_idx, line) in text.lines().enumerate() {
        let mut complain = |what: &str, pattern: &str| {
            offences.push(format!("{shown}:{}: {what} `{pattern}`", line_idx + 1));
        };
        if extension == "rs" {
            for pattern in UNFINISHED.iter().filter(|pattern| line.contains(**pattern)) {
                complain("unfinished:", pattern);
            }
        }
        for pattern in MACHINE_PATHS.iter().filter(|pattern| starts_a_path(line, pattern)) {
            complain("a path of one machine:", pattern);
        }
    }
}

/// A source file without the module of tests at its end.
fn without_tests(text: &str) -> &str {
    text.split_once("\n#[cfg(test)]\nmod tests {").map_or(text, |(before, _)| before)
}

/// Whether the pattern occurs where a path begins; in the middle of an address it is harmless.
fn starts_a_path(line: &str, pattern: &str) -> bool {
    line.match_indices(pattern).any(|(position, _)| {
        let before = line[..position].chars().next_back();
        before.is_none_or(|before| !before.is_alphanumeric() && !"./_-}~*".contains(before))
    })
}

/// The files git knows or would take, relative to the root. In a copy without git, all files.
fn files(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let listed = git.current_dir(workspace.root()).output();
    if let Ok(output) = listed
        && output.status.success()
    {
        let names = String::from_utf8_lossy(&output.stdout).into_owned();
        return Ok(names.split_terminator('\0').map(PathBuf::from).collect());
    }
    let mut found = Vec::new();
    walk(workspace.root(), Path::new(""), &mut found)?;
    Ok(found)
}

fn walk(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let directory = root.join(below);
    let entries = fs::read_dir(&directory).with_context(|| directory.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let is_ours = NOT_OURS.iter().all(|name| entry.file_name() != *name);
        if entry.file_type()?.is_dir() && is_ours {
            walk(root, &path, found)?;
        } else if entry.file_type()?.is_file() && is_ours {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expect: &[&str]) {
        let mut offences = Vec::new();
        check_file(Path::new(path), text, &mut offences);
        assert_eq!(offences.len(), expect.len(), "{offences:?}");
        for (offence, expect) in offences.iter().zip(expect) {
            assert!(offence.starts_with(expect), "{offence}");
        }
    }

    #[test]
    fn good_files_pass() {
        check("a.rs", "fn main() {}\n", &[]);
        check("a.md", "see https://example.org/home/page and ../shared/datasets\n", &[]);
    }

    #[test]
    fn offences_carry_their_line() {
        let unfinished = format!("fn f() {{\n    {})\n}}\n", UNFINISHED[0]);
        check("a.rs", &unfinished, &["a.rs:2: unfinished"]);
        check("a.md", &unfinished, &[]);
        check("b.rs", &format!("{}]\n", UNFINISHED[2]), &["b.rs:1: unfinished"]);
        for pattern in MACHINE_PATHS {
            check("c.md", &format!("see `{pattern}x`\n"), &["c.md:1: a path of one machine"]);
        }
    }

    #[test]
    fn long_sources_are_told_apart_from_long_data() {
        let long = "line\n".repeat(MAX_LINES + 1);
        check("a.rs", &long, &["a.rs: 801 lines"]);
        check("a.nt", &long, &[]);
        check("a.rs", &"line\n".repeat(MAX_LINES), &[]);
    }

    #[test]
    fn a_copy_without_git_can_be_walked() {
        let workspace = Workspace::find().unwrap();
        let mut found = Vec::new();
        walk(workspace.root(), Path::new(""), &mut found).unwrap();
        assert!(found.contains(&PathBuf::from("xtask/src/tidy.rs")));
        assert!(found.iter().all(|path| !path.starts_with(".git")));
    }
}
