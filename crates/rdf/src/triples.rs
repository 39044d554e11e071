//! Text in, triples out, for the RDF syntaxes. The only file that names the RDF library.
//!
//! The parsers of the oxigraph family are used one by one rather than through `oxrdfio`: this
//! saves the detour over quads and gives the place of an error in RDF/XML, which `oxrdfio` hides.
//!
//! All run in their lenient mode: it reads N-Triples twice as fast, and files with untidy IRIs
//! or language tags load. What it lets through too easily (an IRI that swallows the next line
//! because its `>` is damaged) is refused here.
//!
//! Nesting costs heap, not stack, but for JSON-LD, where it is bounded ([`crate::json_depth`]). Turtle, N-Triples and JSON-LD refuse a
//! token of more than 16 MiB, a limit that is fixed inside the library.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor, Read};

use oxiri::Iri;
use oxjsonld::{JsonLdErrorCode, JsonLdParseError, JsonLdParser, ReaderJsonLdParser};
use oxrdf::{NamedNode, NamedOrBlankNode, Quad, Term as OxTerm, Triple};
use oxrdfxml::{RdfXmlParseError, RdfXmlParser, ReaderRdfXmlParser};
use oxttl::nquads::ReaderNQuadsParser;
use oxttl::ntriples::ReaderNTriplesParser;
use oxttl::trig::ReaderTriGParser;
use oxttl::turtle::ReaderTurtleParser;
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParseError, TurtleParser};

use crate::blocks::{Block, Lines, Rest, parse_blocks};
use crate::error::{ErrorKind, Failure};
use crate::input::BASE_IRI;
use crate::prolog::Prolog;
use crate::recording::Recording;
use crate::sniff;
use crate::statements::Statements;
use crate::term::{Term, TripleSink};
use crate::text::Text;

/// The base is a constant, so that it parses is checked by every test.
const BASE_IS_AN_IRI: &str = "the default base is a valid IRI";

/// What a reader says at the end.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) n_triples: u64,
    pub(crate) notes: Vec<String>,
}

pub(crate) fn read_ntriples(
    text: &mut Text<'_>,
    n_threads: usize,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let parser = || NTriplesParser::new().lenient();
    let parse = |block: &Block| recorded(&mut parser().for_slice(&block.bytes));
    let mut n_triples = 0;
    let deliver = |block: Recording| n_triples += block.replay(sink);
    let mut rest = parse_blocks(text, n_threads, Lines, parse, deliver);
    let outcome = drain(parser().for_reader(rest.reader(text)), sink);
    finished(outcome, n_triples, &rest, text)
}

pub(crate) fn read_nquads(
    text: &mut Text<'_>,
    n_threads: usize,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let parser = || NQuadsParser::new().lenient();
    let parse = |block: &Block| recorded(&mut parser().for_slice(&block.bytes));
    let mut n_triples = 0;
    let deliver = |block: Recording| n_triples += block.replay(sink);
    let mut rest = parse_blocks(text, n_threads, Lines, parse, deliver);
    let outcome = drain(parser().for_reader(rest.reader(text)), sink);
    finished(outcome, n_triples, &rest, text)
}

/// All statements of some lines, unless there is an error among them.
fn recorded<S: Statement, E>(parser: &mut impl Iterator<Item = Result<S, E>>) -> Option<Recording> {
    let mut recording = Recording::default();
    for statement in parser {
        emit(&statement.ok()?, &mut recording).ok()?;
    }
    Some(recording)
}

/// The summary of blocks and the rest behind them, or the failure at its place in the whole text.
fn finished<E: ParserError>(
    outcome: Result<Summary, Stop<E>>,
    n_triples: u64,
    rest: &Rest,
    text: &mut Text<'_>,
) -> Result<Summary, Failure> {
    let stop = match outcome {
        Ok(mut summary) => {
            summary.n_triples += n_triples;
            return Ok(summary);
        }
        Err(stop) => stop,
    };
    let place = match &stop {
        Stop::BadIri(iri) => rest.position_of(iri.as_bytes()),
        Stop::Parser(_) => None,
    };
    // A parser counts lines from where it starts; a text knows its own.
    let is_counted = matches!(stop, Stop::Parser(_));
    let mut failure = stop.into_failure(text);
    failure.position = place.or(match (failure.position, &failure.kind) {
        (Some((line, column)), ErrorKind::Syntax(_)) if is_counted => {
            Some((rest.line_of(line), column))
        }
        (position, _) => position,
    });
    Err(failure)
}

pub(crate) fn read_turtle(
    text: &mut Text<'_>,
    n_threads: usize,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let mut prefixes = Prefixes::default();
    let mut n_triples = 0;
    let deliver = |(block, known): (Recording, BTreeMap<String, String>)| {
        if !block.is_empty() {
            prefixes.report_first(known, sink);
        }
        n_triples += block.replay(sink);
    };
    let mut rest = parse_blocks(text, n_threads, Statements::default(), turtle_block, deliver);
    let parser = turtle_parser().for_reader(rest.reader(text));
    let outcome = drain_with(parser, prefixes, sink);
    finished(outcome, n_triples, &rest, text)
}

fn turtle_parser() -> TurtleParser {
    TurtleParser::new().lenient().with_base_iri(BASE_IRI).expect(BASE_IS_AN_IRI)
}

/// The triples of a block and the prefixes that are known at the first of them.
fn turtle_block(block: &Block) -> Option<(Recording, BTreeMap<String, String>)> {
    let whole = [&block.prelude[..], &block.bytes].concat();
    let mut parser = turtle_parser().for_slice(&whole);
    let first = parser.next();
    let known = owned(parser.prefixes());
    let recording = recorded(&mut first.into_iter().chain(parser.by_ref()))?;
    // What the next blocks are parsed behind must leave what this one leaves.
    let mut directives = turtle_parser().for_slice(&*block.prelude_behind);
    let is_whole = directives.next().is_none()
        && owned(directives.prefixes()) == owned(parser.prefixes())
        && directives.base_iri() == parser.base_iri();
    is_whole.then_some((recording, known))
}

pub(crate) fn read_trig(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let parser = TriGParser::new().lenient().with_base_iri(BASE_IRI);
    let parser = parser.expect(BASE_IS_AN_IRI);
    let outcome = drain(parser.for_reader(&mut *text), sink);
    outcome.map_err(|stop| stop.into_failure(text))
}

/// Remote contexts are never fetched: a file that needs one is an error that says so.
pub(crate) fn read_jsonld(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    text.bound_json_depth();
    let parser = JsonLdParser::new().lenient().with_base_iri(BASE_IRI);
    let parser = parser.expect(BASE_IS_AN_IRI);
    let mut defined = Defined { sink, n_dropped: 0, example: String::new() };
    let outcome = drain(parser.for_reader(&mut *text), &mut defined);
    let Defined { n_dropped, example, .. } = defined;
    let mut summary = outcome.map_err(|stop| stop.into_failure(text))?;
    summary.n_triples -= n_dropped;
    if n_dropped > 0 && summary.n_triples == 0 {
        let message = format!(
            "this is JSON, but no JSON-LD: no key, such as \"{example}\", is an IRI or defined in \
             an @context"
        );
        return Err(Failure::syntax((1, 1), message));
    }
    if n_dropped > 0 {
        summary.notes.push(
            "keys of JSON-LD that are no IRI and not defined in its @context are left out"
                .to_owned(),
        );
    }
    Ok(summary)
}

/// Hands on the triples whose predicate is an IRI. In its lenient mode the JSON-LD parser also
/// reports keys that no context defines, which the specification drops.
struct Defined<'s, S> {
    sink: &'s mut S,
    n_dropped: u64,
    example: String,
}

impl<S: TripleSink> TripleSink for Defined<'_, S> {
    fn triple(&mut self, subject: Term<'_>, predicate: &str, object: Term<'_>) {
        if predicate.contains(':') {
            self.sink.triple(subject, predicate, object);
        } else {
            if self.n_dropped == 0 {
                self.example = predicate.escape_debug().to_string();
            }
            self.n_dropped += 1;
        }
    }

    fn prefix(&mut self, prefix: &str, iri: &str) {
        self.sink.prefix(prefix, iri);
    }
}

pub(crate) fn read_rdfxml(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    text.treat_as_xml();
    let mut prolog = Prolog::read(text)?;
    for (prefix, raw) in sniff::root_namespaces(text.peek()?) {
        sink.prefix(&prefix, &prolog.resolve(&raw));
    }
    // The parser would take a relative base for an absolute one and hand out relative IRIs.
    if let Some(range) = sniff::relative_base(text.peek()?) {
        let head = String::from_utf8_lossy(&text.peek()?[..range.end]).into_owned();
        let base = Iri::parse(BASE_IRI).expect(BASE_IS_AN_IRI);
        prolog.text.push_str(&head[..range.start]);
        prolog.text.push_str(base.resolve_unchecked(&head[range.start..]).as_str());
        text.consume(range.end);
    }
    text.bound_xml_depth();
    let prolog_len = prolog.text.len() as u64;
    let text_start = text.offset();
    let parser = RdfXmlParser::new().lenient().with_base_iri(BASE_IRI);
    let parser = parser.expect(BASE_IS_AN_IRI);
    let whole = Cursor::new(prolog.text).chain(&mut *text);
    let mut parser = parser.for_reader(whole);
    let outcome = drain(&mut parser, sink);
    // The parser does not mind if the file ends early. The root element declares a namespace
    // (RDF/XML needs one), so as long as one is in scope the root is open.
    let (_, n_namespaces) = parser.prefixes().size_hint();
    let offset = parser.buffer_position();
    drop(parser);
    let position = text.position_at(text_start + offset.saturating_sub(prolog_len));
    match outcome {
        Ok(_) if n_namespaces != Some(0) => {
            Err(Failure::syntax(position, "the file ends inside its root element"))
        }
        Ok(mut summary) => {
            summary.notes = prolog.notes;
            Ok(summary)
        }
        Err(stop) => {
            let mut failure = stop.into_failure(text);
            if let ErrorKind::Syntax(_) = failure.kind {
                failure.position = Some(position);
            }
            Err(failure)
        }
    }
}

/// Why reading stopped early.
enum Stop<E> {
    Parser(E),
    BadIri(String),
}

impl<E: ParserError> Stop<E> {
    fn into_failure(self, text: &mut Text<'_>) -> Failure {
        match self {
            Self::Parser(error) => error.into_failure(text),
            Self::BadIri(iri) => Failure::syntax(
                text.position_of(iri.as_bytes()),
                format!("'{}' is not an IRI", iri.escape_debug()),
            ),
        }
    }
}

/// What the parsers of the library have in common, which it has no trait for.
trait Parser: Iterator<Item = Result<Self::Statement, Self::Error>> {
    type Statement: Statement;
    type Error: ParserError;

    /// The prefixes known so far, in a fixed order.
    fn prefixes_so_far(&self) -> BTreeMap<String, String>;
}

macro_rules! parser {
    ($parser:ident, $statement:ty, $error:ty, $prefixes:expr) => {
        impl<R: Read> Parser for $parser<R> {
            type Statement = $statement;
            type Error = $error;

            fn prefixes_so_far(&self) -> BTreeMap<String, String> {
                let prefixes: fn(&Self) -> BTreeMap<String, String> = $prefixes;
                prefixes(self)
            }
        }
    };
}

fn owned<'p>(prefixes: impl Iterator<Item = (&'p str, &'p str)>) -> BTreeMap<String, String> {
    prefixes.map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned())).collect()
}

parser!(ReaderNTriplesParser, Triple, TurtleParseError, |_| BTreeMap::new());
parser!(ReaderNQuadsParser, Quad, TurtleParseError, |_| BTreeMap::new());
parser!(ReaderTurtleParser, Triple, TurtleParseError, |parser| owned(parser.prefixes()));
parser!(ReaderTriGParser, Quad, TurtleParseError, |parser| owned(parser.prefixes()));
parser!(ReaderJsonLdParser, Quad, JsonLdParseError, |parser| owned(parser.prefixes()));
// The namespaces of RDF/XML are taken from the root element, where entities are known.
parser!(ReaderRdfXmlParser, Triple, RdfXmlParseError, |_| BTreeMap::new());

impl<P: Parser> Parser for &mut P {
    type Statement = P::Statement;
    type Error = P::Error;

    fn prefixes_so_far(&self) -> BTreeMap<String, String> {
        P::prefixes_so_far(self)
    }
}

/// The prefixes that a sink knows of.
#[derive(Default)]
struct Prefixes {
    reported: Option<BTreeMap<String, String>>,
}

impl Prefixes {
    /// Reports those that are known at the first triple: most files declare all prefixes in front, and a
    /// JSON-LD context is gone at the end.
    fn report_first(&mut self, known: BTreeMap<String, String>, sink: &mut impl TripleSink) {
        if self.reported.is_none() {
            for (prefix, iri) in &known {
                sink.prefix(prefix, iri);
            }
            self.reported = Some(known);
        }
    }

    /// Reports what has changed since, at the end of the text.
    fn report_rest(self, known: BTreeMap<String, String>, sink: &mut impl TripleSink) {
        let reported = self.reported.unwrap_or_default();
        for (prefix, iri) in known {
            if reported.get(&prefix) != Some(&iri) {
                sink.prefix(&prefix, &iri);
            }
        }
    }
}

/// Hands every statement to the sink, and the prefixes as they become known.
fn drain<P: Parser>(parser: P, sink: &mut impl TripleSink) -> Result<Summary, Stop<P::Error>> {
    drain_with(parser, Prefixes::default(), sink)
}

/// As [`drain`], where some prefixes may be reported already.
fn drain_with<P: Parser>(
    mut parser: P,
    mut prefixes: Prefixes,
    sink: &mut impl TripleSink,
) -> Result<Summary, Stop<P::Error>> {
    let mut summary = Summary::default();
    while let Some(statement) = parser.next() {
        let statement = statement.map_err(Stop::Parser)?;
        if summary.n_triples == 0 {
            prefixes.report_first(parser.prefixes_so_far(), sink);
        }
        emit(&statement, sink).map_err(Stop::BadIri)?;
        summary.n_triples += 1;
    }
    prefixes.report_rest(parser.prefixes_so_far(), sink);
    Ok(summary)
}

fn emit(statement: &impl Statement, sink: &mut impl TripleSink) -> Result<(), String> {
    let (subject, predicate, object) = statement.parts();
    let subject = match subject {
        NamedOrBlankNode::NamedNode(node) => Term::Iri(node.as_str()),
        NamedOrBlankNode::BlankNode(node) => Term::Blank(node.as_str()),
    };
    let object = match object {
        OxTerm::NamedNode(node) => Term::Iri(checked(node)?),
        OxTerm::BlankNode(node) => Term::Blank(node.as_str()),
        OxTerm::Literal(literal) => Term::Literal {
            lexical: literal.value(),
            datatype: literal.datatype().as_str(),
            language: literal.language(),
        },
    };
    sink.triple(subject, predicate.as_str(), object);
    Ok(())
}

/// Refuses what no IRI contains and only a damaged file brings: `<` and control characters.
///
/// An IRI whose `>` is damaged runs on to the next one. In the place of a subject or predicate
/// that leaves too few terms, which the parser sees; only an object can swallow a whole term
/// (`<o? , <o2> .`) in silence. So only objects are checked.
fn checked(node: &NamedNode) -> Result<&str, String> {
    let iri = node.as_str();
    if is_damaged(iri.as_bytes()) {
        return Err(iri.to_owned());
    }
    Ok(iri)
}

/// Looks at eight bytes at a time: this runs for every triple.
fn is_damaged(iri: &[u8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);
    // The top bit of a byte is set in `below(x, n)` if the byte is below `n`; a borrow may set
    // it in a later byte as well, but never if no byte is below.
    let below = |word: u64, bound: u8| word.wrapping_sub(ONES * u64::from(bound)) & !word & HIGHS;
    let is_bad = |word: u64| below(word, b' ') | below(word ^ (ONES * u64::from(b'<')), 1) != 0;
    let (words, rest) = iri.as_chunks::<8>();
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().any(|word| is_bad(u64::from_ne_bytes(*word))) || is_bad(u64::from_ne_bytes(last))
}

/// A triple or a quad whose graph name is dropped.
trait Statement {
    fn parts(&self) -> (&NamedOrBlankNode, &NamedNode, &OxTerm);
}

impl Statement for Triple {
    fn parts(&self) -> (&NamedOrBlankNode, &NamedNode, &OxTerm) {
        (&self.subject, &self.predicate, &self.object)
    }
}

impl Statement for Quad {
    fn parts(&self) -> (&NamedOrBlankNode, &NamedNode, &OxTerm) {
        (&self.subject, &self.predicate, &self.object)
    }
}

/// An error of the library, which may know its place.
trait ParserError {
    fn into_failure(self, text: &mut Text<'_>) -> Failure;
}

impl ParserError for TurtleParseError {
    fn into_failure(self, text: &mut Text<'_>) -> Failure {
        match self {
            Self::Io(error) => io_failure(error, text),
            Self::Syntax(error) => {
                let start = error.location().start;
                Failure::syntax((start.line + 1, start.column + 1), error.message())
            }
        }
    }
}

impl ParserError for JsonLdParseError {
    fn into_failure(self, text: &mut Text<'_>) -> Failure {
        match self {
            Self::Io(error) => io_failure(error, text),
            Self::Syntax(error) => {
                let position = match error.location() {
                    Some(range) => (range.start.line + 1, range.start.column + 1),
                    None => text.position(),
                };
                let is_remote =
                    matches!(error.code(), Some(JsonLdErrorCode::LoadingRemoteContextFailed));
                let message = if is_remote {
                    "the file refers to a context elsewhere, and nothing is fetched; put that \
                     @context into the file"
                        .to_owned()
                } else {
                    error.to_string()
                };
                Failure::syntax(position, message)
            }
        }
    }
}

impl ParserError for RdfXmlParseError {
    fn into_failure(self, text: &mut Text<'_>) -> Failure {
        match self {
            Self::Io(error) => io_failure(error, text),
            Self::Syntax(error) => Failure::syntax(text.position(), error.to_string()),
        }
    }
}

/// An error of the text has its own place; "out of memory" is how the library says "too long".
fn io_failure(error: io::Error, text: &mut Text<'_>) -> Failure {
    match text.take_failure() {
        Some(failure) => failure,
        None if error.kind() == io::ErrorKind::OutOfMemory => {
            Failure::limit(text.position(), "a name or literal is longer than 16 MiB")
        }
        None => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_damaged;

    #[test]
    fn damaged_iris_are_seen_at_every_place() {
        let whole = "http://example.org/é{}|^`#ÿ\u{10ffff} x";
        assert!(!is_damaged(b"") && !is_damaged(whole.as_bytes()));
        for damage in ["<", "\n", "\0", "\u{1f}"] {
            for (index, _) in whole.char_indices() {
                let mut iri = whole.to_owned();
                iri.insert_str(index, damage);
                assert!(is_damaged(iri.as_bytes()), "{iri:?}");
            }
        }
    }
}
