//! Identifiers of OBO in, IRIs out (OBO 1.4, 5.9).

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::owl::vocabulary::DEFAULT_PREFIXES;

/// What identifiers without an own space of names start with.
pub(super) const OBO: &str = "http://purl.obolibrary.org/obo/";

/// How the identifiers of one file become IRIs.
pub(super) struct Names {
    /// What names without a prefix belong to: the `ontology` of the header.
    pub(super) ontology: String,
    /// The spaces of the header, and those that every file has.
    pub(super) spaces: BTreeMap<String, String>,
    /// Relations with a short name, by what their frame says they are elsewhere.
    pub(super) relations: BTreeMap<String, String>,
}

impl Names {
    pub(super) fn new() -> Self {
        let own = |(prefix, iri): &(&str, &str)| ((*prefix).to_owned(), (*iri).to_owned());
        Self {
            ontology: "TEMP".to_owned(),
            spaces: DEFAULT_PREFIXES.iter().map(own).collect(),
            relations: BTreeMap::new(),
        }
    }

    /// `GO:0008150` is `obo:GO_0008150`, `part_of` is `obo:go#part_of`, and an address is itself.
    pub(super) fn iri(&self, id: &str) -> String {
        let is_address = ["http://", "https://", "ftp://", "urn:"]
            .iter()
            .any(|scheme| id.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)));
        let iri = match id.split_once(':') {
            _ if is_address => id.to_owned(),
            Some((space, local)) if self.spaces.contains_key(space) => {
                format!("{}{local}", self.spaces[space])
            }
            Some((space, local)) if is_canonical(space, local) => format!("{OBO}{space}_{local}"),
            Some((space, local)) if !space.is_empty() && !local.is_empty() => {
                format!("{OBO}{space}#_{local}")
            }
            _ => format!("{OBO}{}#{id}", self.ontology),
        };
        encode(iri)
    }

    /// As [`Names::iri`], for a relation: its frame may name the identifier it has elsewhere.
    pub(super) fn relation(&self, id: &str) -> String {
        self.iri(self.relations.get(id).map_or(id, String::as_str))
    }
}

/// Whether the underscore between both parts can be found again.
fn is_canonical(space: &str, local: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric());
    is_part(space) && is_part(local)
}

/// Whether an identifier is one of another ontology, such as `BFO:0000050`.
pub(super) fn is_numbered(id: &str) -> bool {
    id.split_once(':').is_some_and(|(space, local)| {
        is_canonical(space, local) && local.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Writes the characters that no IRI has as `%20` and the like.
fn encode(iri: String) -> String {
    let is_bad =
        |c: char| c <= ' ' || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`');
    if !iri.contains(is_bad) {
        return iri;
    }
    let mut encoded = String::with_capacity(iri.len() + 8);
    for c in iri.chars() {
        if is_bad(c) {
            write!(encoded, "%{:02X}", u32::from(c)).expect("a string takes everything");
        } else {
            encoded.push(c);
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_become_iris() {
        let mut names = Names::new();
        names.ontology = "go".to_owned();
        names.spaces.insert("dc".to_owned(), "http://dc/".to_owned());
        names.relations.insert("part_of".to_owned(), "BFO:0000050".to_owned());
        for (id, expect) in [
            ("GO:0008150", "http://purl.obolibrary.org/obo/GO_0008150"),
            ("GO:a_b", "http://purl.obolibrary.org/obo/GO#_a_b"),
            ("UM_X:1", "http://purl.obolibrary.org/obo/UM_X#_1"),
            ("has part", "http://purl.obolibrary.org/obo/go#has%20part"),
            (":x", "http://purl.obolibrary.org/obo/go#:x"),
            ("dc:title", "http://dc/title"),
            ("owl:Thing", "http://www.w3.org/2002/07/owl#Thing"),
            ("https://orcid.org/1", "https://orcid.org/1"),
        ] {
            assert_eq!(names.iri(id), expect);
        }
        assert_eq!(names.relation("part_of"), "http://purl.obolibrary.org/obo/BFO_0000050");
        assert_eq!(names.relation("has_part"), "http://purl.obolibrary.org/obo/go#has_part");
    }
}
