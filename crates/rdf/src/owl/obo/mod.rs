//! OBO flat files (<http://purl.obolibrary.org/obo/oboformat/spec.html>), as the OWL they stand for.
//!
//! Terms are classes, typedefs properties, instances individuals. `is_a`, `relationship` (an existential),
//! `intersection_of`, `union_of`, `equivalent_to` and `disjoint_from` become axioms, names and synonyms
//! labels; descriptions, cross-references and other annotations are passed over. Frames that are obsolete
//! are left out. What is said under a condition that OWL has no axiom for is left out and counted.
//!
//! The frame of a relation may say that `part_of` is `BFO:0000050`, and stands at the end of the file. So
//! clauses that name a relation are kept until then; the others are written as they come.

mod axioms;
mod frame;
mod line;
mod names;
mod relation;

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use self::frame::{Frame, Kind};
use self::line::Clause;
use self::names::{Names, OBO};
use self::relation::Relations;
use super::builder::Builder;
use super::node::Node;
use crate::error::Failure;
use crate::term::TripleSink;
use crate::text::Text;
use crate::triples::Summary;

/// What a single line may take in memory.
const MAX_LINE: usize = 64 << 20;

/// Reads a whole file and hands its triples to the sink.
pub(crate) fn read_obo(
    text: &mut Text<'_>,
    sink: &mut impl TripleSink,
) -> Result<Summary, Failure> {
    let mut reader = Reader::new(sink);
    let mut line = String::new();
    let mut n_lines = 0;
    while read_line(text, &mut line)? {
        n_lines += 1;
        let line = line.trim();
        if line.starts_with('[') {
            reader.end_frame()?;
        }
        reader.line(line, n_lines).map_err(|message| at(n_lines, message))?;
    }
    reader.end_frame()?;
    reader.finish(n_lines)
}

fn at(line: u64, message: impl Into<String>) -> Failure {
    Failure::syntax((line.max(1), 1), message)
}

/// Reads up to the end of the next line; `false` at the end of the text.
fn read_line(text: &mut Text<'_>, line: &mut String) -> Result<bool, Failure> {
    let mut bytes = std::mem::take(line).into_bytes();
    bytes.clear();
    let mut is_ended = false;
    while !is_ended {
        let ready = match text.fill_buf() {
            Ok([]) if bytes.is_empty() => return Ok(false),
            Ok([]) => break,
            Ok(ready) => ready,
            Err(error) => return Err(text.take_failure().unwrap_or_else(|| error.into())),
        };
        let end = memchr::memchr(b'\n', ready);
        is_ended = end.is_some();
        let n_taken = end.map_or(ready.len(), |end| end + 1);
        bytes.extend_from_slice(&ready[..n_taken]);
        if bytes.len() > MAX_LINE {
            let message = format!("a line is longer than {} MiB", MAX_LINE >> 20);
            return Err(Failure::limit(text.position(), message));
        }
        text.consume(n_taken);
    }
    // `Text` hands out whole characters only.
    *line = String::from_utf8_lossy(&bytes).into_owned();
    Ok(true)
}

struct Reader<'s, S> {
    builder: Builder<'s, S>,
    names: Names,
    /// Whether frames have started, so that the header is over.
    is_open: bool,
    imports: Vec<String>,
    frame: Option<Frame>,
    /// Frames of relations, and of others the clauses that name one.
    relations: Vec<Frame>,
    related: Vec<Frame>,
    /// What relations are for, known once their frames are declared.
    uses: Relations,
    /// The spaces of terms and instances, which become prefixes.
    spaces: BTreeSet<String>,
    n_obsolete: u64,
    /// How often something was left out, by what and why.
    left_out: BTreeMap<String, u64>,
}

impl<'s, S: TripleSink> Reader<'s, S> {
    fn new(sink: &'s mut S) -> Self {
        Self {
            builder: Builder::new(sink),
            names: Names::new(),
            is_open: false,
            imports: Vec::new(),
            frame: None,
            relations: Vec::new(),
            related: Vec::new(),
            uses: Relations::default(),
            spaces: BTreeSet::new(),
            n_obsolete: 0,
            left_out: BTreeMap::new(),
        }
    }

    fn line(&mut self, line: &str, number: u64) -> Result<(), String> {
        if line.is_empty() || line.starts_with('!') {
            return Ok(());
        }
        if let Some(kind) = line.strip_prefix('[') {
            let kind = kind.split('!').next().unwrap_or_default().trim_end();
            let kind = kind.strip_suffix(']').ok_or("the ']' of a frame is missing")?;
            self.open()?;
            self.frame = Some(Frame::new(Kind::of(kind), number));
            if Kind::of(kind) == Kind::Unknown {
                self.leave_out(&format!("[{kind}]"), "only terms, typedefs and instances are");
            }
            return Ok(());
        }
        let clause = Clause::parse(line, number)?;
        match &mut self.frame {
            Some(frame) => frame.push(clause),
            None => self.header(&clause),
        }
    }

    /// A line before the first frame. Of the header only names matter.
    fn header(&mut self, clause: &Clause) -> Result<(), String> {
        match clause.tag.as_str() {
            "ontology" => match clause.words()?.as_ids().as_slice() {
                [name] => (*name).clone_into(&mut self.names.ontology),
                _ => return Err("'ontology' has one name".to_owned()),
            },
            "idspace" => match clause.words()?.words.as_slice() {
                [line::Word::Id(space), line::Word::Id(iri), ..] => {
                    self.builder.prefix(space, iri);
                    self.names.spaces.insert(space.clone(), iri.clone());
                }
                _ => return Err("'idspace' has a name and an IRI".to_owned()),
            },
            "import" => match clause.words()?.as_ids().as_slice() {
                [name] => self.imports.push((*name).to_owned()),
                _ => return Err("'import' has one name".to_owned()),
            },
            _ => {}
        }
        Ok(())
    }

    /// Ends the header.
    fn open(&mut self) -> Result<(), String> {
        if std::mem::replace(&mut self.is_open, true) {
            return Ok(());
        }
        self.builder.open("Ontology")?;
        let ontology = match self.names.ontology.as_str() {
            name if name.contains("://") => self.names.iri(name),
            name => format!("{}.owl", self.names.iri(&format!("{OBO}{name}"))),
        };
        self.builder.argument(Node::Iri(ontology))?;
        for name in std::mem::take(&mut self.imports) {
            let iri = if name.contains("://") { name } else { format!("{OBO}{name}.owl") };
            self.axiom("Import", [Node::Iri(self.names.iri(&iri))])?;
        }
        Ok(())
    }

    /// Writes what can be written of a frame that has ended, and keeps the rest.
    fn end_frame(&mut self) -> Result<(), Failure> {
        let Some(mut frame) = self.frame.take() else { return Ok(()) };
        if frame.kind == Kind::Unknown {
            return Ok(());
        }
        if frame.id.is_empty() {
            return Err(at(frame.line, "a frame has no 'id'"));
        }
        if frame.is_obsolete {
            self.n_obsolete += 1;
            return Ok(());
        }
        if frame.kind == Kind::Typedef {
            if let Some(elsewhere) = frame.elsewhere()? {
                self.names.relations.insert(frame.id.clone(), elsewhere);
            }
            self.relations.push(frame);
            return Ok(());
        }
        if let Some((space, local)) = frame.id.split_once(':')
            && self.names.iri(&frame.id) == format!("{OBO}{space}_{local}")
        {
            self.spaces.insert(space.to_owned());
        }
        self.declare(&frame)?;
        let related = frame.take_related();
        self.clauses(&frame)?;
        if let Some(related) = related {
            self.related.push(related);
        }
        Ok(())
    }

    fn finish(mut self, n_lines: u64) -> Result<Summary, Failure> {
        self.open().map_err(|message| at(n_lines, message))?;
        for space in &std::mem::take(&mut self.spaces) {
            self.builder.prefix(space, &format!("{OBO}{space}_"));
        }
        let relations = std::mem::take(&mut self.relations);
        for frame in &relations {
            self.declare(frame)?;
        }
        for frame in relations.iter().chain(&std::mem::take(&mut self.related)) {
            self.clauses(frame)?;
        }
        self.builder.close().map_err(|message| at(n_lines, message))?;
        let Self { builder, n_obsolete, left_out, .. } = self;
        let mut summary = builder.finish().map_err(|message| at(n_lines, message))?;
        if n_obsolete > 0 {
            summary.notes.push(format!("{n_obsolete} × obsolete frames left out"));
        }
        let notes = left_out.into_iter().map(|(what, count)| format!("{count} × {what}"));
        summary.notes.extend(notes);
        Ok(summary)
    }

    /// Counts what is not read; `why` completes "what is read".
    fn leave_out(&mut self, what: &str, why: &str) {
        let what: String = what.chars().take(80).collect();
        *self.left_out.entry(format!("{what} not read: {why}")).or_default() += 1;
    }

    /// Writes a construct whose arguments are nodes.
    fn axiom<const N: usize>(&mut self, name: &str, nodes: [Node; N]) -> Result<(), String> {
        self.builder.open(name)?;
        for node in nodes {
            self.builder.argument(node)?;
        }
        self.builder.close()
    }
}
