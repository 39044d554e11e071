//! Raw results, one row per fold, appended as they come.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result};
use evolearner::learning::Confusion;
use serde::Deserialize;

/// One fold of one variant on one problem.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Row {
    /// The problem.
    pub problem: String,
    /// The variant.
    pub variant: String,
    /// What decides the variant's results.
    pub settings: String,
    /// The seed.
    pub seed: u64,
    /// The fold, from 0.
    pub fold: usize,
    /// `ok`, or why there is no result.
    pub status: String,
    /// Positives covered among those learned from, and so on.
    pub train_tp: u32,
    /// Negatives covered.
    pub train_fp: u32,
    /// Negatives spared.
    pub train_tn: u32,
    /// Positives missed.
    pub train_fn: u32,
    /// The same for those held back.
    pub test_tp: u32,
    /// Negatives covered.
    pub test_fp: u32,
    /// Negatives spared.
    pub test_tn: u32,
    /// Positives missed.
    pub test_fn: u32,
    /// Length of the concept; 0 where it is not known.
    pub length: usize,
    /// Its nodes.
    pub nodes: usize,
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

    /// The columns with what stands in them.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        HEADER.into_iter().zip(self.record())
    }

    fn record(&self) -> [String; 18] {
        [
            self.problem.clone(),
            self.variant.clone(),
            self.settings.clone(),
            self.seed.to_string(),
            self.fold.to_string(),
            self.status.clone(),
            self.train_tp.to_string(),
            self.train_fp.to_string(),
            self.train_tn.to_string(),
            self.train_fn.to_string(),
            self.test_tp.to_string(),
            self.test_fp.to_string(),
            self.test_tn.to_string(),
            self.test_fn.to_string(),
            self.length.to_string(),
            self.nodes.to_string(),
            format!("{:.4}", self.seconds),
            self.concept.clone(),
        ]
    }
}

/// A file of rows that only ever grows.
pub struct RowFile {
    file: File,
}

impl RowFile {
    /// Opens or makes a file of rows; tells those that are whole. What a killed run left of its
    /// last row is cut off.
    pub fn open(path: &Path) -> Result<(Self, Vec<Row>)> {
        let place = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(place)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(place)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).with_context(place)?;
        file.seek(SeekFrom::End(0)).with_context(place)?;
        let mut rows = Vec::new();
        if whole == 0 {
            append(&mut file, &HEADER).with_context(place)?;
        } else {
            for row in csv::Reader::from_reader(&bytes[..whole]).deserialize() {
                rows.push(row.with_context(place)?);
            }
        }
        Ok((Self { file }, rows))
    }

    /// Adds a row; it is on its way to the disk when this returns.
    pub fn push(&mut self, row: &Row) -> Result<()> {
        append(&mut self.file, &row.record())
    }
}

fn append<T: AsRef<[u8]>>(file: &mut File, record: &[T]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(record)?;
    // In one piece, so that two rows are never mixed.
    file.write_all(&writer.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
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
            train_tp: 1,
            train_fp: 2,
            train_tn: 3,
            train_fn: 4,
            test_tp: 5,
            test_fp: 6,
            test_tn: 7,
            test_fn: 8,
            length: 9,
            nodes: 10,
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
}
