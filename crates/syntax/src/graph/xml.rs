//! RDF/XML: elements in elements, lists as collections.
//!
//! A collection holds nodes only; a list of literals is written cell by cell.

use evolearner_dl::{Datatype, Literal, xml};

use super::{Members, Sink, indent};
use crate::error::WriteError;
use crate::iri::{OWL, RDF, RDFS, WELL_KNOWN};

pub(crate) struct Xml {
    out: String,
    open: Vec<Open>,
    /// A property that XML has no element for; found late, reported at the end.
    unnameable: Option<String>,
}

/// An element that is open, with the tag that closes it.
enum Open {
    Node {
        tag: String,
        property: String,
    },
    /// The property around a nested node.
    Collection {
        tag: String,
    },
    /// A list of literals in a property: so many cells are open.
    Cells {
        tag: String,
        n_cells: usize,
    },
}

impl Xml {
    pub(crate) fn new() -> Self {
        let out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF xmlns:rdf=\"{RDF}\" \
             xmlns:rdfs=\"{RDFS}\" xmlns:owl=\"{OWL}\">\n"
        );
        Self { out, open: Vec::new(), unnameable: None }
    }

    pub(crate) fn finish(mut self) -> Result<String, WriteError> {
        self.out.push_str("</rdf:RDF>\n");
        match self.unnameable {
            Some(iri) => Err(WriteError::PropertyName(iri)),
            None => Ok(self.out),
        }
    }

    fn line(&mut self, text: &str) {
        indent(&mut self.out, self.open.len() + 1);
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The name of an element and the declaration that it may need.
    fn element(&mut self, iri: &str) -> (String, String) {
        match xml::split_name(iri) {
            Some((space, local)) => {
                let known = WELL_KNOWN.iter().find(|known| known.1 == space && known.0 != "xsd");
                match known {
                    Some((prefix, _)) => (format!("{prefix}:{local}"), String::new()),
                    None => {
                        (format!("ns:{local}"), format!(" xmlns:ns=\"{}\"", xml::attribute(space)))
                    }
                }
            }
            None => {
                self.unnameable = Some(iri.to_owned());
                ("rdf:value".to_owned(), String::new())
            }
        }
    }

    /// The element of the property that was named last: its name and declaration.
    fn property_element(&mut self) -> (String, String) {
        let iri = match self.open.last() {
            Some(Open::Node { property, .. }) => property.clone(),
            _ => String::new(),
        };
        self.element(&iri)
    }

    fn is_collection(&self) -> bool {
        matches!(self.open.last(), Some(Open::Collection { .. }))
    }

    fn resource(&mut self, attribute: &str, about: &str, value: &str) {
        let value = xml::attribute(value);
        if self.is_collection() {
            self.line(&format!("<rdf:Description {about}=\"{value}\"/>"));
        } else {
            let (name, space) = self.property_element();
            self.line(&format!("<{name}{space} {attribute}=\"{value}\"/>"));
        }
    }
}

impl Sink for Xml {
    fn subject(&mut self, iri: &str, class: &str) {
        let (name, space) = self.element(class);
        self.line(&format!("<{name}{space} rdf:about=\"{}\">", xml::attribute(iri)));
        self.open.push(Open::Node { tag: name, property: String::new() });
    }

    fn end_subject(&mut self) {
        self.close_node();
    }

    fn property(&mut self, iri: &str) {
        if let Some(Open::Node { property, .. }) = self.open.last_mut() {
            iri.clone_into(property);
        }
    }

    fn iri(&mut self, iri: &str) {
        self.resource("rdf:resource", "rdf:about", iri);
    }

    fn individual(&mut self, name: &str) {
        match name.strip_prefix("_:") {
            Some(label) => {
                let label = super::turtle::blank_label(label);
                self.resource("rdf:nodeID", "rdf:nodeID", &label[2..]);
            }
            None => self.iri(name),
        }
    }

    fn literal(&mut self, literal: &Literal) {
        let literal = crate::literal::with_stated_datatype(literal);
        let kind = match literal.datatype() {
            Datatype::Language(tag) => format!(" xml:lang=\"{}\"", xml::attribute(tag)),
            datatype if datatype.is_string() => String::new(),
            Datatype::Iri(iri) => format!(" rdf:datatype=\"{}\"", xml::attribute(iri)),
        };
        let text = xml::text(literal.lexical());
        let cell = match self.open.last_mut() {
            Some(Open::Cells { n_cells, .. }) => {
                *n_cells += 1;
                Some(*n_cells)
            }
            _ => None,
        };
        match cell {
            Some(n_cells) => {
                if n_cells > 1 {
                    self.line("<rdf:rest>");
                }
                self.line("<rdf:Description>");
                self.line(&format!("<rdf:first{kind}>{text}</rdf:first>"));
            }
            None => {
                let (name, space) = self.property_element();
                self.line(&format!("<{name}{space}{kind}>{text}</{name}>"));
            }
        }
    }

    fn open_node(&mut self, class: Option<&str>) {
        // Closing a node closes the property around it; in a collection there is none.
        if self.is_collection() {
            self.open.push(Open::Collection { tag: String::new() });
        } else {
            let (name, space) = self.property_element();
            self.line(&format!("<{name}{space}>"));
            self.open.push(Open::Collection { tag: name });
        }
        let (name, space) = match class {
            Some(class) => self.element(class),
            None => ("rdf:Description".to_owned(), String::new()),
        };
        self.line(&format!("<{name}{space}>"));
        self.open.push(Open::Node { tag: name, property: String::new() });
    }

    fn close_node(&mut self) {
        if let Some(Open::Node { tag, .. }) = self.open.pop() {
            self.line(&format!("</{tag}>"));
        }
        if let Some(Open::Collection { tag }) = self.open.pop()
            && !tag.is_empty()
        {
            self.line(&format!("</{tag}>"));
        }
    }

    fn open_list(&mut self, members: Members) {
        let (name, space) = self.property_element();
        match members {
            Members::Nodes => {
                self.line(&format!("<{name}{space} rdf:parseType=\"Collection\">"));
                self.open.push(Open::Collection { tag: name });
            }
            Members::Literals => {
                self.line(&format!("<{name}{space}>"));
                self.open.push(Open::Cells { tag: name, n_cells: 0 });
            }
        }
    }

    fn close_list(&mut self) {
        match self.open.pop() {
            Some(Open::Cells { tag, n_cells: 0 }) => {
                self.line(&format!("<rdf:Description rdf:about=\"{RDF}nil\"/>"));
                self.line(&format!("</{tag}>"));
            }
            Some(Open::Cells { tag, n_cells }) => {
                self.line(&format!("<rdf:rest rdf:resource=\"{RDF}nil\"/>"));
                for _ in 1..n_cells {
                    self.line("</rdf:Description>");
                    self.line("</rdf:rest>");
                }
                self.line("</rdf:Description>");
                self.line(&format!("</{tag}>"));
            }
            Some(Open::Collection { tag }) => self.line(&format!("</{tag}>")),
            _ => {}
        }
    }
}
