//! The options of a search: one table from which every front end takes names, meanings and bounds.

mod general;
mod spec;

use evolearner_dl::spelling::nearest;
use evolearner_dl::{Constructor, Language};
use evolearner_graph::codec::Fields;

use crate::search::Method;

pub use general::{AnswerOptions, LimitOptions, Negatives, SpaceOptions, World};
pub use spec::{
    Affects, Bounds, Group, NameList, OptionKind, OptionSpec, OptionType, OptionValue, kebab,
    parse_time, words,
};
use spec::{parse_heights, split_names};

/// Where the value of an option comes from; a later layer replaces what an earlier one set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// The table.
    Default,
    /// A preset.
    Preset,
    /// A problem file.
    Problem,
    /// A file of settings.
    File,
    /// A flag, a request or an argument.
    Caller,
}

/// Differences from the defaults that have a name.
pub struct Preset {
    /// The name.
    pub id: &'static str,
    /// A sentence about it.
    pub about: &'static str,
    /// The method that it goes with, by its word.
    pub learner: &'static str,
    /// Options and what they are set to, as texts.
    pub values: &'static [(&'static str, &'static str)],
}

/// An option that cannot be what it is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BadOption {
    /// The option.
    pub name: String,
    /// What it was set to; nothing where the name itself is wrong.
    pub value: Option<String>,
    /// What it can be, or why it cannot be that.
    pub reason: String,
}

impl std::fmt::Display for BadOption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} cannot be `{value}`: {}", self.name, self.reason),
            None => write!(f, "there is no option `{}`{}", self.name, self.reason),
        }
    }
}

impl std::error::Error for BadOption {}

impl BadOption {
    /// An option that cannot have a value, and why.
    #[expect(clippy::needless_pass_by_value, reason = "callers have numbers and words at hand")]
    pub fn new(name: &str, value: impl ToString, reason: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: Some(value.to_string()), reason: reason.into() }
    }

    /// A name that no option has; the reason follows it without a space.
    pub fn unknown(name: &str, reason: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: None, reason: reason.into() }
    }
}

/// A bound that a caller sets below that of the table.
pub struct Bound {
    /// The option.
    pub name: &'static str,
    /// The most that it can be.
    pub most: u64,
}

/// What every option of a search is set to.
#[derive(Clone)]
pub struct Options {
    rows: Vec<(&'static OptionSpec, OptionValue, Layer)>,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.rows.iter().map(|(spec, value, _)| (spec.name, value))).finish()
    }
}

impl Options {
    /// The options of a method, with its defaults.
    pub fn of(method: &dyn Method) -> Self {
        let mut options = Self::new(method.options());
        for (name, text) in method.defaults() {
            options.set_text(name, text, Layer::Default).expect("defaults are within the bounds");
        }
        options
    }

    /// The options of every search and these of a particular one, as the table has them.
    pub fn new(of_method: impl IntoIterator<Item = &'static OptionSpec>) -> Self {
        let general = AnswerOptions::OPTIONS.iter().chain(SpaceOptions::OPTIONS);
        let specs = general.chain(of_method).chain(LimitOptions::OPTIONS);
        Self { rows: specs.map(|spec| (spec, spec.default(), Layer::Default)).collect() }
    }

    /// Every option with its value and where that comes from, in the order of the table.
    pub fn rows(&self) -> impl Iterator<Item = (&'static OptionSpec, &OptionValue, Layer)> {
        self.rows.iter().map(|(spec, value, layer)| (*spec, value, *layer))
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|(spec, ..)| spec.name == name)
    }

    /// Whether there is an option of that name.
    pub fn has(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    /// The layer that an option was set in.
    pub fn layer(&self, name: &str) -> Layer {
        self.index(name).map_or(Layer::Default, |index| self.rows[index].2)
    }

    /// What an option of the table is set to.
    ///
    /// # Panics
    /// If there is no option of that name.
    pub fn get<T: OptionType>(&self, name: &str) -> T {
        let index = self.index(name).unwrap_or_else(|| panic!("there is no option {name}"));
        T::from_value(&self.rows[index].1)
    }

    /// Sets an option. The constructors of `with` and `without` are added to what the language has,
    /// so that layers add up; a new `language` starts from itself.
    pub fn set(&mut self, name: &str, value: OptionValue, layer: Layer) -> Result<(), BadOption> {
        let Some(index) = self.index(name) else { return Err(self.unknown(name)) };
        let spec = self.rows[index].0;
        let value = checked(spec, value)?;
        match name {
            "language" => self.set_language(Language::from_value(&value), layer),
            "with" | "without" => {
                let mut language = self.effective_language();
                for constructor in Vec::<Constructor>::from_value(&value) {
                    language = if name == "with" {
                        language.with(constructor)
                    } else {
                        language.without(constructor)
                    };
                }
                self.set_language(language, layer);
            }
            _ => self.put(index, value, layer),
        }
        Ok(())
    }

    /// Sets an option to what is written, as on a command line.
    pub fn set_text(&mut self, name: &str, text: &str, layer: Layer) -> Result<(), BadOption> {
        let Some(index) = self.index(name) else { return Err(self.unknown(name)) };
        let spec = self.rows[index].0;
        let value = match spec.kind() {
            _ if text == "none" && spec.is_optional() => Some(OptionValue::Nothing),
            OptionKind::Switch => text.parse().ok().map(OptionValue::Switch),
            OptionKind::Count(..) => text.parse().ok().map(OptionValue::Count),
            OptionKind::Number(..) => text.parse().ok().map(OptionValue::Number),
            _ => Some(OptionValue::Text(text.to_owned())),
        };
        let value = value.ok_or_else(|| BadOption::new(name, text, expected(&spec.kind())))?;
        self.set(name, value, layer)
    }

    /// Sets what a preset differs in, as far as this search has the options.
    pub fn apply(&mut self, preset: &Preset) {
        for (name, text) in preset.values {
            if self.has(name) {
                self.set_text(name, text, Layer::Preset).expect("presets are within the bounds");
            }
        }
    }

    fn put(&mut self, index: usize, value: OptionValue, layer: Layer) {
        let (_, kept, kept_layer) = &mut self.rows[index];
        (*kept, *kept_layer) = (value, layer);
    }

    fn effective_language(&self) -> Language {
        SpaceOptions::read(self).effective_language()
    }

    /// Writes a language as a name and the difference from it.
    fn set_language(&mut self, language: Language, layer: Layer) {
        let (with, without) = language.difference_from_name();
        for (name, value) in [
            ("language", language.to_value()),
            ("with", with.to_value()),
            ("without", without.to_value()),
        ] {
            let index = self.index(name).expect("every search has a language");
            self.put(index, value, layer);
        }
    }

    /// Whether all options are within bounds that are tighter than those of the table.
    pub fn check(&self, bounds: &[Bound]) -> Result<(), BadOption> {
        for bound in bounds {
            if let Some(index) = self.index(bound.name)
                && let OptionValue::Count(count) = self.rows[index].1
                && count > bound.most
            {
                return Err(BadOption::new(
                    bound.name,
                    count,
                    format!("at most {} here", bound.most),
                ));
            }
        }
        Ok(())
    }

    /// Adds every option that passes to a fingerprint, under its name.
    pub fn fingerprint(&self, fields: &mut Fields, passes: impl Fn(Affects) -> bool) {
        for (spec, value, _) in self.rows().filter(|(spec, ..)| passes(spec.affects)) {
            fields.field(spec.name, value);
        }
    }

    fn unknown(&self, name: &str) -> BadOption {
        let names = self.rows.iter().map(|(spec, ..)| spec.name);
        let reason = nearest(name, names)
            .map_or(String::new(), |nearest| format!(": did you mean `{nearest}`?"));
        BadOption::unknown(name, reason)
    }
}

/// A value that fits the kind of an option, or what would.
fn checked(spec: &OptionSpec, value: OptionValue) -> Result<OptionValue, BadOption> {
    let kind = spec.kind();
    if value == OptionValue::Nothing
        && (spec.is_optional() || matches!(kind, OptionKind::Choices(_)))
    {
        return Ok(value);
    }
    let bad = |value: &dyn ToString| {
        let value = value.to_string();
        let reason = expected(&kind) + &meant(&kind, &value);
        BadOption::new(spec.name, value, reason)
    };
    match (&kind, value) {
        (OptionKind::Switch, value @ OptionValue::Switch(_)) => Ok(value),
        (OptionKind::Count(least, most), OptionValue::Count(count))
            if (*least..=*most).contains(&count) =>
        {
            Ok(OptionValue::Count(count))
        }
        (OptionKind::Number(least, most), OptionValue::Number(number))
            if (*least..=*most).contains(&number) =>
        {
            Ok(OptionValue::Number(number))
        }
        (OptionKind::Number(..), OptionValue::Count(count)) => {
            checked(spec, OptionValue::Number(count as f64))
        }
        (OptionKind::Choice(words), OptionValue::Text(text))
            if words.iter().any(|(word, _)| *word == text) =>
        {
            Ok(OptionValue::Text(text))
        }
        (OptionKind::Choices(words), OptionValue::Text(text)) => {
            let chosen = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            let chosen: Vec<&str> = chosen.collect();
            match chosen.iter().find(|one| words.iter().all(|(word, _)| word != *one)) {
                Some(unknown) => Err(bad(unknown)),
                None => Ok(OptionValue::Text(chosen.join(","))),
            }
        }
        (OptionKind::Time, OptionValue::Count(seconds)) => {
            checked(spec, OptionValue::Text(format!("{seconds}s")))
        }
        (OptionKind::Time, OptionValue::Number(seconds)) => {
            checked(spec, OptionValue::Text(format!("{seconds}")))
        }
        (OptionKind::Time, OptionValue::Text(text)) => match parse_time(&text) {
            Some(limit) => Ok(limit.to_value()),
            None => Err(bad(&text)),
        },
        (OptionKind::Heights, OptionValue::Text(text)) => match parse_heights(&text) {
            Some(heights) => Ok(heights.to_value()),
            None => Err(bad(&text)),
        },
        (OptionKind::Language, OptionValue::Text(text)) => match text.parse::<Language>() {
            Ok(language) => Ok(language.to_value()),
            Err(_) => Err(bad(&text)),
        },
        (OptionKind::Text, OptionValue::Text(text)) => Ok(OptionValue::Text(text)),
        (OptionKind::Names, OptionValue::Text(text)) => {
            let names: Vec<&str> = split_names(&text).collect();
            Ok(if names.is_empty() {
                OptionValue::Nothing
            } else {
                OptionValue::Text(names.join(","))
            })
        }
        (_, value) => Err(bad(&value)),
    }
}

/// The word of a choice that is spelt nearly like a value, as a question.
fn meant(kind: &OptionKind, value: &str) -> String {
    let (OptionKind::Choice(words) | OptionKind::Choices(words)) = kind else {
        return String::new();
    };
    let near = nearest(value, words.iter().map(|(word, _)| *word));
    near.map_or(String::new(), |word| format!(" (did you mean {word}?)"))
}

/// What an option of a kind can be, in words.
fn expected(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Switch => "true or false".to_owned(),
        OptionKind::Count(least, most) => format!("a whole number from {least} to {most}"),
        OptionKind::Number(least, most) => format!("a number from {least} to {most}"),
        OptionKind::Choice(words) | OptionKind::Choices(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            format!("one of {}", words.join(", "))
        }
        OptionKind::Time => "a time such as 300s, 5m, 1m30s, 500ms or none".to_owned(),
        OptionKind::Heights => "two heights such as 1..6".to_owned(),
        OptionKind::Text => "a text".to_owned(),
        OptionKind::Names => "names with commas between them".to_owned(),
        OptionKind::Language => {
            "a logic: EL, AL or ALC, then any of I (inverse roles), O (nominals) and Q \
                           (cardinalities), then (D) (data), such as ALCQ(D)"
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use evolearner_dl::Choice;

    use super::*;

    fn message(name: &str, value: OptionValue) -> String {
        let mut options = Options::new([]);
        options.set(name, value, Layer::Caller).expect_err("it is refused").to_string()
    }

    #[test]
    fn bad_values_come_with_what_an_option_can_be() {
        let text = |text: &str| OptionValue::Text(text.to_owned());
        assert_eq!(
            message("splitter", text("two")),
            "splitter cannot be `two`: one of entropy, entropy-or-bins, boundaries, quantile, dl-learner, none"
        );
        assert!(message("splitter", text("quantil")).ends_with(", none (did you mean quantile?)"));
        assert!(
            message("with", text("dates, moods")).starts_with("with cannot be `moods`: one of")
        );
        assert_eq!(
            message("stop-at-quality", OptionValue::Number(1.5)),
            "stop-at-quality cannot be `1.5`: a number from 0 to 1"
        );
        assert_eq!(
            message("splits", OptionValue::Number(0.5)),
            "splits cannot be `0.5`: a whole number from 0 to 100000"
        );
        assert_eq!(
            message("max-cardinality", OptionValue::Count(4_000_000_000)),
            "max-cardinality cannot be `4000000000`: a whole number from 0 to 65534"
        );
        assert!(message("timeout", text("soon")).ends_with("500ms or none"));
        assert_eq!(
            message("qualty", text("f1")),
            "there is no option `qualty`: did you mean `quality`?"
        );
    }

    #[test]
    fn layers_of_constructors_add_up() {
        let mut options = Options::new([]);
        let text = |text: &str| OptionValue::Text(text.to_owned());
        options.set("without", text("negation"), Layer::Problem).unwrap();
        options.set("without", text("forall"), Layer::Caller).unwrap();
        options.set("with", text("dates"), Layer::Caller).unwrap();
        let language = options.effective_language();
        assert!(!language.has(Constructor::Negation) && !language.has(Constructor::Forall));
        assert!(language.has(Constructor::Dates) && language.has(Constructor::Exists));
        options.set("language", text("ALC"), Layer::Caller).unwrap();
        assert_eq!(options.effective_language().to_string(), "ALC");
        assert!(options.effective_language().has(Constructor::Forall));
    }

    #[test]
    fn an_open_world_has_no_constructor_that_closes_it() {
        let mut options = Options::new([]);
        let text = |text: &str| OptionValue::Text(text.to_owned());
        assert!(options.effective_language().has(Constructor::Negation));
        options.set("with", text("exact,inverse"), Layer::Caller).unwrap();
        options.set("semantics", text("open"), Layer::Caller).unwrap();
        let language = options.effective_language();
        let closing = ["negation", "forall", "cardinality", "exact"];
        for &constructor in Constructor::ALL {
            let is_closing = closing.contains(&constructor.word());
            assert!(!(is_closing && language.has(constructor)), "{constructor:?}");
        }
        assert!(language.has(Constructor::Exists) && language.has(Constructor::Inverse));
    }

    #[test]
    fn times_have_units() {
        let check = |text: &str, seconds: Option<f64>| {
            let parsed = parse_time(text).expect(text);
            assert_eq!(parsed.map(|time| time.as_secs_f64()), seconds, "{text}");
        };
        check("300s", Some(300.0));
        check("1.5", Some(1.5));
        check("5m", Some(300.0));
        check("500ms", Some(0.5));
        check("none", None);
        check("1m30s", Some(90.0));
        check("1h 2min 3.5s", Some(3723.5));
        check("5 m", Some(300.0));
        for wrong in ["soon", "-1s", "", "s", "30s1m", "1m1m", "1m30", "1 2", "1e3s", "1..5"] {
            assert!(parse_time(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn tighter_bounds_name_the_option() {
        let mut options = Options::new([]);
        options.set("splits", OptionValue::Count(2000), Layer::Caller).unwrap();
        let bound = Bound { name: "splits", most: 1000 };
        let message = options.check(&[bound]).expect_err("2000 are too many").to_string();
        assert_eq!(message, "splits cannot be `2000`: at most 1000 here");
    }

    #[test]
    fn a_seed_may_have_64_bits() {
        let mut options = Options::new([]);
        options.set("seed", OptionValue::Count(u64::MAX), Layer::Caller).unwrap();
        assert_eq!(options.get::<u64>("seed"), u64::MAX);
    }
}
