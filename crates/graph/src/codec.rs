//! Numbers and texts as bytes and back, for what is stored: snapshots, checkpoints, fingerprints.
//!
//! Numbers are little-endian; texts and lists have their length in front, as a `u64`. Damaged bytes
//! are an error: no count may ask for more than the bytes that are left can hold, so reading takes
//! memory in proportion to the input, whatever the input claims.

use std::fmt::Display;

pub use evolearner_dl::{Digest, checksum};

/// Collects bytes.
#[derive(Clone, Default, Debug)]
pub struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    /// An encoder without any bytes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a number of 8 bits.
    pub fn u8(&mut self, number: u8) {
        self.bytes.push(number);
    }

    /// Adds a number of 32 bits.
    pub fn u32(&mut self, number: u32) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// Adds a number of 64 bits.
    pub fn u64(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    /// Adds a floating-point number, bit by bit.
    pub fn f64(&mut self, number: f64) {
        self.u64(number.to_bits());
    }

    /// Adds the number of things that follow.
    pub fn count(&mut self, count: usize) {
        self.u64(count as u64);
    }

    /// Adds bytes with their number in front.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a text with its length in front.
    pub fn str(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds items of a fixed size with their number in front.
    pub fn array<T: Copy, const N: usize>(&mut self, items: &[T], bytes: impl Fn(T) -> [u8; N]) {
        self.count(items.len());
        self.bytes.reserve(items.len() * N);
        for &item in items {
            self.bytes.extend_from_slice(&bytes(item));
        }
    }

    /// All bytes so far.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Bytes are not what an [`Encoder`] wrote; the word says what of them: "lengths" or "texts".
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the {0} of the stored bytes do not fit together")]
pub struct Damaged(pub &'static str);

/// Reads what an [`Encoder`] wrote, in the same order.
#[derive(Clone, Debug)]
pub struct Decoder<'b> {
    rest: &'b [u8],
}

impl<'b> Decoder<'b> {
    /// A decoder at the start of some bytes.
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next `N` bytes.
    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (chunk, rest) = self.rest.split_first_chunk().ok_or(Damaged("lengths"))?;
        self.rest = rest;
        Ok(*chunk)
    }

    /// A number of 8 bits.
    pub fn u8(&mut self) -> Result<u8, Damaged> {
        self.chunk().map(u8::from_le_bytes)
    }

    /// A number of 32 bits.
    pub fn u32(&mut self) -> Result<u32, Damaged> {
        self.chunk().map(u32::from_le_bytes)
    }

    /// A number of 64 bits.
    pub fn u64(&mut self) -> Result<u64, Damaged> {
        self.chunk().map(u64::from_le_bytes)
    }

    /// A floating-point number, bit by bit.
    pub fn f64(&mut self) -> Result<f64, Damaged> {
        self.u64().map(f64::from_bits)
    }

    /// The number of things that follow, which take at least `size` bytes each.
    pub fn count(&mut self, size: usize) -> Result<usize, Damaged> {
        let count = self.u64()?;
        let n_bytes = count.checked_mul(size as u64);
        if size > 0 && n_bytes.is_some_and(|n| n <= self.rest.len() as u64) {
            Ok(count as usize)
        } else {
            Err(Damaged("lengths"))
        }
    }

    /// Bytes with their number in front.
    pub fn bytes(&mut self) -> Result<&'b [u8], Damaged> {
        let n = self.count(1)?;
        let (bytes, rest) = self.rest.split_at(n);
        self.rest = rest;
        Ok(bytes)
    }

    /// A text with its length in front.
    pub fn str(&mut self) -> Result<&'b str, Damaged> {
        str::from_utf8(self.bytes()?).map_err(|_| Damaged("texts"))
    }

    /// Items of a fixed size with their number in front.
    pub fn array<T, const N: usize>(
        &mut self,
        item: impl Fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Damaged> {
        let n = self.count(N)?;
        let (bytes, rest) = self.rest.split_at(n * N);
        self.rest = rest;
        let (items, _) = bytes.as_chunks::<N>();
        Ok(items.iter().map(|&bytes| item(bytes)).collect())
    }

    /// The end: an error if bytes are left.
    pub fn finish(self) -> Result<(), Damaged> {
        if self.rest.is_empty() { Ok(()) } else { Err(Damaged("lengths")) }
    }
}

/// A fingerprint of named fields. Names and values go in with their lengths, so that no two lists of
/// fields are the same sequence of bytes. A value goes in as it is written out: renaming a type or
/// a variable changes no fingerprint.
#[derive(Clone, Default, Debug)]
pub struct Fields {
    encoder: Encoder,
}

impl Fields {
    /// A fingerprint of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    pub fn field(&mut self, name: &str, value: impl Display) -> &mut Self {
        self.encoder.str(name);
        self.encoder.str(&value.to_string());
        self
    }

    /// The fingerprint of the fields so far.
    pub fn finish(&self) -> u64 {
        checksum(self.encoder.as_bytes())
    }

    /// The fingerprint as 16 hexadecimal digits.
    pub fn word(&self) -> String {
        format!("{:016x}", self.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut out = Encoder::new();
        out.u8(7);
        out.u32(1 << 31);
        out.u64(u64::MAX);
        out.f64(-0.0);
        out.bytes(&[1, 2]);
        out.str("grüß");
        out.array(&[3u16, 4], u16::to_le_bytes);
        out.count(1);
        out.str("");
        out.into_bytes()
    }

    fn read(bytes: &[u8]) -> Result<(), Damaged> {
        let mut input = Decoder::new(bytes);
        assert_eq!(input.u8()?, 7);
        assert_eq!(input.u32()?, 1 << 31);
        assert_eq!(input.u64()?, u64::MAX);
        assert_eq!(input.f64()?.to_bits(), (-0.0f64).to_bits());
        assert_eq!(input.bytes()?, [1, 2]);
        assert_eq!(input.str()?, "grüß");
        assert_eq!(input.array(u16::from_le_bytes)?, [3, 4]);
        assert_eq!(input.count(8)?, 1);
        assert_eq!(input.str()?, "");
        input.finish()
    }

    #[test]
    fn what_is_written_is_read_and_nothing_less_or_more() {
        let bytes = sample();
        assert_eq!(read(&bytes), Ok(()));
        for end in 0..bytes.len() {
            assert_eq!(read(&bytes[..end]), Err(Damaged("lengths")), "cut at {end}");
        }
        assert_eq!(read(&[bytes, vec![0]].concat()), Err(Damaged("lengths")));
    }

    #[test]
    fn a_count_never_asks_for_more_than_is_left() {
        let with = |count: u64| [&count.to_le_bytes()[..], &[b'x'; 16]].concat();
        assert_eq!(Decoder::new(&with(2)).count(8), Ok(2));
        assert_eq!(Decoder::new(&with(16)).str(), Ok("xxxxxxxxxxxxxxxx"));
        for count in [3, 17, 1 << 61, u64::MAX] {
            let bytes = with(count);
            assert_eq!(Decoder::new(&bytes).count(8), Err(Damaged("lengths")), "{count}");
            let array = Decoder::new(&bytes).array(u64::from_le_bytes);
            assert_eq!(array, Err(Damaged("lengths")), "{count}");
        }
        assert_eq!(Decoder::new(&with(17)).bytes(), Err(Damaged("lengths")));
        // Things without a size could be as many as a number can say.
        assert_eq!(Decoder::new(&with(3)).count(0), Err(Damaged("lengths")));
    }

    #[test]
    fn a_text_is_utf8() {
        let mut out = Encoder::new();
        out.bytes(&[0xff]);
        assert_eq!(Decoder::new(out.as_bytes()).str(), Err(Damaged("texts")));
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        let of = |list: &[(&str, &str)]| {
            let mut fields = Fields::new();
            for (name, value) in list {
                fields.field(name, value);
            }
            fields.finish()
        };
        assert_ne!(of(&[("ab", "c")]), of(&[("a", "bc")]));
        assert_ne!(of(&[("a", "b"), ("c", "")]), of(&[("a", "bc")]));
        assert_eq!(of(&[("a", "7")]), Fields::new().field("a", 7).finish());
    }

    #[test]
    fn the_word_of_a_fingerprint_has_sixteen_digits() {
        assert_eq!(Fields::new().word(), "2d06800538d394c2");
    }
}
