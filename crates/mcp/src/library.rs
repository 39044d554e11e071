//! The knowledge bases that are open, and the folders that files may come from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use evolearner::KnowledgeBase;

use crate::arguments::CallError;

/// The name of the family that is always there.
pub(crate) const FAMILY: &str = "family";

/// The most knowledge bases that are open at the same time; the one opened first makes room.
const MAX_OPEN: usize = 8;

/// Knowledge bases by the name that they were opened under.
pub(crate) struct Library {
    folders: Vec<PathBuf>,
    /// In the order in which they were opened.
    open: Mutex<Vec<(String, KnowledgeBase)>>,
}

impl Library {
    pub(crate) fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders, open: Mutex::new(Vec::new()) }
    }

    /// The file of a path, if it lies in one of the folders: links are followed before that is decided.
    fn file(&self, path: &str) -> Result<PathBuf, CallError> {
        let outside = || {
            let folders: Vec<String> =
                self.folders.iter().map(|folder| folder.display().to_string()).collect();
            let folders = match folders.as_slice() {
                [] => "no folder was given at start, so that only `family` is there".to_owned(),
                folders => format!("files are read from {} alone", folders.join(", ")),
            };
            CallError(format!("there is no file {path} to be read: {folders}"))
        };
        let candidates = std::iter::once(PathBuf::from(path))
            .filter(|path| path.is_absolute())
            .chain(self.folders.iter().map(|folder| folder.join(path)));
        for candidate in candidates {
            let Ok(file) = candidate.canonicalize() else { continue };
            let is_inside = self
                .folders
                .iter()
                .any(|folder| folder.canonicalize().is_ok_and(|folder| file.starts_with(folder)));
            if is_inside && file.is_file() {
                return Ok(file);
            }
        }
        Err(outside())
    }

    /// Loads a file, or takes what was loaded before.
    pub(crate) fn open(&self, name: &str) -> Result<KnowledgeBase, CallError> {
        if let Some(known) = self.known(name) {
            return Ok(known);
        }
        let kb = if name == FAMILY {
            KnowledgeBase::embedded()
        } else {
            let file = self.file(name)?;
            KnowledgeBase::from_path(Path::new(&file)).map_err(CallError::of)?
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MAX_OPEN {
            open.remove(0);
        }
        open.push((name.to_owned(), kb.clone()));
        Ok(kb)
    }

    fn known(&self, name: &str) -> Option<KnowledgeBase> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.iter().find(|(known, _)| known == name).map(|(_, kb)| kb.clone())
    }

    /// What can be opened: the family, and the files of the folders by their names.
    pub(crate) fn listed(&self) -> BTreeMap<String, u64> {
        let mut found = BTreeMap::from([(FAMILY.to_owned(), 0)]);
        for folder in &self.folders {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            for entry in entries {
                let Ok(metadata) = entry.metadata() else { continue };
                if metadata.is_file() {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    found.insert(name, metadata.len());
                }
            }
        }
        found
    }
}
