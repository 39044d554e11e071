//! Text in XML 1.0 and HTML: what is written as a reference, what cannot be written, and which end of
//! an IRI is the name of an element.

use std::borrow::Cow;

/// Text between tags.
///
/// Markup becomes references, and so does a carriage return, which parsers read as a line feed
/// otherwise. A character that no document can hold becomes U+FFFD.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, false)
}

/// Text between the quotes of an attribute: as [`text`], and line feeds and tabs are references too,
/// as parsers read bare ones as blanks.
pub fn attribute(text: &str) -> Cow<'_, str> {
    escaped(text, true)
}

fn escaped(text: &str, is_attribute: bool) -> Cow<'_, str> {
    let reference = |c: char| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\r' => Some("&#13;"),
        '\n' if is_attribute => Some("&#10;"),
        '\t' if is_attribute => Some("&#9;"),
        c if is_forbidden(c) => Some("\u{FFFD}"),
        _ => None,
    };
    if !text.contains(|c| reference(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match reference(c) {
            Some(reference) => out.push_str(reference),
            None => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Whether no XML document can hold a character, not even as a reference.
pub fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Cuts an IRI before the longest name at its end that can be the local name of an element; `None` if
/// there is none, or nothing before it that could be a namespace.
pub fn split_name(iri: &str) -> Option<(&str, &str)> {
    let tail = iri.trim_end_matches(is_name).len();
    let start = tail + iri[tail..].find(starts_name)?;
    (start > 0).then(|| iri.split_at(start))
}

/// `NameStartChar` of XML 1.0 (fifth edition), less the colon.
fn starts_name(c: char) -> bool {
    matches!(c,
        'A'..='Z' | '_' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

/// `NameChar` of the same.
fn is_name(c: char) -> bool {
    starts_name(c)
        || matches!(c,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_blanks_become_references() {
        for (plain, between_tags, between_quotes) in [
            ("a ⊓ 'b'", "a ⊓ 'b'", "a ⊓ 'b'"),
            ("<a&\"b\">", "&lt;a&amp;&quot;b&quot;&gt;", "&lt;a&amp;&quot;b&quot;&gt;"),
            ("a\r\n\tb", "a&#13;\n\tb", "a&#13;&#10;&#9;b"),
            ("\0a\u{1b}\u{ffff}", "\u{fffd}a\u{fffd}\u{fffd}", "\u{fffd}a\u{fffd}\u{fffd}"),
            ("\u{85}", "\u{85}", "\u{85}"),
        ] {
            assert_eq!(text(plain), between_tags, "{plain:?}");
            assert_eq!(attribute(plain), between_quotes, "{plain:?}");
        }
    }

    #[test]
    fn an_iri_is_cut_before_an_xml_name() {
        for (iri, expect) in [
            ("http://x/a#age", Some(("http://x/a#", "age"))),
            ("http://x/a#2age", Some(("http://x/a#2", "age"))),
            ("http://x/has-child.2", Some(("http://x/", "has-child.2"))),
            ("http://x/größe", Some(("http://x/", "größe"))),
            ("http://x/12", None),
            ("http://x/a²b", Some(("http://x/a²", "b"))),
            ("http://x/a%20", None),
            ("name", None),
        ] {
            assert_eq!(split_name(iri), expect, "{iri}");
        }
    }
}
