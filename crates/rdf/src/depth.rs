//! How deep the elements of an XML text are nested, measured as the bytes pass by.
//!
//! The RDF/XML parser looks for `xml:base` and `xml:lang` through all open elements, for every
//! IRI and literal: its time grows with the square of the depth. So depth has a bound, and it is
//! measured here because the parser does not report it.
//!
//! The measure skips comments, CDATA and processing instructions. A `/>` inside an attribute
//! makes it too low, never too high, so that no valid file is refused for it.

use memchr::{memchr, memchr2};

/// Open elements that a file may have at once. Real ones have less than a hundred; an old-style
/// list written as nested elements has two per member.
pub(crate) const MAX_DEPTH: usize = 20_000;

#[derive(Debug)]
pub(crate) struct DepthMeter {
    state: State,
    depth: usize,
    /// The last two bytes, for ends that straddle two chunks.
    tail: [u8; 2],
}

#[derive(Clone, Copy, Debug)]
enum State {
    Content,
    /// Behind a `<`, with the bytes so far, which do not determine what it opens.
    Opening([u8; 8], usize),
    /// Inside something that ends with these bytes.
    Until(&'static [u8]),
}

impl DepthMeter {
    pub(crate) fn new() -> Self {
        Self { state: State::Content, depth: 0, tail: [0; 2] }
    }

    /// Measures some more bytes; the index where they are too deep, if they are.
    pub(crate) fn measure(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut index = 0;
        while index < bytes.len() {
            let rest = &bytes[index..];
            match self.state {
                State::Content => {
                    let Some(hit) = memchr2(b'<', b'>', rest) else {
                        break;
                    };
                    index += hit;
                    if bytes[index] == b'<' {
                        self.state = State::Opening([0; 8], 0);
                    } else if self.ends_with(&bytes[..index], b"/") {
                        self.depth = self.depth.saturating_sub(1);
                    }
                    index += 1;
                }
                State::Opening(seen, len) => {
                    self.open(seen, len, bytes[index]);
                    index += 1;
                    if self.depth > MAX_DEPTH {
                        return Some(index - 1);
                    }
                }
                State::Until(end) => {
                    let Some(hit) = memchr(b'>', rest) else { break };
                    index += hit;
                    if self.ends_with(&bytes[..index], &end[..end.len() - 1]) {
                        self.state = State::Content;
                    }
                    index += 1;
                }
            }
        }
        for byte in &bytes[bytes.len().saturating_sub(2)..] {
            self.tail = [self.tail[1], *byte];
        }
        None
    }

    /// One more byte behind a `<`.
    fn open(&mut self, mut seen: [u8; 8], len: usize, byte: u8) {
        seen[len] = byte;
        let so_far = &seen[..=len];
        self.state = match so_far {
            b"!--" => State::Until(b"-->"),
            b"![CDATA[" => State::Until(b"]]>"),
            [b'?', ..] => State::Until(b"?>"),
            _ if b"!--".starts_with(so_far) || b"![CDATA[".starts_with(so_far) => {
                State::Opening(seen, len + 1)
            }
            [b'/', ..] => {
                self.depth = self.depth.saturating_sub(1);
                State::Content
            }
            [b'!', ..] => State::Content,
            _ => {
                self.depth += 1;
                State::Content
            }
        };
    }

    /// Whether all bytes so far end with `end`, of at most two bytes.
    fn ends_with(&self, bytes: &[u8], end: &[u8]) -> bool {
        match bytes {
            [] => self.tail.ends_with(end),
            [only] => [self.tail[1], *only].ends_with(end),
            _ => bytes.ends_with(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_measured_in_any_pieces() {
        for (text, expect) in [
            ("<a><b/><c x='1'></c><d>", 2),
            ("<?xml a?><!DOCTYPE a [<!ENTITY b 'c'>]><a>", 1),
            ("<a><!-- <b><c> -- > --><d><![CDATA[<e> ]] > ]]></d>", 1),
            ("<a b='>'/><a>", 1),
            ("<a/></a><a>", 1),
            ("a > b / > <a>", 1),
        ] {
            for size in 1..=text.len() {
                let mut meter = DepthMeter::new();
                for piece in text.as_bytes().chunks(size) {
                    assert_eq!(meter.measure(piece), None);
                }
                assert_eq!(meter.depth, expect, "{text} in pieces of {size}");
            }
        }
        let deep = "<a>".repeat(MAX_DEPTH + 1);
        let index = DepthMeter::new().measure(deep.as_bytes());
        assert_eq!(index, Some(3 * MAX_DEPTH + 1));
    }
}
