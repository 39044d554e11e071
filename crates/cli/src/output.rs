//! Files that are whole or not there, and text and JSON on stdout.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::input::is_dash;

/// Checks before the work that a file can be written when the work is done: its folder is there
/// and takes files, and it is none of the files that the command reads.
pub(crate) fn check<'a>(path: &Path, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    if is_dash(path) {
        return Ok(());
    }
    for input in inputs {
        if is_same_file(path, input) {
            bail!(
                "cannot write {}: the command reads this file, and what is written would replace \
                 it; choose another name",
                path.display()
            );
        }
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    if !is_special(path) {
        temporary(path)?;
    }
    Ok(())
}

/// Whether two names lead to one file: by the path without links, or by a hard link.
fn is_same_file(left: &Path, right: &Path) -> bool {
    let same_path = matches!(
        (left.canonicalize(), right.canonicalize()),
        (Ok(left), Ok(right)) if left == right
    );
    same_path || is_same_inode(left, right)
}

#[cfg(unix)]
fn is_same_inode(left: &Path, right: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path: &Path| {
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((metadata.dev(), metadata.ino()))
    };
    inode(left).is_some_and(|one| inode(right) == Some(one))
}

#[cfg(not(unix))]
fn is_same_inode(_left: &Path, _right: &Path) -> bool {
    false
}

/// A device or a pipe is written to; renaming a file onto it would replace it.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// A file beside the one that is meant, in the folder to which its links lead.
fn temporary(path: &Path) -> Result<(tempfile::NamedTempFile, PathBuf)> {
    let place = || format!("cannot write {}", path.display());
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("cannot write {}: there is no folder {}", path.display(), folder.display());
    }
    let file = tempfile::Builder::new().prefix(".evolearner-").tempfile_in(folder);
    Ok((file.with_context(place)?, target))
}

/// Writes a file under a temporary name beside it and renames it when it is complete: a
/// reader sees the old file or the new one, and a failure leaves the old one as it was. `-` is
/// stdout.
pub(crate) fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T> {
    let place = || format!("cannot write {}", path.display());
    if is_dash(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        let result = write(&mut out).and_then(|result| out.flush().map(|()| result));
        return result.context("cannot write to standard output");
    }
    if path.is_dir() {
        bail!("cannot write {}: it is a folder", path.display());
    }
    if is_special(path) {
        let file = File::options().write(true).open(path).with_context(place)?;
        let mut out = BufWriter::new(file);
        let result = write(&mut out).and_then(|result| out.flush().map(|()| result));
        return result.with_context(place);
    }
    let (mut file, target) = temporary(path)?;
    let mut writer = BufWriter::with_capacity(1 << 20, file.as_file_mut());
    let result = write(&mut writer).with_context(place)?;
    writer.flush().with_context(place)?;
    drop(writer);
    file.as_file().sync_all().with_context(place)?;
    set_usual_permissions(file.as_file()).with_context(place)?;
    file.persist(target).map_err(|error| error.error).with_context(place)?;
    Ok(result)
}

/// Temporary files are private; a result is as readable as any other file.
#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Prints a text for people.
pub(crate) fn print(text: &str) -> Result<()> {
    print_bytes(printable(text).as_bytes())
}

/// Prints a text for programs: as it is, unless stdout is a terminal, which would interpret
/// control characters.
pub(crate) fn print_data(text: &str) -> Result<()> {
    if io::stdout().is_terminal() { print(text) } else { print_bytes(text.as_bytes()) }
}

/// Prints one JSON document with its version.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    // Within strings, where alone they can be, these have a spelling that no terminal interprets.
    let is_control = |c: char| matches!(c, '\u{7f}'..='\u{9f}');
    print_bytes(replaced(&text, is_control, |c| format!("\\u{:04x}", c as u32)).as_bytes())
}

fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// A text without control characters, which a terminal would interpret: names and labels come from
/// files of others. Line feeds and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    replaced(text, is_control, |c| c.escape_unicode().to_string())
}

fn replaced(
    text: &str,
    is_bad: impl Fn(char) -> bool,
    spell: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_bad(character) {
            let _ = out.write_str(&spell(character));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_spelt_out() {
        assert_eq!(printable("a\tb\né ∃"), "a\tb\né ∃");
        assert_eq!(printable("\x1b[31m\u{9b}1m\r\x07"), "\\u{1b}[31m\\u{9b}1m\\u{d}\\u{7}");
    }
}
