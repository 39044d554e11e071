//! Mermaid: the tree of a concept as a flowchart for Markdown.

use std::fmt::Write;

use evolearner_dl::{Concept, Symbols};

use crate::tree::{Look, boxes, parents, shortened};
use crate::vocabulary::Vocabulary;

/// Longer texts are cut; a chart has no room for them.
const MAX_LETTERS: usize = 60;

/// Draws the tree of a concept.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    let vocabulary = Vocabulary::new(symbols);
    let boxes = boxes(concept, &vocabulary);
    let mut out = "flowchart TD\n".to_owned();
    for (index, (item, parent)) in boxes.iter().zip(parents(&boxes)).enumerate() {
        let (open, close) = match item.look {
            Look::Name => ("[", "]"),
            Look::Operator => ("((", "))"),
            Look::Restriction => ("([", "])"),
            Look::Data => ("[/", "/]"),
        };
        let text = escaped(&shortened(&item.text, MAX_LETTERS));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  n{index}{open}\"{text}\"{close}");
        if let Some(parent) = parent {
            let _ = writeln!(out, "  n{parent} --> n{index}");
        }
    }
    out
}

/// Text between quotes: what Mermaid or the page around it would take for its own is written as
/// an entity, which in Mermaid starts with `#`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | ';' | '*' | '_' => {
                let _ = write!(out, "#{};", c as u32);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
