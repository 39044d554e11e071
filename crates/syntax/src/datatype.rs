//! Names of datatypes: those that OWL knows need no prefix, others are IRIs.

use evolearner_dl::{Datatype, Kind};

use crate::iri;
use crate::vocabulary::{Name, Resolver};

/// The IRI of the datatype of that name; nothing where its prefix is unknown.
pub(crate) fn datatype(resolver: &dyn Resolver, name: Name<'_>) -> Option<String> {
    let text = name.text();
    if matches!(name, Name::Iri(_)) {
        return Some(text.to_owned());
    }
    match text.split_once(':') {
        Some((prefix, local)) => match resolver.namespace(prefix) {
            Some(space) => Some(format!("{space}{local}")),
            None => local.starts_with("//").then(|| text.to_owned()),
        },
        None => match text {
            "Literal" => Some(format!("{}Literal", iri::RDFS)),
            "real" | "rational" => Some(format!("{}{text}", iri::OWL)),
            _ => is_xsd_name(text).then(|| format!("{}{text}", iri::XSD)),
        },
    }
}

/// Whether an IRI is that of a datatype that OWL names itself.
pub(crate) fn is_standard_datatype(iri: &str) -> bool {
    iri.strip_prefix(iri::XSD).is_some_and(is_xsd_name)
        || iri.strip_prefix(iri::RDFS) == Some("Literal")
        || matches!(iri.strip_prefix(iri::OWL), Some("real" | "rational"))
        || matches!(iri.strip_prefix(iri::RDF), Some("langString" | "PlainLiteral" | "XMLLiteral"))
}

fn is_xsd_name(name: &str) -> bool {
    const MORE: [&str; 9] = [
        "string",
        "anyURI",
        "token",
        "normalizedString",
        "language",
        "Name",
        "NCName",
        "hexBinary",
        "base64Binary",
    ];
    // The datatypes with an order are those that the vocabulary gives a kind other than text.
    MORE.contains(&name) || Datatype::xsd(name).kind().is_some_and(|kind| kind != Kind::Text)
}
