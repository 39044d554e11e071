//! Texts of libraries name no flag of the command line: servers and Python show them too.

use std::path::Path;

use super::without_tests;

/// Crates whose users do have a command line.
const FRONT_ENDS: [&str; 2] = ["cli", "server"];

/// Files with two dashes that are no flag, and what they are.
const EXCEPTIONS: &[(&str, &str)] = &[("crates/syntax/src/svg.rs", "custom properties of CSS")];

/// Looks at the string literals of a source file of a library.
pub(super) fn check(path: &Path, text: &str, offences: &mut Vec<String>) {
    let mut parts = path.components().filter_map(|part| part.as_os_str().to_str());
    let is_library = parts.next() == Some("crates")
        && parts.next().is_some_and(|name| !FRONT_ENDS.contains(&name))
        && parts.next() == Some("src")
        && path.extension().is_some_and(|extension| extension == "rs");
    if !is_library || EXCEPTIONS.iter().any(|exception| path == Path::new(exception.0)) {
        return;
    }
    for (line, literal) in literals(without_tests(text)) {
        if let Some(flag) = flag(literal) {
            let shown = path.display();
            offences.push(format!("{shown}:{line}: a text of a library names the flag `{flag}`"));
        }
    }
}

/// The first flag of a text: two dashes and a word, at the start or behind something that is no part
/// of a word.
fn flag(text: &str) -> Option<&str> {
    text.match_indices("--").find_map(|(at, _)| {
        let before = text[..at].chars().next_back();
        let starts = before.is_none_or(|c| !c.is_alphanumeric() && !"-!".contains(c));
        let rest = &text[at + 2..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        let is_word = rest.starts_with(|c: char| c.is_ascii_lowercase());
        (starts && is_word).then(|| &text[at..at + 2 + end])
    })
}

/// The string literals of a Rust source as they are written, each with the line where it starts.
fn literals(source: &str) -> Vec<(usize, &str)> {
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < source.len() {
        let (token, literal) = token(&source[at..]);
        found.extend(literal.map(|literal| (line, literal)));
        line += token.matches('\n').count();
        at += token.len();
    }
    found
}

/// The token at the start of a text that is not empty, and what is between its quotes if it is a string.
/// Only what can hide a quote is a token of its own: comments, strings, and characters that are quotes.
fn token(text: &str) -> (&str, Option<&str>) {
    let through = |start: usize, end: &str| {
        text[start..].find(end).map_or(text.len(), |at| start + at + end.len())
    };
    let unprefixed = text.strip_prefix('r').unwrap_or(text);
    let n_hashes = unprefixed.len() - unprefixed.trim_start_matches('#').len();
    let is_raw = text.starts_with('r') && unprefixed[n_hashes..].starts_with('"');
    if text.starts_with("//") {
        (&text[..through(0, "\n")], None)
    } else if text.starts_with("/*") {
        (&text[..through(0, "*/")], None)
    } else if text.starts_with("'\"'") || text.starts_with("'\\\"'") {
        (&text[..through(1, "'")], None)
    } else if is_raw {
        let start = n_hashes + 2;
        let end = through(start, &format!("\"{}", "#".repeat(n_hashes)));
        (&text[..end], text.get(start..end - n_hashes - 1))
    } else if let Some(rest) = text.strip_prefix('"') {
        let mut is_escaped = false;
        let end = rest.find(|c| {
            let is_end = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let end = end.map_or(text.len(), |at| at + 2);
        (&text[..end], text.get(1..end - 1))
    } else {
        let length = text.chars().next().map_or(0, char::len_utf8);
        (&text[..length], None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offences(path: &str, text: &str) -> Vec<String> {
        let mut offences = Vec::new();
        check(Path::new(path), text, &mut offences);
        offences
    }

    #[test]
    fn a_flag_in_a_text_of_a_library_is_an_offence() {
        let text = "fn f() -> &'static str {\n    \"try `--seed 3`\"\n}\n";
        let expect = "crates/rdf/src/a.rs:2: a text of a library names the flag `--seed`";
        assert_eq!(offences("crates/rdf/src/a.rs", text), [expect]);
        for path in ["crates/cli/src/a.rs", "crates/server/src/a.rs", "crates/rdf/tests/a.rs"] {
            assert_eq!(offences(path, text), [] as [&str; 0], "{path}");
        }
    }

    #[test]
    fn comments_tests_and_dashes_of_other_kinds_pass() {
        for text in [
            "// see --seed\nfn f() {}\n",
            "/* --seed */ fn f() {}\n",
            "const A: &str = \"<!--a--> a--b -- c ---d\";\n",
            "fn f() {}\n\n#[cfg(test)]\nmod tests {\n    const A: &str = \"--seed\";\n}\n",
            "fn f(c: char) -> bool { c == '\"' } // \"--seed\"\n",
        ] {
            assert_eq!(offences("crates/rdf/src/a.rs", text), [] as [&str; 0], "{text}");
        }
    }

    #[test]
    fn literals_are_found_in_every_notation() {
        let source = "f(\"a \\\" b\", '\"',\nr#\"c \"d\" e\"#, 'x', \"\", r\"g\", b\"h\"); let r#if = \"i\";";
        let expect = [(1, "a \\\" b"), (2, "c \"d\" e"), (2, ""), (2, "g"), (2, "h"), (2, "i")];
        assert_eq!(literals(source), expect);
    }
}
