//! A graph as a file that opens without parsing.
//!
//! Layout: eight magic bytes, the format version, four zero bytes, then length and checksum
//! (XXH3-64) of two parts, then the parts: arrays one after the other, each with its length in front,
//! all little-endian. The first part is what questions are answered from; its length and checksum
//! identify a graph. The second part is how it was made: the names of files and what else may
//! differ between two readings of the same facts. The checksums find damage; and because a checksum
//! can be forged, every array is checked for what the graph relies on, so that no file can cause a
//! wrong answer or a panic.

use std::io::{self, Read, Write};

use evolearner_dl::{
    ClassId, Datatype, Id, IdVec, IndividualId, Kind, LiteralTable, Names, ObjectPropertyId, Role,
    Symbols,
};
use evolearner_owl::{InputRecord, Notice};

use crate::adjacency::{Adjacency, Rows};
use crate::codec::{Damaged, Decoder, Encoder, checksum};
use crate::graph::Graph;
use crate::origin::{Counts, Existentials, Origin};
use crate::saturate::{Inconsistency, Inference};
use crate::set::Set;
use crate::stated::Stated;
use crate::values::Values;

/// The first bytes of every snapshot.
pub const SNAPSHOT_MAGIC: [u8; 8] = *b"EVOGRAPH";
const VERSION: u32 = 4;

/// The version without synonyms, which is still written where there are none.
const WITHOUT_SYNONYMS: u32 = 3;
const HEADER: usize = 48;

/// Why a file is no usable snapshot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes could not be had.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not start as a snapshot does.
    #[error("this is no snapshot")]
    NotASnapshot,
    /// The file is of a version that this program does not read.
    #[error(
        "the snapshot has format version {0}, this program reads versions {WITHOUT_SYNONYMS} and {VERSION}; make it anew with `evolearner snapshot`"
    )]
    Version(u32),
    /// The file ends too early or goes on too long: the bytes that are there, at least, and those
    /// that belong to it.
    #[error("{}", wrong_length(*.0, *.1))]
    Length(u64, u64),
    /// The file was changed after it was written.
    #[error("the snapshot is damaged: its checksum does not match")]
    Checksum,
    /// The parts contradict each other.
    #[error("the snapshot is damaged: its {0} do not fit together")]
    Content(&'static str),
}

impl From<Damaged> for SnapshotError {
    fn from(Damaged(what): Damaged) -> Self {
        Self::Content(what)
    }
}

fn wrong_length(there: u64, expected: u64) -> String {
    if there < expected {
        format!("the snapshot is incomplete: {there} of {expected} bytes are there")
    } else {
        format!("the snapshot is damaged: more follows behind its {expected} bytes")
    }
}

impl Graph {
    /// Writes the graph; returns the number of bytes.
    pub fn write_snapshot(&self, mut out: impl Write) -> io::Result<u64> {
        let mut facts = Encoder::new();
        facts.symbols(&self.symbols);
        facts.literals(&self.literals);
        for set in self.classes.values() {
            facts.set(set);
        }
        for adjacency in self.roles.values() {
            facts.rows(&adjacency.forward);
            facts.rows(&adjacency.backward);
        }
        for values in self.values.values() {
            facts.rows(values.rows());
            facts.pairs(values.by_value());
        }
        facts.stated(&self.stated);
        facts.str(self.origin.inference.word());
        facts.str(self.origin.existentials.word());
        let mut origin = Encoder::new();
        origin.origin(&self.origin);

        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&SNAPSHOT_MAGIC);
        let version = if self.symbols.synonyms.is_empty() { WITHOUT_SYNONYMS } else { VERSION };
        header[8..12].copy_from_slice(&version.to_le_bytes());
        let parts = [facts.as_bytes(), origin.as_bytes()];
        for (part, place) in parts.into_iter().zip(header[16..].chunks_exact_mut(16)) {
            place[..8].copy_from_slice(&(part.len() as u64).to_le_bytes());
            place[8..].copy_from_slice(&checksum(part).to_le_bytes());
        }
        out.write_all(&header)?;
        for part in parts {
            out.write_all(part)?;
        }
        out.flush()?;
        Ok((HEADER + parts[0].len() + parts[1].len()) as u64)
    }

    /// Reads a graph that [`Graph::write_snapshot`] wrote.
    pub fn read_snapshot(mut input: impl Read) -> Result<Self, SnapshotError> {
        let mut header = [0; HEADER];
        let n_header = read_up_to(&mut input, &mut header)?;
        if n_header < 8 || header[..8] != SNAPSHOT_MAGIC {
            return Err(SnapshotError::NotASnapshot);
        }
        if n_header < HEADER {
            return Err(SnapshotError::Length(n_header as u64, HEADER as u64));
        }
        let word =
            |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        let (version, reserved) = (word(8) as u32, word(8) >> 32);
        if !(WITHOUT_SYNONYMS..=VERSION).contains(&version) {
            return Err(SnapshotError::Version(version));
        }
        // Outside of the checksum, but no less part of the file: no byte may be anything else.
        if reserved != 0 {
            return Err(SnapshotError::Content("header fields"));
        }
        let [n_facts, facts_checksum, n_origin, origin_checksum] = [16, 24, 32, 40].map(word);
        let length = n_facts.saturating_add(n_origin);
        let mut body = Vec::new();
        // One byte more than announced, to notice a file that goes on. Memory is taken as bytes
        // come, whatever the header claims.
        input.take(length.saturating_add(1)).read_to_end(&mut body)?;
        if body.len() as u64 != length {
            let header = HEADER as u64;
            let announced = length.saturating_add(header);
            return Err(SnapshotError::Length(body.len() as u64 + header, announced));
        }
        let (facts, origin) = body.split_at(n_facts as usize);
        if checksum(facts) != facts_checksum || checksum(origin) != origin_checksum {
            return Err(SnapshotError::Checksum);
        }
        let mut graph = Decoder::new(facts).graph(version == VERSION)?;
        graph.origin = Decoder::new(origin).origin(&graph)?;
        Ok(graph)
    }
}

fn read_up_to(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < buffer.len() {
        match input.read(&mut buffer[n..])? {
            0 => break,
            more => n += more,
        }
    }
    Ok(n)
}

impl Encoder {
    fn pairs(&mut self, pairs: &[(u32, u32)]) {
        self.array(pairs, |(a, b)| (u64::from(a) << 32 | u64::from(b)).to_le_bytes());
    }

    fn names<I: Id>(&mut self, names: &Names<I>) {
        let (text, ends) = names.parts();
        self.str(text);
        self.array(ends, u64::to_le_bytes);
    }

    fn text_pairs(&mut self, pairs: &[(String, String)]) {
        self.count(pairs.len());
        for (one, other) in pairs {
            self.str(one);
            self.str(other);
        }
    }

    fn symbols(&mut self, symbols: &Symbols) {
        self.names(&symbols.classes);
        self.names(&symbols.object_properties);
        self.names(&symbols.data_properties);
        self.names(&symbols.individuals);
        self.text_pairs(&symbols.prefixes);
        self.text_pairs(&symbols.labels);
        self.u8(u8::from(symbols.all_typed));
        self.count(symbols.derived.len());
        for iri in &symbols.derived {
            self.str(iri);
        }
        if !symbols.synonyms.is_empty() {
            self.text_pairs(&symbols.synonyms);
        }
    }

    fn literals(&mut self, literals: &LiteralTable) {
        let (text, ends, datatype_idx, keys, datatypes, kind_ends) = literals.parts();
        self.str(text);
        self.array(ends, u64::to_le_bytes);
        self.array(datatype_idx, u16::to_le_bytes);
        self.array(keys, f64::to_le_bytes);
        self.array(kind_ends, u32::to_le_bytes);
        self.count(datatypes.len());
        for datatype in datatypes {
            let (is_language, text) = match datatype {
                Datatype::Iri(iri) => (0, iri),
                Datatype::Language(language) => (1, language),
            };
            self.u8(is_language);
            self.str(text);
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Dense { words, .. } => {
                self.u8(0);
                self.array(words, u64::to_le_bytes);
            }
            Set::Sparse(members) => {
                self.u8(1);
                self.array(members, u32::to_le_bytes);
            }
        }
    }

    fn rows(&mut self, rows: &Rows) {
        let (sources, starts, targets) = rows.parts();
        self.array(sources, u32::to_le_bytes);
        self.array(starts, u32::to_le_bytes);
        self.array(targets, u32::to_le_bytes);
    }

    fn stated(&mut self, stated: &Stated) {
        let class_pair = |(one, other): (ClassId, ClassId)| {
            (u64::from(one.0) << 32 | u64::from(other.0)).to_le_bytes()
        };
        self.array(&stated.subclasses, class_pair);
        self.array(&stated.disjoint, class_pair);
        self.array(&stated.ranges, |(role, class): (Role, ClassId)| {
            let role = role.property.0 << 1 | u32::from(role.inverse);
            (u64::from(role) << 32 | u64::from(class.0)).to_le_bytes()
        });
    }

    fn counts(&mut self, counts: Counts) {
        self.u64(counts.class);
        self.u64(counts.object);
        self.u64(counts.data);
    }

    fn origin(&mut self, origin: &Origin) {
        self.count(origin.inputs.len());
        for input in &origin.inputs {
            self.str(&input.name);
            self.u64(input.digest);
            self.u64(input.bytes);
        }
        self.str(&origin.version);
        self.u64(origin.triples);
        self.u64(origin.axioms);
        self.u64(origin.annotation_data_properties);
        self.str(&origin.expressivity);
        self.counts(origin.asserted);
        self.counts(origin.inferred);
        self.u64(origin.unfolded);
        match &origin.inconsistency {
            Some(inconsistency) => {
                self.u8(1);
                self.u32(inconsistency.witness.0);
                self.str(&inconsistency.reason);
            }
            None => self.u8(0),
        }
        self.array(&origin.impossible, |class: ClassId| class.0.to_le_bytes());
        self.count(origin.notices.len());
        for notice in &origin.notices {
            self.str(&notice.message);
            self.u64(notice.count);
            self.str(&notice.example);
        }
    }
}

type Decoded<T> = Result<T, SnapshotError>;

impl Decoder<'_> {
    fn text(&mut self) -> Decoded<String> {
        Ok(self.str()?.to_owned())
    }

    fn names<I: Id>(&mut self) -> Decoded<Names<I>> {
        let (text, ends) = (self.text()?, self.array(u64::from_le_bytes)?);
        Names::from_parts(text, ends).ok_or(SnapshotError::Content("names"))
    }

    fn text_pairs(&mut self) -> Decoded<Vec<(String, String)>> {
        let n = self.count(16)?;
        let pairs =
            (0..n).map(|_| Ok((self.text()?, self.text()?))).collect::<Decoded<Vec<_>>>()?;
        let is_sorted = pairs.is_sorted_by(|a, b| a.0 < b.0);
        if is_sorted { Ok(pairs) } else { Err(SnapshotError::Content("labels")) }
    }

    fn derived(&mut self) -> Decoded<Vec<String>> {
        let n = self.count(8)?;
        (0..n).map(|_| self.text()).collect()
    }

    fn synonyms(&mut self) -> Decoded<Vec<(String, String)>> {
        let n = self.count(16)?;
        let pairs =
            (0..n).map(|_| Ok((self.text()?, self.text()?))).collect::<Decoded<Vec<_>>>()?;
        let is_sorted = n > 0 && pairs.is_sorted_by(|a, b| a < b);
        if is_sorted { Ok(pairs) } else { Err(SnapshotError::Content("synonyms")) }
    }

    fn symbols(&mut self, has_synonyms: bool) -> Decoded<Symbols> {
        Ok(Symbols {
            classes: self.names()?,
            object_properties: self.names()?,
            data_properties: self.names()?,
            individuals: self.names()?,
            prefixes: self.text_pairs()?,
            labels: self.text_pairs()?,
            value_types: Vec::new(),
            all_typed: self.u8()? == 1,
            derived: self.derived()?,
            synonyms: if has_synonyms { self.synonyms()? } else { Vec::new() },
        })
    }

    fn literals(&mut self) -> Decoded<LiteralTable> {
        let text = self.text()?;
        let ends = self.array(u64::from_le_bytes)?;
        let datatype_idx = self.array(u16::from_le_bytes)?;
        let keys = self.array(f64::from_le_bytes)?;
        let kind_ends: [u32; Kind::ALL.len()] = self
            .array(u32::from_le_bytes)?
            .try_into()
            .map_err(|_| SnapshotError::Content("literals"))?;
        let n_datatypes = self.count(9)?;
        let datatypes = (0..n_datatypes)
            .map(|_| {
                let is_language = self.u8()? == 1;
                let text = self.text()?.into();
                Ok(if is_language { Datatype::Language(text) } else { Datatype::Iri(text) })
            })
            .collect::<Decoded<Vec<_>>>()?;
        LiteralTable::from_parts(text, ends, datatype_idx, keys, datatypes, kind_ends)
            .ok_or(SnapshotError::Content("literals"))
    }

    fn set(&mut self, n: usize) -> Decoded<Set> {
        let error = SnapshotError::Content("class extensions");
        match self.u8()? {
            0 => {
                let words = self.array(u64::from_le_bytes)?;
                Set::from_words(n, words).ok_or(error)
            }
            1 => {
                let members = self.array(u32::from_le_bytes)?;
                let fits = members.is_sorted_by(|a, b| a < b)
                    && members.last().is_none_or(|&last| (last as usize) < n);
                if fits { Ok(Set::Sparse(members.into())) } else { Err(error) }
            }
            _ => Err(error),
        }
    }

    fn rows(&mut self, n_sources: usize, n_targets: usize) -> Decoded<Rows> {
        let sources = self.array(u32::from_le_bytes)?;
        let starts = self.array(u32::from_le_bytes)?;
        let targets = self.array(u32::from_le_bytes)?;
        Rows::from_parts(n_sources, n_targets, sources, starts, targets)
            .ok_or(SnapshotError::Content("edges"))
    }

    fn values(&mut self, n: usize, n_literals: usize) -> Decoded<Values> {
        let rows = self.rows(n, n_literals)?;
        let unpack = |bytes| {
            let pair = u64::from_le_bytes(bytes);
            ((pair >> 32) as u32, pair as u32)
        };
        let by_value = self.array(unpack)?;
        Values::from_parts(n, n_literals, rows, by_value).ok_or(SnapshotError::Content("values"))
    }

    fn stated(&mut self, n_classes: usize, n_roles: usize) -> Decoded<Stated> {
        let split = |bytes| {
            let pair = u64::from_le_bytes(bytes);
            ((pair >> 32) as u32, pair as u32)
        };
        let is_class = |class: ClassId| class.index() < n_classes;
        let mut class_pairs = || -> Decoded<Vec<(ClassId, ClassId)>> {
            let pairs: Vec<_> =
                self.array(split)?.into_iter().map(|(a, b)| (ClassId(a), ClassId(b))).collect();
            let fits = pairs.is_sorted() && pairs.iter().all(|&(a, b)| is_class(a) && is_class(b));
            if fits { Ok(pairs) } else { Err(SnapshotError::Content("axioms")) }
        };
        let (subclasses, disjoint) = (class_pairs()?, class_pairs()?);
        let ranges: Vec<(Role, ClassId)> = self
            .array(split)?
            .into_iter()
            .map(|(role, class)| {
                let property = ObjectPropertyId(role >> 1);
                (Role { property, inverse: role & 1 == 1 }, ClassId(class))
            })
            .collect();
        let fits =
            |&(role, class): &(Role, ClassId)| role.property.index() < n_roles && is_class(class);
        if !ranges.iter().all(fits) {
            return Err(SnapshotError::Content("axioms"));
        }
        Ok(Stated { subclasses, disjoint, ranges })
    }

    fn counts(&mut self) -> Decoded<Counts> {
        Ok(Counts { class: self.u64()?, object: self.u64()?, data: self.u64()? })
    }

    fn inputs(&mut self) -> Decoded<Vec<InputRecord>> {
        let n = self.count(24)?;
        (0..n)
            .map(|_| {
                Ok(InputRecord { name: self.text()?, digest: self.u64()?, bytes: self.u64()? })
            })
            .collect()
    }

    /// How a graph was made, which has its facts and settings already.
    fn origin(mut self, graph: &Graph) -> Decoded<Origin> {
        let mut origin = Origin {
            inputs: self.inputs()?,
            inference: graph.origin.inference,
            existentials: graph.origin.existentials,
            version: self.text()?,
            triples: self.u64()?,
            axioms: self.u64()?,
            annotation_data_properties: self.u64()?,
            expressivity: self.text()?,
            asserted: self.counts()?,
            inferred: self.counts()?,
            unfolded: self.u64()?,
            ..Origin::default()
        };
        if self.u8()? == 1 {
            let witness = IndividualId(self.u32()?);
            if witness.index() >= graph.n_individuals() {
                return Err(SnapshotError::Content("witnesses"));
            }
            let reason = self.text()?;
            origin.inconsistency = Some(Inconsistency { witness, reason });
        }
        origin.impossible = self.array(|bytes| ClassId(u32::from_le_bytes(bytes)))?;
        let n_classes = graph.symbols.classes.len();
        if origin.impossible.iter().any(|class| class.index() >= n_classes) {
            return Err(SnapshotError::Content("classes"));
        }
        let n_notices = self.count(24)?;
        origin.notices = (0..n_notices)
            .map(|_| {
                let (message, count) = (self.text()?, self.u64()?);
                Ok(Notice { message, count, example: self.text()? })
            })
            .collect::<Decoded<Vec<_>>>()?;
        self.finish()?;
        Ok(origin)
    }

    fn graph(mut self, has_synonyms: bool) -> Decoded<Graph> {
        let symbols = self.symbols(has_synonyms)?;
        let literals = self.literals()?;
        let n = symbols.individuals.len();
        let classes =
            (0..symbols.classes.len()).map(|_| self.set(n)).collect::<Decoded<Vec<_>>>()?;
        let roles = (0..symbols.object_properties.len())
            .map(|_| {
                let (forward, backward) = (self.rows(n, n)?, self.rows(n, n)?);
                Adjacency::from_rows(forward, backward).ok_or(SnapshotError::Content("edges"))
            })
            .collect::<Decoded<Vec<_>>>()?;
        let values = (0..symbols.data_properties.len())
            .map(|_| self.values(n, literals.len()))
            .collect::<Decoded<Vec<_>>>()?;
        let stated = self.stated(symbols.classes.len(), symbols.object_properties.len())?;
        let wrong = || SnapshotError::Content("settings");
        let origin = Origin {
            inference: Inference::from_word(self.str()?).ok_or_else(wrong)?,
            existentials: Existentials::from_word(self.str()?).ok_or_else(wrong)?,
            ..Origin::default()
        };
        self.finish()?;
        let mut graph = Graph {
            symbols,
            literals,
            classes: IdVec::from_vec(classes),
            roles: IdVec::from_vec(roles),
            values: IdVec::from_vec(values),
            stated,
            origin,
        };
        graph.set_value_types();
        Ok(graph)
    }
}
