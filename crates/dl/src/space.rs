//! The value spaces of OWL 2: which values a datatype has.
//!
//! Integers are decimals and decimals are reals; `xsd:float` and `xsd:double` are spaces of their
//! own, and so is every datatype of dates and times. <https://www.w3.org/TR/owl2-syntax/#Datatype_Maps>

use crate::literal::{Datatype, Kind, Value};
use crate::time::has_zone;

/// The space that a value lies in. Spaces share no values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Space<'a> {
    /// Truth values.
    Boolean,
    /// Integers, decimals and rationals.
    Real,
    /// 32-bit floats.
    Float,
    /// 64-bit floats.
    Double,
    /// The moments of a datatype of XML Schema.
    Time(&'a str),
    /// Durations.
    Duration,
    /// Everything else.
    Text,
}

impl Space<'static> {
    /// The space of a value. Where the value was found in the data rather than from the datatype, a
    /// number is a double and a moment is of the datatype that its form is that of.
    pub(crate) fn of(lexical: &str, datatype: &Datatype, value: Value) -> Self {
        let name = datatype.xsd_name().filter(|_| datatype.kind() == Some(value.kind));
        match value.kind {
            Kind::Boolean => Self::Boolean,
            Kind::Duration => Self::Duration,
            Kind::Text => Self::Text,
            Kind::Number if datatype.kind() == Some(Kind::Number) => match name {
                Some("double") => Self::Double,
                Some("float") => Self::Float,
                _ => Self::Real,
            },
            Kind::Number => Self::Double,
            Kind::Time => Self::Time(match name {
                Some("dateTime" | "dateTimeStamp") => "dateTime",
                Some("date") => "date",
                Some("gYear") => "gYear",
                Some("gYearMonth") => "gYearMonth",
                Some("time") => "time",
                Some("gMonthDay") => "gMonthDay",
                Some("gMonth") => "gMonth",
                Some("gDay") => "gDay",
                _ => form(lexical.trim_ascii()),
            }),
        }
    }
}

impl Space<'_> {
    /// Whether its numbers are floats.
    pub(crate) fn is_floating(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }
}

/// The datatype that a moment without one is spelled like.
fn form(lexical: &str) -> &'static str {
    if lexical.contains('T') {
        return "dateTime";
    }
    if lexical.as_bytes().get(2) == Some(&b':') {
        return "time";
    }
    if let Some(rest) = lexical.strip_prefix("--") {
        let is_month_and_day = rest.get(2..3) == Some("-") && rest.get(5..6) != Some(":");
        return match rest.as_bytes() {
            [b'-', ..] => "gDay",
            _ if is_month_and_day => "gMonthDay",
            _ => "gMonth",
        };
    }
    match lexical.trim_start_matches('-').matches('-').count() {
        0 => "gYear",
        1 => "gYearMonth",
        _ => "date",
    }
}

/// Whether a literal is a value of a datatype.
pub(crate) fn is_value_of(
    datatype: &Datatype,
    lexical: &str,
    of_literal: &Datatype,
    value: Value,
) -> bool {
    if datatype == of_literal || datatype.is_top() {
        return true;
    }
    let space = Space::of(lexical, of_literal, value);
    match (datatype.kind(), datatype.xsd_name()) {
        (Some(Kind::Boolean), _) => space == Space::Boolean,
        (Some(Kind::Number), Some("double")) => space == Space::Double,
        (Some(Kind::Number), Some("float")) => space == Space::Float,
        (Some(Kind::Number), _) => space == Space::Real && datatype.admits_number(value.key),
        (Some(Kind::Time), Some("dateTimeStamp")) => {
            space == Space::Time("dateTime") && has_zone(lexical)
        }
        (Some(Kind::Time), Some(name)) => space == Space::Time(name),
        (Some(Kind::Duration), Some("duration")) => space == Space::Duration,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Literal;

    #[test]
    fn value_spaces_are_those_of_owl() {
        let check = |datatype: &str, lexical: &str, of: &str, expected: bool| {
            let literal = Literal::new(lexical, Datatype::xsd(of));
            let found = is_value_of(
                &Datatype::xsd(datatype),
                literal.lexical(),
                literal.datatype(),
                literal.value(),
            );
            assert_eq!(found, expected, "{lexical} of {of} in {datatype}");
        };
        check("integer", "5", "integer", true);
        check("integer", "5", "int", true);
        check("integer", "5.0", "decimal", true);
        check("integer", "0.1", "decimal", false);
        check("integer", "5", "double", false);
        check("decimal", "5", "integer", true);
        check("decimal", "5", "float", false);
        check("double", "5", "integer", false);
        check("double", "5", "float", false);
        check("float", "5", "double", false);
        check("unsignedByte", "5", "integer", true);
        check("unsignedByte", "300", "integer", false);
        check("dateTime", "2020-01-01", "date", false);
        check("dateTime", "2020-01-01T00:00:00Z", "dateTimeStamp", true);
        check("dateTimeStamp", "2020-01-01T00:00:00Z", "dateTime", true);
        check("dateTimeStamp", "2020-01-01T00:00:00", "dateTime", false);
        check("date", "2020-01-01", "date", true);
        check("gYear", "2020-01-01", "date", false);
    }
}
