//! SVG: the tree of a concept as a picture that needs nothing else.
//!
//! Leaves stand side by side and every other box over the middle of what is below it. Colours
//! follow the reader's light or dark setting; long names are cut and given in full as a tooltip.

use std::fmt::Write;

use evolearner_dl::{Concept, Symbols, xml};

use crate::tree::{Item, Look, boxes, parents, shortened};
use crate::vocabulary::Vocabulary;

const MAX_LETTERS: usize = 28;
const LETTER_WIDTH: f64 = 8.0;
const PADDING: f64 = 12.0;
const BOX_HEIGHT: f64 = 30.0;
const GAP: f64 = 16.0;
const LEVEL_HEIGHT: f64 = 66.0;
const MARGIN: f64 = 12.0;

/// Everything is below a class of its own: inside a page, a style sheet speaks to the whole page. Colours are
/// stated and text is put into the middle by `dy`: programs other than browsers often know neither variables nor
/// `dominant-baseline`.
const STYLE: &str = "\
.concept-tree{color-scheme:light dark}\
.concept-tree text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px;\
fill:#1f2328;text-anchor:middle}\
.concept-tree rect{stroke:#8c959f}\
.concept-tree path{stroke:#8c959f;fill:none;stroke-width:1.5}\
.concept-tree .n{fill:#ddf4ff}.concept-tree .o{fill:#fff8c5}\
.concept-tree .r{fill:#dafbe1}.concept-tree .d{fill:#fbefff}\
@media(prefers-color-scheme:dark){\
.concept-tree text{fill:#e6edf3}.concept-tree rect,.concept-tree path{stroke:#768390}\
.concept-tree .n{fill:#0d3a5c}.concept-tree .o{fill:#4b3a00}\
.concept-tree .r{fill:#0f4021}.concept-tree .d{fill:#3f2358}}";

/// Draws the tree of a concept.
pub fn print(concept: &Concept, symbols: &Symbols) -> String {
    print_in(concept, &Vocabulary::new(symbols))
}

/// Draws the tree of a concept with the names that a vocabulary writes.
pub fn print_in(concept: &Concept, vocabulary: &Vocabulary<'_>) -> String {
    let boxes = boxes(concept, vocabulary);
    let parents = parents(&boxes);
    let layout = Layout::new(&boxes, &parents);
    let (width, height) = (layout.width, layout.height);
    // Writing to a string cannot fail, here and below.
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"concept-tree\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n"
    );
    let title = shortened(&crate::dl::print_in(concept, vocabulary), 1000);
    let _ = writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", xml::text(&title));
    for (index, parent) in parents.iter().enumerate() {
        let Some(parent) = parent else { continue };
        let (x, y) = (layout.x[index], layout.y[index] - BOX_HEIGHT / 2.0);
        let (from_x, from_y) = (layout.x[*parent], layout.y[*parent] + BOX_HEIGHT / 2.0);
        let bend = f64::midpoint(from_y, y);
        let _ = writeln!(
            out,
            "<path d=\"M{from_x:.1} {from_y:.1}C{from_x:.1} {bend:.1} {x:.1} {bend:.1} {x:.1} {y:.1}\"/>"
        );
    }
    for (index, item) in boxes.iter().enumerate() {
        draw(&mut out, item, layout.x[index], layout.y[index]);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, item: &Item, x: f64, y: f64) {
    let class = match item.look {
        Look::Name => 'n',
        Look::Operator => 'o',
        Look::Restriction => 'r',
        Look::Data => 'd',
    };
    let (width, radius) = (box_width(item), if item.look == Look::Name { 4.0 } else { 15.0 });
    let text = shortened(&item.text, MAX_LETTERS);
    let _ = write!(out, "<g>");
    if text != item.text {
        let _ = write!(out, "<title>{}</title>", xml::text(&item.text));
    }
    let (left, top) = (x - width / 2.0, y - BOX_HEIGHT / 2.0);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
         height=\"{BOX_HEIGHT}\" rx=\"{radius}\"/><text x=\"{x:.1}\" y=\"{y:.1}\" dy=\".35em\">{}</text></g>",
        xml::text(&text)
    );
}

fn box_width(item: &Item) -> f64 {
    let n_letters = item.text.chars().count().min(MAX_LETTERS);
    n_letters as f64 * LETTER_WIDTH + 2.0 * PADDING
}

/// Where the middle of each box is.
struct Layout {
    x: Vec<f64>,
    y: Vec<f64>,
    width: f64,
    height: f64,
}

impl Layout {
    fn new(boxes: &[Item], parents: &[Option<usize>]) -> Self {
        let n = boxes.len();
        // The room that each subtree needs: its own box or all that is below, from the leaves up.
        let mut below = vec![0.0f64; n];
        let mut room = vec![0.0f64; n];
        for index in (0..n).rev() {
            let gaps = boxes[index].n_children.saturating_sub(1) as f64 * GAP;
            below[index] += gaps;
            room[index] = box_width(&boxes[index]).max(below[index]);
            if let Some(parent) = parents[index] {
                below[parent] += room[index];
            }
        }
        // Each subtree gets its room, left to right; where the box is the wider one, what is
        // below it stands in its middle.
        let mut x = vec![0.0; n];
        let mut y = vec![0.0; n];
        let mut next_left = vec![0.0; n];
        let mut deepest: f64 = 0.0;
        for index in 0..n {
            let (left, top) = match parents[index] {
                Some(parent) => {
                    let left = next_left[parent];
                    next_left[parent] += room[index] + GAP;
                    (left, y[parent] + LEVEL_HEIGHT)
                }
                None => (MARGIN, MARGIN + BOX_HEIGHT / 2.0),
            };
            x[index] = left + room[index] / 2.0;
            y[index] = top;
            next_left[index] = left + (room[index] - below[index]) / 2.0;
            deepest = deepest.max(top);
        }
        Self { width: room[0] + 2.0 * MARGIN, height: deepest + BOX_HEIGHT / 2.0 + MARGIN, x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_needs_no_more_than_programs_other_than_browsers_know() {
        let picture = print(&Concept::top(), &Symbols::default());
        assert!(picture.contains(".n{fill:#ddf4ff}"), "{picture}");
        for word in ["var(", "light-dark(", "dominant-baseline"] {
            assert!(!picture.contains(word), "{word}: {picture}");
        }
    }
}
