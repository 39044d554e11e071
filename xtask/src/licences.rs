//! May we ship what we depend on? Each licence expression is held against a list.
//!
//! Expressions are those of SPDX (annex D of its specification), plus the slash that old
//! manifests use for `OR`.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::Workspace;

/// Licences that ask for nothing but a notice.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "bzip2-1.0.6",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// What our own packages say.
const OWN: &str = "MIT OR Apache-2.0";

/// Checks every package of the lock file, those of other platforms included.
pub(crate) fn check(workspace: &Workspace) -> Result<String> {
    let metadata = workspace.metadata(&[])?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let problems: Vec<String> = packages.iter().filter_map(problem).collect();
    if !problems.is_empty() {
        bail!("{}", problems.join("\n  "));
    }
    Ok(format!("{} packages", packages.len()))
}

/// What is wrong with the licence of a package, if anything.
fn problem(package: &Value) -> Option<String> {
    let name = package["name"].as_str().unwrap_or("a package without a name");
    let version = package["version"].as_str().unwrap_or("?");
    let is_ours = package["source"].is_null();
    let licence = package["license"].as_str();
    let complaint = match licence {
        None => "states no licence expression".to_owned(),
        Some(licence) if is_ours && licence != OWN => format!("is ours but not under {OWN}"),
        Some(licence) => match is_allowed(licence) {
            Ok(true) => return None,
            Ok(false) => format!("is under `{licence}`, which is not on the list"),
            Err(error) => format!("has the unreadable licence `{licence}`: {error}"),
        },
    };
    Some(format!("{name} {version} {complaint}"))
}

/// Whether an expression can be met with allowed licences alone.
fn is_allowed(expression: &str) -> Result<bool> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &tokens[..];
    let verdict = any_of(&mut rest)?;
    match rest.first() {
        None => Ok(verdict),
        Some(token) => bail!("`{token}` is unexpected"),
    }
}

/// `a OR b`; binds weaker than `AND`.
fn any_of(rest: &mut &[&str]) -> Result<bool> {
    let mut verdict = all_of(rest)?;
    while accept(rest, "OR") {
        // Both sides are read in any case: `|=` does not stop early.
        verdict |= all_of(rest)?;
    }
    Ok(verdict)
}

/// `a AND b`
fn all_of(rest: &mut &[&str]) -> Result<bool> {
    let mut verdict = single(rest)?;
    while accept(rest, "AND") {
        verdict &= single(rest)?;
    }
    Ok(verdict)
}

/// A licence, perhaps with an exception, or a parenthesis.
fn single(rest: &mut &[&str]) -> Result<bool> {
    if accept(rest, "(") {
        let verdict = any_of(rest)?;
        if !accept(rest, ")") {
            bail!("a parenthesis stays open");
        }
        return Ok(verdict);
    }
    let licence = next(rest).context("it ends too early")?;
    if ["OR", "AND", "WITH", ")"].contains(&licence) {
        bail!("`{licence}` stands where a licence should");
    }
    if accept(rest, "WITH") {
        // Exceptions only ever permit more.
        next(rest).context("it ends after WITH")?;
    }
    Ok(ALLOWED.contains(&licence))
}

fn accept(rest: &mut &[&str], token: &str) -> bool {
    let is_next = rest.first() == Some(&token);
    if is_next {
        next(rest);
    }
    is_next
}

fn next<'a>(rest: &mut &[&'a str]) -> Option<&'a str> {
    let (first, others) = rest.split_first()?;
    *rest = others;
    Some(first)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn expressions_are_weighed() {
        for (expression, expect) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("MPL-2.0", false),
            ("GPL-3.0-only OR MIT", true),
            ("GPL-3.0-only AND MIT", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND LGPL-2.1", false),
            ("MIT OR GPL-3.0-only AND LGPL-2.1", true),
            ("Apache-2.0 WITH LLVM-exception OR GPL-3.0-only", true),
        ] {
            assert_eq!(is_allowed(expression).unwrap(), expect, "{expression}");
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        for expression in ["", "MIT OR", "(MIT", "MIT MIT", "OR MIT", "MIT WITH", ") MIT"] {
            assert!(is_allowed(expression).is_err(), "{expression}");
        }
    }

    #[test]
    fn packages_are_judged() {
        let check = |source: Value, license: Value| {
            problem(&json!({"name": "x", "version": "1.0.0", "source": source, "license": license}))
        };
        assert_eq!(check(json!("registry"), json!("MIT")), None);
        assert_eq!(check(Value::Null, json!(OWN)), None);
        assert!(check(Value::Null, json!("MIT")).unwrap().contains("is ours"));
        assert!(check(json!("registry"), Value::Null).unwrap().starts_with("x 1.0.0 states no"));
        assert!(check(json!("registry"), json!("MPL-2.0")).unwrap().contains("not on the list"));
    }
}
