//! One named input in, its triples to a sink, a report back.

use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use evolearner_dl::{Budget, Digest, Stopped};

use crate::decompress::decompress;
use crate::error::{Error, ErrorKind, Failure};
use crate::format::Format;
use crate::owl;
use crate::relative::Watch;
use crate::sniff;
use crate::term::TripleSink;
use crate::text::Text;
use crate::triples::{self, Summary};

/// The base of relative IRIs in a file that names none.
///
/// It is the same for every file and every machine, so that `#id` means the same thing in two
/// files that are merged and a result does not depend on a path. The host can never exist
/// (RFC 2606).
pub const BASE_IRI: &str = "http://base.invalid/kb";

/// Some bytes and what their owner knows about them.
pub struct Input<'a> {
    /// The name for messages; its ending decides where the content does not show the format.
    pub name: String,
    /// The bytes, compressed or not.
    pub bytes: Box<dyn Read + Send + 'a>,
    /// The format, if the user forces one.
    pub format: Option<Format>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadReport {
    /// The format that was found or forced.
    pub format: Format,
    /// The triples handed to the sink, repeated ones included.
    pub n_triples: u64,
    /// The character encoding, by its name in the WHATWG encoding standard.
    pub encoding: &'static str,
    /// What was read differently from what may be expected, one sentence each.
    pub notes: Vec<String>,
    /// The XXH3-64 of the bytes, before they were decompressed.
    pub digest: u64,
    /// The number of these bytes.
    pub n_bytes: u64,
}

/// Reads one input to its end and hands its triples to the sink.
///
/// The input is decompressed by its magic number, decoded, recognised by its content and parsed
/// as a stream. After an error the sink may hold the triples before it.
pub fn read(input: Input<'_>, sink: &mut impl TripleSink) -> Result<ReadReport, Error> {
    read_within(input, &Budget::default(), sink)
}

/// As [`read`], until the budget is used up: its bytes are counted behind the decompressor, and
/// cancellation is checked with every block that is read. N-Triples, N-Quads and Turtle are parsed on as
/// many threads as the budget has; the sink is called in the same order whatever their number.
pub fn read_within(
    input: Input<'_>,
    budget: &Budget,
    sink: &mut impl TripleSink,
) -> Result<ReadReport, Error> {
    let Input { name, bytes, format } = input;
    let stopped = Arc::new(OnceLock::new());
    let mut raw = Digested { inner: bytes, digest: Digest::default() };
    let outcome = decompress(Box::new(&mut raw)).map_err(Failure::from).and_then(|inner| {
        let plain = Bounded { inner, n_read: 0, budget, stopped: Arc::clone(&stopped) };
        read_unnamed(&name, Box::new(plain), format, budget.threads, sink)
    });
    // Parsers wrap the errors of their source; why it stopped is kept apart from them.
    let because = |failure| match stopped.get() {
        Some(&stopped) => Failure { position: None, kind: ErrorKind::Stopped(stopped) },
        None => failure,
    };
    let content = outcome.map_err(|failure| because(failure).named(&name))?;
    let Content { format, n_triples, encoding, notes } = content;
    // Every parser reads to the end of its input, so the digest is that of all bytes.
    let (digest, n_bytes) = (raw.digest.finish(), raw.digest.n_bytes());
    Ok(ReadReport { format, n_triples, encoding, notes, digest, n_bytes })
}

/// The bytes as they are stored, which are hashed as they are read.
struct Digested<'a> {
    inner: Box<dyn Read + Send + 'a>,
    digest: Digest,
}

impl Read for Digested<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.digest.update(&buffer[..n]);
        Ok(n)
    }
}

/// Plain bytes that end with an error once the budget is used up.
struct Bounded<'b, R> {
    inner: R,
    n_read: u64,
    budget: &'b Budget,
    stopped: Arc<OnceLock<Stopped>>,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.n_read += n as u64;
        self.budget
            .check_bytes(self.n_read)
            .map_err(|stopped| io::Error::other(*self.stopped.get_or_init(|| stopped)))?;
        Ok(n)
    }
}

/// Reads a plain text, such as a list of names, to its end: decompressed by its magic number and
/// decoded as a knowledge base is.
pub fn read_text(name: &str, bytes: Box<dyn Read + Send + '_>) -> Result<String, Error> {
    let read = || -> Result<String, Failure> {
        let mut text = Text::new(decompress(bytes)?)?;
        let mut whole = String::new();
        match text.read_to_string(&mut whole) {
            Ok(_) => Ok(whole),
            Err(error) => Err(text.take_failure().unwrap_or_else(|| io::Error::into(error))),
        }
    };
    read().map_err(|failure| failure.named(name))
}

/// What was found in the plain bytes; see [`ReadReport`].
struct Content {
    format: Format,
    n_triples: u64,
    encoding: &'static str,
    notes: Vec<String>,
}

fn read_unnamed(
    name: &str,
    bytes: Box<dyn Read + Send + '_>,
    forced: Option<Format>,
    n_threads: usize,
    sink: &mut impl TripleSink,
) -> Result<Content, Failure> {
    let mut text = Text::new(bytes)?;
    let head = text.peek()?;
    let is_empty = head.trim_ascii().is_empty();
    let Some(format) = forced.or_else(|| sniff::sniff(head, name)) else {
        return Err(unknown_format(head));
    };
    let mut notes = Vec::new();
    notes.extend(text.note.take());
    let mut watch = Watch::new(sink);
    let sink = &mut watch;
    let Summary { n_triples, notes: more } = match format {
        Format::RdfXml => triples::read_rdfxml(&mut text, sink),
        Format::Turtle => triples::read_turtle(&mut text, n_threads, sink),
        Format::NTriples => triples::read_ntriples(&mut text, n_threads, sink),
        Format::NQuads => triples::read_nquads(&mut text, n_threads, sink),
        Format::TriG => triples::read_trig(&mut text, sink),
        Format::JsonLd => triples::read_jsonld(&mut text, sink),
        Format::OwlXml => owl::read_owlxml(&mut text, sink),
        Format::OwlFunctional => owl::read_functional(&mut text, sink),
        Format::Obo => owl::read_obo(&mut text, sink),
    }?;
    notes.extend(more);
    notes.extend(watch.note());
    if is_empty {
        notes.push("the file is empty".to_owned());
    } else if n_triples == 0 {
        notes.push(format!("the file is read as {format} and holds no triples"));
    }
    Ok(Content { format, n_triples, encoding: text.encoding, notes })
}

fn unknown_format(head: &[u8]) -> Failure {
    Failure {
        position: None,
        kind: ErrorKind::UnknownFormat(format!(
            "the format is not known{}; name it, one of: {}",
            sniff::hint(head),
            Format::words()
        )),
    }
}
