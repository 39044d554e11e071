//! What stands between the brackets of a construct.

use super::vocabulary as v;
use crate::term::Term;

/// An argument that is read, or the result of a construct that is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Iri(String),
    /// The label, already apart from the labels that we make ourselves.
    Blank(String),
    Literal {
        lexical: String,
        datatype: String,
        language: Option<String>,
    },
    /// A cardinality.
    Number(String),
    /// `ObjectInverseOf(p)`, which only some places turn into a blank node.
    Inverse(String),
    /// `ObjectPropertyChain(…)`.
    Chain(Vec<Node>),
    /// A bracketed list without a name, as in `HasKey`.
    List(Vec<Node>),
    /// A facet and its value.
    Facet(String, Box<Node>),
}

impl Node {
    /// A literal as written; `rdf:PlainLiteral` carries its language behind the last `@`.
    pub(super) fn literal(lexical: String, datatype: Option<String>) -> Self {
        let datatype = datatype.unwrap_or_else(|| v::XSD_STRING.to_owned());
        if datatype == v::RDF_PLAIN_LITERAL {
            return match lexical.rsplit_once('@') {
                Some((text, "")) => Self::literal(text.to_owned(), None),
                Some((text, language)) => Self::tagged(text.to_owned(), language),
                None => Self::literal(lexical, None),
            };
        }
        Self::Literal { lexical, datatype, language: None }
    }

    pub(super) fn tagged(lexical: String, language: &str) -> Self {
        Self::Literal {
            lexical,
            datatype: v::RDF_LANG_STRING.to_owned(),
            // Tags are compared without case (RDF 1.1, 3.3); the RDF/XML parser lowers them too.
            language: Some(language.to_ascii_lowercase()),
        }
    }

    /// The node as one end of a triple, if it is one.
    pub(super) fn as_term(&self) -> Option<Term<'_>> {
        Some(match self {
            Self::Iri(iri) => Term::Iri(iri),
            Self::Blank(label) => Term::Blank(label),
            Self::Literal { lexical, datatype, language } => {
                Term::Literal { lexical, datatype, language: language.as_deref() }
            }
            _ => return None,
        })
    }

    /// What to call it in a message.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Iri(iri) => format!("<{iri}>"),
            Self::Blank(_) => "an anonymous expression or individual".to_owned(),
            Self::Literal { lexical, .. } => {
                format!("the literal \"{}\"", lexical.chars().take(40).collect::<String>())
            }
            Self::Number(number) => format!("the number {number}"),
            Self::Inverse(_) => "an inverse property".to_owned(),
            Self::Chain(_) => "a property chain".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Facet(..) => "a facet".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_literals_are_unpacked() {
        for (lexical, expect) in [
            ("a@en", Node::tagged("a".to_owned(), "en")),
            ("a@b@", Node::literal("a@b".to_owned(), None)),
            ("a", Node::literal("a".to_owned(), None)),
        ] {
            let datatype = Some(v::RDF_PLAIN_LITERAL.to_owned());
            assert_eq!(Node::literal(lexical.to_owned(), datatype), expect);
        }
    }
}
