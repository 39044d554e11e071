//! The file formats we read, by name and by file ending.

use std::fmt;
use std::str::FromStr;

/// A syntax in which a knowledge base can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// RDF/XML.
    RdfXml,
    /// Turtle.
    Turtle,
    /// N-Triples.
    NTriples,
    /// N-Quads; graph names are dropped.
    NQuads,
    /// TriG; graph names are dropped.
    TriG,
    /// JSON-LD; remote contexts are never fetched.
    JsonLd,
    /// OWL/XML.
    OwlXml,
    /// OWL functional-style syntax.
    OwlFunctional,
    /// OBO flat files.
    Obo,
}

impl Format {
    /// Every format, in the order in which messages list them.
    pub const ALL: [Self; 9] = [
        Self::RdfXml,
        Self::Turtle,
        Self::NTriples,
        Self::NQuads,
        Self::TriG,
        Self::JsonLd,
        Self::OwlXml,
        Self::OwlFunctional,
        Self::Obo,
    ];

    /// The word by which a user names the format, as [`Format::from_str`] takes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::RdfXml => "rdfxml",
            Self::Turtle => "turtle",
            Self::NTriples => "ntriples",
            Self::NQuads => "nquads",
            Self::TriG => "trig",
            Self::JsonLd => "jsonld",
            Self::OwlXml => "owlxml",
            Self::OwlFunctional => "functional",
            Self::Obo => "obo",
        }
    }

    /// The format that a file's ending stands for, if the ending says anything.
    ///
    /// The ending of a compressed file is the one before `.gz`, `.zst` or `.bz2`.
    /// `.owl` and `.xml` stand for RDF/XML, by far the most common content of such files;
    /// content is looked at before the name in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let plain = [".gz", ".gzip", ".zst", ".zstd", ".bz2"]
            .iter()
            .find_map(|ending| lower.strip_suffix(ending))
            .unwrap_or(&lower);
        let file = plain.rsplit(['/', '\\']).next().unwrap_or(plain);
        let (_, ending) = file.rsplit_once('.')?;
        Some(match ending {
            "owl" | "rdf" | "rdfs" | "xml" => Self::RdfXml,
            "ttl" | "turtle" | "n3" => Self::Turtle,
            "nt" | "ntriples" => Self::NTriples,
            "nq" | "nquads" => Self::NQuads,
            "trig" => Self::TriG,
            "jsonld" | "json" | "json-ld" => Self::JsonLd,
            "owx" | "owlx" => Self::OwlXml,
            "ofn" | "fss" | "fun" | "func" | "funct" => Self::OwlFunctional,
            "obo" => Self::Obo,
            _ => return None,
        })
    }

    /// All words, for messages.
    pub(crate) fn words() -> String {
        Self::ALL.map(Self::word).join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RdfXml => "RDF/XML",
            Self::Turtle => "Turtle",
            Self::NTriples => "N-Triples",
            Self::NQuads => "N-Quads",
            Self::TriG => "TriG",
            Self::JsonLd => "JSON-LD",
            Self::OwlXml => "OWL/XML",
            Self::OwlFunctional => "OWL functional syntax",
            Self::Obo => "OBO",
        })
    }
}

/// A word that names no format we read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format '{word}'; the formats are {}", Format::words())]
pub struct UnknownFormat {
    /// The word as the user wrote it.
    pub word: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Takes the words of [`Format::word`] and the usual file endings, in any case, with or without `-`, `/`, `_`.
    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        let plain: String = word
            .chars()
            .filter(|c| !matches!(c, '-' | '/' | '_' | '.' | ' '))
            .collect::<String>()
            .to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.word() == plain)
            .or(match plain.as_str() {
                "owlfunctional" | "functionalsyntax" | "owlfunctionalsyntax" => {
                    Some(Self::OwlFunctional)
                }
                // `owl` and `xml` alone would be guesses: both XML syntaxes use them.
                "owl" | "xml" => None,
                ending => Self::from_name(&format!(".{ending}")),
            })
            .ok_or_else(|| UnknownFormat { word: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_words_name_formats() {
        for (name, expect) in [
            ("a.owl", Some(Format::RdfXml)),
            ("dir.ttl/a.OWL.gz", Some(Format::RdfXml)),
            ("a.ttl.zst", Some(Format::Turtle)),
            ("a.nt.bz2", Some(Format::NTriples)),
            ("a.nq", Some(Format::NQuads)),
            ("a.trig", Some(Format::TriG)),
            ("a.json", Some(Format::JsonLd)),
            ("a.owx", Some(Format::OwlXml)),
            ("a.ofn", Some(Format::OwlFunctional)),
            ("a.obo.gz", Some(Format::Obo)),
            ("a.gz", None),
            ("-", None),
            ("dir.ttl/file", None),
        ] {
            assert_eq!(Format::from_name(name), expect, "{name}");
        }
        for format in Format::ALL {
            assert_eq!(format.word().parse(), Ok(format));
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("N-Triples".parse(), Ok(Format::NTriples));
        assert_eq!("ttl".parse(), Ok(Format::Turtle));
        let error = "owl".parse::<Format>().expect_err("ambiguous").to_string();
        assert!(error.contains("rdfxml") && error.contains("functional"), "{error}");
    }
}
