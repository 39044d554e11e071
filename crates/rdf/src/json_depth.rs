//! How deep the objects and arrays of a JSON text are nested, measured as the bytes pass by.
//!
//! The JSON-LD parser calls itself for every object within an object, with about 3 kB of stack each
//! (70 kB without optimisation). So depth has a bound, which a thread with a small stack can hold.

/// Open objects and arrays that a file may have at once; real ones have less than thirty.
pub(crate) const MAX_JSON_DEPTH: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct JsonDepth {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl JsonDepth {
    /// Measures some more bytes; the index where they are too deep, if they are.
    pub(crate) fn measure(&mut self, bytes: &[u8]) -> Option<usize> {
        for (index, byte) in bytes.iter().enumerate() {
            if self.is_in_string {
                self.is_in_string = self.is_escaped || *byte != b'"';
                self.is_escaped = !self.is_escaped && *byte == b'\\';
                continue;
            }
            match byte {
                b'"' => self.is_in_string = true,
                b'{' | b'[' if self.depth == MAX_JSON_DEPTH => return Some(index),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_measured_in_any_pieces() {
        for (text, expect) in [
            (r#"{"a": [1, {}], "b": {"#, 2),
            (r#"{"[[": "{\"{\\", "c": [[]"#, 2),
            (r#"]]{"a"#, 1),
            (r#"{"\\": {"\\\"{": [""#, 3),
        ] {
            for size in 1..text.len() {
                let mut meter = JsonDepth::default();
                for piece in text.as_bytes().chunks(size) {
                    assert_eq!(meter.measure(piece), None);
                }
                assert_eq!(meter.depth, expect, "{text} in pieces of {size}");
            }
        }
        let deep = "[".repeat(MAX_JSON_DEPTH + 1);
        assert_eq!(JsonDepth::default().measure(deep.as_bytes()), Some(MAX_JSON_DEPTH));
    }
}
