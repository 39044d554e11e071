//! What is read: files, or standard input where the name is `-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use evolearner::problem::parse_list_lines;
use evolearner::read_text;

/// Standard input is read to its end by the first caller; a second one would find it empty.
static STDIN_IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a name stands for standard input, or for standard output where something is written.
pub(crate) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens a file or standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if !is_dash(path) {
        return Ok(Box::new(open_file(path)?));
    }
    if STDIN_IS_TAKEN.swap(true, Ordering::Relaxed) {
        bail!("`-` stands for standard input, which can be read only once");
    }
    Ok(Box::new(io::stdin()))
}

/// Opens a file.
pub(crate) fn open_file(path: &Path) -> Result<File> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        bail!("{} is a folder; name the files in it", path.display());
    }
    Ok(file)
}

/// Reads a text in any encoding that a knowledge base may have, compressed or not.
pub(crate) fn text(path: &Path) -> Result<String> {
    Ok(read_text(&name(path), open(path)?)?)
}

/// Reads all bytes.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", name(path)))?;
    Ok(bytes)
}

/// A list of names, each with its line.
pub(crate) struct List {
    /// The name of the file.
    pub(crate) name: String,
    /// Line numbers and names.
    pub(crate) lines: Vec<(usize, String)>,
}

impl List {
    /// Reads a list of names, one a line.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        Self::parse(name(path), &text(path)?)
    }

    pub(crate) fn parse(name: String, text: &str) -> Result<Self> {
        let lines = parse_list_lines(text).with_context(|| name.clone())?;
        Ok(Self { name, lines })
    }

    /// The names alone.
    pub(crate) fn names(&self) -> Vec<String> {
        self.lines.iter().map(|(_, name)| name.clone()).collect()
    }

    /// Where a name stands, as `file:line`.
    pub(crate) fn place_of(&self, name: &str) -> Option<String> {
        let (line, _) = self.lines.iter().find(|(_, known)| known == name)?;
        Some(format!("{}:{line}", self.name))
    }
}
