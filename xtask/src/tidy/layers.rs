//! Which crate may use which, and which crates leave files and streams to others.
//!
//! A new arrow between crates is a change of [`LAYERS`]. Crates that tests use are not bound by it: a test
//! may look upwards.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// A crate by the name of its folder.
struct Layer {
    name: &'static str,
    /// The crates of the workspace that it uses.
    uses: &'static [&'static str],
    /// Whether it opens no file, reads no environment and prints nothing.
    is_silent: bool,
}

const fn silent(name: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer { name, uses, is_silent: true }
}

const fn open(name: &'static str, uses: &'static [&'static str]) -> Layer {
    Layer { name, uses, is_silent: false }
}

/// All crates, each below those that use it.
const LAYERS: &[Layer] = &[
    silent("dl", &[]),
    silent("rdf", &["dl"]),
    silent("owl", &["dl", "rdf"]),
    open("endpoint", &[]),
    silent("graph", &["dl", "owl"]),
    silent("retrieve", &["dl", "graph", "owl"]),
    silent("evaluate", &["dl", "graph"]),
    silent("search", &["dl", "evaluate", "graph", "retrieve"]),
    silent("learners", &["dl", "evaluate", "graph", "retrieve", "search"]),
    silent("syntax", &["dl"]),
    silent("problem", &["dl"]),
    silent("generate", &[]),
    silent("report", &["dl"]),
    open(
        "evo",
        &[
            "dl", "endpoint", "evaluate", "generate", "graph", "learners", "owl", "problem",
            "report", "retrieve", "search", "syntax",
        ],
    ),
    open("bench", &["evo"]),
    open("server", &["evo"]),
    open("mcp", &["bench", "evo"]),
    open("cli", &["bench", "evo", "mcp", "server"]),
    open("python", &["cli", "evo"]),
    open("testing", &["dl", "generate", "graph", "owl"]),
    open("xtask", &[]),
];

/// What makes clippy hold a crate to `disallowed-methods` of `clippy.toml` and to no printing.
const SILENCE: &str =
    "#![warn(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)]";

/// Holds the manifests, as cargo reads them, against the table.
pub(super) fn check_arrows(metadata: &Value, offences: &mut Vec<String>) -> Result<()> {
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    for package in packages {
        let manifest = package["manifest_path"].as_str().context("a package without a manifest")?;
        let name = folder_of(Path::new(manifest).parent());
        let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
        // Dependencies of tests have a kind, as have those of build scripts.
        let used = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        let used: Vec<&str> = used
            .filter_map(|one| Some(folder_of(Some(Path::new(one["path"].as_str()?)))))
            .collect();
        check_layer(name, &used, offences);
    }
    Ok(())
}

fn folder_of(path: Option<&Path>) -> &str {
    path.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default()
}

fn check_layer(name: &str, used: &[&str], offences: &mut Vec<String>) {
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == name) else {
        offences.push(format!("{name} is not in the table of layers (xtask/src/tidy/layers.rs)"));
        return;
    };
    for other in used.iter().filter(|other| !layer.uses.contains(other)) {
        offences.push(format!("{name} uses {other}, which the table of layers does not allow"));
    }
    for other in layer.uses.iter().filter(|other| !used.contains(other)) {
        offences.push(format!("{name} does not use {other}; take it out of the table of layers"));
    }
}

/// A crate that is silent says so to clippy.
pub(super) fn check_silence(path: &Path, text: &str, offences: &mut Vec<String>) {
    let is_silent = LAYERS.iter().any(|layer| {
        layer.is_silent && path == Path::new("crates").join(layer.name).join("src/lib.rs")
    });
    if is_silent && !text.contains(SILENCE) {
        offences.push(format!("{}: a silent crate has the line `{SILENCE}`", path.display()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn offences(name: &str, used: &[&str]) -> Vec<String> {
        let dependency = |kind: Value| move |name: &&str| json!({"name": name, "kind": kind, "path": format!("crates/{name}")});
        let mut dependencies: Vec<Value> = used.iter().map(dependency(Value::Null)).collect();
        dependencies.push(dependency(json!("dev"))(&"cli"));
        dependencies.push(json!({"name": "serde", "kind": null}));
        let manifest_path = format!("crates/{name}/Cargo.toml");
        let package = json!({"manifest_path": manifest_path, "dependencies": dependencies});
        let mut offences = Vec::new();
        check_arrows(&json!({"packages": [package]}), &mut offences).unwrap();
        offences
    }

    #[test]
    fn arrows_of_the_table_pass() {
        assert_eq!(offences("evaluate", &["graph", "dl"]), [] as [&str; 0]);
    }

    #[test]
    fn an_arrow_that_points_upwards_is_an_offence() {
        let found = offences("evaluate", &["dl", "graph", "learn"]);
        assert_eq!(found, ["evaluate uses learn, which the table of layers does not allow"]);
    }

    #[test]
    fn an_arrow_that_is_gone_and_a_crate_that_is_new_are_offences() {
        assert_eq!(offences("syntax", &[]).len(), 1);
        assert!(offences("novel", &["dl"])[0].starts_with("novel is not in the table"));
    }

    #[test]
    fn layers_are_listed_below_those_that_use_them() {
        for (idx, layer) in LAYERS.iter().enumerate() {
            for used in layer.uses {
                let is_below = LAYERS[..idx].iter().any(|other| other.name == *used);
                assert!(is_below, "{} uses {used}", layer.name);
            }
        }
    }

    #[test]
    fn a_silent_crate_without_its_line_is_an_offence() {
        let check = |path: &str, text: &str| {
            let mut offences = Vec::new();
            check_silence(Path::new(path), text, &mut offences);
            offences.len()
        };
        assert_eq!(check("crates/dl/src/lib.rs", "//! Words.\n\nmod id;\n"), 1);
        assert_eq!(check("crates/dl/src/lib.rs", &format!("//! Words.\n\n{SILENCE}\n")), 0);
        assert_eq!(check("crates/dl/src/id.rs", "mod x;\n"), 0);
        assert_eq!(check("crates/cli/src/lib.rs", "mod x;\n"), 0);
    }
}
