//! The book: the pages of `docs`, in the order of `docs/SUMMARY.md`, which mdBook turns into HTML.
//!
//! What is checked needs no mdBook: each page has its place in the table of contents, links and anchors
//! of all Markdown files lead somewhere, commands exist with their flags, and what a page says that a
//! command prints is what it prints. Where mdBook is installed, it builds the book as well.

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
use crate::workspace::Workspace;
use blocks::blocks;
use transcript::Shell;

/// The table of contents.
const SUMMARY: &str = "docs/SUMMARY.md";

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
    let built = if build(workspace)? { "" } else { "; mdBook is not installed" };
    Ok(format!("{} pages, {n_run} commands run{built}", pages.len()))
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
    if build(workspace)? {
        println!("the book is in {}", workspace.target().join("book").display());
    } else {
        println!("mdBook is not installed; `cargo install mdbook` brings it");
    }
    Ok(())
}

/// Builds the HTML, where there is what builds it.
fn build(workspace: &Workspace) -> Result<bool> {
    if Command::new("mdbook").arg("--version").output().is_err() {
        return Ok(false);
    }
    let mut mdbook = Command::new("mdbook");
    mdbook.args(["build", "--dest-dir"]).arg(workspace.target().join("book"));
    workspace.run(mdbook)?;
    Ok(true)
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
