//! The first bytes of a text in, its format out.
//!
//! Content goes before the name: many an `.owl` file is Turtle or N-Triples. The name decides
//! only where the content fits several formats, such as Turtle that looks like N-Triples so far.

use std::ops::Range;

use crate::format::Format;

const RDF_NAMESPACE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const OWL_NAMESPACE: &str = "http://www.w3.org/2002/07/owl#";

/// The format of a text that starts with `head`; `None` if neither content nor name show it.
pub(crate) fn sniff(head: &[u8], name: &str) -> Option<Format> {
    let by_name = Format::from_name(name);
    // A character may be torn at the end of the window: what is before it is enough.
    let head = match std::str::from_utf8(head) {
        Ok(head) => head,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or(""),
    };
    if is_obo(head) {
        return Some(Format::Obo);
    }
    let start = skip_comments(head);
    match start.as_bytes() {
        [] => by_name.or(Some(Format::NTriples)),
        [b'<', b'?' | b'!', ..] => xml(start, by_name),
        [b'<', ..] if is_element(start) => xml(start, by_name),
        [b'{', ..] => Some(json_or_trig(&start[1..], by_name)),
        [b'[', ..] if is_json_array(&start[1..], by_name) => Some(Format::JsonLd),
        _ if is_functional(start) => Some(Format::OwlFunctional),
        _ if is_turtle_like(start) => Some(turtle_family(start, by_name)),
        _ => by_name.filter(|format| !matches!(format, Format::RdfXml | Format::OwlXml)),
    }
}

/// Why a text that [`sniff`] does not know may look odd: a hint for the message.
pub(crate) fn hint(head: &[u8]) -> &'static str {
    let head = String::from_utf8_lossy(&head[..head.len().min(1024)]).to_ascii_lowercase();
    let start = skip_comments(&head);
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        " (this is a web page)"
    } else if start.starts_with("prefix:") || start.starts_with("ontology:") {
        " (this is OWL Manchester syntax, which is not read as a document)"
    } else {
        ""
    }
}

/// The namespaces that the root element declares, as written. `rest` follows its `<`.
pub(crate) fn root_namespaces(rest: &[u8]) -> Vec<(String, String)> {
    let rest = match std::str::from_utf8(rest) {
        Ok(rest) => rest,
        Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or(""),
    };
    attributes(rest)
        .filter_map(|(name, value)| {
            let prefix = match name.strip_prefix("xmlns") {
                Some("") => "",
                Some(prefixed) => prefixed.strip_prefix(':')?,
                None => return None,
            };
            Some((prefix.to_owned(), value.to_owned()))
        })
        .collect()
}

/// Where the root element has an `xml:base` that is relative. `rest` follows its `<`.
pub(crate) fn relative_base(rest: &[u8]) -> Option<Range<usize>> {
    let rest = match std::str::from_utf8(rest) {
        Ok(rest) => rest,
        Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or(""),
    };
    let (_, base) = attributes(rest).find(|(name, _)| *name == "xml:base")?;
    let has_scheme = base.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if has_scheme || base.contains('&') {
        return None;
    }
    let start = base.as_ptr().addr() - rest.as_ptr().addr();
    Some(start..start + base.len())
}

/// The attributes of a start tag whose `<` is already read.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/');
    let mut rest = tag.find(is_end).map_or("", |end| &tag[end..]);
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        if rest.starts_with(['>', '/']) {
            return None;
        }
        let (name, value) = rest.split_once('=')?;
        let value = value.trim_ascii_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, behind) = value[1..].split_once(quote)?;
        rest = behind;
        Some((name.trim_ascii(), value))
    })
}

/// Skips white space and `#` comments, which XML and JSON never start with.
fn skip_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_ascii_start();
        if !text.starts_with('#') {
            return text;
        }
        text = text.find(['\n', '\r']).map_or("", |end| &text[end..]);
    }
}

/// Whether a text that starts with `<` starts with an element rather than with an IRI.
fn is_element(text: &str) -> bool {
    let end = text.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    let name = &text[1..end.unwrap_or(text.len())];
    // `<http:` and `<urn:` end at a slash or never; a tag has at most one colon inside.
    match name.split_once(':') {
        Some((_, local)) => {
            !local.is_empty() && !local.contains(':') && attributes(&text[1..]).next().is_some()
        }
        None => {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && attributes(&text[1..]).next().is_some()
        }
    }
}

/// Distinguishes RDF/XML and OWL/XML by the root element.
fn xml(text: &str, by_name: Option<Format>) -> Option<Format> {
    let Some(root) = find_root(text) else {
        // The prolog is longer than the window, or the file is torn.
        return Some(match by_name {
            Some(Format::OwlXml) => Format::OwlXml,
            _ => Format::RdfXml,
        });
    };
    let end = root.find(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/');
    let name = &root[..end.unwrap_or(root.len())];
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let declares = |iri: &str, entity: &str| {
        attributes(root).any(|(name, value)| {
            name.starts_with("xmlns") && (value == iri || value.contains(entity))
        })
    };
    let is_described = attributes(root)
        .any(|(name, _)| matches!(name.split_once(':'), Some((_, "about" | "ID" | "nodeID"))));
    if local == "Ontology" && !is_described && declares(OWL_NAMESPACE, "&owl;") {
        Some(Format::OwlXml)
    } else if local == "RDF" || declares(RDF_NAMESPACE, "&rdf;") {
        Some(Format::RdfXml)
    } else if by_name == Some(Format::OwlXml) && local == "Ontology" && prefix.is_empty() {
        Some(Format::OwlXml)
    } else {
        None
    }
}

/// What follows the `<` of the root element.
fn find_root(mut text: &str) -> Option<&str> {
    loop {
        text = text.trim_ascii_start();
        let behind = text.strip_prefix('<')?;
        let end = if behind.starts_with('?') {
            behind.find("?>")? + 2
        } else if behind.starts_with("!--") {
            behind.find("-->")? + 3
        } else if behind.starts_with('!') {
            doctype_end(behind)?
        } else {
            return Some(behind);
        };
        text = &behind[end..];
    }
}

/// The end of `!DOCTYPE …[…]>`; quotes and comments may hold brackets.
fn doctype_end(text: &str) -> Option<usize> {
    let mut is_in_subset = false;
    let mut index = 0;
    while let Some(c) = text[index..].chars().next() {
        let rest = &text[index..];
        index += match c {
            '"' | '\'' => rest[1..].find(c)? + 2,
            '<' if rest.starts_with("<!--") => rest.find("-->")? + 3,
            '<' if rest.starts_with("<?") => rest.find("?>")? + 2,
            '>' if !is_in_subset => return Some(index + 1),
            _ => c.len_utf8(),
        };
        is_in_subset = match c {
            '[' => true,
            ']' => false,
            _ => is_in_subset,
        };
    }
    None
}

/// Behind a `{`: JSON has a key, TriG has a node.
fn json_or_trig(behind: &str, by_name: Option<Format>) -> Format {
    match behind.trim_ascii_start().as_bytes() {
        [b'"', ..] => Format::JsonLd,
        [] | [b'}', ..] if by_name != Some(Format::TriG) => Format::JsonLd,
        _ => Format::TriG,
    }
}

/// Behind a `[`: JSON-LD has an object, Turtle has a property or `]` and a property.
fn is_json_array(behind: &str, by_name: Option<Format>) -> bool {
    match behind.trim_ascii_start().as_bytes() {
        [b'{' | b'"', ..] => true,
        [] => by_name == Some(Format::JsonLd),
        [b']', rest @ ..] => rest.trim_ascii().is_empty(),
        _ => false,
    }
}

fn is_functional(text: &str) -> bool {
    ["Prefix", "Ontology"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.trim_ascii_start().starts_with('('))
    })
}

/// Whether a text starts with the header or a frame of OBO. Its comments start with `!`.
fn is_obo(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with('!')).unwrap_or("");
    ["format-version:", "[Term]", "[Typedef]", "[Instance]"]
        .iter()
        .any(|start| first.starts_with(start))
}

fn is_turtle_like(text: &str) -> bool {
    if text.starts_with(['<', '[', '(']) {
        return true;
    }
    let word =
        text.split(|c: char| c.is_ascii_whitespace() || c == '<' || c == '{').next().unwrap_or("");
    let directive = word.trim_start_matches('@').to_ascii_lowercase();
    matches!(directive.as_str(), "prefix" | "base" | "graph")
        // A prefixed name or a blank node; Manchester keywords end in the colon.
        || word.find(':').is_some_and(|colon| colon + 1 < word.len() || colon == 0)
}

/// Distinguishes Turtle, TriG, N-Triples and N-Quads.
fn turtle_family(text: &str, by_name: Option<Format>) -> Format {
    if let Some(format @ (Format::Turtle | Format::TriG | Format::NQuads)) = by_name {
        return format;
    }
    match line_format(text) {
        Some(format) => format,
        None if has_graph_block(text) => Format::TriG,
        None => Format::Turtle,
    }
}

/// N-Triples or N-Quads if every whole line in sight is a statement of theirs.
fn line_format(text: &str) -> Option<Format> {
    let mut format = Format::NTriples;
    let mut lines = text.split(['\n', '\r']).peekable();
    let mut n_statements = 0;
    while let Some(line) = lines.next() {
        let line = line.trim_ascii();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match n_line_terms(line) {
            Some(3) => {}
            Some(4) => format = Format::NQuads,
            // The last line may be cut off by the window.
            _ if lines.peek().is_none() && n_statements > 0 => break,
            _ => return None,
        }
        n_statements += 1;
    }
    Some(format)
}

/// The number of terms before the final `.` of an N-Quads line.
fn n_line_terms(line: &str) -> Option<usize> {
    let mut rest = line;
    let mut n_terms = 0;
    loop {
        rest = rest.trim_ascii_start();
        let len = match rest.as_bytes().first()? {
            b'<' => {
                let end = rest.find('>')?;
                // N-Triples has absolute IRIs only; `<#x>` needs a Turtle parser.
                rest[..end].find(':')?;
                end + 1
            }
            b'_' => rest.find(|c: char| c.is_ascii_whitespace())?,
            b'"' if n_terms == 2 => literal_len(rest)?,
            b'.' => {
                let behind = rest[1..].trim_ascii_start();
                return (behind.is_empty() || behind.starts_with('#')).then_some(n_terms);
            }
            _ => return None,
        };
        n_terms += 1;
        rest = &rest[len..];
    }
}

/// The length of `"…"`, `"…"@en` or `"…"^^<…>`.
fn literal_len(text: &str) -> Option<usize> {
    let len = string_len(text)?;
    let behind = &text[len..];
    if let Some(tag) = behind.strip_prefix('@') {
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        return Some(len + 1 + end?);
    }
    match behind.strip_prefix("^^") {
        Some(datatype) => {
            datatype.starts_with('<').then(|| datatype.find('>'))?.map(|end| len + 2 + end + 1)
        }
        None => Some(len),
    }
}

/// The length of a string with its quotes, long ones included.
fn string_len(text: &str) -> Option<usize> {
    let quote = text.get(..1)?;
    let long = quote.repeat(3);
    let delimiter = if text.starts_with(&long) { long.as_str() } else { quote };
    let mut index = delimiter.len();
    loop {
        let rest = text.get(index..)?;
        if rest.starts_with(delimiter) {
            return Some(index + delimiter.len());
        }
        let c = rest.chars().next()?;
        index += c.len_utf8();
        if c == '\\' {
            index += text.get(index..)?.chars().next()?.len_utf8();
        }
    }
}

/// Whether a `{` stands outside IRIs, strings and comments: Turtle has none.
fn has_graph_block(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(['{', '<', '"', '\'', '#']) {
        let at = &rest[start..];
        let len = match at.as_bytes()[0] {
            b'{' => return true,
            b'<' => at.find('>').map(|end| end + 1),
            b'#' => at.find(['\n', '\r']),
            _ => string_len(at),
        };
        match len {
            Some(len) => rest = &at[len..],
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_decides() {
        let rdf = r#"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#""#;
        let owl = r#"xmlns="http://www.w3.org/2002/07/owl#""#;
        for (text, expect) in [
            (format!("<?xml version='1.0'?>\n<rdf:RDF {rdf}>"), Some(Format::RdfXml)),
            (format!("<rdf:RDF {rdf}/>"), Some(Format::RdfXml)),
            (format!("<a {rdf}/>"), Some(Format::RdfXml)),
            (
                format!("<!-- <Ontology --><Ontology {owl} ontologyIRI='http://x'>"),
                Some(Format::OwlXml),
            ),
            (
                format!("<!DOCTYPE Ontology [<!ENTITY a ']>'><!-- ' -->]><Ontology {rdf} {owl}>"),
                Some(Format::OwlXml),
            ),
            (
                format!("<owl:Ontology {rdf} xmlns:owl='{OWL_NAMESPACE}' rdf:about=''/>"),
                Some(Format::RdfXml),
            ),
            ("<!DOCTYPE html><html>".to_owned(), None),
            ("<html lang='en'>".to_owned(), None),
            ("# c\nPrefix(a:=<http://x>)".to_owned(), Some(Format::OwlFunctional)),
            ("Ontology(".to_owned(), Some(Format::OwlFunctional)),
            ("Prefix: a: <http://x>".to_owned(), None),
            ("{\"@id\": \"a\"}".to_owned(), Some(Format::JsonLd)),
            ("[ {} ]".to_owned(), Some(Format::JsonLd)),
            ("[]".to_owned(), Some(Format::JsonLd)),
            ("{ <a> <b> <c> }".to_owned(), Some(Format::TriG)),
            ("[] a <b> .".to_owned(), Some(Format::Turtle)),
            ("[ a <b> ] .".to_owned(), Some(Format::Turtle)),
            ("# c\r@prefix a: <http://x#> .\ra:b a a:c .".to_owned(), Some(Format::Turtle)),
            ("PREFIX a: <http://x#>\na:g { a:b a a:c }".to_owned(), Some(Format::TriG)),
            ("PREFIX a: <http://x#>\na:g a '{' . # {".to_owned(), Some(Format::Turtle)),
            ("GRAPH <http://g> {}".to_owned(), Some(Format::TriG)),
            ("<http://a> <http://b> <http://c> .\n<http://a>".to_owned(), Some(Format::NTriples)),
            ("_:a <http://b> \"c \\\" .\"@en . # x\n".to_owned(), Some(Format::NTriples)),
            ("_:a <http://b> \"c\"^^<http://d> <http://g> .\r\n".to_owned(), Some(Format::NQuads)),
            ("<http://a> a <http://c> .".to_owned(), Some(Format::Turtle)),
            ("<http://a> <http://b> <http://c> ;\n".to_owned(), Some(Format::Turtle)),
            ("<#a> <#b> <#c> .".to_owned(), Some(Format::Turtle)),
            ("a:b a:c a:d .".to_owned(), Some(Format::Turtle)),
            ("! c\n\nformat-version: 1.4\n".to_owned(), Some(Format::Obo)),
            ("[Term]\nid: a".to_owned(), Some(Format::Obo)),
            ("hello world".to_owned(), None),
        ] {
            assert_eq!(sniff(text.as_bytes(), "x"), expect, "{text}");
            assert_eq!(sniff(text.as_bytes(), "x.owl"), expect, "{text}");
        }
    }

    #[test]
    fn the_name_decides_where_content_does_not() {
        let line = b"<http://a> <http://b> <http://c> .\n";
        for (text, name, expect) in [
            (&line[..], "a.owl", Some(Format::NTriples)),
            (line, "a.ttl.gz", Some(Format::Turtle)),
            (line, "a.nq", Some(Format::NQuads)),
            (line, "a.trig", Some(Format::TriG)),
            (b"", "a.ttl", Some(Format::Turtle)),
            (b"", "-", Some(Format::NTriples)),
            (b"{}", "a.trig", Some(Format::TriG)),
            (b"?", "a.ttl", Some(Format::Turtle)),
            (b"?", "a.owl", None),
        ] {
            assert_eq!(sniff(text, name), expect, "{name}");
        }
    }

    #[test]
    fn namespaces_come_from_the_root_tag() {
        let tag = b"r:R a='>' xmlns=\"d\"\n xmlns:p = '&x;' ><b xmlns:q='no'>";
        let expect = [("", "d"), ("p", "&x;")].map(|(p, v)| (p.to_owned(), v.to_owned()));
        assert_eq!(root_namespaces(tag), expect);
        assert_eq!(relative_base(b"r a='' xml:base='' >"), Some(17..17));
        assert_eq!(relative_base(b"r xml:base='x/y'>"), Some(12..15));
        assert_eq!(relative_base(b"r xml:base='http://x'>"), None);
        assert_eq!(relative_base(b"r><a xml:base='x'/>"), None);
    }
}
