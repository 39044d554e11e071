//! The published crates, as others get them: packed, unpacked and checked without the repository.
//!
//! The packed copies are the members of a workspace of their own, where each stands in for the crate of
//! its name in the registry; nothing is published, and third-party crates come from the lock file and
//! the target folder of the repository.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::{Workspace, cargo};

/// What a packed crate has beside its sources.
const FILES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Packs every published crate and checks the packed copies.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let metadata = workspace.metadata(&["--no-deps"])?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    // `publish` is null where nothing is said, and an empty list where it is false.
    let published: Vec<&Value> =
        packages.iter().filter(|package| package["publish"].is_null()).collect();
    let mut problems = problems(&published);

    let folder = workspace.target().join("packed");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut pack = cargo(&["package", "--no-verify", "--exclude-lockfile", "--allow-dirty"]);
    for package in &published {
        pack.args(["-p", text(package, "name")]);
    }
    workspace.run(pack)?;
    let mut patches = String::from("\n[patch.crates-io]\n");
    for package in &published {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let file = workspace.target().join(format!("package/{name}-{version}.crate"));
        let mut unpack = Command::new("tar");
        // Packed files bear a fixed date, by which cargo would take new ones for old: `-m` leaves it out.
        unpack.arg("-xmzf").arg(file).arg("-C").arg(&folder);
        workspace.run(unpack)?;
        let unpacked = folder.join(format!("{name}-{version}"));
        problems.extend(missing(&unpacked).map(|file| format!("{name}: {file} is not packed")));
        writeln!(patches, "{name} = {{ path = \"{name}-{version}\" }}")?;
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n  "));
    }

    let own = fs::read_to_string(workspace.root().join("Cargo.toml"))?;
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n{}", profiles(&own));
    fs::write(folder.join("Cargo.toml"), manifest + &patches)?;
    fs::copy(workspace.root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let mut check = cargo(&["check", "--workspace", "--manifest-path"]);
    check.arg(folder.join("Cargo.toml")).env("CARGO_TARGET_DIR", workspace.target());
    workspace.run(check)?;
    Ok(format!("{} crates", published.len()))
}

fn text<'p>(package: &'p Value, key: &str) -> &'p str {
    package[key].as_str().unwrap_or_default()
}

/// What a registry would miss, or show twice.
fn problems(packages: &[&Value]) -> Vec<String> {
    let mut problems = Vec::new();
    for (idx, package) in packages.iter().enumerate() {
        let (name, description) = (text(package, "name"), text(package, "description"));
        let n_of = |key: &str| package[key].as_array().map_or(0, Vec::len);
        if description.is_empty() {
            problems.push(format!("{name} has no description"));
        }
        let is_same = |other: &&&Value| text(other, "description") == description;
        if let Some(other) = packages[..idx].iter().find(is_same) {
            problems.push(format!("{name} has the description of {}", text(other, "name")));
        }
        if !(1..=5).contains(&n_of("keywords")) || !(1..=5).contains(&n_of("categories")) {
            problems.push(format!("{name} needs one to five keywords and categories"));
        }
    }
    problems
}

/// What an unpacked crate lacks.
fn missing(folder: &Path) -> impl Iterator<Item = &'static str> {
    let is_missing =
        |file: &&str| fs::read(folder.join(file)).map_or(true, |bytes| bytes.len() < 500);
    FILES.into_iter().filter(is_missing)
}

/// The sections of a manifest that say how crates are built; with others, dependencies would be
/// checked anew.
fn profiles(manifest: &str) -> String {
    let mut is_profile = false;
    let lines = manifest.lines().filter(|line| {
        if line.starts_with('[') {
            is_profile = line.starts_with("[profile");
        }
        is_profile
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn profiles_are_taken_and_nothing_else() {
        let manifest = "[workspace]\nmembers = []\n[profile.dev]\ndebug = 1\n\n[profile.dev.package]\n\
                        a = 1\n[workspace.lints]\nb = 2\n";
        assert_eq!(
            profiles(manifest),
            "[profile.dev]\ndebug = 1\n\n[profile.dev.package]\na = 1\n"
        );
    }

    #[test]
    fn what_a_registry_would_miss_is_named() {
        let package = |name: &str, description: &str, keywords: &[&str]| json!({"name": name, "description": description, "keywords": keywords, "categories": ["science"]});
        let good = package("a", "one", &["owl"]);
        assert_eq!(problems(&[&good]), [] as [&str; 0]);
        let same = package("b", "one", &["owl"]);
        assert_eq!(problems(&[&good, &same]), ["b has the description of a"]);
        let empty = package("c", "", &["owl"]);
        assert_eq!(problems(&[&empty]), ["c has no description"]);
        for keywords in [&[][..], &["1", "2", "3", "4", "5", "6"]] {
            let many = package("d", "two", keywords);
            assert_eq!(problems(&[&many]), ["d needs one to five keywords and categories"]);
        }
    }

    #[test]
    fn a_crate_without_its_licences_is_incomplete() {
        let workspace = Workspace::find().unwrap();
        assert_eq!(missing(workspace.root()).count(), 0);
        let without: Vec<&str> = missing(&workspace.root().join("xtask")).collect();
        assert_eq!(without, FILES);
    }
}
