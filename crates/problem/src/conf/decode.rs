//! Strings of a configuration: percent-encoding and prefixes are taken out of them.

use super::item::{Content, Entry, Item};

/// Undoes percent-encoding, where DL-Learner wants `%22` for a quote.
///
/// A `%` that no two hexadecimal digits follow stays, and so does the whole string if the bytes
/// are not UTF-8. Java's decoder, which DL-Learner uses, also turns `+` into a blank; that is for
/// forms of web pages and would break IRIs, so we do not.
pub(super) fn percent_decoded(written: &str) -> String {
    if !written.contains('%') {
        return written.to_owned();
    }
    let bytes = written.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut byte_idx = 0;
    while byte_idx < bytes.len() {
        let digit = |offset: usize| {
            bytes.get(byte_idx + offset).and_then(|byte| char::from(*byte).to_digit(16))
        };
        match (bytes[byte_idx], digit(1), digit(2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                byte_idx += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                byte_idx += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| written.to_owned())
}

/// Prefixes and what they stand for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Prefixes(Vec<(String, String)>);

impl Default for Prefixes {
    fn default() -> Self {
        let predefined = [
            ("owl", "http://www.w3.org/2002/07/owl#"),
            ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
            ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
        ];
        Self(predefined.map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned())).into())
    }
}

impl Prefixes {
    /// Adds a prefix, in place of an earlier one of that name.
    pub(super) fn add(&mut self, prefix: &str, iri: &str) {
        let prefix = prefix.trim_end_matches(':');
        self.0.retain(|(known, _)| known != prefix);
        self.0.push((prefix.to_owned(), iri.to_owned()));
    }

    fn get(&self, prefix: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == prefix).map(|(_, iri)| iri.as_str())
    }

    /// The text with every `prefix:` replaced, wherever it stands.
    ///
    /// DL-Learner replaces even the end of a longer word, so that a prefix `p` breaks `http:`;
    /// here the word before the colon must be the whole prefix.
    pub(super) fn expand(&self, text: &str) -> String {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut expanded = String::with_capacity(text.len());
        let mut start = 0;
        while let Some(length) = text[start..].find(':') {
            let colon = start + length;
            let before = &text[start..colon];
            let word = &before[before.trim_end_matches(is_word).len()..];
            let is_name = !text[colon + 1..].starts_with("//")
                && (!word.is_empty() || starts_name(&text[..colon]));
            match self.get(word) {
                Some(iri) if is_name => {
                    expanded.push_str(&before[..before.len() - word.len()]);
                    expanded.push_str(iri);
                }
                _ => expanded.push_str(&text[start..=colon]),
            }
            start = colon + 1;
        }
        expanded.push_str(&text[start..]);
        expanded
    }

    /// Expands every string of an item but those that name a type.
    pub(super) fn expand_item(&self, item: &mut Item) {
        let expand = |text: &mut String| *text = self.expand(text);
        match &mut item.entry {
            Entry::Setting { property: Some(property), value, .. } if property != "type" => {
                match &mut value.content {
                    Content::Text(text) => expand(text),
                    Content::Set(names) => names.iter_mut().for_each(expand),
                    Content::Pairs(pairs) => {
                        for (left, right) in pairs {
                            expand(left);
                            expand(right);
                        }
                    }
                    _ => {}
                }
            }
            Entry::Example { name, .. } => expand(name),
            Entry::Setting { .. } | Entry::Call { .. } => {}
        }
    }
}

/// Whether the empty prefix may stand behind this: at the start of a name, not behind a `:`.
fn starts_name(before: &str) -> bool {
    before.chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '<' | ','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_undone_where_it_is_one() {
        for (written, expect) in [
            ("plain", "plain"),
            ("%22a%22", "\"a\""),
            ("%C3%A4", "ä"),
            ("100%", "100%"),
            ("%zz%2", "%zz%2"),
            ("%ff", "%ff"),
            ("a+b", "a+b"),
            ("ä%20ö", "ä ö"),
        ] {
            assert_eq!(percent_decoded(written), expect, "{written}");
        }
    }

    #[test]
    fn prefixes_are_replaced_wherever_they_stand() {
        let mut prefixes = Prefixes::default();
        prefixes.add("ex", "http://e#");
        prefixes.add("p:", "http://p/");
        prefixes.add("", "http://none#");
        for (text, expect) in [
            ("ex:a", "http://e#a"),
            ("ex:male or (not ex:b)", "http://e#male or (not http://e#b)"),
            ("http://x", "http://x"),
            ("http://q/ex:a", "http://q/http://e#a"),
            ("index:a", "index:a"),
            ("p:a ex:p:b", "http://p/a http://e#http://p/b"),
            ("owl:Thing", "http://www.w3.org/2002/07/owl#Thing"),
            (":a :b", "http://none#a http://none#b"),
            ("::", "http://none#:"),
            ("ex", "ex"),
            ("ö:ex:", "ö:http://e#"),
        ] {
            assert_eq!(prefixes.expand(text), expect, "{text}");
        }
        prefixes.add("ex", "http://new#");
        assert_eq!(prefixes.expand("ex:a"), "http://new#a");
    }
}
