//! IRIs: the well-known namespaces, and how an IRI is put between brackets.

use std::fmt::Write;

pub(crate) const OWL: &str = "http://www.w3.org/2002/07/owl#";
pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(crate) const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
pub(crate) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
pub(crate) const SH: &str = "http://www.w3.org/ns/shacl#";

pub(crate) const THING: &str = "http://www.w3.org/2002/07/owl#Thing";
pub(crate) const NOTHING: &str = "http://www.w3.org/2002/07/owl#Nothing";
pub(crate) const RDF_TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
pub(crate) const RDFS_LITERAL: &str = "http://www.w3.org/2000/01/rdf-schema#Literal";

/// The prefixes that hold unless a file says otherwise.
pub(crate) const WELL_KNOWN: [(&str, &str); 4] =
    [("owl", OWL), ("rdf", RDF), ("rdfs", RDFS), ("xsd", XSD)];

/// Writes `<IRI>`. What may not stand between the brackets is written as `\uXXXX`, as Turtle
/// and SPARQL do it; only IRIs that are none to begin with contain such characters.
pub(crate) fn write_bracketed(out: &mut String, iri: &str) {
    out.push('<');
    for c in iri.chars() {
        let is_odd = matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\')
            || c.is_whitespace()
            || c.is_control();
        if is_odd {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{:04X}", c as u32);
        } else {
            out.push(c);
        }
    }
    out.push('>');
}

/// Undoes the escapes of [`write_bracketed`]; a backslash that starts none stands for itself.
pub(crate) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let n_digits = match rest.as_bytes().get(1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let code = rest.get(2..2 + n_digits).filter(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let escaped =
            code.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        if let Some(c) = escaped {
            out.push(c);
            rest = &rest[2 + n_digits..];
        } else {
            out.push('\\');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_taken_off_again() {
        for iri in ["http://x#é", "a b>c<\\u0020\\", "", "\u{85}\u{2028}", "{|}^`\"\n"] {
            let mut out = String::new();
            write_bracketed(&mut out, iri);
            assert!(!out.contains([' ', '\n']));
            assert_eq!(unescape(&out[1..out.len() - 1]), iri);
        }
        assert_eq!(unescape("\\u00"), "\\u00");
        assert_eq!(unescape("\\u+041"), "\\u+041");
        assert_eq!(unescape("\\uD800é"), "\\uD800é");
    }
}
