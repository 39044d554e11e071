//! One row of the table of options: what an option is called, means and can be.

use std::fmt;
use std::time::Duration;

use evolearner_dl::{Choice, Constructor, Language};

/// What an option is set to.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// Not set, where an option need not be.
    Nothing,
    /// Yes or no.
    Switch(bool),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// A word, a time, or a list of words with commas between them.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("none"),
            Self::Switch(value) => value.fmt(f),
            Self::Count(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionKind {
    /// Yes or no.
    Switch,
    /// A whole number between two bounds.
    Count(u64, u64),
    /// A number between two bounds.
    Number(f64, f64),
    /// One of some words, each with a sentence about it.
    Choice(Vec<(&'static str, &'static str)>),
    /// Some of some words.
    Choices(Vec<(&'static str, &'static str)>),
    /// A time such as `300s`, or `none`.
    Time,
    /// Two heights such as `1..6`.
    Heights,
    /// A description logic.
    Language,
    /// Any text.
    Text,
    /// Names, with commas between them.
    Names,
}

/// Names that an option lists, as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameList(pub Vec<String>);

/// The part of the table that an option belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// What concepts are made of.
    Space,
    /// What is a good concept, and which one is the answer.
    Answer,
    /// How the search proceeds.
    Search,
    /// When a run ends, and what it may use.
    Limits,
}

impl Group {
    /// All groups, in the order in which people read them.
    pub const ALL: [Self; 4] = [Self::Answer, Self::Space, Self::Search, Self::Limits];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Answer => "answer",
            Self::Search => "search",
            Self::Limits => "limits",
        }
    }

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Space => "What concepts are made of",
            Self::Answer => "What is a good concept, and which one is the answer",
            Self::Search => "How the search proceeds",
            Self::Limits => "When a run ends, and what it may use",
        }
    }
}

/// What depends on an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Affects {
    /// The course of a run: part of every fingerprint.
    Answer,
    /// How long a run goes on: another value continues the same run.
    Length,
    /// Time and memory alone.
    Speed,
}

/// A row of the table.
pub struct OptionSpec {
    /// What it is called in files, on the command line and in results.
    pub name: &'static str,
    /// What it means, in lines.
    about: &'static [&'static str],
    /// The part of the table that it belongs to.
    pub group: Group,
    kind: fn(Bounds) -> OptionKind,
    bounds: Bounds,
    default: fn() -> OptionValue,
    /// Where the default comes from.
    pub source: &'static str,
    /// What depends on it.
    pub affects: Affects,
    /// What it is called in Python.
    pub python: &'static str,
    /// Whether people who use the learner for the first time may want to set it.
    pub is_basic: bool,
}

/// The least and the most that a number can be.
pub type Bounds = (f64, f64);

impl OptionSpec {
    /// A row, to be completed by the methods below.
    #[doc(hidden)]
    pub const fn new(
        [name, python]: [&'static str; 2],
        about: &'static [&'static str],
        group: Group,
        kind: fn(Bounds) -> OptionKind,
        default: fn() -> OptionValue,
        source: &'static str,
    ) -> Self {
        Self {
            name,
            about,
            group,
            kind,
            bounds: (0.0, 1e15),
            default,
            source,
            affects: Affects::Answer,
            python,
            is_basic: false,
        }
    }

    #[doc(hidden)]
    pub const fn within(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    #[doc(hidden)]
    pub const fn python(mut self, name: &'static str) -> Self {
        self.python = name;
        self
    }

    #[doc(hidden)]
    pub const fn affects(mut self, affects: Affects) -> Self {
        self.affects = affects;
        self
    }

    #[doc(hidden)]
    pub const fn basic(mut self, is_basic: bool) -> Self {
        self.is_basic = is_basic;
        self
    }

    /// What it means.
    pub fn about(&self) -> String {
        let lines: Vec<&str> = self.about.iter().map(|line| line.trim()).collect();
        lines.join(" ").trim().to_owned()
    }

    /// What it can be set to.
    pub fn kind(&self) -> OptionKind {
        (self.kind)(self.bounds)
    }

    /// What it is where nothing is said.
    pub fn default(&self) -> OptionValue {
        (self.default)()
    }

    /// Whether it can be [`OptionValue::Nothing`].
    pub fn is_optional(&self) -> bool {
        self.default() == OptionValue::Nothing || self.kind() == OptionKind::Time
    }
}

/// A type that an option can have.
pub trait OptionType: Sized {
    /// What it can be set to.
    fn kind(bounds: Bounds) -> OptionKind;
    /// As a value.
    fn to_value(&self) -> OptionValue;
    /// From a value that was checked against the kind.
    fn from_value(value: &OptionValue) -> Self;
}

macro_rules! count_option {
    ($($type:ty),+) => {$(
        impl OptionType for $type {
            fn kind((least, most): Bounds) -> OptionKind {
                OptionKind::Count(least as u64, most as u64)
            }

            #[allow(clippy::cast_lossless, reason = "one cast for all widths")]
            fn to_value(&self) -> OptionValue {
                OptionValue::Count(*self as u64)
            }

            fn from_value(value: &OptionValue) -> Self {
                match value {
                    OptionValue::Count(count) => Self::try_from(*count).unwrap_or(Self::MAX),
                    other => unreachable!("{other} was checked to be a count"),
                }
            }
        }
    )+};
}

count_option!(u32, u64, usize);

impl OptionType for f64 {
    fn kind((least, most): Bounds) -> OptionKind {
        OptionKind::Number(least, most)
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Number(*self)
    }

    fn from_value(value: &OptionValue) -> Self {
        match value {
            OptionValue::Number(number) => *number,
            other => unreachable!("{other} was checked to be a number"),
        }
    }
}

impl OptionType for bool {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Switch
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Switch(*self)
    }

    fn from_value(value: &OptionValue) -> Self {
        *value == OptionValue::Switch(true)
    }
}

/// Two heights, the lower first.
impl OptionType for (usize, usize) {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Heights
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Text(format!("{}..{}", self.0, self.1))
    }

    fn from_value(value: &OptionValue) -> Self {
        let heights = if let OptionValue::Text(text) = value { parse_heights(text) } else { None };
        heights.expect("heights were checked")
    }
}

impl OptionType for Language {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Language
    }

    fn to_value(&self) -> OptionValue {
        OptionValue::Text(self.to_string())
    }

    fn from_value(value: &OptionValue) -> Self {
        value.to_string().parse().expect("languages were checked")
    }
}

impl OptionType for Vec<Constructor> {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Choices(words::<Constructor>())
    }

    fn to_value(&self) -> OptionValue {
        let words: Vec<&str> = self.iter().map(|constructor| constructor.word()).collect();
        if words.is_empty() { OptionValue::Nothing } else { OptionValue::Text(words.join(",")) }
    }

    fn from_value(value: &OptionValue) -> Self {
        match value {
            OptionValue::Text(text) => text.split(',').filter_map(Constructor::from_word).collect(),
            _ => Vec::new(),
        }
    }
}

impl OptionType for NameList {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Names
    }

    fn to_value(&self) -> OptionValue {
        let Self(names) = self;
        if names.is_empty() { OptionValue::Nothing } else { OptionValue::Text(names.join(",")) }
    }

    fn from_value(value: &OptionValue) -> Self {
        Self(match value {
            OptionValue::Text(text) => split_names(text).map(str::to_owned).collect(),
            _ => Vec::new(),
        })
    }
}

/// The names of a list.
pub(crate) fn split_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// A text, or none.
impl OptionType for Option<String> {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Text
    }

    fn to_value(&self) -> OptionValue {
        self.as_ref().map_or(OptionValue::Nothing, |text| OptionValue::Text(text.clone()))
    }

    fn from_value(value: &OptionValue) -> Self {
        if let OptionValue::Text(text) = value { Some(text.clone()) } else { None }
    }
}

/// A time limit, or none.
impl OptionType for Option<Duration> {
    fn kind(_: Bounds) -> OptionKind {
        OptionKind::Time
    }

    fn to_value(&self) -> OptionValue {
        self.map_or(OptionValue::Nothing, |limit| {
            OptionValue::Text(format!("{}s", limit.as_secs_f64()))
        })
    }

    fn from_value(value: &OptionValue) -> Self {
        match value {
            OptionValue::Text(text) => parse_time(text).expect("times were checked"),
            _ => None,
        }
    }
}

macro_rules! optional_option {
    ($($type:ty),+) => {$(
        impl OptionType for Option<$type> {
            fn kind(bounds: Bounds) -> OptionKind {
                <$type>::kind(bounds)
            }

            fn to_value(&self) -> OptionValue {
                self.as_ref().map_or(OptionValue::Nothing, OptionType::to_value)
            }

            fn from_value(value: &OptionValue) -> Self {
                (*value != OptionValue::Nothing).then(|| <$type>::from_value(value))
            }
        }
    )+};
}

optional_option!(u64, f64);

/// Makes enumerations with words types of options.
#[macro_export]
macro_rules! choice_options {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::OptionType for $type {
            fn kind(_: $crate::Bounds) -> $crate::OptionKind {
                $crate::OptionKind::Choice($crate::words::<$type>())
            }

            fn to_value(&self) -> $crate::OptionValue {
                $crate::OptionValue::Text(::evolearner_dl::Choice::word(*self).to_owned())
            }

            fn from_value(value: &$crate::OptionValue) -> Self {
                let choice = ::evolearner_dl::Choice::from_word(&value.to_string());
                choice.expect("words were checked")
            }
        }
    )+};
}

choice_options!(
    evolearner_dl::Forall,
    evolearner_evaluate::Splitter,
    evolearner_evaluate::Quality,
    super::general::Negatives,
    super::general::World
);

/// The words of a choice, with their sentences.
pub fn words<T: Choice>() -> Vec<(&'static str, &'static str)> {
    T::ALL.iter().map(|choice| (choice.word(), choice.about())).collect()
}

/// Two heights, such as `1..6`.
pub(crate) fn parse_heights(text: &str) -> Option<(usize, usize)> {
    let (low, high) = text.split_once("..")?;
    Some((low.trim().parse().ok()?, high.trim_start_matches('=').trim().parse().ok()?))
}

/// A time such as `300s`, `5m`, `1m30s`, `500ms`, `1.5` (seconds), or `none`; nothing for other
/// texts.
pub fn parse_time(text: &str) -> Option<Option<Duration>> {
    let text = text.trim();
    if text == "none" {
        return Some(None);
    }
    Duration::try_from_secs_f64(seconds(text)?).ok().map(Some)
}

/// The sum of numbers with units, the largest unit first; a single number may stand without one.
fn seconds(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut sum = 0.0;
    let mut last_scale = f64::INFINITY;
    loop {
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let (number, behind) = rest.split_at(rest.find(|c| !is_number(c)).unwrap_or(rest.len()));
        let behind = behind.trim_start();
        let (unit, next) = behind.split_at(behind.find(is_number).unwrap_or(behind.len()));
        let scale = match unit.trim_end() {
            "ms" => 0.001,
            "" if rest == text => 1.0,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        if scale >= last_scale {
            return None;
        }
        last_scale = scale;
        sum += number.parse::<f64>().ok()? * scale;
        if next.is_empty() {
            return Some(sum);
        }
        rest = next;
    }
}

/// Replaces `_` by `-`, so that the name of a field is that of its option.
#[doc(hidden)]
pub const fn kebab<const N: usize>(name: &str) -> [u8; N] {
    let mut bytes = [0; N];
    let mut at = 0;
    while at < N {
        let byte = name.as_bytes()[at];
        bytes[at] = if byte == b'_' { b'-' } else { byte };
        at += 1;
    }
    bytes
}

/// Defines options: a struct with their values, and the rows of the table that they are.
///
/// A field is the name of an option with `_` in place of `-`; its documentation is what the option
/// means, the text behind its default where that default comes from. What follows are methods of
/// [`OptionSpec`] that change the row.
#[macro_export]
macro_rules! options {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $struct:ident in $group:expr => {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $type:ty = $default:expr, $source:literal
                $(, $change:ident $argument:expr)*;
            )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug)]
        $visibility struct $struct {
            $($(#[doc = $about])+ pub $field: $type,)+
        }

        impl $struct {
            /// The rows of the table.
            pub const OPTIONS: &'static [$crate::OptionSpec] = &[$({
                const NAME: &[u8] = &$crate::kebab::<{ stringify!($field).len() }>(stringify!($field));
                let Ok(name) = ::core::str::from_utf8(NAME) else {
                    panic!("names of fields are text");
                };
                $crate::OptionSpec::new(
                    [name, stringify!($field)],
                    &[$($about),+],
                    $group,
                    <$type as $crate::OptionType>::kind,
                    || <$type as $crate::OptionType>::to_value(&$default),
                    $source,
                )$(.$change($argument))*
            }),+];

            /// What these options are set to.
            pub fn read(options: &$crate::Options) -> Self {
                let mut rows = Self::OPTIONS.iter();
                Self {
                    $($field: options.get(rows.next().expect("a row for each field").name),)+
                }
            }
        }
    };
}
