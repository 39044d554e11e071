//! N-Triples: every node gets a number, every list its cells.

use evolearner_dl::Literal;

use super::{Members, Sink, write_literal};
use crate::iri::{self, write_bracketed};

#[derive(Default)]
pub(crate) struct NTriples {
    out: String,
    n_blanks: usize,
    open: Vec<Open>,
}

/// What the next object belongs to.
enum Open {
    /// A subject and the property that was named last.
    Node { subject: String, property: String },
    /// A list and its last cell; none yet where it is empty.
    List { last: Option<String> },
}

impl NTriples {
    pub(crate) fn finish(self) -> String {
        self.out
    }

    fn blank(&mut self) -> String {
        self.n_blanks += 1;
        format!("_:n{}", self.n_blanks)
    }

    fn triple(&mut self, subject: &str, property: &str, object: &str) {
        self.out.push_str(subject);
        self.out.push(' ');
        write_bracketed(&mut self.out, property);
        self.out.push(' ');
        self.out.push_str(object);
        self.out.push_str(" .\n");
    }

    fn object(&mut self, object: &str) {
        match self.open.pop() {
            Some(Open::Node { subject, property }) => {
                self.triple(&subject, &property, object);
                self.open.push(Open::Node { subject, property });
            }
            Some(Open::List { last }) => {
                let cell = self.blank();
                self.link(last.as_deref(), &cell);
                self.triple(&cell, &format!("{}first", iri::RDF), object);
                self.open.push(Open::List { last: Some(cell) });
            }
            None => unreachable!("an object follows a property"),
        }
    }

    /// Hangs a cell behind the last one, or the whole list where the list is wanted.
    fn link(&mut self, last: Option<&str>, cell: &str) {
        match last {
            Some(last) => self.triple(last, &format!("{}rest", iri::RDF), cell),
            None => self.object(cell),
        }
    }
}

fn bracketed(iri: &str) -> String {
    let mut out = String::new();
    write_bracketed(&mut out, iri);
    out
}

impl Sink for NTriples {
    fn subject(&mut self, iri: &str, class: &str) {
        let subject = bracketed(iri);
        self.triple(&subject, iri::RDF_TYPE, &bracketed(class));
        self.open.push(Open::Node { subject, property: String::new() });
    }

    fn end_subject(&mut self) {
        self.open.pop();
    }

    fn property(&mut self, iri: &str) {
        if let Some(Open::Node { property, .. }) = self.open.last_mut() {
            iri.clone_into(property);
        }
    }

    fn iri(&mut self, iri: &str) {
        self.object(&bracketed(iri));
    }

    fn individual(&mut self, name: &str) {
        match name.strip_prefix("_:") {
            Some(label) => self.object(&super::turtle::blank_label(label)),
            None => self.iri(name),
        }
    }

    fn literal(&mut self, literal: &Literal) {
        let mut object = String::new();
        write_literal(&mut object, literal, write_bracketed);
        self.object(&object);
    }

    fn open_node(&mut self, class: Option<&str>) {
        let subject = self.blank();
        self.object(&subject);
        if let Some(class) = class {
            self.triple(&subject, iri::RDF_TYPE, &bracketed(class));
        }
        self.open.push(Open::Node { subject, property: String::new() });
    }

    fn close_node(&mut self) {
        self.open.pop();
    }

    fn open_list(&mut self, _members: Members) {
        self.open.push(Open::List { last: None });
    }

    fn close_list(&mut self) {
        if let Some(Open::List { last }) = self.open.pop() {
            let nil = bracketed(&format!("{}nil", iri::RDF));
            self.link(last.as_deref(), &nil);
        }
    }
}
