//! What a configuration consists of, whichever of its notations it is written in.

use crate::error::{Error, quoted};
use crate::place::Place;

/// One thing that a configuration says, and where.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Item {
    pub(super) place: Place,
    pub(super) entry: Entry,
}

/// What it says.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Entry {
    /// `bean.property = value`, or `directive = value`.
    Setting { bean: String, property: Option<String>, value: Value },
    /// `name("argument", ..)`, as files of before 2011 import knowledge bases.
    Call { name: String, arguments: Vec<String> },
    /// `+"name"` or `-"name"`, as these files give examples.
    Example { is_positive: bool, name: String },
}

/// A value with the place where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Value {
    pub(super) place: Place,
    pub(super) content: Content,
}

/// What a value is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Content {
    Bool(bool),
    /// As written: the reader of a setting knows which type it wants.
    Number(String),
    Text(String),
    /// A bare word: another bean, or in old files a plain word.
    Reference(String),
    Set(Vec<String>),
    References(Vec<String>),
    /// `[("a", "b"), ("c", 1.0)]`, numbers as written.
    Pairs(Vec<(String, String)>),
    /// Something that only the JSON form can say, and no setting wants.
    Foreign(&'static str),
}

impl Value {
    /// An error that says what the setting wanted.
    pub(super) fn wrong(&self, expected: &str) -> Error {
        let found = match &self.content {
            Content::Bool(truth) => format!("`{truth}`"),
            Content::Number(written) => format!("`{written}`"),
            Content::Text(text) => format!("the string {}", quoted(text)),
            Content::Reference(name) => format!("the name {}", quoted(name)),
            Content::Set(_) => "a set of strings".to_owned(),
            Content::References(_) => "a set of names".to_owned(),
            Content::Pairs(_) => "a list of pairs".to_owned(),
            Content::Foreign(noun) => (*noun).to_owned(),
        };
        Error::value(self.place, format!("expected {expected}, found {found}"))
    }

    /// A truth value; programs that write configurations put it in quotes at times.
    pub(super) fn truth(&self) -> Result<bool, Error> {
        match &self.content {
            Content::Bool(truth) => Ok(*truth),
            Content::Text(text) if text.eq_ignore_ascii_case("true") => Ok(true),
            Content::Text(text) if text.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(self.wrong("`true` or `false`")),
        }
    }

    /// A whole number from `least` on; `100.0` counts as whole.
    pub(super) fn whole(&self, least: u64) -> Result<u64, Error> {
        let (Content::Number(written) | Content::Text(written)) = &self.content else {
            return Err(self.wrong("a whole number"));
        };
        let digits = match written.trim().split_once('.') {
            Some((digits, fraction)) if fraction.bytes().all(|byte| byte == b'0') => digits,
            _ => written.trim(),
        };
        match digits.parse() {
            Ok(number) if number >= least => Ok(number),
            _ if least == 0 => Err(self.wrong("a whole number")),
            _ => Err(self.wrong(&format!("a whole number from {least} on"))),
        }
    }

    /// [`Self::whole`], when it should fit 32 bits.
    pub(super) fn count(&self, least: u64) -> Result<u32, Error> {
        u32::try_from(self.whole(least)?).map_err(|_| self.wrong("a smaller number"))
    }

    /// A number from 0 to `most`.
    pub(super) fn number(&self, most: f64) -> Result<f64, Error> {
        let (Content::Number(written) | Content::Text(written)) = &self.content else {
            return Err(self.wrong("a number"));
        };
        match written.trim().parse::<f64>() {
            Ok(number) if number.is_finite() && (0.0..=most).contains(&number) => Ok(number),
            _ if most == f64::MAX => Err(self.wrong("a number from 0 on")),
            _ => Err(self.wrong(&format!("a number from 0 to {most}"))),
        }
    }

    /// A string, or a bare word.
    pub(super) fn text(&self, expected: &str) -> Result<&str, Error> {
        match &self.content {
            Content::Text(text) | Content::Reference(text) => Ok(text),
            _ => Err(self.wrong(expected)),
        }
    }

    /// Names: a set, or a single string for a set of one.
    pub(super) fn names(&self) -> Result<Vec<String>, Error> {
        match &self.content {
            Content::Set(names) | Content::References(names) => Ok(names.clone()),
            Content::Text(name) | Content::Reference(name) => Ok(vec![name.clone()]),
            // An empty list has no type.
            Content::Pairs(pairs) if pairs.is_empty() => Ok(Vec::new()),
            _ => Err(self.wrong("a set of names")),
        }
    }

    /// The beans a value refers to.
    pub(super) fn references(&self) -> Option<Vec<&str>> {
        match &self.content {
            Content::Reference(name) => Some(vec![name]),
            Content::References(names) => Some(names.iter().map(String::as_str).collect()),
            Content::Set(names) if names.is_empty() => Some(Vec::new()),
            _ => None,
        }
    }
}
