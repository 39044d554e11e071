//! Raw results, one row per fold, appended as they come.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use evolearner::Confusion;
use serde::Deserialize;

use crate::external::FAILURE;

/// One fold of one variant on one problem.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Row {
    /// The problem.
    pub problem: String,
    /// The variant.
    pub variant: String,
    /// A fingerprint of everything that decides the row.
    pub settings: String,
    /// The seed.
    pub seed: u64,
    /// The fold, from 0.
    pub fold: usize,
    /// `ok`, or why there is no result.
    pub status: String,
    /// Positives covered among those learned from, and so on; nothing where a learner does not say.
    pub train_tp: Option<u32>,
    /// Negatives covered.
    pub train_fp: Option<u32>,
    /// Negatives spared.
    pub train_tn: Option<u32>,
    /// Positives missed.
    pub train_fn: Option<u32>,
    /// The same for those held back.
    pub test_tp: u32,
    /// Negatives covered.
    pub test_fp: u32,
    /// Negatives spared.
    pub test_tn: u32,
    /// Positives missed.
    pub test_fn: u32,
    /// Length of the concept; nothing where it is not known.
    pub length: Option<usize>,
    /// Its nodes.
    pub nodes: Option<usize>,
    /// Seconds of learning.
    pub seconds: f64,
    /// The concept.
    pub concept: String,
}

const HEADER: [&str; 18] = [
    "problem", "variant", "settings", "seed", "fold", "status", "train_tp", "train_fp", "train_tn",
    "train_fn", "test_tp", "test_fp", "test_tn", "test_fn", "length", "nodes", "seconds",
    "concept",
];

impl Row {
    /// The outcome on the examples held back.
    pub fn test(&self) -> Confusion {
        Confusion { tp: self.test_tp, fp: self.test_fp, tn: self.test_tn, fn_: self.test_fn }
    }

    /// Whether a program of another learner ended badly; its complaint stands for the concept.
    pub fn is_failure(&self) -> bool {
        self.status == FAILURE
    }

    /// The columns with what stands in them.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        HEADER.into_iter().zip(self.record())
    }

    /// What distinguishes it from other rows. Of two rows with one key the later one counts.
    fn key(&self) -> (&str, &str, &str, u64, usize) {
        (&self.problem, &self.variant, &self.settings, self.seed, self.fold)
    }

    fn record(&self) -> [String; 18] {
        let train = |count: Option<u32>| count.map_or_else(String::new, |count| count.to_string());
        let size = |size: Option<usize>| size.map_or_else(String::new, |size| size.to_string());
        [
            self.problem.clone(),
            self.variant.clone(),
            self.settings.clone(),
            self.seed.to_string(),
            self.fold.to_string(),
            self.status.clone(),
            train(self.train_tp),
            train(self.train_fp),
            train(self.train_tn),
            train(self.train_fn),
            self.test_tp.to_string(),
            self.test_fp.to_string(),
            self.test_tn.to_string(),
            self.test_fn.to_string(),
            size(self.length),
            size(self.nodes),
            format!("{:.4}", self.seconds),
            self.concept.clone(),
        ]
    }
}

/// A file of rows that grows while a suite runs.
pub struct RowFile {
    file: File,
}

impl RowFile {
    /// Opens or makes a file of rows, and returns its rows, the later one of two with one key. What
    /// a killed run left of its last row is cut off; a file of something else is left alone and
    /// refused.
    pub fn open(path: &Path) -> Result<(Self, Vec<Row>)> {
        let place = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(place)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(place)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut rows: Vec<Row> = Vec::new();
        if whole == 0 {
            if !line(&HEADER)?.starts_with(&bytes) {
                bail!("{} is not a file of rows: move it elsewhere", path.display());
            }
            file.set_len(0).with_context(place)?;
            file.rewind().with_context(place)?;
            append(&mut file, &HEADER).with_context(place)?;
        } else {
            for row in csv::Reader::from_reader(&bytes[..whole]).deserialize() {
                rows.push(row.with_context(place)?);
            }
            file.set_len(whole as u64).with_context(place)?;
            file.seek(SeekFrom::End(0)).with_context(place)?;
        }
        Ok((Self { file }, latest(&rows)))
    }

    /// Drops the rows of a file for which there are later ones, once these are there: under another
    /// name first, so that the rows are never gone.
    pub fn drop_superseded(path: &Path) -> Result<()> {
        let place = || format!("cannot use {}", path.display());
        let (_, rows) = Self::open(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = tempfile::Builder::new()
            .prefix(".rows")
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .with_context(place)?;
        append(file.as_file_mut(), &HEADER).with_context(place)?;
        for row in rows {
            append(file.as_file_mut(), &row.record()).with_context(place)?;
        }
        // A temporary file is readable for its owner alone; results are as other files are.
        let permissions = std::fs::metadata(path).with_context(place)?.permissions();
        file.as_file().set_permissions(permissions).with_context(place)?;
        file.persist(path).with_context(place)?;
        Ok(())
    }

    /// Adds a row; it is on its way to the disk when this returns.
    pub fn push(&mut self, row: &Row) -> Result<()> {
        append(&mut self.file, &row.record())
    }
}

/// Of rows with one key the last, in the order of the file.
fn latest(rows: &[Row]) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let is_latest: Vec<bool> = rows.iter().rev().map(|row| seen.insert(row.key())).collect();
    rows.iter()
        .zip(is_latest.into_iter().rev())
        .filter(|(_, is_latest)| *is_latest)
        .map(|(row, _)| row.clone())
        .collect()
}

fn line<T: AsRef<[u8]>>(record: &[T]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(record)?;
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

fn append<T: AsRef<[u8]>>(file: &mut File, record: &[T]) -> Result<()> {
    // In one piece, so that two rows are never mixed.
    file.write_all(&line(record)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(fold: usize) -> Row {
        Row {
            problem: "family".to_owned(),
            variant: "a, \"b\"".to_owned(),
            settings: "0".to_owned(),
            seed: 1,
            fold,
            status: "ok".to_owned(),
            train_tp: Some(1),
            train_fp: Some(2),
            train_tn: Some(3),
            train_fn: Some(4),
            test_tp: 5,
            test_fp: 6,
            test_tn: 7,
            test_fn: 8,
            length: Some(9),
            nodes: None,
            seconds: 0.25,
            concept: "Male ⊓ \"x\"".to_owned(),
        }
    }

    #[test]
    fn rows_survive_and_half_a_row_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let (mut file, rows) = RowFile::open(&path).unwrap();
        assert!(rows.is_empty());
        file.push(&row(0)).unwrap();
        file.push(&row(1)).unwrap();
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(b"family,half a row,");
        std::fs::write(&path, bytes).unwrap();
        let (mut file, rows) = RowFile::open(&path).unwrap();
        assert_eq!(rows, [row(0), row(1)]);
        file.push(&row(2)).unwrap();
        drop(file);
        assert_eq!(RowFile::open(&path).unwrap().1, [row(0), row(1), row(2)]);
    }

    #[test]
    fn cells_that_are_not_known_stay_empty() {
        let unknown = Row { train_tp: None, train_fp: None, length: None, ..row(0) };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        RowFile::open(&path).unwrap().0.push(&unknown).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(",ok,,,3,4,5,6,7,8,,,0.2500,\"Male ⊓ \"\"x\"\"\"\n"), "{text}");
        assert_eq!(RowFile::open(&path).unwrap().1, [unknown]);
    }

    #[test]
    fn of_two_rows_with_one_key_the_later_counts_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let (mut file, _) = RowFile::open(&path).unwrap();
        let other = Row { settings: "another program".to_owned(), ..row(0) };
        let again = Row { test_tp: 50, ..row(0) };
        for row in [&row(0), &other, &row(1), &again] {
            file.push(row).unwrap();
        }
        drop(file);
        let expected = [other, row(1), again];
        assert_eq!(RowFile::open(&path).unwrap().1, expected);
        let n_lines = || std::fs::read_to_string(&path).unwrap().lines().count();
        assert_eq!(n_lines(), 5, "reading drops nothing");
        RowFile::drop_superseded(&path).unwrap();
        assert_eq!(n_lines(), 4);
        assert_eq!(RowFile::open(&path).unwrap().1, expected);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no other file is left");
    }

    #[test]
    fn a_file_of_something_else_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        for text in ["my notes", "my notes\nand more\nthat ends in half a line"] {
            std::fs::write(&path, text).unwrap();
            assert!(RowFile::open(&path).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
