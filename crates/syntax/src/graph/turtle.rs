//! Turtle: nested brackets, lists in parentheses, indented.

use std::fmt::Write;

use evolearner_dl::Literal;

use super::{Members, Sink, indent, write_literal};
use crate::iri::{SH, WELL_KNOWN, write_bracketed};
use crate::token::is_safe_local;

pub(crate) struct Turtle {
    out: String,
    depth: usize,
    /// Whether the innermost open thing is a list, from the outside in.
    open: Vec<Open>,
}

struct Open {
    is_list: bool,
    is_empty: bool,
}

impl Turtle {
    pub(crate) fn new(has_shapes: bool) -> Self {
        let mut out = String::new();
        let shapes = has_shapes.then_some(("sh", SH));
        for (prefix, space) in WELL_KNOWN.into_iter().chain(shapes) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "@prefix {prefix}: <{space}> .");
        }
        Self { out, depth: 0, open: Vec::new() }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// In a list every member has its own line; behind a property the object follows at once.
    fn begin_object(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_empty = false;
            if open.is_list {
                self.out.push('\n');
                indent(&mut self.out, self.depth);
            }
        }
    }

    fn begin_property(&mut self) {
        if let Some(open) = self.open.last_mut() {
            if !open.is_empty {
                self.out.push_str(" ;");
            }
            open.is_empty = false;
        }
        self.out.push('\n');
        indent(&mut self.out, self.depth);
    }

    fn open(&mut self, is_list: bool) {
        self.open.push(Open { is_list, is_empty: true });
        self.depth += 1;
    }

    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if self.open.pop().is_some_and(|open| !open.is_empty) {
            self.out.push('\n');
            indent(&mut self.out, self.depth);
        } else {
            self.out.push(' ');
        }
        self.out.push(bracket);
    }
}

/// Writes `owl:Class` where a well-known prefix abbreviates the IRI, else the full IRI.
fn write_iri(out: &mut String, iri: &str) {
    for (prefix, space) in WELL_KNOWN.into_iter().chain([("sh", SH)]) {
        if let Some(local) = iri.strip_prefix(space)
            && is_safe_local(local)
        {
            out.push_str(prefix);
            out.push(':');
            out.push_str(local);
            return;
        }
    }
    write_bracketed(out, iri);
}

/// A label for a blank individual that no generated node has. Letters that a label may not
/// contain are written as their numbers, so that different labels stay different.
pub(super) fn blank_label(label: &str) -> String {
    let mut out = "_:i".to_owned();
    for c in label.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "_{:x}_", c as u32);
        }
    }
    out
}

impl Sink for Turtle {
    fn subject(&mut self, iri: &str, class: &str) {
        self.out.push('\n');
        write_bracketed(&mut self.out, iri);
        self.out.push_str(" a ");
        write_iri(&mut self.out, class);
        self.open(false);
        self.open[0].is_empty = false;
    }

    fn end_subject(&mut self) {
        self.depth -= 1;
        self.open.pop();
        self.out.push_str(" .\n");
    }

    fn property(&mut self, iri: &str) {
        self.begin_property();
        write_iri(&mut self.out, iri);
        self.out.push(' ');
    }

    fn iri(&mut self, iri: &str) {
        self.begin_object();
        write_iri(&mut self.out, iri);
    }

    fn individual(&mut self, name: &str) {
        match name.strip_prefix("_:") {
            Some(label) => {
                self.begin_object();
                self.out.push_str(&blank_label(label));
            }
            None => self.iri(name),
        }
    }

    fn literal(&mut self, literal: &Literal) {
        self.begin_object();
        write_literal(&mut self.out, literal, write_iri);
    }

    fn open_node(&mut self, class: Option<&str>) {
        self.begin_object();
        self.out.push('[');
        self.open(false);
        if let Some(class) = class {
            self.begin_property();
            self.out.push_str("a ");
            write_iri(&mut self.out, class);
        }
    }

    fn close_node(&mut self) {
        self.close(']');
    }

    fn open_list(&mut self, _members: Members) {
        self.begin_object();
        self.out.push('(');
        self.open(true);
    }

    fn close_list(&mut self) {
        self.close(')');
    }
}
