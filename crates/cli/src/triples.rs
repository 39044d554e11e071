//! Files of triples: the ending decides notation and compression.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use evolearner::Compression;

use crate::input::is_dash;
use crate::output;

/// How triples are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// A line per triple.
    NTriples,
    /// A paragraph per subject.
    Turtle,
    /// An XML element per subject.
    RdfXml,
}

/// The notation and compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TripleFile {
    notation: Notation,
    compression: Option<Compression>,
}

impl TripleFile {
    /// What the ending of a name asks for; stdout has none and gets `on_stdout`.
    pub(crate) fn named(path: &Path, on_stdout: Notation) -> Result<Self> {
        if is_dash(path) {
            return Ok(Self { notation: on_stdout, compression: None });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (compression, plain) = Compression::from_name(&name);
        let ending = plain.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let notation = match ending.as_str() {
            "nt" => Notation::NTriples,
            "ttl" => Notation::Turtle,
            "owl" | "rdf" => Notation::RdfXml,
            _ if output::is_special(path) => on_stdout,
            _ => bail!(
                "cannot write {}: the ending says no format; use .nt (N-Triples), .ttl (Turtle), \
                 .owl or .rdf (RDF/XML), and .gz or .zst behind it to compress",
                path.display()
            ),
        };
        Ok(Self { notation, compression })
    }

    /// Writes the file, whole or not at all.
    pub(crate) fn write<T>(
        self,
        path: &Path,
        write: impl FnOnce(Notation, &mut dyn Write) -> io::Result<T>,
    ) -> Result<T> {
        output::write_whole(path, |out| match self.compression {
            Some(compression) => compression.write(out, |out| write(self.notation, out)),
            None => write(self.notation, out),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_decide() {
        use Compression::{Gzip, Zstd};
        use Notation::{NTriples, RdfXml, Turtle};
        for (name, notation, compression) in [
            ("a.nt", NTriples, None),
            ("d.x/A.TTL", Turtle, None),
            ("a.owl", RdfXml, None),
            ("a.b.rdf.gz", RdfXml, Some(Gzip)),
            ("a.nt.zst", NTriples, Some(Zstd)),
            ("-", Turtle, None),
        ] {
            let found = TripleFile::named(Path::new(name), Turtle).expect(name);
            assert_eq!(found, TripleFile { notation, compression }, "{name}");
        }
        for name in ["a", "a.gz", "a.nt.bz2", "a.txt", "nt", "a.evo"] {
            assert!(TripleFile::named(Path::new(name), Turtle).is_err(), "{name}");
        }
    }
}
