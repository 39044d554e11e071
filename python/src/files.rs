//! Where knowledge bases are read from and written to.

use std::fs::File;
use std::io::{self, BufWriter, Cursor, Write};
use std::path::{Path, PathBuf};

use evolearner::{Format, Graph, Input};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::error;

/// What a knowledge base is read from.
pub(crate) fn inputs(
    source: &Bound<'_, PyAny>,
    format: Option<Format>,
) -> PyResult<Vec<Input<'static>>> {
    if source.is_instance_of::<PyList>() || source.is_instance_of::<PyTuple>() {
        let items: Vec<Bound<'_, PyAny>> = source.extract()?;
        if items.is_empty() {
            return Err(PyValueError::new_err("a knowledge base of no files: the list is empty"));
        }
        return items.iter().map(|item| input(item, format)).collect();
    }
    Ok(vec![input(source, format)?])
}

/// The file that a path leads to, which may be a snapshot; nothing for anything else.
pub(crate) fn snapshot_file(source: &Bound<'_, PyAny>) -> PyResult<Option<(String, File)>> {
    if source.is_instance_of::<PyBytes>() {
        return Ok(None);
    }
    match source.extract::<PathBuf>() {
        Ok(path) if path.is_file() => {
            let file = File::open(&path);
            let file = file.map_err(|failure| error::of_file(&path, "open", &failure))?;
            Ok(Some((path.display().to_string(), file)))
        }
        _ => Ok(None),
    }
}

fn input(source: &Bound<'_, PyAny>, format: Option<Format>) -> PyResult<Input<'static>> {
    let of_bytes = |bytes: Vec<u8>, name: &str, format| Input {
        name: name.to_owned(),
        bytes: Box::new(Cursor::new(bytes)),
        format,
    };
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(of_bytes(bytes.as_bytes().to_vec(), "bytes", format));
    }
    if source.hasattr("serialize")? && source.hasattr("namespace_manager")? {
        let module = source.py().import("evolearner._triples")?;
        let bytes = module.call_method1("rdflib_ntriples", (source,))?;
        return Ok(of_bytes(bytes.extract()?, "the rdflib graph", Some(Format::NTriples)));
    }
    let expected = "a path, bytes, an rdflib Graph or a list of them";
    let path: PathBuf = source.extract().map_err(|_| error::of_type(expected, source))?;
    let file = File::open(&path).map_err(|failure| error::of_file(&path, "open", &failure))?;
    if path.is_dir() {
        return Err(PyValueError::new_err(format!(
            "{} is a folder; name the files in it",
            path.display()
        )));
    }
    Ok(Input { name: path.display().to_string(), bytes: Box::new(file), format })
}

/// Writes under a temporary name and renames: a failure leaves an old file as it was.
pub(crate) fn write_whole(path: &Path, graph: &Graph) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new().prefix(".evolearner-").tempfile_in(folder)?;
    let mut out = BufWriter::with_capacity(1 << 20, file.as_file_mut());
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("nt") => graph.write_ntriples(&mut out)?,
        Some("ttl") => graph.write_turtle(&mut out)?,
        _ => graph.write_snapshot(&mut out)?,
    };
    out.flush()?;
    drop(out);
    set_usual_permissions(file.as_file())?;
    file.persist(path).map_err(|failure| failure.error)?;
    Ok(())
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
