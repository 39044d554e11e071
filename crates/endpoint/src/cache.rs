//! Whole answers on disk, so that an extraction that ended early goes on where it was and a second one asks
//! nothing.
//!
//! A file is named after a hash of the address, the graphs, the user and the query, and holds them, so that
//! two questions with one hash are distinguished. It is written under another name, synced and renamed; a
//! checksum stands in its first line. What cannot be read is as good as absent.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

use crate::error::Error;
use crate::results::ResultRows;
use crate::settings::CacheSettings;
use crate::term::Term;

/// A folder of answers of one endpoint.
pub(crate) struct Cache {
    folder: PathBuf,
    /// What all keys have in common: address, graphs and user.
    scope: String,
    max_age: Duration,
    is_refreshed: bool,
    pub(crate) is_offline: bool,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    scope: String,
    question: String,
    n_illegal: u64,
    digest: u64,
}

const VERSION: u32 = 1;

impl Cache {
    pub(crate) fn open(settings: &CacheSettings, scope: String) -> Result<Self, Error> {
        let path = settings.folder.display().to_string();
        fs::create_dir_all(&settings.folder).map_err(|cause| Error::Cache { path, cause })?;
        Ok(Self {
            folder: settings.folder.clone(),
            scope,
            max_age: settings.max_age,
            is_refreshed: settings.refresh,
            is_offline: settings.offline,
        })
    }

    /// The rows that were kept for a query.
    pub(crate) fn rows(&self, query: &str) -> Option<ResultRows> {
        let (n_illegal, bytes) = self.read(query)?;
        let text = String::from_utf8(bytes).ok()?;
        let row = |line: &str| line.split('\t').map(Term::from_text).collect();
        Some(ResultRows { rows: text.lines().map(row).collect(), n_illegal })
    }

    /// Keeps the rows of a query.
    pub(crate) fn keep_rows(&self, query: &str, rows: &ResultRows) -> Result<(), Error> {
        let mut text = String::new();
        for row in &rows.rows {
            for (column, term) in row.iter().enumerate() {
                text.push_str(if column > 0 { "\t" } else { "" });
                text.push_str(term.as_str());
            }
            text.push('\n');
        }
        self.keep(query, rows.n_illegal, text.as_bytes())
    }

    /// The bytes that were kept for a question of any kind.
    pub(crate) fn bytes(&self, question: &str) -> Option<Vec<u8>> {
        self.read(question).map(|(_, bytes)| bytes)
    }

    /// Keeps bytes for a question of any kind.
    pub(crate) fn keep_bytes(&self, question: &str, bytes: &[u8]) -> Result<(), Error> {
        self.keep(question, 0, bytes)
    }

    fn path(&self, question: &str) -> PathBuf {
        let key = format!("{}\n{question}", self.scope);
        self.folder.join(format!("{:016x}.gz", XxHash3_64::oneshot(key.as_bytes())))
    }

    fn read(&self, question: &str) -> Option<(u64, Vec<u8>)> {
        if self.is_refreshed {
            return None;
        }
        let path = self.path(question);
        if !self.is_offline && age(&path)? > self.max_age {
            return None;
        }
        let mut reader = BufReader::new(GzDecoder::new(BufReader::new(File::open(path).ok()?)));
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let head: Head = serde_json::from_str(&line).ok()?;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).ok()?;
        let is_ours = head.version == VERSION
            && (&head.scope, head.question.as_str()) == (&self.scope, question)
            && head.digest == XxHash3_64::oneshot(&bytes);
        is_ours.then_some((head.n_illegal, bytes))
    }

    fn keep(&self, question: &str, n_illegal: u64, bytes: &[u8]) -> Result<(), Error> {
        let head = Head {
            version: VERSION,
            scope: self.scope.clone(),
            question: question.to_owned(),
            n_illegal,
            digest: XxHash3_64::oneshot(bytes),
        };
        let write = || -> std::io::Result<()> {
            let file = tempfile::NamedTempFile::new_in(&self.folder)?;
            let mut writer = GzEncoder::new(file, Compression::fast());
            serde_json::to_writer(&mut writer, &head)?;
            writer.write_all(b"\n")?;
            writer.write_all(bytes)?;
            let file = writer.finish()?;
            file.as_file().sync_all()?;
            file.persist(self.path(question))?;
            Ok(())
        };
        let path = self.folder.display().to_string();
        write().map_err(|cause| Error::Cache { path, cause })
    }
}

fn age(path: &Path) -> Option<Duration> {
    let modified = fs::metadata(path).ok()?.modified().ok()?;
    Some(SystemTime::now().duration_since(modified).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_a_flipped_bit_is_as_good_as_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = CacheSettings::new(folder.path());
        let cache = Cache::open(&settings, "http://e/".to_owned()).expect("a cache");
        let rows = ResultRows {
            rows: vec![
                vec![Term::iri("http://e/a"), Term::default()],
                vec![Term::literal("a\tb\n", "", ""), Term::blank("b")],
            ],
            n_illegal: 3,
        };
        assert_eq!(cache.rows("q"), None);
        cache.keep_rows("q", &rows).expect("kept");
        assert_eq!(cache.rows("q"), Some(rows));
        assert_eq!(cache.rows("r"), None);
        let other = Cache::open(&settings, "http://f/".to_owned()).expect("a cache");
        assert_eq!(other.rows("q"), None);
        let path = cache.path("q");
        let whole = fs::read(&path).expect("a file");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            fs::write(&path, &bytes).expect("written");
            let found = cache.rows("q");
            // Some bits of the envelope of gzip mean nothing.
            assert!(found.is_none_or(|rows| rows.n_illegal == 3), "byte {at}");
            fs::write(&path, &whole[..at]).expect("written");
            assert_eq!(cache.rows("q"), None, "cut at {at}");
        }
    }
}
