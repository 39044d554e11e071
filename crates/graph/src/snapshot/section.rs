//! Sections: columns one after the other, with a checksum, at a place where they can be used as they are.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use evolearner_dl::{Column, Damage, DamageCause, Deferred, Digest, Region, Stored, checksum};

use super::{Decoded, SnapshotError};

/// Columns start at multiples of so many bytes, which suits every type of number.
const ALIGNMENT: u64 = 8;

/// The length of a column with the zeros behind it.
pub(super) fn padded(n_bytes: u64) -> u64 {
    n_bytes.checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX)
}

/// The bytes of a number of items, with the zeros behind them.
pub(super) fn bytes_of<T>(n: u64) -> Option<u64> {
    n.checked_mul(size_of::<T>() as u64)?.checked_next_multiple_of(ALIGNMENT)
}

/// Collects the columns of all sections.
#[derive(Default)]
pub(super) struct SectionWriter<'g> {
    columns: Vec<Cow<'g, [u8]>>,
    n_bytes: u64,
}

impl<'g> SectionWriter<'g> {
    /// Adds a section of these columns; returns its length and its checksum.
    pub(super) fn section(&mut self, columns: Vec<Cow<'g, [u8]>>) -> (u64, u64) {
        let mut digest = Digest::default();
        for column in &columns {
            digest.update(column);
            digest.update(padding(column));
        }
        self.columns.extend(columns);
        self.n_bytes += digest.n_bytes();
        (digest.n_bytes(), digest.finish())
    }

    /// The length of all sections.
    pub(super) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for column in &self.columns {
            out.write_all(column)?;
            out.write_all(padding(column))?;
        }
        Ok(())
    }
}

/// The zeros behind a column.
fn padding(column: &[u8]) -> &'static [u8] {
    let n = column.len() as u64;
    &[0; ALIGNMENT as usize][..(padded(n) - n) as usize]
}

/// Gives out the sections of a file one after the other.
pub(super) struct SectionReader {
    region: Arc<Region>,
    file: Arc<str>,
    next: usize,
}

impl SectionReader {
    /// A reader of the sections that start at a place of a file.
    pub(super) fn new(region: Arc<Region>, start: usize, name: &str) -> Self {
        Self { region, file: name.into(), next: start }
    }

    /// The next section, which has so many bytes. They are not looked at before `make` is to turn them into
    /// a value, which gives nothing if they do not fit together; `what` is the word for them in messages.
    pub(super) fn section<T: 'static>(
        &mut self,
        what: &'static str,
        n_bytes: Option<u64>,
        expected: u64,
        make: impl Fn(&mut Columns) -> Option<T> + Send + Sync + 'static,
    ) -> Decoded<Deferred<T>> {
        let n_left = (self.region.len() - self.next) as u64;
        let n_bytes = n_bytes.filter(|&n| n <= n_left && n.is_multiple_of(ALIGNMENT));
        let n_bytes = n_bytes.ok_or(SnapshotError::Content("lengths"))? as usize;
        let range = self.next..self.next + n_bytes;
        self.next = range.end;
        let (region, file) = (self.region.clone(), self.file.clone());
        Ok(Deferred::later(move || {
            let damage = |cause| Damage { file: file.clone(), cause };
            if checksum(&region[range.clone()]) != expected {
                return Err(damage(DamageCause::Checksum));
            }
            let mut columns = Columns { region: region.clone(), rest: range.clone() };
            let made = make(&mut columns).filter(|_| columns.rest.is_empty());
            made.ok_or_else(|| damage(DamageCause::Content(what)))
        }))
    }

    /// The end: an error if bytes are left.
    pub(super) fn finish(self) -> Decoded<()> {
        let is_end = self.next == self.region.len();
        if is_end { Ok(()) } else { Err(SnapshotError::Content("lengths")) }
    }
}

/// The columns of a section that are still to be taken.
pub(super) struct Columns {
    region: Arc<Region>,
    rest: Range<usize>,
}

impl Columns {
    /// The next column, of so many items; nothing if the section has not as many.
    pub(super) fn next<T: Stored>(&mut self, n: u64) -> Option<Column<T>> {
        let n_bytes = n.checked_mul(size_of::<T>() as u64)?;
        if padded(n_bytes) > self.rest.len() as u64 {
            return None;
        }
        let start = self.rest.start;
        self.rest.start += padded(n_bytes) as usize;
        Column::window(&self.region, start..start + n_bytes as usize)
    }
}
