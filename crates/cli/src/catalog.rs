//! Where imported ontologies are found: a folder with files, by catalogue or by name.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use evolearner::Input;

/// A folder of ontologies that may be imported.
pub(crate) struct Catalog {
    entries: Vec<(String, PathBuf)>,
    files: Vec<PathBuf>,
    used: RefCell<Vec<PathBuf>>,
}

impl Catalog {
    /// Reads a folder: the entries of an OASIS `catalog-v001.xml`, as Protégé writes it, and the
    /// names of the files.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.retain(|path| path.is_file());
        files.sort();
        let catalogue = folder.join("catalog-v001.xml");
        let entries = match fs::read_to_string(&catalogue) {
            Ok(text) => catalogue_entries(&text)
                .into_iter()
                .map(|(iri, path)| (iri, folder.join(path)))
                .collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Self { entries, files, used: RefCell::default() })
    }

    /// The file of an ontology: by the catalogue, else by its last name, else by an `owl:Ontology`
    /// of that IRI at the beginning of a file.
    pub(crate) fn find(&self, iri: &str) -> Option<io::Result<Input<'static>>> {
        let path = self.path(iri)?;
        self.used.borrow_mut().push(path.clone());
        let open = || {
            let file = File::open(&path)?;
            let name = path.display().to_string();
            Ok(Input { name, bytes: Box::new(file), format: None })
        };
        Some(open())
    }

    /// The files that were found so far.
    pub(crate) fn used(&self) -> Vec<PathBuf> {
        self.used.borrow().clone()
    }

    fn path(&self, iri: &str) -> Option<PathBuf> {
        if let Some((_, path)) = self.entries.iter().find(|(known, _)| known == iri) {
            return Some(path.clone());
        }
        let last = iri.trim_end_matches(['#', '/']).rsplit(['/', '#', ':']).next()?;
        let named = self.files.iter().find(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name == last || name.split('.').next() == Some(last)
        });
        named.or_else(|| self.files.iter().find(|path| is_about(path, iri))).cloned()
    }
}

/// Whether a file names the ontology in its first few kilobytes as its own.
fn is_about(path: &Path, iri: &str) -> bool {
    use io::Read;
    let mut head = Vec::new();
    let Ok(file) = File::open(path) else { return false };
    if file.take(1 << 16).read_to_end(&mut head).is_err() {
        return false;
    }
    let head = String::from_utf8_lossy(&head);
    let iri = iri.trim_end_matches('#');
    [
        format!("Ontology rdf:about=\"{iri}\""),
        format!("<{iri}> a owl:Ontology"),
        format!("<{iri}> rdf:type owl:Ontology"),
        format!("Ontology(<{iri}>"),
        format!("ontologyIRI=\"{iri}\""),
    ]
    .iter()
    .any(|sign| head.contains(sign.as_str()))
}

/// The `name` and `uri` of each `<uri …/>` element.
fn catalogue_entries(text: &str) -> Vec<(String, String)> {
    let attribute = |element: &str, name: &str| {
        let start = element.find(&format!(" {name}=\""))? + name.len() + 3;
        let length = element[start..].find('"')?;
        Some(element[start..start + length].to_owned())
    };
    text.split("<uri")
        .skip(1)
        .filter_map(|rest| {
            let element = &rest[..rest.find('>')?];
            Some((attribute(element, "name")?, attribute(element, "uri")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_a_catalogue() {
        let text =
            r#"<catalog><group><uri id="x" name="http://a/b" uri="b.owl"/></group></catalog>"#;
        assert_eq!(catalogue_entries(text), [("http://a/b".to_owned(), "b.owl".to_owned())]);
    }
}
