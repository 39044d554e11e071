//! The directory of a snapshot: what is small as it is, and where the rest is.

use evolearner_dl::{
    ClassId, Datatype, Deferred, Id, IdVec, IndividualId, Kind, LabelLanguages, Labels,
    LiteralColumns, LiteralTable, Names, ObjectPropertyId, Role, Symbols, Texts, ValueType,
    ValueTypes, are_names, stored_bytes,
};
use evolearner_owl::{InputRecord, Notice};

use super::section::{Columns, SectionReader, SectionWriter, bytes_of};
use super::{Decoded, SnapshotError};
use crate::adjacency::{Adjacency, Rows};
use crate::bits::WORD;
use crate::codec::{Decoder, Encoder};
use crate::graph::{Graph, GraphSize};
use crate::origin::{Counts, Existentials, Origin};
use crate::saturate::{Inconsistency, Inference};
use crate::set::Set;
use crate::stated::Stated;
use crate::values::Values;

impl Encoder {
    pub(super) fn graph<'g>(&mut self, graph: &'g Graph, sections: &mut SectionWriter<'g>) {
        self.symbols(&graph.symbols, sections);
        self.literals(&graph.literals, sections);
        self.classes(graph.classes.values(), sections);
        for adjacency in graph.roles.values() {
            let (forward, backward) = (&adjacency.forward, &adjacency.backward);
            self.count(forward.sources().len());
            self.count(backward.sources().len());
            self.count(forward.n_edges());
            self.section(sections, [rows(forward), rows(backward)].concat());
        }
        for values in graph.values.values() {
            self.count(values.individuals().len());
            self.count(values.len());
            let mut columns = rows(values.rows());
            columns.push(stored_bytes(values.by_value()));
            self.section(sections, columns);
        }
        self.stated(&graph.stated);
        self.str(graph.origin.inference.word());
        self.str(graph.origin.existentials.word());
        self.counts(graph.size.counts);
        self.u64(graph.size.fact_bytes);
        self.u64(graph.size.name_bytes);
    }

    /// Adds a section whose length follows from what the directory has of it.
    fn section<'g>(&mut self, sections: &mut SectionWriter<'g>, columns: Vec<Bytes<'g>>) {
        let (_, checksum) = sections.section(columns);
        self.u64(checksum);
    }

    fn texts<'g>(&mut self, texts: &'g Texts, sections: &mut SectionWriter<'g>) {
        let (bytes, ends) = texts.parts();
        self.count(ends.len());
        self.count(bytes.len());
        self.section(sections, vec![bytes.into(), stored_bytes(ends)]);
    }

    fn symbols<'g>(&mut self, symbols: &'g Symbols, sections: &mut SectionWriter<'g>) {
        self.texts(symbols.classes.texts(), sections);
        self.texts(symbols.object_properties.texts(), sections);
        self.texts(symbols.data_properties.texts(), sections);
        self.texts(symbols.individuals.texts(), sections);
        self.texts(symbols.labels.texts(), sections);
        self.texts(symbols.synonyms.texts(), sections);
        self.count(symbols.prefixes.len());
        for (prefix, namespace) in &symbols.prefixes {
            self.str(prefix);
            self.str(namespace);
        }
        self.u8(u8::from(symbols.all_typed));
        self.count(symbols.derived.len());
        for iri in &symbols.derived {
            self.str(iri);
        }
        self.count(symbols.value_types.len());
        for types in &symbols.value_types {
            self.count(types.len());
            for value_type in types.iter() {
                self.u8(value_type.kind as u8);
                self.datatype(&value_type.datatype);
                self.u8(u8::from(value_type.has_zone));
                self.u8(u8::from(value_type.is_read));
            }
        }
    }

    fn datatype(&mut self, datatype: &Datatype) {
        let (is_language, text) = match datatype {
            Datatype::Iri(iri) => (0, iri),
            Datatype::Language(language) => (1, language),
        };
        self.u8(is_language);
        self.str(text);
    }

    fn literals<'g>(&mut self, literals: &'g LiteralTable, sections: &mut SectionWriter<'g>) {
        let (datatypes, kind_ends) = literals.kinds();
        self.array(kind_ends, u32::to_le_bytes);
        self.count(datatypes.len());
        for datatype in datatypes {
            self.datatype(datatype);
        }
        let (texts, datatype_idx, keys) = literals.columns().parts();
        let (bytes, ends) = texts.parts();
        self.count(bytes.len());
        let columns =
            vec![bytes.into(), stored_bytes(ends), stored_bytes(datatype_idx), stored_bytes(keys)];
        self.section(sections, columns);
    }

    /// One section for all classes: the number of members of each, then bits or lists.
    fn classes<'g>(&mut self, classes: &'g [Set], sections: &mut SectionWriter<'g>) {
        let n_members: Vec<u32> = classes.iter().map(|set| set.len() as u32).collect();
        let mut columns = vec![stored_bytes(&n_members).into_owned().into()];
        columns.extend(classes.iter().map(|set| match set {
            Set::Dense { words, .. } => stored_bytes(words),
            Set::Sparse(members) => stored_bytes(members),
        }));
        let (n_bytes, checksum) = sections.section(columns);
        self.u64(n_bytes);
        self.u64(checksum);
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

    pub(super) fn origin(&mut self, origin: &Origin) {
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

/// The bytes of a column as they are stored.
type Bytes<'g> = std::borrow::Cow<'g, [u8]>;

fn rows(rows: &Rows) -> Vec<Bytes<'_>> {
    let (sources, starts, targets) = rows.parts();
    [sources, starts, targets].map(stored_bytes).into()
}

impl Decoder<'_> {
    pub(super) fn graph(mut self, mut sections: SectionReader) -> Decoded<Graph> {
        let symbols = self.symbols(&mut sections)?;
        let literals = self.literals(&mut sections)?;
        let n = symbols.individuals.len();
        let (n_classes, n_literals) = (symbols.classes.len(), literals.len());
        let classes = self.classes(n, n_classes, &mut sections)?;
        let roles = (0..symbols.object_properties.len())
            .map(|_| self.edges(n, &mut sections))
            .collect::<Decoded<Vec<_>>>()?;
        let values = (0..symbols.data_properties.len())
            .map(|_| self.values(n, n_literals, &mut sections))
            .collect::<Decoded<Vec<_>>>()?;
        let stated = self.stated(n_classes, roles.len())?;
        let wrong = || SnapshotError::Content("settings");
        let origin = Origin {
            inference: Inference::from_word(self.str()?).ok_or_else(wrong)?,
            existentials: Existentials::from_word(self.str()?).ok_or_else(wrong)?,
            ..Origin::default()
        };
        let size =
            GraphSize { counts: self.counts()?, fact_bytes: self.u64()?, name_bytes: self.u64()? };
        self.finish()?;
        sections.finish()?;
        Ok(Graph {
            symbols,
            literals,
            classes,
            roles: IdVec::from_vec(roles),
            values: IdVec::from_vec(values),
            size,
            stated,
            origin,
        })
    }

    fn text(&mut self) -> Decoded<String> {
        Ok(self.str()?.to_owned())
    }

    /// How many texts there are, and the texts.
    fn texts(
        &mut self,
        what: &'static str,
        fits: fn(&Texts) -> bool,
        sections: &mut SectionReader,
    ) -> Decoded<(usize, Deferred<Texts>)> {
        let (n, n_text, checksum) = (self.u64()?, self.u64()?, self.u64()?);
        let n_bytes = sum([bytes_of::<u8>(n_text), bytes_of::<u64>(n)]);
        let texts = sections.section(what, n_bytes, checksum, move |columns| {
            Texts::from_parts(columns.next(n_text)?, columns.next(n)?).filter(fits)
        })?;
        Ok((n as usize, texts))
    }

    fn names<I: Id>(&mut self, sections: &mut SectionReader) -> Decoded<Names<I>> {
        let (n, texts) = self.texts("names", are_names, sections)?;
        Ok(Names::stored(n, texts))
    }

    fn labels(&mut self, what: &'static str, sections: &mut SectionReader) -> Decoded<Labels> {
        let (n, texts) = self.texts(what, Labels::are_sorted, sections)?;
        Ok(Labels::stored(n / Labels::WIDTH, texts))
    }

    fn symbols(&mut self, sections: &mut SectionReader) -> Decoded<Symbols> {
        Ok(Symbols {
            classes: self.names(sections)?,
            object_properties: self.names(sections)?,
            data_properties: self.names(sections)?,
            individuals: self.names(sections)?,
            labels: self.labels("labels", sections)?,
            synonyms: self.labels("synonyms", sections)?,
            label_languages: LabelLanguages::default(),
            prefixes: self.prefixes()?,
            all_typed: self.u8()? == 1,
            derived: self.derived()?,
            value_types: self.value_types()?,
        })
    }

    fn prefixes(&mut self) -> Decoded<Vec<(String, String)>> {
        let n = self.count(16)?;
        let pairs =
            (0..n).map(|_| Ok((self.text()?, self.text()?))).collect::<Decoded<Vec<_>>>()?;
        let is_sorted = pairs.is_sorted_by(|a, b| a.0 < b.0);
        if is_sorted { Ok(pairs) } else { Err(SnapshotError::Content("prefixes")) }
    }

    fn derived(&mut self) -> Decoded<Vec<String>> {
        let n = self.count(8)?;
        (0..n).map(|_| self.text()).collect()
    }

    fn value_types(&mut self) -> Decoded<Vec<ValueTypes>> {
        let n = self.count(8)?;
        (0..n)
            .map(|_| {
                let n = self.count(12)?;
                (0..n).map(|_| self.value_type()).collect::<Decoded<ValueTypes>>()
            })
            .collect()
    }

    fn value_type(&mut self) -> Decoded<ValueType> {
        let kind = Kind::ALL.get(self.u8()? as usize).copied();
        let datatype = self.datatype()?;
        let kind = kind.filter(|&kind| kind != Kind::Text && datatype.kind() == Some(kind));
        let kind = kind.ok_or(SnapshotError::Content("datatypes"))?;
        Ok(ValueType { kind, datatype, has_zone: self.u8()? == 1, is_read: self.u8()? == 1 })
    }

    fn datatype(&mut self) -> Decoded<Datatype> {
        let is_language = self.u8()? == 1;
        let text = self.text()?.into();
        Ok(if is_language { Datatype::Language(text) } else { Datatype::Iri(text) })
    }

    fn literals(&mut self, sections: &mut SectionReader) -> Decoded<LiteralTable> {
        let wrong = || SnapshotError::Content("literals");
        let kind_ends: [u32; Kind::ALL.len()] =
            self.array(u32::from_le_bytes)?.try_into().map_err(|_| wrong())?;
        let n_datatypes = self.count(9)?;
        let datatypes = (0..n_datatypes).map(|_| self.datatype()).collect::<Decoded<Vec<_>>>()?;
        let (n_text, checksum) = (self.u64()?, self.u64()?);
        let n = u64::from(kind_ends[Kind::Text as usize]);
        let n_keys = u64::from(kind_ends[Kind::Duration as usize]);
        let n_bytes = sum([
            bytes_of::<u8>(n_text),
            bytes_of::<u64>(n),
            bytes_of::<u16>(n),
            bytes_of::<f64>(n_keys),
        ]);
        let columns = sections.section("literals", n_bytes, checksum, move |columns| {
            let texts = Texts::from_parts(columns.next(n_text)?, columns.next(n)?)?;
            let (datatype_idx, keys) = (columns.next(n)?, columns.next(n_keys)?);
            LiteralColumns::from_parts(texts, datatype_idx, keys, n_datatypes, &kind_ends)
        })?;
        LiteralTable::stored(columns, datatypes, kind_ends).ok_or_else(wrong)
    }

    fn classes(
        &mut self,
        n: usize,
        n_classes: usize,
        sections: &mut SectionReader,
    ) -> Decoded<Deferred<IdVec<ClassId, Set>>> {
        let (n_bytes, checksum) = (self.u64()?, self.u64()?);
        sections.section("class extensions", Some(n_bytes), checksum, move |columns| {
            let n_members = columns.next::<u32>(n_classes as u64)?;
            let sets = n_members.iter().map(|&n_members| {
                if Set::is_sparse(n, n_members as usize) {
                    Set::from_list(n, columns.next(u64::from(n_members))?)
                } else {
                    let words = columns.next(n.div_ceil(WORD) as u64)?;
                    Set::from_words(n, n_members as usize, words)
                }
            });
            Some(IdVec::from_vec(sets.collect::<Option<Vec<_>>>()?))
        })
    }

    fn edges(&mut self, n: usize, sections: &mut SectionReader) -> Decoded<Deferred<Adjacency>> {
        let (n_subjects, n_objects) = (self.u64()?, self.u64()?);
        let (n_edges, checksum) = (self.u64()?, self.u64()?);
        let n_bytes = sum([bytes_of_rows(n_subjects, n_edges), bytes_of_rows(n_objects, n_edges)]);
        sections.section("edges", n_bytes, checksum, move |columns| {
            let forward = columns.rows(n_subjects, n_edges, n, n)?;
            let backward = columns.rows(n_objects, n_edges, n, n)?;
            Adjacency::from_rows(forward, backward)
        })
    }

    fn values(
        &mut self,
        n: usize,
        n_literals: usize,
        sections: &mut SectionReader,
    ) -> Decoded<Deferred<Values>> {
        let (n_individuals, n_values, checksum) = (self.u64()?, self.u64()?, self.u64()?);
        let n_bytes = sum([bytes_of_rows(n_individuals, n_values), bytes_of::<u64>(n_values)]);
        sections.section("values", n_bytes, checksum, move |columns| {
            let rows = columns.rows(n_individuals, n_values, n, n_literals)?;
            Values::from_parts(n, n_literals, rows, columns.next(n_values)?)
        })
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
    pub(super) fn origin(mut self, graph: &Graph) -> Decoded<Origin> {
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
}

impl Columns {
    /// Rows of so many sources and edges between so many things.
    fn rows(&mut self, n_sources: u64, n_edges: u64, n: usize, n_targets: usize) -> Option<Rows> {
        let (sources, starts) = (self.next(n_sources)?, self.next(n_sources.checked_add(1)?)?);
        Rows::from_parts(n, n_targets, sources, starts, self.next(n_edges)?)
    }
}

fn bytes_of_rows(n_sources: u64, n_edges: u64) -> Option<u64> {
    let starts = bytes_of::<u32>(n_sources.checked_add(1)?);
    sum([bytes_of::<u32>(n_sources), starts, bytes_of::<u32>(n_edges)])
}

fn sum<const N: usize>(lengths: [Option<u64>; N]) -> Option<u64> {
    lengths.into_iter().try_fold(0u64, |sum, length| sum.checked_add(length?))
}
