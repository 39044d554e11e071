//! The book: the pages of `docs`, in the order of `docs/SUMMARY.md`, which mdBook turns into HTML.
//!
//! Each page has its place in the table of contents, links and anchors of all Markdown files lead somewhere,
//! commands exist with their flags, and what a page says that a command prints is what it prints. mdBook, which
//! is installed where it is missing, builds the book.

mod blocks;
mod commands;
mod links;
mod transcript;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::steps::built;
use crate::workspace::{Workspace, cargo};
use blocks::blocks;
use transcript::Shell;

/// The table of contents.
const SUMMARY: &str = "docs/SUMMARY.md";

/// The version of mdBook that is installed where there is none.
const MDBOOK: &str = "0.5.4";

/// The text of each Markdown file, by its path from the root.
type Pages = BTreeMap<PathBuf, String>;

/// Checks all pages.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let pages = pages(workspace)?;
    let mut offences = links::check(workspace.root(), &pages);
    offences.extend(not_in_contents(&pages));
    let program = built(workspace, "evolearner")?;
    offences.extend(commands::check(&program, &pages)?);
    let shell = Shell::new(workspace, &program)?;
    let mut n_run = 0;
    for path in pages.keys() {
        let run = shell.run(path, &pages)?;
        n_run += run.n_commands;
        offences.extend(run.differences);
        for (written, picture) in run.pictures {
            if fs::read(written)? != fs::read(&picture)? {
                let picture = picture.strip_prefix(workspace.root())?.display();
                offences.push(format!("{picture} is stale (`cargo xtask book` renews it)"));
            }
        }
    }
    if !offences.is_empty() {
        bail!("{}", offences.join("\n  "));
    }
    let remark = match mdbook(workspace) {
        Ok(program) => build(workspace, &program).map(|_| String::new())?,
        Err(error) => format!("; not built, as mdBook cannot be installed: {error}"),
    };
    Ok(format!("{} pages, {n_run} commands run{remark}", pages.len()))
}

/// Writes below the commands of all pages what they print, where that is not what stands there.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let program = built(workspace, "evolearner")?;
    let shell = Shell::new(workspace, &program)?;
    let pages = pages(workspace)?;
    for (path, text) in &pages {
        let run = shell.run(path, &pages)?;
        if run.renewed != *text {
            fs::write(workspace.root().join(path), run.renewed)?;
            println!("{} written", path.display());
        }
        for (written, picture) in run.pictures {
            fs::copy(written, picture)?;
        }
    }
    println!("the book is in {}", build(workspace, &mdbook(workspace)?)?.display());
    Ok(())
}

/// The program that makes HTML of the pages: the one of the machine, else one that is installed below `target`,
/// without its server and its search, which nothing here uses and which are more to compile.
fn mdbook(workspace: &Workspace) -> Result<PathBuf> {
    if Command::new("mdbook").arg("--version").output().is_ok() {
        return Ok("mdbook".into());
    }
    let root = workspace.target().join("mdbook");
    let program = root.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut install = cargo(&["install", "mdbook", "--version", MDBOOK, "--locked", "--debug"]);
        install.args(["--no-default-features", "--root"]).arg(&root);
        workspace.run(install)?;
    }
    Ok(program)
}

/// Builds the HTML and returns the folder that it is in.
fn build(workspace: &Workspace, program: &Path) -> Result<PathBuf> {
    let folder = workspace.target().join("book");
    let mut mdbook = Command::new(program);
    mdbook.args(["build", "--dest-dir"]).arg(&folder);
    workspace.run(mdbook)?;
    Ok(folder)
}

/// The Markdown files of the repository.
fn pages(workspace: &Workspace) -> Result<Pages> {
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut pages = Pages::new();
    for path in crate::tidy::files(workspace)?.into_iter().filter(is_page) {
        // git lists a deleted file until the deletion is staged.
        if let Ok(text) = fs::read_to_string(workspace.root().join(&path)) {
            pages.insert(path, text);
        }
    }
    pages.get(Path::new(SUMMARY)).with_context(|| format!("{SUMMARY} is missing"))?;
    Ok(pages)
}

/// Pages of `docs` that the table of contents has not, or more than once.
fn not_in_contents(pages: &Pages) -> Vec<String> {
    let contents = Path::new(SUMMARY);
    let listed = links::targets(pages.get(contents).map_or("", String::as_str));
    let is_chapter =
        |path: &&PathBuf| path.parent() == Some(Path::new("docs")) && path.as_path() != contents;
    let chapters = pages.keys().filter(is_chapter);
    let n_of = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        listed.iter().filter(|(_, target)| Some(target.as_str()) == name).count()
    };
    let wrong = chapters.filter(|path| n_of(path) != 1);
    wrong.map(|path| format!("{}: {} times in {SUMMARY}", path.display(), n_of(path))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_place_in_the_table_of_contents() {
        let page = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
        let pages = Pages::from([
            page(SUMMARY, "- [A](a.md)\n- [B](b.md)\n- [B](b.md)\n- [Later]()\n"),
            page("docs/a.md", ""),
            page("docs/b.md", ""),
            page("docs/c.md", ""),
            page("docs/results/d.md", ""),
            page("README.md", ""),
        ]);
        let expect =
            ["docs/b.md: 2 times in docs/SUMMARY.md", "docs/c.md: 0 times in docs/SUMMARY.md"];
        assert_eq!(not_in_contents(&pages), expect);
    }
}
