//! Links of Markdown pages: each leads to a file of the repository, and to a heading where it says so.

use std::path::{Component, Path, PathBuf};

use super::Pages;

/// Addresses of the web begin with one of these; no network is used, so they are not followed.
const ELSEWHERE: [&str; 3] = ["https://", "http://", "mailto:"];

/// A line for each link that leads nowhere.
pub(super) fn check(root: &Path, pages: &Pages) -> Vec<String> {
    let mut offences = Vec::new();
    for (path, text) in pages {
        for (line, target) in targets(text) {
            if target.is_empty() || ELSEWHERE.iter().any(|start| target.starts_with(start)) {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let folder = path.parent().unwrap_or(Path::new(""));
            let file = if file.is_empty() { path.clone() } else { normal(&folder.join(file)) };
            let is_there = root.join(&file).exists();
            let has_anchor = anchor.is_empty()
                || pages
                    .get(&file)
                    .is_some_and(|text| anchors(text).iter().any(|one| one == anchor));
            if !is_there || !has_anchor {
                offences.push(format!("{}:{line}: `{target}` leads nowhere", path.display()));
            }
        }
    }
    offences
}

/// What the links and pictures of a page lead to, with their lines.
pub(super) fn targets(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (line_idx, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code || line.starts_with("    ") {
            continue;
        }
        let line = without_code(line);
        for (position, _) in line.match_indices("](") {
            let rest = &line[position + 2..];
            if let Some(end) = rest.find(')') {
                found.push((line_idx + 1, rest[..end].to_owned()));
            }
        }
    }
    found
}

/// A line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The anchors of the headings of a page, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
        _ => None,
    });
    kept.collect()
}

/// A path without `..`, as far as it stays within the repository.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let text = "See [a](../README.md), `[b](c.md)` and\n[d](nowhere.md), [e](#one-two), [f](#three).\n\
                    \n    [g](code.md)\n\n[h](https://example.org/x.md) [later]()\n# One `two`!\n";
        let page = PathBuf::from("docs/page.md");
        let root = Workspace::find().unwrap();
        // The page itself is not on the disk, so that anchors of its own count as missing files.
        let found = check(root.root(), &Pages::from([(page, text.to_owned())]));
        assert!(found.iter().any(|line| line == "docs/page.md:2: `nowhere.md` leads nowhere"));
        assert!(found.iter().all(|line| !line.contains("README") && !line.contains("code.md")));
        assert_eq!(anchors(text), ["one-two"]);
    }

    #[test]
    fn a_path_that_leaves_the_repository_keeps_its_way_up() {
        assert_eq!(normal(Path::new("docs/../a/./b.md")), Path::new("a/b.md"));
        assert_eq!(normal(Path::new("../a")), Path::new("../a"));
    }
}
