//! A graph as a file that opens without being read.
//!
//! Layout, all numbers little-endian: a header; a directory; how the graph was made; and *sections*, each
//! a few columns that start at multiples of eight bytes. The header is eight magic bytes, the format
//! version, four zero bytes, length and checksum (XXH3-64) of directory and origin, and the length of all
//! sections. The directory has what is small, and of each section how long its columns are and its
//! checksum; so its own length and checksum identify a graph. The origin is apart because it has the names
//! of files and what else may differ between two readings of the same facts.
//!
//! Opening looks at header, directory and origin. A section is looked at when something of it is first
//! asked for, or by [`Graph::check`]. Checksums find damage; and because a checksum can be forged, every
//! column is checked for what the graph relies on, so that no file can cause a panic later. Columns are
//! windows of the file, which is mapped into memory ([`Graph::map_snapshot`]) or read into one buffer
//! ([`Graph::read_snapshot`], which checks all of it at once).

mod directory;
mod section;

use std::fs::File;
use std::io::{self, Cursor, Read, Write};
use std::sync::Arc;

use evolearner_dl::{Damage, DamageCause, Region};

use crate::codec::{Damaged, Decoder, Encoder, checksum};
use crate::graph::Graph;
use section::{SectionReader, SectionWriter, padded};

/// The first bytes of every snapshot.
pub const SNAPSHOT_MAGIC: [u8; 8] = *b"EVOGRAPH";
const VERSION: u32 = 6;
const HEADER: usize = 56;

/// Why a file is no usable snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes could not be had.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not start as a snapshot does.
    #[error("this is no snapshot")]
    NotASnapshot,
    /// The file is of a version that this program does not read.
    #[error(
        "the snapshot has format version {0}, this program reads version {VERSION}; make it anew with `evolearner snapshot`"
    )]
    Version(u32),
    /// The file ends too early or goes on too long: the bytes that are there, at least, and those
    /// that belong to it.
    #[error("{}", wrong_length(*.0, *.1))]
    Length(u64, u64),
    /// The file was changed after it was written.
    #[error("the snapshot is damaged: its checksum does not match")]
    Checksum,
    /// The parts contradict each other.
    #[error("the snapshot is damaged: its {0} do not fit together")]
    Content(&'static str),
}

impl From<Damage> for SnapshotError {
    fn from(damage: Damage) -> Self {
        match damage.cause {
            DamageCause::Checksum => Self::Checksum,
            DamageCause::Content(what) => Self::Content(what),
        }
    }
}

impl From<Damaged> for SnapshotError {
    fn from(Damaged(what): Damaged) -> Self {
        Self::Content(what)
    }
}

fn wrong_length(there: u64, expected: u64) -> String {
    if there < expected {
        format!("the snapshot is incomplete: {there} of {expected} bytes are there")
    } else {
        format!("the snapshot is damaged: more follows behind its {expected} bytes")
    }
}

type Decoded<T> = Result<T, SnapshotError>;

impl Graph {
    /// Writes the graph; returns the number of bytes.
    pub fn write_snapshot(&self, mut out: impl Write) -> io::Result<u64> {
        let mut sections = SectionWriter::default();
        let mut directory = Encoder::new();
        directory.graph(self, &mut sections);
        let mut origin = Encoder::new();
        origin.origin(&self.origin);

        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&SNAPSHOT_MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        let parts = [directory.as_bytes(), origin.as_bytes()];
        for (part, place) in parts.into_iter().zip(header[16..48].chunks_exact_mut(16)) {
            place[..8].copy_from_slice(&(part.len() as u64).to_le_bytes());
            place[8..].copy_from_slice(&checksum(part).to_le_bytes());
        }
        header[48..].copy_from_slice(&sections.n_bytes().to_le_bytes());
        out.write_all(&header)?;
        for part in parts {
            out.write_all(part)?;
        }
        let n = (HEADER + parts[0].len() + parts[1].len()) as u64;
        out.write_all(&[0; 8][..(padded(n) - n) as usize])?;
        sections.write(&mut out)?;
        out.flush()?;
        Ok(padded(n) + sections.n_bytes())
    }

    /// Length and checksum of the directory of the graph's snapshot: the same for the same facts, whatever
    /// the files were called.
    pub fn identity(&self) -> (u64, u64) {
        let mut directory = Encoder::new();
        directory.graph(self, &mut SectionWriter::default());
        (directory.as_bytes().len() as u64, checksum(directory.as_bytes()))
    }

    /// Reads a graph that [`Graph::write_snapshot`] wrote, and checks all of it.
    pub fn read_snapshot(mut input: impl Read) -> Result<Self, SnapshotError> {
        let mut bytes = [0; HEADER];
        let n = read_up_to(&mut input, &mut bytes)?;
        let header = Header::read(&bytes[..n])?;
        // One byte more than announced, to notice a file that goes on.
        let input = Cursor::new(bytes).chain(input);
        let region = Region::read(input, header.n_bytes().saturating_add(1))?;
        let graph = opened(Arc::new(region), "the snapshot")?;
        graph.check()?;
        Ok(graph)
    }

    /// Maps a file that [`Graph::write_snapshot`] wrote: its parts are read and checked when they are first
    /// used, and processes that map the same file share the memory. The name is for messages about parts
    /// that turn out to be damaged.
    ///
    /// The file must not be written to while the graph is in use; it can be replaced by another one and
    /// removed. Where files cannot be mapped, or numbers are stored otherwise, it is read.
    pub fn map_snapshot(file: &File, name: &str) -> Result<Self, SnapshotError> {
        #[cfg(all(unix, target_endian = "little"))]
        if file.metadata()?.is_file() {
            return opened(Arc::new(Region::map(file)?), name);
        }
        let _ = name;
        Self::read_snapshot(file)
    }
}

/// What stands at the start of a file.
struct Header {
    n_directory: u64,
    directory_checksum: u64,
    n_origin: u64,
    origin_checksum: u64,
    n_sections: u64,
}

impl Header {
    fn read(bytes: &[u8]) -> Decoded<Self> {
        if bytes.len() < 8 || bytes[..8] != SNAPSHOT_MAGIC {
            return Err(SnapshotError::NotASnapshot);
        }
        if bytes.len() < HEADER {
            return Err(SnapshotError::Length(bytes.len() as u64, HEADER as u64));
        }
        let word =
            |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let (version, reserved) = (word(8) as u32, word(8) >> 32);
        if version != VERSION {
            return Err(SnapshotError::Version(version));
        }
        // Outside of the checksums, but no less part of the file: no byte may be anything else.
        if reserved != 0 {
            return Err(SnapshotError::Content("header fields"));
        }
        let [n_directory, directory_checksum, n_origin, origin_checksum, n_sections] =
            [16, 24, 32, 40, 48].map(word);
        Ok(Self { n_directory, directory_checksum, n_origin, origin_checksum, n_sections })
    }

    /// Where the sections start.
    fn start_of_sections(&self) -> u64 {
        let n = (HEADER as u64).saturating_add(self.n_directory).saturating_add(self.n_origin);
        padded(n)
    }

    /// The length of the file.
    fn n_bytes(&self) -> u64 {
        self.start_of_sections().saturating_add(self.n_sections)
    }
}

/// The graph of a whole file, of which directory and origin are checked.
fn opened(region: Arc<Region>, name: &str) -> Decoded<Graph> {
    let header = Header::read(&region)?;
    if region.len() as u64 != header.n_bytes() {
        return Err(SnapshotError::Length(region.len() as u64, header.n_bytes()));
    }
    // Both parts lie within the file, because the sum of all does.
    let (start, bytes) = (header.start_of_sections() as usize, region.clone());
    let (directory, rest) = bytes[HEADER..start].split_at(header.n_directory as usize);
    let (origin, padding) = rest.split_at(header.n_origin as usize);
    if checksum(directory) != header.directory_checksum
        || checksum(origin) != header.origin_checksum
    {
        return Err(SnapshotError::Checksum);
    }
    if padding.iter().any(|&byte| byte != 0) {
        return Err(SnapshotError::Content("header fields"));
    }
    let mut graph = Decoder::new(directory).graph(SectionReader::new(region, start, name))?;
    graph.origin = Decoder::new(origin).origin(&graph)?;
    Ok(graph)
}

fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < buffer.len() {
        match input.read(&mut buffer[n..])? {
            0 => break,
            more => n += more,
        }
    }
    Ok(n)
}
