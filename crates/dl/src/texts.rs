//! Texts in one piece of memory.

use crate::column::Column;

/// Texts one after the other, and where each of them ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts {
    bytes: Column<u8>,
    ends: Column<u64>,
}

impl Texts {
    /// Texts from a piece of memory and the ends within it, which callers have from writing it.
    pub(crate) fn new(text: impl Into<Vec<u8>>, ends: Vec<u64>) -> Self {
        Self { bytes: text.into().into(), ends: ends.into() }
    }

    /// Texts from their parts, or nothing if they do not fit together.
    pub fn from_parts(bytes: Column<u8>, ends: Column<u64>) -> Option<Self> {
        let text = str::from_utf8(&bytes).ok()?;
        let fits = ends.is_sorted()
            && ends.last().copied().unwrap_or(0) == text.len() as u64
            && ends.iter().all(|&end| text.is_char_boundary(end as usize));
        fits.then_some(Self { bytes, ends })
    }

    /// All bytes, and the ends.
    pub fn parts(&self) -> (&[u8], &[u64]) {
        (&self.bytes, &self.ends)
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The bytes of a text.
    #[inline]
    pub(crate) fn bytes(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start as usize..self.ends[index] as usize]
    }

    /// A text.
    pub fn get(&self, index: usize) -> &str {
        // All were UTF-8 when they were checked or made; a mapped file that another process writes to may not be.
        str::from_utf8(self.bytes(index)).unwrap_or_default()
    }

    /// The bytes it takes beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }
}

impl<'a> FromIterator<&'a str> for Texts {
    fn from_iter<T: IntoIterator<Item = &'a str>>(texts: T) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for one in texts {
            text.push_str(one);
            ends.push(text.len() as u64);
        }
        Self::new(text, ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_what_they_were_made_of() {
        let words = ["", "é", "", "zwei"];
        let texts: Texts = words.into_iter().collect();
        assert_eq!((0..texts.len()).map(|index| texts.get(index)).collect::<Vec<_>>(), words);
        assert_eq!(texts.heap_bytes(), 6 + 4 * 8);
    }

    #[test]
    fn parts_that_are_no_texts_are_refused() {
        let check = |bytes: &[u8], ends: &[u64]| {
            Texts::from_parts(bytes.to_vec().into(), ends.to_vec().into()).is_some()
        };
        assert!(check("aé".as_bytes(), &[0, 1, 3]) && check(b"", &[]));
        for (bytes, ends) in [
            ("aé".as_bytes(), &[2, 3][..]),
            ("aé".as_bytes(), &[1]),
            ("aé".as_bytes(), &[1, 4]),
            ("aé".as_bytes(), &[1, 0, 3]),
            (&[0xff], &[1]),
            (b"a", &[]),
        ] {
            assert!(!check(bytes, ends), "{bytes:?} {ends:?}");
        }
    }
}
