//! Files that are whole or not there, and JSON on stdout.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes a file under a temporary name beside it and renames it when it is complete: whoever
/// looks sees the old file or the new one, and a failure leaves the old one as it was.
pub(crate) fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<T>,
) -> Result<T> {
    let place = || format!("cannot write {}", path.display());
    if path.is_dir() {
        anyhow::bail!("cannot write {}: it is a folder", path.display());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file =
        tempfile::Builder::new().prefix(".evolearner-").tempfile_in(folder).with_context(place)?;
    let mut writer = BufWriter::with_capacity(1 << 20, file.as_file_mut());
    let result = write(&mut writer).with_context(place)?;
    writer.flush().with_context(place)?;
    drop(writer);
    file.as_file().sync_all().with_context(place)?;
    set_usual_permissions(file.as_file()).with_context(place)?;
    file.persist(path).map_err(|error| error.error).with_context(place)?;
    Ok(result)
}

/// Temporary files are private; a result is as readable as any other file.
#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Prints one JSON document with its version.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
