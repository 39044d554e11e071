//! The datatypes that the values of a data property are of, and bounds written in them.
//!
//! A bound is compared with values of every datatype (see [`crate::DataRange`]), while a facet of
//! OWL only has values of its own datatype. What says the same as a bound, for the values of one
//! property, is a facet for each datatype that these values are of.

use std::ops::Deref;

use crate::data::Comparison;
use crate::id::LiteralId;
use crate::literal::{Datatype, Kind, Literal, as_float};
use crate::literal_table::LiteralTable;
use crate::space::Space;
use crate::time::{Form, Moment, has_zone};

/// The datatypes of the values of one data property, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueTypes(Vec<ValueType>);

impl Deref for ValueTypes {
    type Target = [ValueType];

    fn deref(&self) -> &[ValueType] {
        &self.0
    }
}

impl FromIterator<ValueType> for ValueTypes {
    fn from_iter<T: IntoIterator<Item = ValueType>>(types: T) -> Self {
        Self(types.into_iter().collect())
    }
}

/// A datatype that covers all values of one value space that a property has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueType {
    /// The kind of the values.
    pub kind: Kind,
    /// The datatype.
    pub datatype: Datatype,
    /// Whether the values are moments that say their zone.
    pub has_zone: bool,
    /// Whether files have the values as plain strings, which were read as values of the datatype.
    pub is_read: bool,
}

/// What says the same as a bound for the values of one datatype.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Facet {
    /// A bound of that datatype.
    Bound(Literal),
    /// All of its values are on the side that is asked for.
    All,
    /// None of them is.
    None,
}

impl ValueType {
    /// The type of values of a datatype, or nothing where its values have no order.
    pub fn of(datatype: &Datatype) -> Option<Self> {
        let kind = datatype.kind().filter(|&kind| kind != Kind::Text)?;
        Some(Self { kind, datatype: datatype.clone(), has_zone: false, is_read: false })
    }

    /// Whether all of its values are values of a datatype.
    pub fn is_within(&self, datatype: &Datatype) -> bool {
        let (wide, own) = (datatype.xsd_name(), self.datatype.xsd_name());
        datatype.is_top()
            || *datatype == self.datatype
            || datatype.kind() == Some(self.kind)
                && match self.kind {
                    Kind::Boolean => true,
                    Kind::Number => match wide {
                        Some("double" | "float") => false,
                        _ if matches!(own, Some("double" | "float")) => false,
                        Some("integer") => self.datatype.is_whole(),
                        Some("decimal") => own.is_some(),
                        None => true,
                        _ => false,
                    },
                    Kind::Time => wide == Some("dateTime") && own == Some("dateTimeStamp"),
                    Kind::Duration => wide == Some("duration"),
                    Kind::Text => false,
                }
    }

    /// Whether a literal lies in the value space of the type.
    pub fn is_space_of(&self, literal: &Literal) -> bool {
        self.space() == literal.part().space()
    }

    fn space(&self) -> Space<'_> {
        match (self.kind, self.datatype.xsd_name()) {
            (Kind::Boolean, _) => Space::Boolean,
            (Kind::Number, Some("double")) => Space::Double,
            (Kind::Number, Some("float")) => Space::Float,
            (Kind::Number, _) => Space::Real,
            (Kind::Time, Some("dateTimeStamp")) => Space::Time("dateTime"),
            (Kind::Time, name) => Space::Time(name.unwrap_or("dateTime")),
            (Kind::Duration, _) => Space::Duration,
            (Kind::Text, _) => Space::Text,
        }
    }

    /// The facet that has the values of this type that lie on one side of a bound, no more and no
    /// fewer: a bound between two values of the datatype moves to the one that keeps the side.
    pub fn facet(&self, comparison: Comparison, bound: &Literal) -> Facet {
        let is_own = bound.datatype() == &self.datatype
            && (self.kind != Kind::Time || has_zone(bound.lexical()) == self.has_zone);
        if is_own || bound.value().kind != self.kind {
            return Facet::Bound(bound.clone());
        }
        let is_upper = matches!(comparison, Comparison::AtMost | Comparison::Below);
        // `≤ b` and `> b` have the value below, `≥ b` and `< b` the value above.
        let is_up = matches!(comparison, Comparison::AtLeast | Comparison::Below);
        match self.kind {
            Kind::Number => self.number(bound, is_upper, is_up),
            Kind::Time => {
                let form = self.datatype.xsd_name().and_then(Form::of).unwrap_or(Form::DateTime);
                let Some(moment) = Moment::parse(bound.lexical().trim_ascii()) else {
                    return Facet::Bound(bound.clone());
                };
                match moment.spell(form, self.has_zone, is_up) {
                    Some(lexical) => Facet::Bound(Literal::new(&lexical, self.datatype.clone())),
                    // What comes back: all of it lies on the same side.
                    None if (bound.value().key >= form.first_key()) == is_upper => Facet::All,
                    None => Facet::None,
                }
            }
            Kind::Boolean | Kind::Duration | Kind::Text => Facet::Bound(bound.clone()),
        }
    }

    fn number(&self, bound: &Literal, is_upper: bool, is_up: bool) -> Facet {
        let key = bound.value().key;
        let with = |lexical: &str, datatype: Datatype| {
            let literal = Literal::new(lexical, datatype);
            if literal.value().kind == Kind::Number {
                Facet::Bound(literal)
            } else {
                Facet::Bound(bound.clone())
            }
        };
        match self.datatype.xsd_name() {
            Some("double") if bound.lexical().contains('/') => {
                with(&spelled(key), self.datatype.clone())
            }
            Some("double") => with(bound.lexical(), self.datatype.clone()),
            Some("float") => {
                let float = key as f32;
                let float = match as_float(key).partial_cmp(&key) {
                    Some(std::cmp::Ordering::Less) if is_up => float.next_up(),
                    Some(std::cmp::Ordering::Greater) if !is_up => float.next_down(),
                    _ => float,
                };
                let lexical = if float.is_infinite() {
                    spelled(f64::from(float))
                } else if as_float(key) == key && !bound.lexical().contains('/') {
                    bound.lexical().to_owned()
                } else {
                    float.to_string()
                };
                with(&lexical, self.datatype.clone())
            }
            _ if key.is_infinite() => {
                if (key > 0.0) == is_upper {
                    Facet::All
                } else {
                    Facet::None
                }
            }
            _ => {
                let Some(numeral) = bound.part().numeral() else {
                    return Facet::Bound(bound.clone());
                };
                if !self.datatype.is_whole() {
                    let is_plain = bound.lexical().bytes().all(|byte| !byte.is_ascii_alphabetic());
                    return match numeral.decimal() {
                        Some(_) if is_plain && !bound.lexical().contains('/') => {
                            with(bound.lexical(), Datatype::xsd("decimal"))
                        }
                        Some(decimal) => with(&decimal, Datatype::xsd("decimal")),
                        None => Facet::Bound(bound.clone()),
                    };
                }
                let Some(whole) = numeral.whole(is_up) else {
                    return Facet::Bound(bound.clone());
                };
                let own = Literal::new(&whole, self.datatype.clone());
                let is_admitted = self.datatype.admits_number(own.value().key);
                let datatype =
                    if is_admitted { self.datatype.clone() } else { Datatype::xsd("integer") };
                with(&whole, datatype)
            }
        }
    }

    /// The literal of this type that means the same as a listed one, where there is one.
    pub fn same(&self, literal: &Literal) -> Option<Literal> {
        match (self.facet(Comparison::AtMost, literal), self.facet(Comparison::AtLeast, literal)) {
            (Facet::Bound(low), Facet::Bound(high)) => low.same_value(&high).then_some(low),
            _ => None,
        }
    }
}

/// A float as XML Schema writes it.
fn spelled(key: f64) -> String {
    if key.is_infinite() {
        (if key > 0.0 { "INF" } else { "-INF" }).to_owned()
    } else {
        format!("{key:?}")
    }
}

impl Literal {
    /// The literal of a kind and place in the order, as a double or a date-time.
    pub fn from_value(value: crate::literal::Value) -> Self {
        match value.kind {
            Kind::Time => {
                let moment = Moment::from_key(value.key);
                let lexical = moment.spell(Form::DateTime, false, false).unwrap_or_default();
                Self::new(&lexical, Datatype::xsd("dateTime"))
            }
            Kind::Duration => {
                Self::new(&crate::time::spell_duration(value.key), Datatype::xsd("duration"))
            }
            // With a point even where it is whole: other tools recognise doubles by it.
            _ => Self::new(&spelled(value.key), Datatype::xsd("double")),
        }
    }
}

impl LiteralTable {
    /// The datatypes of some literals of the table.
    pub fn value_types(&self, ids: impl Iterator<Item = LiteralId>) -> ValueTypes {
        let mut found: Vec<ValueType> = Vec::new();
        // Numbers that are no floats share a space, and get one datatype.
        let mut real: Vec<&Datatype> = Vec::new();
        let mut is_whole = true;
        for id in ids {
            let part = self.part(id);
            let space = part.space();
            let (name, has_zone) = match space {
                Space::Text => continue,
                Space::Real => {
                    is_whole &= part.value.key.fract() == 0.0;
                    if real.last() != Some(&part.datatype) && !real.contains(&part.datatype) {
                        real.push(part.datatype);
                    }
                    continue;
                }
                Space::Boolean => ("boolean", false),
                Space::Float => ("float", false),
                Space::Double => ("double", false),
                Space::Time(name) => (name, has_zone(part.lexical)),
                Space::Duration => ("duration", false),
            };
            let is_read = part.datatype.kind() != Some(part.value.kind);
            let is_known = |known: &ValueType| {
                known.datatype.xsd_name() == Some(name)
                    && known.has_zone == has_zone
                    && known.is_read == is_read
            };
            if !found.iter().any(is_known) {
                let (kind, datatype) = (part.value.kind, Datatype::xsd(name));
                found.push(ValueType { kind, datatype, has_zone, is_read });
            }
        }
        let is_rational = |datatype: &&Datatype| datatype.xsd_name().is_none();
        let datatype = match &*real {
            [] => None,
            [only] if is_whole || !only.is_whole() => Some((*only).clone()),
            _ if is_whole && real.iter().all(|datatype| datatype.is_whole()) => {
                Some(Datatype::xsd("integer"))
            }
            _ if real.iter().any(is_rational) => {
                Some(Datatype::iri("http://www.w3.org/2002/07/owl#real"))
            }
            _ => Some(Datatype::xsd("decimal")),
        };
        found.extend(datatype.as_ref().and_then(ValueType::of));
        found.sort_unstable();
        ValueTypes(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(lexical: &str, datatype: &str) -> Literal {
        Literal::new(lexical, Datatype::xsd(datatype))
    }

    #[test]
    fn a_facet_has_the_values_that_the_bound_has() {
        use Comparison::{Above, AtLeast, AtMost, Below};
        let check = |datatype: &str, comparison, bound: Literal, expected: &str| {
            let of = ValueType::of(&Datatype::xsd(datatype)).unwrap();
            let Facet::Bound(found) = of.facet(comparison, &bound) else { panic!("{expected}") };
            assert_eq!(found.lexical(), expected, "{datatype} {comparison:?}");
        };
        for (comparison, expected) in
            [(AtMost, "25"), (Above, "25"), (AtLeast, "26"), (Below, "26")]
        {
            check("integer", comparison, literal("25.5", "double"), expected);
            check("int", comparison, literal("25.5", "double"), expected);
        }
        check("decimal", AtMost, literal("2.5E1", "double"), "25.0");
        check("double", AtMost, literal("25", "integer"), "25");
        check("float", AtLeast, literal("0.1", "double"), "0.1");
        check("float", AtMost, literal("0.10000000001", "double"), "0.1");
        check("float", AtLeast, literal("0.10000000001", "double"), "0.10000001");
        check("date", AtMost, literal("2020-01-05T12:00:00", "dateTime"), "2020-01-05");
        check("date", AtLeast, literal("2020-01-05T12:00:00", "dateTime"), "2020-01-06");
        check("gYear", AtLeast, literal("2020-01-05", "date"), "2021");
        check("unsignedByte", AtMost, literal("300", "integer"), "300");
        let whole = ValueType::of(&Datatype::xsd("integer")).unwrap();
        assert_eq!(whole.facet(AtMost, &literal("INF", "double")), Facet::All);
        assert_eq!(whole.facet(AtLeast, &literal("INF", "double")), Facet::None);
        assert_eq!(whole.same(&literal("5.0", "double")).unwrap().lexical(), "5");
        assert_eq!(whole.same(&literal("5.5", "double")), None);
    }
}
