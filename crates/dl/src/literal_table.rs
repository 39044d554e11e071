//! All literals of a knowledge base, once each.
//!
//! The finished table is sorted by kind, then by value, then by spelling. A comparison with a
//! bound is therefore a range of ids, and a column of ids sorts by value without looking at one.

use std::cmp::Ordering;
use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable, hash_table::Entry};

use crate::column::Column;
use crate::data::{Comparison, DataRange};
use crate::deferred::{Damage, Deferred};
use crate::id::{Id, LiteralId};
use crate::literal::{Datatype, Kind, Literal, Part, Value};
use crate::texts::Texts;

/// The distinct literals of a knowledge base, sorted by value.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LiteralTable {
    columns: Deferred<LiteralColumns>,
    datatypes: Vec<Datatype>,
    /// Where each kind ends.
    kind_ends: [u32; Kind::ALL.len()],
}

/// What a table has of each literal.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LiteralColumns {
    texts: Texts,
    datatype_idx: Column<u16>,
    /// The order within the kind; empty for text, which comes last.
    keys: Column<f64>,
}

impl LiteralColumns {
    /// The columns of a table with so many datatypes and these ends of kinds, or nothing if they do not fit
    /// together.
    pub fn from_parts(
        texts: Texts,
        datatype_idx: Column<u16>,
        keys: Column<f64>,
        n_datatypes: usize,
        kind_ends: &[u32; Kind::ALL.len()],
    ) -> Option<Self> {
        let n = kind_ends[Kind::Text as usize] as usize;
        let fits = kind_ends.is_sorted()
            && texts.len() == n
            && datatype_idx.len() == n
            && keys.len() == kind_ends[Kind::Duration as usize] as usize
            && datatype_idx.iter().all(|&index| (index as usize) < n_datatypes)
            && keys.iter().all(|key| !key.is_nan());
        let are_sorted = fits
            && Kind::ALL[..4].iter().all(|&kind| {
                let ids = of_kind(kind_ends, kind);
                keys[ids.start as usize..ids.end as usize].is_sorted()
            });
        are_sorted.then_some(Self { texts, datatype_idx, keys })
    }

    /// Texts, datatypes by their numbers, and keys.
    pub fn parts(&self) -> (&Texts, &[u16], &[f64]) {
        (&self.texts, &self.datatype_idx, &self.keys)
    }
}

impl LiteralTable {
    /// The number of literals.
    pub fn len(&self) -> usize {
        self.kind_ends[Kind::Text as usize] as usize
    }

    /// Whether there is no literal.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The spelling of a literal.
    pub fn lexical(&self, id: LiteralId) -> &str {
        self.columns.texts.get(id.index())
    }

    /// The datatype of a literal.
    pub fn datatype(&self, id: LiteralId) -> &Datatype {
        &self.datatypes[self.columns.datatype_idx[id.index()] as usize]
    }

    /// The kind of a literal.
    pub fn kind(&self, id: LiteralId) -> Kind {
        Kind::ALL[self.kind_ends.partition_point(|&end| end <= id.0)]
    }

    /// The meaning of a literal.
    pub fn value(&self, id: LiteralId) -> Value {
        let key = self.columns.keys.get(id.index()).copied().unwrap_or(0.0);
        Value { kind: self.kind(id), key }
    }

    /// A literal as a value of its own.
    pub fn get(&self, id: LiteralId) -> Literal {
        Literal::with_value(self.lexical(id), self.datatype(id).clone(), self.value(id))
    }

    /// The id of a literal with that spelling, datatype and kind.
    pub fn find(&self, literal: &Literal) -> Option<LiteralId> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.part(LiteralId::new(middle)).place(literal.part()) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(LiteralId::new(middle)),
            }
        }
        None
    }

    /// The ids of one kind.
    pub fn of_kind(&self, kind: Kind) -> Range<u32> {
        of_kind(&self.kind_ends, kind)
    }

    /// The ids of the values on one side of a bound, as two ranges of which the second may be
    /// empty. The table is sorted by value; of the numbers that share the bound's place, floats
    /// come last and are all equal to it, while the others have an order among themselves.
    pub fn compare(&self, comparison: Comparison, bound: &Literal) -> [Range<u32>; 2] {
        let value = bound.value();
        let ids = self.of_kind(value.kind);
        if value.kind == Kind::Text {
            return [ids.end..ids.end, ids.end..ids.end];
        }
        let keys = &self.columns.keys[ids.start as usize..ids.end as usize];
        let first_equal = ids.start + keys.partition_point(|&key| key < value.key) as u32;
        let first_above = ids.start + keys.partition_point(|&key| key <= value.key) as u32;
        let first_of = |from: u32, to: u32, is_before: &dyn Fn(Part<'_>) -> bool| {
            let (mut low, mut high) = (from, to);
            while low < high {
                let middle = u32::midpoint(low, high);
                if is_before(self.part(LiteralId(middle))) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        let floats = first_of(first_equal, first_above, &|part| !part.space().is_floating());
        let order = |part: Part<'_>| part.compare(bound.part());
        let at_least =
            first_of(first_equal, floats, &|part| order(part).is_some_and(Ordering::is_lt));
        let above = first_of(at_least, floats, &|part| order(part).is_some_and(Ordering::is_le));
        match comparison {
            Comparison::Below => [ids.start..at_least, floats..floats],
            Comparison::AtMost => [ids.start..above, floats..first_above],
            Comparison::AtLeast => [at_least..ids.end, ids.end..ids.end],
            Comparison::Above => [above..floats, first_above..ids.end],
        }
    }

    /// The ids whose key is at most so much, and those whose key is at least so much.
    pub fn by_key(&self, value: Value) -> [Range<u32>; 2] {
        let ids = self.of_kind(value.kind);
        let keys = &self.columns.keys;
        let keys = &keys[ids.start as usize..(ids.end as usize).min(keys.len())];
        let first_equal = ids.start + keys.partition_point(|&key| key < value.key) as u32;
        let first_above = ids.start + keys.partition_point(|&key| key <= value.key) as u32;
        [ids.start..first_above, first_equal..ids.end]
    }

    /// Whether two literals of the table mean the same value.
    pub fn same_value(&self, one: LiteralId, other: LiteralId) -> bool {
        one == other || self.part(one).same_value(self.part(other))
    }

    /// Whether a literal of the table lies in a range.
    pub fn lies_in(&self, id: LiteralId, range: &DataRange) -> bool {
        range.holds(self.part(id), false)
    }

    /// Whether a range admits a literal of the table: see [`DataRange::admits`].
    pub fn admitted_by(&self, id: LiteralId, range: &DataRange) -> bool {
        range.holds(self.part(id), true)
    }

    pub(crate) fn part(&self, id: LiteralId) -> Part<'_> {
        Part { lexical: self.lexical(id), datatype: self.datatype(id), value: self.value(id) }
    }

    /// The bytes it takes beyond the value itself.
    pub fn heap_bytes(&self) -> usize {
        let (texts, datatype_idx, keys) = self.columns.parts();
        texts.heap_bytes() + size_of_val(datatype_idx) + size_of_val(keys)
    }

    /// What the table has of each literal.
    pub fn columns(&self) -> &LiteralColumns {
        &self.columns
    }

    /// An error if it comes from a damaged file.
    pub fn check(&self) -> Result<(), Damage> {
        self.columns.check().map(drop)
    }

    /// The datatypes, and where each kind ends.
    pub fn kinds(&self) -> (&[Datatype], &[u32; Kind::ALL.len()]) {
        (&self.datatypes, &self.kind_ends)
    }

    /// A table whose columns are stored in a file, or nothing if kinds do not follow each other.
    pub fn stored(
        columns: Deferred<LiteralColumns>,
        datatypes: Vec<Datatype>,
        kind_ends: [u32; Kind::ALL.len()],
    ) -> Option<Self> {
        kind_ends.is_sorted().then_some(Self { columns, datatypes, kind_ends })
    }
}

/// The ids of one kind.
fn of_kind(kind_ends: &[u32; Kind::ALL.len()], kind: Kind) -> Range<u32> {
    let index = kind as usize;
    let start = if index == 0 { 0 } else { kind_ends[index - 1] };
    start..kind_ends[index]
}

/// Collects literals while a file is read.
#[derive(Default)]
pub struct LiteralTableBuilder {
    text: String,
    ends: Vec<u64>,
    datatype_idx: Vec<u16>,
    values: Vec<Value>,
    datatypes: Vec<Datatype>,
    table: HashTable<u32>,
    reread: HashMap<(u32, Kind), Option<u32>, FixedState>,
    hasher: FixedState,
}

impl LiteralTableBuilder {
    /// The number of a datatype. Files have few of them and state them in runs, so the last one
    /// used is tried first.
    pub fn datatype(&mut self, iri: &str, language: Option<&str>) -> u16 {
        let matches = |datatype: &Datatype| match (datatype, language) {
            (Datatype::Language(known), Some(language)) => &**known == language,
            (Datatype::Iri(known), None) => &**known == iri,
            _ => false,
        };
        let last = self.datatype_idx.last().copied();
        if let Some(last) = last.filter(|&last| matches(&self.datatypes[last as usize])) {
            return last;
        }
        let index = self.datatypes.iter().position(matches).unwrap_or_else(|| {
            self.datatypes.push(match language {
                Some(language) => Datatype::Language(language.into()),
                None => Datatype::iri(iri),
            });
            self.datatypes.len() - 1
        });
        u16::try_from(index).expect("fewer than 2^16 datatypes")
    }

    /// The number of a literal, new or known.
    pub fn intern(&mut self, lexical: &str, datatype: u16) -> LiteralId {
        let Self { text, ends, datatype_idx, table, hasher, .. } = self;
        let hash = hasher.hash_one((lexical, datatype));
        let entry = table.entry(
            hash,
            |&index| {
                datatype_idx[index as usize] == datatype && slice(ends, text, index) == lexical
            },
            |&index| hasher.hash_one((slice(ends, text, index), datatype_idx[index as usize])),
        );
        let slot = match entry {
            Entry::Occupied(found) => return LiteralId(*found.get()),
            Entry::Vacant(slot) => slot,
        };
        let id = LiteralId::new(ends.len());
        slot.insert(id.0);
        let value = Value::parse(lexical, &self.datatypes[datatype as usize]);
        self.push(lexical.to_owned().as_str(), datatype, value);
        id
    }

    fn push(&mut self, lexical: &str, datatype: u16, value: Value) {
        self.text.push_str(lexical);
        self.ends.push(self.text.len() as u64);
        self.datatype_idx.push(datatype);
        self.values.push(value);
    }

    /// The meaning of a literal.
    pub fn value(&self, id: LiteralId) -> Value {
        self.values[id.index()]
    }

    /// The spelling of a literal.
    pub fn lexical(&self, id: LiteralId) -> &str {
        slice(&self.ends, &self.text, id.0)
    }

    /// The datatype of a literal.
    pub fn datatype_of(&self, id: LiteralId) -> &Datatype {
        &self.datatypes[self.datatype_idx[id.index()] as usize]
    }

    /// A literal as a value of its own.
    pub fn get(&self, id: LiteralId) -> Literal {
        Literal::with_value(self.lexical(id), self.datatype_of(id).clone(), self.value(id))
    }

    /// The same spelling and datatype read as a value of another kind, where that is possible.
    pub fn reread(&mut self, id: LiteralId, kind: Kind) -> Option<LiteralId> {
        if self.value(id).kind == kind {
            return Some(id);
        }
        if let Some(&known) = self.reread.get(&(id.0, kind)) {
            return known.map(LiteralId);
        }
        let lexical = self.lexical(id).to_owned();
        let reread = Value::parse_as(&lexical, kind).map(|value| {
            let new = LiteralId::new(self.ends.len());
            self.push(&lexical, self.datatype_idx[id.index()], value);
            new
        });
        self.reread.insert((id.0, kind), reread.map(|id| id.0));
        reread
    }

    /// Sorts the table; also returns the final id of every literal that was handed out.
    pub fn finish(self) -> (LiteralTable, Vec<LiteralId>) {
        let mut order: Vec<u32> = (0..self.ends.len() as u32).collect();
        let sort_key = |index: u32| {
            let value = self.values[index as usize];
            (value.kind, order_preserving_bits(value.key))
        };
        let mut keyed: Vec<((Kind, u64), u32)> =
            order.iter().map(|&index| (sort_key(index), index)).collect();
        keyed.sort_unstable_by(|a, b| {
            let part = |index| {
                let id = LiteralId(index);
                Part {
                    lexical: self.lexical(id),
                    datatype: self.datatype_of(id),
                    value: self.value(id),
                }
            };
            a.0.cmp(&b.0).then_with(|| part(a.1).place(part(b.1)))
        });
        for (slot, (_, index)) in order.iter_mut().zip(keyed) {
            *slot = index;
        }
        // Datatypes are numbered as a file names them; the table is the same for any order.
        let mut by_name: Vec<u16> = (0..self.datatypes.len() as u16).collect();
        by_name.sort_unstable_by_key(|&index| &self.datatypes[index as usize]);
        let mut final_datatype = vec![0; by_name.len()];
        for (rank, &index) in by_name.iter().enumerate() {
            final_datatype[index as usize] = rank as u16;
        }
        let mut final_ids = vec![LiteralId(0); order.len()];
        let mut text = String::with_capacity(self.text.len());
        let mut ends = Vec::with_capacity(order.len());
        let mut datatype_idx = Vec::with_capacity(order.len());
        let mut keys = Vec::new();
        let mut kind_ends = [0; Kind::ALL.len()];
        for (rank, &index) in order.iter().enumerate() {
            final_ids[index as usize] = LiteralId::new(rank);
            text.push_str(slice(&self.ends, &self.text, index));
            ends.push(text.len() as u64);
            datatype_idx.push(final_datatype[self.datatype_idx[index as usize] as usize]);
            let value = self.values[index as usize];
            if value.kind != Kind::Text {
                keys.push(value.key);
            }
            for end in &mut kind_ends[value.kind as usize..] {
                *end = rank as u32 + 1;
            }
        }
        let mut datatypes = self.datatypes;
        datatypes.sort_unstable();
        let columns = LiteralColumns {
            texts: Texts::new(text, ends),
            datatype_idx: datatype_idx.into(),
            keys: keys.into(),
        };
        let table = LiteralTable { columns: columns.into(), datatypes, kind_ends };
        (table, final_ids)
    }
}

/// Bits that compare as unsigned integers the way the floats compare.
fn order_preserving_bits(key: f64) -> u64 {
    let bits = key.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn slice<'a>(ends: &[u64], text: &'a str, index: u32) -> &'a str {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &text[start as usize..ends[index] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(literals: &[(&str, &str)]) -> LiteralTable {
        let mut builder = LiteralTableBuilder::default();
        for (lexical, datatype) in literals {
            let iri = format!("http://www.w3.org/2001/XMLSchema#{datatype}");
            let datatype = builder.datatype(&iri, None);
            let id = builder.intern(lexical, datatype);
            assert_eq!(builder.intern(lexical, datatype), id);
        }
        builder.finish().0
    }

    #[test]
    fn ids_follow_values() {
        let table = table(&[
            ("b", "string"),
            ("10", "integer"),
            ("9.5", "double"),
            ("true", "boolean"),
            ("-3", "integer"),
            ("a", "string"),
            ("10.0", "double"),
        ]);
        let lexical: Vec<&str> =
            (0..table.len() as u32).map(|id| table.lexical(LiteralId(id))).collect();
        assert_eq!(lexical, ["true", "-3", "9.5", "10", "10.0", "a", "b"]);
        let ten = Literal::new("10", Datatype::xsd("integer"));
        let compare = |comparison| -> Vec<u32> {
            table.compare(comparison, &ten).into_iter().flatten().collect()
        };
        assert_eq!(compare(Comparison::AtLeast), [3, 4]);
        assert_eq!(compare(Comparison::Above), []);
        assert_eq!(compare(Comparison::Below), [1, 2]);
        assert_eq!(compare(Comparison::AtMost), [1, 2, 3, 4]);
        assert_eq!(table.kind(LiteralId(0)), Kind::Boolean);
        assert_eq!(table.kind(LiteralId(6)), Kind::Text);
        assert_eq!(table.of_kind(Kind::Time), 5..5);
    }

    #[test]
    fn whole_numbers_above_two_to_the_53_are_told_apart() {
        let big = ["9007199254740992", "9007199254740993", "9007199254740994"];
        let table = table(&[
            (big[2], "integer"),
            (big[1], "decimal"),
            (big[0], "integer"),
            ("9007199254740992", "double"),
            ("123456789012345678901234567891", "integer"),
            ("123456789012345678901234567890", "integer"),
        ]);
        let lexical = |id: u32| table.lexical(LiteralId(id));
        let compare = |comparison, bound: &str| -> Vec<&str> {
            let bound = Literal::new(bound, Datatype::xsd("integer"));
            table.compare(comparison, &bound).into_iter().flatten().map(lexical).collect()
        };
        // The float is the closest to both of the first two numbers.
        assert_eq!(compare(Comparison::AtMost, big[0]), [big[0], big[0]]);
        assert_eq!(compare(Comparison::Below, big[1]), [big[0]]);
        assert_eq!(compare(Comparison::AtMost, big[1]), [big[0], big[1], big[0]]);
        let last = "123456789012345678901234567890";
        assert_eq!(compare(Comparison::Above, last), ["123456789012345678901234567891"]);
        for id in 0..table.len() as u32 {
            for other in 0..table.len() as u32 {
                for comparison in
                    [Comparison::AtMost, Comparison::Below, Comparison::AtLeast, Comparison::Above]
                {
                    let bound = table.get(LiteralId(other));
                    let ids = table.compare(comparison, &bound);
                    let range = DataRange::Compare(comparison, bound);
                    let is_inside = ids.iter().any(|ids| ids.contains(&id));
                    assert_eq!(is_inside, table.lies_in(LiteralId(id), &range));
                }
            }
        }
    }

    #[test]
    fn the_order_of_a_file_does_not_matter() {
        let literals = [("b", "string"), ("1", "integer"), ("1", "double"), ("x", "token")];
        let mut backwards = literals;
        backwards.reverse();
        assert_eq!(table(&literals), table(&backwards));
    }

    #[test]
    fn a_literal_can_be_reread_as_another_kind() {
        let mut builder = LiteralTableBuilder::default();
        let string = builder.datatype("http://www.w3.org/2001/XMLSchema#string", None);
        let five = builder.intern("5", string);
        let word = builder.intern("five", string);
        let number = builder.reread(five, Kind::Number).unwrap();
        assert_ne!(number, five);
        assert_eq!(builder.reread(five, Kind::Number), Some(number));
        assert_eq!(builder.reread(word, Kind::Number), None);
        assert_eq!(builder.value(number).key, 5.0);
    }
}
