//! Ontolearn's JSON: text in, statements out.
//!
//! Four forms are in use: `{"data_path": .., "problems": {name: problem}}`, a single problem
//! `{"positive_examples": [..], "negative_examples": [..]}`, the same under `learning_problem`,
//! and NCES's, whose keys have blanks and whose problems come as a map from class expressions or
//! as a list of pairs. Names are kept as they are, NCES's have no namespace.

use std::collections::HashSet;

use crate::error::{Error, ErrorKind, quoted};
use crate::json::{self, Member, Node, Value};
use crate::place::{Place, Places};
use crate::statement::{Parsed, Statement};

/// What a key of the format means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Problems,
    Problem,
    Positives,
    Negatives,
    KnowledgeBase,
    Name,
    Comment,
}

/// Keys are compared in lower case, with `_` for blanks and hyphens.
fn meaning(key: &str) -> Option<Key> {
    let key: String = key
        .trim()
        .chars()
        .map(|c| if matches!(c, ' ' | '-') { '_' } else { c.to_ascii_lowercase() })
        .collect();
    Some(match key.as_str() {
        "problems" | "learning_problems" => Key::Problems,
        "learning_problem" | "lp" => Key::Problem,
        "positive_examples" | "positives" | "pos" => Key::Positives,
        "negative_examples" | "negatives" | "neg" => Key::Negatives,
        "data_path" | "knowledge_base_path" => Key::KnowledgeBase,
        "name" => Key::Name,
        "comment" | "comments" => Key::Comment,
        _ => return None,
    })
}

/// Whether an object is one of Ontolearn's, judged by its first level.
pub(crate) fn looks_like(members: &[Member]) -> bool {
    members.iter().any(|member| match meaning(&member.key) {
        Some(Key::Problems | Key::Positives | Key::Negatives | Key::KnowledgeBase) => true,
        // `lp` is also the usual name of a DL-Learner bean: only the inside decides.
        Some(Key::Problem) | None => is_problem(&member.node),
        Some(Key::Name | Key::Comment) => false,
    })
}

fn is_problem(node: &Node) -> bool {
    let Value::Object(members) = &node.value else { return false };
    members.iter().any(|m| matches!(meaning(&m.key), Some(Key::Positives | Key::Negatives)))
}

/// Reads all problems of a text.
pub(crate) fn parse(text: &str) -> Result<Parsed, Error> {
    let mut reader = Reader {
        text,
        places: Places::of(text),
        parsed: Parsed::default(),
        names: HashSet::new(),
        kb_files: Vec::new(),
    };
    let root = json::parse(text)?;
    match root.value {
        Value::Object(members) => reader.root(members)?,
        Value::Array(nodes) => reader.list(nodes)?,
        _ => return Err(reader.wrong(&root, "an object with `problems` or `positive_examples`")),
    }
    if reader.parsed.statements.is_empty() {
        return Err(Error::new(
            ErrorKind::Problem,
            "no learning problem: expected `problems`, `learning_problem` or `positive_examples`",
        ));
    }
    for statement in &mut reader.parsed.statements {
        statement.kb_files.splice(0..0, reader.kb_files.iter().cloned());
    }
    Ok(reader.parsed)
}

struct Reader<'a> {
    text: &'a str,
    places: Places<'a>,
    parsed: Parsed,
    names: HashSet<String>,
    kb_files: Vec<String>,
}

impl Reader<'_> {
    fn wrong(&self, node: &Node, expected: &str) -> Error {
        let place = Place::of(self.text, node.offset);
        Error::value(place, format!("expected {expected}, found {}", node.value.noun()))
    }

    fn warn(&mut self, offset: usize, message: &str) {
        let line = self.places.at(offset).line;
        self.parsed.warnings.push(format!("line {line}: {message}"));
    }

    fn root(&mut self, members: Vec<Member>) -> Result<(), Error> {
        let mut single = Vec::new();
        let known = looks_like(&members) && members.iter().any(|m| meaning(&m.key).is_some());
        for member in members {
            match meaning(&member.key) {
                Some(Key::Problems) => match member.node.value {
                    Value::Object(problems) => self.map(problems)?,
                    Value::Array(problems) => self.list(problems)?,
                    _ => return Err(self.wrong(&member.node, "an object from names to problems")),
                },
                Some(Key::Problem) => {
                    let Value::Object(problem) = member.node.value else {
                        return Err(self.wrong(&member.node, "an object with examples"));
                    };
                    self.problem(None, problem)?;
                }
                Some(Key::KnowledgeBase) => {
                    let files = self.names(&member.node, "a file name or a list of them")?;
                    self.kb_files.extend(files);
                }
                Some(_) => single.push(member),
                // Without any key of the format, the object itself maps names to problems.
                None if is_problem(&member.node) || !known => self.map(vec![member])?,
                None => self.unknown(&member),
            }
        }
        if single.iter().any(|m| meaning(&m.key) != Some(Key::Comment)) {
            self.problem(None, single)?;
        }
        Ok(())
    }

    fn unknown(&mut self, member: &Member) {
        let message = format!("{} has no meaning in a problem", quoted(&member.key));
        self.warn(member.offset, &message);
    }

    fn map(&mut self, members: Vec<Member>) -> Result<(), Error> {
        for member in members {
            let Value::Object(problem) = member.node.value else {
                return Err(self.wrong(&member.node, "a problem with `positive_examples`"));
            };
            if !self.names.insert(member.key.clone()) {
                let message = format!("problem {} was there already", quoted(&member.key));
                self.warn(member.offset, &message);
            }
            self.problem(Some(member.key), problem)?;
        }
        Ok(())
    }

    /// A list of problems, or of pairs of a name and a problem.
    fn list(&mut self, nodes: Vec<Node>) -> Result<(), Error> {
        const EXPECTED: &str = "a problem, or a name and a problem in a list";
        for mut node in nodes {
            match &mut node.value {
                Value::Object(problem) => self.problem(None, std::mem::take(problem))?,
                Value::Array(pair) => match pair.as_mut_slice() {
                    [
                        Node { value: Value::Text(name), .. },
                        Node { value: Value::Object(problem), .. },
                    ] => self.problem(Some(std::mem::take(name)), std::mem::take(problem))?,
                    _ => return Err(self.wrong(&node, EXPECTED)),
                },
                _ => return Err(self.wrong(&node, EXPECTED)),
            }
        }
        Ok(())
    }

    fn problem(&mut self, name: Option<String>, members: Vec<Member>) -> Result<(), Error> {
        const EXPECTED: &str = "a list of names";
        let mut statement = Statement { name, ..Statement::default() };
        for member in members {
            match meaning(&member.key) {
                Some(Key::Positives) => {
                    statement.positives.extend(self.names(&member.node, EXPECTED)?);
                }
                Some(Key::Negatives) => {
                    statement.negatives.extend(self.names(&member.node, EXPECTED)?);
                }
                Some(Key::KnowledgeBase) => {
                    statement.kb_files.extend(self.names(&member.node, "a file name")?);
                }
                Some(Key::Name) => match member.node.value {
                    Value::Text(name) => statement.name = Some(name),
                    _ => return Err(self.wrong(&member.node, "a name")),
                },
                Some(Key::Comment) => {}
                Some(Key::Problem | Key::Problems) | None => self.unknown(&member),
            }
        }
        self.parsed.statements.push(statement);
        Ok(())
    }

    /// Strings, or a single one; a missing list may be written as null.
    fn names(&self, node: &Node, expected: &str) -> Result<Vec<String>, Error> {
        match &node.value {
            Value::Null => Ok(Vec::new()),
            Value::Text(name) => Ok(vec![name.clone()]),
            Value::Array(nodes) => nodes
                .iter()
                .map(|node| match &node.value {
                    Value::Text(name) => Ok(name.clone()),
                    _ => Err(self.wrong(node, "a name in double quotes")),
                })
                .collect(),
            _ => Err(self.wrong(node, expected)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements as `name: positives | negatives (files)`.
    fn check(text: &str, expect: &[&str], warnings: &[&str]) {
        let parsed = parse(text).expect(text);
        let shown: Vec<String> = parsed
            .statements
            .iter()
            .map(|s| {
                let name = s.name.as_deref().unwrap_or("-");
                let (pos, neg) = (s.positives.join(" "), s.negatives.join(" "));
                format!("{name}: {pos} | {neg} ({})", s.kb_files.join(" "))
            })
            .collect();
        assert_eq!(shown, expect, "{text}");
        assert_eq!(parsed.warnings, warnings, "{text}");
    }

    #[test]
    fn all_forms_are_read() {
        check(
            r#"{"problems": {"B": {"positive_examples": ["a"], "negative_examples": ["b"]},
                "A": {"positive_examples": ["c", "c"]}}, "data_path": "../k.owl"}"#,
            &["B: a | b (../k.owl)", "A: c c |  (../k.owl)"],
            &[],
        );
        check(r#"{"positive_examples": ["a"], "negative_examples": []}"#, &["-: a |  ()"], &[]);
        check(
            r#"{"data_path": "k.owl", "learning_problem": {"positive_examples": ["a"],
                "negative_examples": ["b"]}}"#,
            &["-: a | b (k.owl)"],
            &[],
        );
        check(r#"{"positive examples": ["a"], "negative examples": ["b"]}"#, &["-: a | b ()"], &[]);
        check(
            r#"{"A ⊓ B": {"positive examples": ["a"], "negative examples": ["b"]}}"#,
            &["A ⊓ B: a | b ()"],
            &[],
        );
        check(
            r#"[["A", {"positive examples": ["a"]}], {"name": "B", "pos": "b", "neg": null}]"#,
            &["A: a |  ()", "B: b |  ()"],
            &[],
        );
    }

    #[test]
    fn unknown_and_repeated_keys_are_warnings() {
        check(
            "{\"pos\": [\"a\"],\n\"colour\": 1}",
            &["-: a |  ()"],
            &["line 2: `colour` has no meaning in a problem"],
        );
        check(
            "{\"problems\": {\"A\": {\"pos\": [], \"x\": 0},\n\"A\": {\"pos\": []}}}",
            &["A:  |  ()", "A:  |  ()"],
            &["line 1: `x` has no meaning in a problem", "line 2: problem `A` was there already"],
        );
    }

    #[test]
    fn wrong_values_are_refused_with_their_place() {
        for (text, expect) in [
            ("{}", "no learning problem: expected `problems`"),
            ("{\"data_path\": \"k.owl\"}", "no learning problem"),
            ("1", "line 1, column 1: expected an object with `problems`"),
            ("{\"pos\": 1}", "line 1, column 9: expected a list of names, found a number"),
            (
                "{\"pos\":\n [1]}",
                "line 2, column 3: expected a name in double quotes, found a number",
            ),
            ("{\"problems\": {\"A\": []}}", "line 1, column 20: expected a problem with"),
            ("{\"x\": 1}", "line 1, column 7: expected a problem with"),
            ("[[1]]", "line 1, column 2: expected a problem, or a name"),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expect), "{error}");
        }
    }
}
