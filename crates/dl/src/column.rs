//! Columns of numbers: memory of their own, or a window of a file that is mapped into memory.
//!
//! All `unsafe` code of the project is in this file, for three things: mapping a file, a slice whose
//! owner is kept beside it, and sending that pair between threads.

#![expect(unsafe_code, reason = "mapping a file has no safe interface; the arguments stand below")]

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::sync::Arc;

use bytemuck::Pod;

/// A number, or a pair of numbers, that is stored with its lowest byte first.
pub trait Stored: Pod + Send + Sync {
    /// The number with its bytes in the order of the machine, of a stored one; and the reverse.
    fn reordered(self) -> Self;
}

macro_rules! stored {
    ($($number:ty),*) => {
        $(impl Stored for $number {
            fn reordered(self) -> Self {
                Self::from_le(self)
            }
        })*
    };
}

stored!(u8, u16, u32, u64);

impl Stored for f64 {
    fn reordered(self) -> Self {
        Self::from_bits(u64::from_le(self.to_bits()))
    }
}

impl Stored for [u32; 2] {
    fn reordered(self) -> Self {
        self.map(u32::from_le)
    }
}

/// The bytes of numbers as they are stored; a copy only where the machine orders bytes otherwise.
pub fn stored_bytes<T: Stored>(items: &[T]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(bytemuck::cast_slice(items))
    } else {
        let items: Vec<T> = items.iter().map(|&item| item.reordered()).collect();
        Cow::Owned(bytemuck::cast_slice(&items).to_vec())
    }
}

/// The bytes of a whole file, which start at an address that is a multiple of eight.
pub struct Region(Backing);

enum Backing {
    #[cfg(unix)]
    Map(memmap2::Mmap),
    /// Words, of which so many bytes are in use.
    Buffer(Vec<u64>, usize),
}

impl Region {
    /// Maps a file, where that is possible: processes that map it share the memory, and what is not
    /// looked at is not read.
    ///
    /// The file must not be written to as long as the region is there. Programs that replace a file by
    /// renaming another one do not: the map keeps the old one.
    #[cfg(unix)]
    pub fn map(file: &File) -> io::Result<Self> {
        // SAFETY: the bytes of a map are those of the file, so a slice of them is only sound while no
        // process writes to the file. No program can enforce that; ours write snapshots under another name and
        // rename them, so that the file under a map is never theirs to change, and the documentation says
        // so to people. The map is read-only and private to this value. Every bit pattern is a value of
        // the types that windows have ([`Pod`]), texts are checked when they are taken from it, and what
        // a foreign writer could cause is wrong numbers, or SIGBUS where it cuts the file.
        let map = unsafe { memmap2::MmapOptions::new().map(file)? };
        Ok(Self(Backing::Map(map)))
    }

    /// Reads at most so many bytes. Memory is taken as bytes come, whatever number was announced.
    pub fn read(mut input: impl Read, n_bytes: u64) -> io::Result<Self> {
        const FIRST: u64 = 1 << 16;
        let n_words = |n_bytes: u64| usize::try_from(n_bytes.div_ceil(8)).unwrap_or(usize::MAX);
        let (mut words, mut n) = (Vec::<u64>::new(), 0usize);
        while (n as u64) < n_bytes {
            if n == words.len() * 8 {
                let wanted = (2 * n as u64).max(FIRST).min(n_bytes);
                words.reserve_exact(n_words(wanted) - words.len());
                words.resize(n_words(wanted), 0);
            }
            let room = bytemuck::cast_slice_mut::<u64, u8>(&mut words);
            let end = room.len().min(usize::try_from(n_bytes).unwrap_or(usize::MAX));
            match input.read(&mut room[n..end]) {
                Ok(0) => break,
                Ok(more) => n += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self(Backing::Buffer(words, n)))
    }
}

impl Deref for Region {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            #[cfg(unix)]
            Backing::Map(map) => map,
            Backing::Buffer(words, n) => &bytemuck::cast_slice(words)[..*n],
        }
    }
}

/// A fixed slice that is its own memory or a window of a [`Region`]. Clones share it.
pub struct Column<T: 'static> {
    /// Points into what `owner` owns, or is empty.
    items: *const [T],
    owner: Option<Arc<dyn Any + Send + Sync>>,
}

// SAFETY: a column gives out nothing but `&[T]`, and its owner is `Send` and `Sync` itself; so it can be
// sent and shared where a `&[T]` can.
unsafe impl<T: Sync> Send for Column<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Column<T> {}

impl<T: Stored> Column<T> {
    /// The numbers that are stored in a range of bytes; nothing if the range is not within the region, or
    /// is not one of whole numbers at a place where they may stand.
    pub fn window(region: &Arc<Region>, range: Range<usize>) -> Option<Self> {
        let bytes = region.get(range)?;
        if cfg!(target_endian = "big") {
            return decoded(bytes).map(Self::from);
        }
        let items: &[T] = bytemuck::try_cast_slice(bytes).ok()?;
        Some(Self { items, owner: Some(region.clone()) })
    }
}

/// The numbers that are stored in some bytes, on any machine and from any place.
fn decoded<T: Stored>(bytes: &[u8]) -> Option<Vec<T>> {
    let (chunks, rest) = (bytes.chunks_exact(size_of::<T>()), bytes.len() % size_of::<T>());
    let items = chunks.map(|chunk| bytemuck::pod_read_unaligned::<T>(chunk).reordered());
    (rest == 0).then(|| items.collect())
}

impl<T: Send + Sync> From<Vec<T>> for Column<T> {
    fn from(mut items: Vec<T>) -> Self {
        if items.is_empty() {
            return Self::default();
        }
        items.shrink_to_fit();
        let owner = Arc::new(items);
        Self { items: owner.as_slice(), owner: Some(owner) }
    }
}

impl<T> Deref for Column<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `items` was made from a slice of what `owner` owns: the heap memory of a vector or a
        // region, neither of which moves or changes behind the `Arc`, which lives as long as `self`. An
        // empty column points to an empty slice that is always valid.
        unsafe { &*self.items }
    }
}

impl<'a, T> IntoIterator for &'a Column<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        let items: &'static [T] = &[];
        Self { items, owner: None }
    }
}

impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        Self { items: self.items, owner: self.owner.clone() }
    }
}

impl<T: PartialEq> PartialEq for Column<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Column<T> {}

impl<T: fmt::Debug> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_stored_numbers_and_outlives_the_region() {
        let numbers = [1u64, u64::MAX, 7, 1 << 40];
        let region = Region::read(&*stored_bytes(&numbers), 1000).expect("memory can be read");
        let region = Arc::new(region);
        let window = |range| Column::<u64>::window(&region, range);
        for misplaced in [0..31, 4..20, 0..40, 32..40] {
            assert!(window(misplaced.clone()).is_none(), "{misplaced:?}");
        }
        assert_eq!(window(32..32).as_deref(), Some(&[][..]));
        let column = window(8..32).expect("within the region");
        let clone = column.clone();
        drop((region, column));
        assert_eq!(*clone, numbers[1..]);
    }

    #[test]
    fn numbers_are_decoded_as_they_are_seen() {
        let bytes: Vec<u8> = (0..48u8).map(|byte| byte.wrapping_mul(37)).collect();
        let region = Arc::new(Region::read(&bytes[..], 48).expect("memory can be read"));
        fn same<T: Stored + PartialEq + fmt::Debug>(region: &Arc<Region>) {
            let column = Column::<T>::window(region, 0..48).expect("whole numbers");
            assert_eq!(decoded::<T>(region).as_deref(), Some(&*column));
            assert_eq!(stored_bytes(&column), &region[..]);
        }
        same::<u8>(&region);
        same::<u16>(&region);
        same::<u32>(&region);
        same::<u64>(&region);
        same::<[u32; 2]>(&region);
        assert_eq!(decoded::<u16>(&bytes[..3]), None);
    }

    #[test]
    fn a_region_has_what_is_there_and_no_more_than_asked_for() {
        let bytes: Vec<u8> = (0..200_003u32).map(|n| (n % 251) as u8).collect();
        for n in [0, 1, 9, 65_536, 65_537, 200_003, u64::MAX] {
            let region = Region::read(&bytes[..], n).expect("memory can be read");
            assert_eq!(*region, bytes[..usize::try_from(n).unwrap_or(usize::MAX).min(200_003)]);
        }
    }

    #[test]
    fn an_owned_column_is_what_it_was_made_of() {
        let column = Column::from(vec![3u32, 1, 2]);
        assert_eq!((&*column, &*column.clone()), (&[3, 1, 2][..], &[3, 1, 2][..]));
        assert_eq!(Column::from(Vec::<u32>::new()), Column::default());
    }
}
