//! One name, one type: a public type name exists once in the workspace.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use super::without_tests;

/// Names that exist more than once, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("Config", "what `serve` is started with, and the file of SML-Bench"),
    ("Counts", "how much is in a graph, and what a learner of SML-Bench reports"),
    ("Error", "one per library that reads files"),
    ("ErrorKind", "the kinds of these errors"),
    ("Format", "of problem files, and of RDF"),
    ("Measure", "columns of a suite, and what a problem file asks for"),
    ("Names", "a table of names, and names that are left out"),
    ("Random", "the learner's generator is part of its answers, that of tests is not"),
    ("Resolver", "of imports, and of names"),
    ("Row", "of the front, and of a suite"),
    ("Shape", "of SHACL, and of a tree that grows"),
    ("Step", "of a report, of a measured run, and of a suite"),
    ("Term", "of RDF, and of a tree of codes"),
    ("Verdict", "about an individual, and about an external run"),
];

/// Where each public type is.
#[derive(Default)]
pub(super) struct Types {
    places: BTreeMap<String, Vec<String>>,
}

impl Types {
    /// Takes in the public types of a source file of a crate.
    pub(super) fn add(&mut self, path: &Path, text: &str) {
        let mut parts = path.components().map(Component::as_os_str);
        let is_of_crate = parts.next().is_some_and(|first| first == "crates" || first == "python")
            && parts.any(|part| part == "src")
            && path.extension().is_some_and(|extension| extension == "rs");
        if !is_of_crate {
            return;
        }
        for line in without_tests(text).lines() {
            if let Some(name) = type_name(line) {
                let places = self.places.entry(name.to_owned()).or_default();
                places.push(path.display().to_string());
            }
        }
    }

    /// Names that exist more than once without a reason, and reasons that nothing needs any more.
    pub(super) fn offences(&self) -> Vec<String> {
        let is_excepted = |name: &str| EXCEPTIONS.iter().any(|exception| exception.0 == name);
        let is_double = |name: &str| self.places.get(name).is_some_and(|places| places.len() > 1);
        let double = self.places.iter().filter(|(name, _)| is_double(name) && !is_excepted(name));
        let double = double
            .map(|(name, places)| format!("the type `{name}` exists in {}", places.join(" and ")));
        let idle = EXCEPTIONS.iter().filter(|(name, _)| !is_double(name));
        let idle = idle.map(|(name, _)| {
            format!("the type `{name}` exists once: take it out of xtask/src/tidy/names.rs")
        });
        double.chain(idle).collect()
    }
}

/// The name of the type that a line declares, if it is public.
fn type_name(line: &str) -> Option<&str> {
    let declared = line.trim_start().strip_prefix("pub ")?;
    let rest = ["struct ", "enum ", "union ", "trait ", "type "]
        .iter()
        .find_map(|word| declared.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offences(files: &[(&str, &str)]) -> Vec<String> {
        let mut types = Types::default();
        for (path, text) in files {
            types.add(Path::new(path), text);
        }
        let is_double = |offence: &String| offence.contains(" and ");
        types.offences().into_iter().filter(is_double).collect()
    }

    #[test]
    fn a_second_type_of_one_name_is_an_offence() {
        let one = ("crates/a/src/one.rs", "/// One.\npub struct Novel {\n}\n");
        let other = ("crates/b/src/lib.rs", "pub enum Novel { A }\n");
        let expect = "the type `Novel` exists in crates/a/src/one.rs and crates/b/src/lib.rs";
        assert_eq!(offences(&[one, other]), [expect]);
        assert_eq!(offences(&[one]), [] as [&str; 0]);
    }

    #[test]
    fn private_types_tests_and_exceptions_do_not_count() {
        let one = ("crates/a/src/one.rs", "pub struct Novel;\npub struct Error;\n");
        for other in [
            ("crates/b/src/lib.rs", "pub(crate) struct Novel;\nstruct Novel;\n"),
            ("crates/b/src/lib.rs", "\n#[cfg(test)]\nmod tests {\n    pub struct Novel;\n}\n"),
            ("crates/b/tests/t.rs", "pub struct Novel;\n"),
            ("crates/b/src/lib.rs", "pub struct Error;\n"),
            ("xtask/src/main.rs", "pub struct Novel;\n"),
        ] {
            assert_eq!(offences(&[one, other]), [] as [&str; 0], "{other:?}");
        }
    }

    #[test]
    fn an_exception_that_nothing_needs_is_an_offence() {
        let all = Types::default().offences();
        assert_eq!(all.len(), EXCEPTIONS.len());
        assert!(all[0].contains("`Config` exists once"), "{}", all[0]);
    }

    #[test]
    fn names_end_where_they_end() {
        assert_eq!(type_name("pub struct Row<'a> {"), Some("Row"));
        assert_eq!(type_name("    pub type Sizes = (u32, u32);"), Some("Sizes"));
        assert_eq!(type_name("pub fn row() {}"), None);
    }
}
