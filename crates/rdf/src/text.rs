//! Plain bytes in, checked UTF-8 out, with line and column of every place.
//!
//! [`Text`] is what all parsers read from. It decodes, refuses malformed characters instead of
//! replacing them, lets the format be guessed from a first look, and knows where the reader
//! stands. UTF-8 input is checked in the very buffer it was read into.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, DecoderResult, UTF_8};

use crate::depth::{DepthMeter, MAX_DEPTH};
use crate::encoding;
use crate::error::{ErrorKind, Failure};
use crate::json_depth::{JsonDepth, MAX_JSON_DEPTH};

/// Size of the buffer and so of the first look.
const BUFFER: usize = 64 << 10;

/// Raw bytes that are decoded in one go, where the file is not UTF-8.
const RAW: usize = 16 << 10;

/// What one XML token may take in memory once its entities are expanded.
const MAX_XML_TOKEN: u64 = 256 << 20;

/// A decoded, positioned text.
pub(crate) struct Text<'a> {
    source: Box<dyn Read + Send + 'a>,
    transcoder: Option<Transcoder>,
    /// `..consumed` is used up, `consumed..valid` is ready, `valid..filled` is the torn start
    /// of a character whose end is still to be read.
    buffer: Vec<u8>,
    consumed: usize,
    valid: usize,
    filled: usize,
    /// Up to here lines were counted, so that asking for the position often stays cheap.
    marked: usize,
    /// The place of `buffer[marked]`.
    place: Place,
    /// Bytes handed out before `buffer[0]`.
    offset: u64,
    is_ended: bool,
    /// Found behind `valid`, due once the bytes before it are used up.
    failure: Option<Failure>,
    /// Handed out as an `io::Error`, kept so that its position is not lost.
    reported: Option<Failure>,
    xml: Option<XmlRules>,
    nesting: Option<Nesting>,
    pub(crate) encoding: &'static str,
    pub(crate) note: Option<String>,
}

/// Rules that hold in XML only.
struct XmlRules {
    /// The last byte was a CR, so a LF that follows belongs to it.
    after_cr: bool,
    /// Bytes since the last `<`.
    token_len: u64,
    token_limit: u64,
}

/// How deep the text is nested so far, where that is bounded.
enum Nesting {
    Xml(DepthMeter),
    Json(JsonDepth),
}

struct Transcoder {
    decoder: Decoder,
    raw: Vec<u8>,
    is_last: bool,
}

impl<'a> Text<'a> {
    /// Looks at the first bytes for the encoding and prepares to decode.
    pub(crate) fn new(mut source: Box<dyn Read + Send + 'a>) -> Result<Self, Failure> {
        let mut head = Vec::with_capacity(encoding::HEAD);
        source.by_ref().take(encoding::HEAD as u64).read_to_end(&mut head)?;
        let detected = encoding::detect(&head)
            .map_err(|message| Failure::at((1, 1), ErrorKind::Encoding(message)))?;
        head.drain(..detected.mark_len);
        let mut text = Self {
            source,
            transcoder: None,
            buffer: vec![0; BUFFER],
            consumed: 0,
            valid: 0,
            filled: 0,
            marked: 0,
            place: Place::START,
            offset: 0,
            is_ended: false,
            failure: None,
            reported: None,
            xml: None,
            nesting: None,
            encoding: detected.encoding.name(),
            note: detected.note,
        };
        if detected.encoding == UTF_8 {
            text.buffer[..head.len()].copy_from_slice(&head);
            text.filled = head.len();
            text.check();
        } else {
            text.transcoder = Some(Transcoder {
                decoder: detected.encoding.new_decoder_without_bom_handling(),
                raw: head,
                is_last: false,
            });
        }
        Ok(text)
    }

    /// A first look at the text, up to 64 KiB, which stays to be read.
    pub(crate) fn peek(&mut self) -> Result<&[u8], Failure> {
        // A decoder writes whole characters only and stops a little before the end.
        while self.filled + 16 <= BUFFER && !self.is_ended && self.failure.is_none() {
            if !self.read_more()? {
                break;
            }
        }
        Ok(&self.buffer[self.consumed..self.valid])
    }

    /// From here on the text is XML: line ends are normalised to LF (XML 1.0, 2.11),
    /// and a token is bounded.
    pub(crate) fn treat_as_xml(&mut self) {
        self.xml = Some(XmlRules { after_cr: false, token_len: 0, token_limit: MAX_XML_TOKEN });
        let known = self.failure.take();
        self.apply_xml_rules(self.consumed);
        self.valid = self.consumed;
        self.check();
        self.failure = self.failure.take().or(known);
    }

    /// From here on the nesting of elements is bounded. To be called at the root element.
    pub(crate) fn bound_xml_depth(&mut self) {
        self.bound_depth(Nesting::Xml(DepthMeter::new()));
    }

    /// From here on the nesting of objects and arrays is bounded. To be called at the start.
    pub(crate) fn bound_json_depth(&mut self) {
        self.bound_depth(Nesting::Json(JsonDepth::default()));
    }

    fn bound_depth(&mut self, nesting: Nesting) {
        self.nesting = Some(nesting);
        // The buffer was filled before; whatever comes later is measured as it comes.
        let known = self.failure.take();
        self.measure_depth(self.consumed);
        self.valid = self.valid.min(self.filled);
        self.failure = self.failure.take().or(known);
    }

    /// Lowers the bound of a token so that it holds after entities were put in.
    ///
    /// `&x;` has three characters, so a token grows at most by a third of the longest entity.
    pub(crate) fn bound_xml_tokens(&mut self, longest_entity: usize) {
        if let Some(xml) = &mut self.xml {
            xml.token_limit = MAX_XML_TOKEN / (longest_entity as u64 / 3).max(1);
        }
    }

    /// Line and column, counted from 1, of the next byte to be read.
    pub(crate) fn position(&mut self) -> (u64, u64) {
        self.place.advance(&self.buffer[self.marked..self.consumed]);
        self.marked = self.consumed;
        (self.place.line, self.place.column)
    }

    /// Bytes handed out so far.
    pub(crate) fn offset(&self) -> u64 {
        self.offset + self.consumed as u64
    }

    /// Line and column of a byte that was handed out lately; the nearest known place otherwise.
    pub(crate) fn position_at(&self, offset: u64) -> (u64, u64) {
        let index = offset.saturating_sub(self.offset).min(self.valid as u64) as usize;
        let mut place = self.place;
        place.advance(&self.buffer[self.marked..index.max(self.marked)]);
        (place.line, place.column)
    }

    /// The place of some bytes that a parser has just refused, found again in the buffer.
    pub(crate) fn position_of(&self, wanted: &[u8]) -> (u64, u64) {
        let found = self.buffer[..self.consumed]
            .windows(wanted.len().max(1))
            .rposition(|window| window == wanted);
        self.position_at(self.offset + found.unwrap_or(self.consumed) as u64)
    }

    /// The failure behind the last `io::Error` that this text returned.
    pub(crate) fn take_failure(&mut self) -> Option<Failure> {
        self.reported.take()
    }

    /// Drops what is used up, then reads until there is a new byte, a failure, or the end.
    fn refill(&mut self) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            let error = io::Error::new(io::ErrorKind::InvalidData, failure.kind.to_string());
            self.reported = Some(failure);
            return Err(error);
        }
        self.place.advance(&self.buffer[self.marked..self.valid]);
        self.marked = 0;
        self.offset += self.valid as u64;
        self.buffer.copy_within(self.valid..self.filled, 0);
        self.filled -= self.valid;
        self.valid = 0;
        self.consumed = 0;
        while self.valid == 0 && self.failure.is_none() {
            if !self.read_more()? {
                break;
            }
        }
        if self.valid == 0 && self.failure.is_some() {
            return self.refill();
        }
        Ok(())
    }

    /// One read from the source; `false` at the end.
    fn read_more(&mut self) -> io::Result<bool> {
        let start = self.filled;
        match &mut self.transcoder {
            None => match self.source.read(&mut self.buffer[start..]) {
                Ok(0) => self.is_ended = true,
                Ok(n_read) => self.filled += n_read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(true),
                Err(error) => return Err(error),
            },
            Some(transcoder) => {
                let (n_written, outcome) =
                    transcoder.decode(&mut self.source, &mut self.buffer[start..])?;
                self.filled += n_written;
                match outcome {
                    Decoded::More => {}
                    Decoded::End => self.is_ended = true,
                    Decoded::Malformed => {
                        self.apply_rules(start);
                        self.check();
                        self.fail_after_valid(format!(
                            "a character is not valid {}",
                            self.encoding
                        ));
                        return Ok(false);
                    }
                }
            }
        }
        self.apply_rules(start);
        self.check();
        Ok(!self.is_ended)
    }

    /// Moves `valid` over the bytes that are UTF-8.
    fn check(&mut self) {
        let Err(error) = std::str::from_utf8(&self.buffer[self.valid..self.filled]) else {
            self.valid = self.filled;
            return;
        };
        self.valid += error.valid_up_to();
        if error.error_len().is_some() {
            let byte = self.buffer[self.valid];
            self.fail_after_valid(format!(
                "the byte 0x{byte:02X} is not valid UTF-8 here; convert the file or declare its encoding"
            ));
        } else if self.is_ended {
            self.fail_after_valid("the file ends in the middle of a character".to_owned());
        }
    }

    fn fail_after_valid(&mut self, message: String) {
        let position = self.position_at(self.offset + self.valid as u64);
        self.failure = Some(Failure::at(position, ErrorKind::Encoding(message)));
    }

    fn apply_rules(&mut self, start: usize) {
        self.apply_xml_rules(start);
        self.measure_depth(start);
    }

    /// Normalises line ends and measures tokens in `buffer[start..filled]`.
    fn apply_xml_rules(&mut self, start: usize) {
        let Some(xml) = &mut self.xml else { return };
        let fresh = &mut self.buffer[start..self.filled];
        if xml.after_cr || fresh.contains(&b'\r') {
            let mut kept = 0;
            for index in 0..fresh.len() {
                let byte = fresh[index];
                if !(byte == b'\n' && xml.after_cr) {
                    fresh[kept] = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
                xml.after_cr = byte == b'\r';
            }
            self.filled = start + kept;
        }
        let fresh = &self.buffer[start..self.filled];
        match fresh.iter().rposition(|byte| *byte == b'<') {
            Some(last) => xml.token_len = (fresh.len() - last) as u64,
            None => xml.token_len += fresh.len() as u64,
        }
        if xml.token_len > xml.token_limit {
            let limit = xml.token_limit >> 10;
            let position = self.position_at(self.offset + self.valid as u64);
            self.failure =
                Some(Failure::limit(position, format!("a text or tag is longer than {limit} KiB")));
        }
    }

    /// Cuts the text off where it is nested too deep in `buffer[start..filled]`.
    fn measure_depth(&mut self, start: usize) {
        let fresh = &self.buffer[start..self.filled];
        let (too_deep, what, bound) = match &mut self.nesting {
            Some(Nesting::Xml(meter)) => (meter.measure(fresh), "elements", MAX_DEPTH),
            Some(Nesting::Json(meter)) => {
                (meter.measure(fresh), "objects and arrays", MAX_JSON_DEPTH)
            }
            None => return,
        };
        if let Some(index) = too_deep {
            self.filled = start + index;
            let mut place = self.place;
            place.advance(&self.buffer[self.marked..self.filled]);
            let position = (place.line, place.column);
            let message = format!("{what} are nested deeper than {bound} levels");
            self.failure = Some(Failure::limit(position, message));
        }
    }
}

impl BufRead for Text<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.valid && (self.failure.is_some() || !self.is_ended) {
            self.refill()?;
        }
        Ok(&self.buffer[self.consumed..self.valid])
    }

    fn consume(&mut self, amount: usize) {
        self.consumed = (self.consumed + amount).min(self.valid);
    }
}

impl Read for Text<'_> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let amount = ready.len().min(target.len());
        target[..amount].copy_from_slice(&ready[..amount]);
        self.consume(amount);
        Ok(amount)
    }
}

enum Decoded {
    More,
    End,
    Malformed,
}

impl Transcoder {
    /// Decodes what fits into `target`, after reading more raw bytes if there are none.
    fn decode(&mut self, source: &mut dyn Read, target: &mut [u8]) -> io::Result<(usize, Decoded)> {
        if self.raw.is_empty() && !self.is_last {
            self.raw.reserve(RAW);
            self.is_last = source.take(RAW as u64).read_to_end(&mut self.raw)? == 0;
        }
        let (result, n_read, n_written) =
            self.decoder.decode_to_utf8_without_replacement(&self.raw, target, self.is_last);
        self.raw.drain(..n_read);
        let outcome = match result {
            DecoderResult::Malformed(..) => Decoded::Malformed,
            DecoderResult::InputEmpty if self.is_last => Decoded::End,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => Decoded::More,
        };
        Ok((n_written, outcome))
    }
}

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: u64,
    column: u64,
    after_cr: bool,
}

impl Place {
    const START: Self = Self { line: 1, column: 1, after_cr: false };

    /// Moves over some text; LF, CRLF and a lone CR each end a line.
    fn advance(&mut self, bytes: &[u8]) {
        let Some(last) = bytes.last() else { return };
        let (n_feeds, n_returns) = count_line_ends(bytes);
        let mut n_breaks = n_feeds + n_returns;
        if n_returns > 0 {
            n_breaks -= bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
        }
        if self.after_cr && bytes[0] == b'\n' {
            n_breaks -= 1;
        }
        self.after_cr = *last == b'\r';
        self.line += n_breaks as u64;
        let tail = match bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(last_break) => {
                self.column = 1;
                &bytes[last_break + 1..]
            }
            None => bytes,
        };
        let is_start = |byte: &&u8| (**byte & 0xC0) != 0x80;
        self.column += tail.iter().filter(is_start).count() as u64;
    }
}

/// Line and column, counted from 1, behind the first bytes of a text.
pub(crate) fn place_behind(bytes: &[u8]) -> (u64, u64) {
    let mut place = Place::START;
    place.advance(bytes);
    (place.line, place.column)
}

/// How many LF and CR there are. All text passes here, so the counters are bytes: this way the
/// compiler compares sixteen at once, and a chunk is short enough for them not to overflow.
fn count_line_ends(bytes: &[u8]) -> (usize, usize) {
    let (mut n_feeds, mut n_returns) = (0, 0);
    for chunk in bytes.chunks(192) {
        let (mut feeds, mut returns) = (0_u8, 0_u8);
        for byte in chunk {
            feeds += u8::from(*byte == b'\n');
            returns += u8::from(*byte == b'\r');
        }
        n_feeds += usize::from(feeds);
        n_returns += usize::from(returns);
    }
    (n_feeds, n_returns)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte at a time, the worst a source may do.
    struct Drip(Vec<u8>, usize);

    impl Read for Drip {
        fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
            if target.is_empty() || self.1 == self.0.len() {
                return Ok(0);
            }
            target[0] = self.0[self.1];
            self.1 += 1;
            Ok(1)
        }
    }

    fn decode(bytes: &[u8], is_xml: bool) -> Result<String, Failure> {
        let mut text = Text::new(Box::new(Drip(bytes.to_vec(), 0)))?;
        if is_xml {
            text.peek()?;
            text.treat_as_xml();
        }
        let mut out = String::new();
        match text.read_to_string(&mut out) {
            Ok(_) => Ok(out),
            Err(error) => Err(text.take_failure().unwrap_or_else(|| error.into())),
        }
    }

    #[test]
    fn encodings_decode_to_the_same_text() {
        let expect = "<é\u{10348}>";
        let utf16: Vec<u16> = expect.encode_utf16().collect();
        let little: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [expect.as_bytes(), &little, &big] {
            assert_eq!(decode(bytes, false).expect("valid"), expect);
        }
        let latin = b"<?xml version='1.0' encoding='latin1'?>\xe9";
        assert!(decode(latin, true).expect("valid").ends_with("?>é"));
    }

    #[test]
    fn malformed_bytes_are_errors_with_a_position() {
        for (bytes, position) in [
            (&b"ab\nc\xffd"[..], (2, 2)),
            (b"\xc3\xa9\r\n\xc3\xa9\xe9 ", (2, 2)),
            (b"ab\xc3", (1, 3)),
            (b"<\0a\0\n\0\x00\xd8a\0", (2, 1)),
        ] {
            for is_xml in [false, true] {
                let failure = match decode(bytes, is_xml) {
                    Ok(text) => panic!("{text:?}"),
                    Err(failure) => failure,
                };
                assert!(matches!(failure.kind, ErrorKind::Encoding(_)));
                assert_eq!(failure.position, Some(position), "{bytes:?}");
            }
        }
    }

    #[test]
    fn xml_line_ends_become_line_feeds() {
        assert_eq!(decode(b"a\r\nb\rc\n\r\r\nd", true).expect("valid"), "a\nb\nc\n\n\nd");
        assert_eq!(decode(b"a\r\nb\rc", false).expect("valid"), "a\r\nb\rc");
    }

    #[test]
    fn places_count_lines_and_characters() {
        for (text, line, column) in
            [("", 1, 1), ("ab", 1, 3), ("ä\nöü", 2, 3), ("a\r\nb", 2, 2), ("a\rb\r", 3, 1)]
        {
            let mut whole = Place::START;
            whole.advance(text.as_bytes());
            assert_eq!((whole.line, whole.column), (line, column), "{text:?}");
            let mut dripped = Place::START;
            for byte in text.as_bytes() {
                dripped.advance(std::slice::from_ref(byte));
            }
            assert_eq!(dripped, whole, "{text:?}");
        }
    }
}
