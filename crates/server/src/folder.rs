//! The data folder: made for its owner alone, and locked for as long as a server uses it.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A folder that no other server uses.
pub(crate) struct DataFolder {
    path: PathBuf,
    /// The lock ends with this handle, and so also with a process that is killed.
    _lock: File,
}

impl DataFolder {
    /// Makes the folder where there is none, and locks it.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        make_private(path)?;
        let lock = path.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&lock);
        let file = file.with_context(|| format!("cannot open {}", lock.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "another server uses the data folder {}; stop that one, or choose another folder",
                path.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", lock.display()))
            }
        }
    }

    /// The file of jobs and results.
    pub(crate) fn database(&self) -> PathBuf {
        self.path.join("jobs.sqlite")
    }

    /// The folder of uploads, which is made where there is none.
    pub(crate) fn uploads(&self) -> Result<PathBuf> {
        let path = self.path.join("knowledge-bases");
        make_private(&path)?;
        Ok(path)
    }
}

/// Makes a folder that only its owner can enter; one that exists is left as it is.
fn make_private(path: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    if fs::metadata(path).is_ok_and(|known| known.is_dir()) {
        return Ok(());
    }
    builder.create(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_server() {
        let outside = tempfile::tempdir().unwrap();
        let path = outside.path().join("data");
        let first = DataFolder::open(&path).unwrap();
        let refused = DataFolder::open(&path).err().expect("it is in use").to_string();
        assert!(refused.contains("another server uses the data folder"), "{refused}");
        assert!(refused.contains(&*path.to_string_lossy()), "{refused}");
        drop(first);
        assert!(DataFolder::open(&path).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn what_the_server_makes_is_closed_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let outside = tempfile::tempdir().unwrap();
        let path = outside.path().join("a").join("data");
        let folder = DataFolder::open(&path).unwrap();
        for made in [path, folder.uploads().unwrap()] {
            let mode = fs::metadata(&made).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", made.display());
        }
    }
}
