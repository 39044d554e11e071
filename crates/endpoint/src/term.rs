//! Terms of RDF as N-Triples writes them. A term is its text: it is compared, sorted, stored and written
//! without being taken apart.

use std::fmt::Write;

/// A term in the notation of N-Triples; an unbound variable is the empty text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Term(Box<str>);

impl Term {
    /// An IRI.
    pub fn iri(iri: &str) -> Self {
        let mut out = String::with_capacity(iri.len() + 2);
        out.push('<');
        out.push_str(iri);
        out.push('>');
        Self(out.into())
    }

    /// A blank node. What may not stand in a label becomes `x` and its code, so that different labels stay
    /// different; the scheme of Virtuoso's labels is dropped.
    pub fn blank(label: &str) -> Self {
        let label = label.strip_prefix("nodeID://").unwrap_or(label);
        let mut out = String::from("_:");
        if !label.starts_with(|c: char| c.is_ascii_alphabetic()) {
            out.push('b');
        }
        for c in label.chars() {
            if c.is_ascii_alphanumeric() {
                out.push(c);
            } else {
                // Writing to a string cannot fail.
                let _ = write!(out, "x{:x}", c as u32);
            }
        }
        Self(out.into())
    }

    /// A literal with a datatype or a language; a datatype of plain strings is left out.
    pub fn literal(lexical: &str, datatype: &str, language: &str) -> Self {
        let mut out = String::with_capacity(lexical.len() + datatype.len() + 8);
        out.push('"');
        // A pattern is a few comparisons; a search in a list of bytes is a call for each.
        let is_plain = |byte: u8| matches!(byte, b' '..0x7f) && !matches!(byte, b'"' | b'\\');
        if lexical.bytes().all(is_plain) {
            out.push_str(lexical);
        } else {
            escape(&mut out, lexical);
        }
        out.push('"');
        if !language.is_empty() {
            out.push('@');
            out.push_str(language);
        } else if !datatype.is_empty() && datatype != XSD_STRING {
            out.push_str("^^<");
            out.push_str(datatype);
            out.push('>');
        }
        Self(out.into())
    }

    /// A term from its text, as [`Self::as_str`] gives it.
    pub(crate) fn from_text(text: &str) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The IRI, if it is one.
    pub fn as_iri(&self) -> Option<&str> {
        self.0.strip_prefix('<')?.strip_suffix('>')
    }

    /// Whether it is a blank node.
    pub fn is_blank(&self) -> bool {
        self.0.starts_with('_')
    }

    /// The whole number that a literal spells.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.strip_prefix('"')?.split('"').next()?.parse().ok()
    }

    /// The same literal with another spelling, if it is of a datatype of numbers that are not whole.
    pub(crate) fn respelled(&self, lexical: &Self) -> Option<Self> {
        let (_, datatype) = self.0.rsplit_once("\"^^<")?;
        let datatype = datatype.strip_suffix('>')?;
        let name = datatype.strip_prefix(XSD)?;
        let spelling = lexical.0.strip_prefix('"')?.split('"').next()?;
        let is_number = spelling.parse::<f64>().is_ok();
        (matches!(name, "double" | "float" | "decimal") && is_number)
            .then(|| Self::literal(spelling, datatype, ""))
    }
}

/// Writes the content of a literal as N-Triples wants it.
fn escape(out: &mut String, lexical: &str) {
    for c in lexical.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
}

/// Whether an IRI may stand between angle brackets. What a store sends goes into the next query, so that
/// an IRI with other characters could write a query of its own.
pub fn is_legal_iri(iri: &str) -> bool {
    // Most IRIs are ASCII, and bytes are looked at faster than characters.
    let is_odd = |byte: u8| {
        matches!(
            byte,
            0..=b' ' | 0x7f | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`' | b'\\'
        )
    };
    let is_odd_beyond = |c: char| !c.is_ascii() && (c.is_whitespace() || c.is_control());
    !iri.bytes().any(is_odd)
        && iri.contains(':')
        && (iri.is_ascii() || !iri.contains(is_odd_beyond))
}

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
const XSD_STRING: &str = "http://www.w3.org/2001/XMLSchema#string";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_written_as_n_triples_wants_them() {
        let check = |term: Term, expect: &str| assert_eq!(term.as_str(), expect);
        check(Term::literal("a\"\\\n", "", ""), r#""a\"\\\n""#);
        check(Term::literal("a", XSD_STRING, ""), "\"a\"");
        check(Term::literal("a", "", "en"), "\"a\"@en");
        check(Term::literal("1", "http://e/t", ""), "\"1\"^^<http://e/t>");
        check(Term::blank("nodeID://b10000"), "_:b10000");
        check(Term::blank("1-2"), "_:b1x2d2");
        assert_eq!(Term::literal("12", "http://e/t", "").number(), Some(12));
        assert_eq!(Term::iri("http://e/1").number(), None);
    }

    #[test]
    fn digits_that_were_lost_come_back() {
        let double = format!("{XSD}double");
        let short = Term::literal("0.123457", &double, "");
        let long = Term::literal("0.1234567890123456", "", "");
        assert_eq!(short.respelled(&long), Some(Term::literal("0.1234567890123456", &double, "")));
        assert_eq!(Term::literal("a", "", "").respelled(&long), None);
        assert_eq!(short.respelled(&Term::literal("x", "", "")), None);
    }

    #[test]
    fn iris_that_could_write_queries_are_refused() {
        assert!(is_legal_iri("http://e/é#a"));
        for iri in [
            "http://e/> . ?s ?p ?o",
            "a b",
            "http://e/\"",
            "relative",
            "http://e/\n",
            "http://e/\u{a0}",
        ] {
            assert!(!is_legal_iri(iri), "{iri}");
        }
    }
}
