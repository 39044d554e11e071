//! This project's own format: TOML in, one statement out.
//!
//! `kb`, `positives`, `positives_file`, `negatives`, `negatives_file`, `weights`, `target_class`, `name`,
//! and a `[settings]` table that is handed on as it is. Examples are a list of names in brackets
//! or, as a string, the name of a list file: `positives = ["x:a"]` or `positives = "pos.txt"`. Weights are
//! a table of names or, as a string, the name of a file with two columns.

use std::ops::Range;

use evolearner_dl::spelling::nearest;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Error, ErrorKind, quoted};
use crate::place::{Place, Places};
use crate::statement::{Parsed, Statement};

const KEYS: [&str; 9] = [
    "kb",
    "positives",
    "positives_file",
    "negatives",
    "negatives_file",
    "weights",
    "target_class",
    "name",
    "settings",
];

/// Whether a text is TOML with at least one key of ours.
pub(crate) fn looks_like(text: &str) -> bool {
    DeTable::parse(text)
        .is_ok_and(|table| KEYS.iter().any(|key| table.get_ref().contains_key(*key)))
}

/// Reads the problem of a text.
pub(crate) fn parse(text: &str) -> Result<Parsed, Error> {
    let root = DeTable::parse(text).map_err(|error| syntax(text, &error))?;
    let mut statement = Statement::default();
    let mut warnings = Vec::new();
    // The table is sorted by key; warnings should follow the text.
    let mut places = Places::of(text);
    let mut members: Vec<_> = root.get_ref().iter().collect();
    members.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in members {
        match key.get_ref().as_ref() {
            "kb" => statement.kb_files = names(text, value, "a file name or a list of them")?,
            key @ ("positives" | "negatives" | "positives_file" | "negatives_file") => {
                let (listed, files) = if key.starts_with("positives") {
                    (&mut statement.positives, &mut statement.positives_files)
                } else {
                    (&mut statement.negatives, &mut statement.negatives_files)
                };
                if key.ends_with("_file") {
                    files.extend(names(text, value, "a file name or a list of them")?);
                } else if let DeValue::String(file) = value.get_ref() {
                    files.push(file.as_ref().to_owned());
                } else {
                    *listed = names(text, value, "a list of names or the name of a list file")?;
                }
            }
            "target_class" => statement.target_class = Some(name(text, value, "a class")?),
            "weights" => match value.get_ref() {
                DeValue::String(file) => statement.weights_files.push(file.as_ref().to_owned()),
                DeValue::Table(table) => {
                    for (name, value) in table {
                        statement.weights.push((name.get_ref().to_string(), weight(text, value)?));
                    }
                }
                _ => return Err(wrong(text, value, "a table of weights or the name of a file")),
            },
            "name" => statement.name = Some(name(text, value, "a name")?),
            "settings" => {
                if !matches!(value.get_ref(), DeValue::Table(_)) {
                    return Err(wrong(text, value, "a table of settings"));
                }
            }
            other => {
                let line = places.at(key.span().start).line;
                let hint = nearest(other, KEYS).map(|near| format!(", did you mean `{near}`?"));
                let hint = hint.unwrap_or_default();
                warnings.push(format!(
                    "line {line}: {} is not a key of a problem{hint}",
                    quoted(other)
                ));
            }
        }
    }
    let has_positives = !statement.positives.is_empty() || !statement.positives_files.is_empty();
    match (&statement.target_class, has_positives) {
        (None, false) => {
            let message =
                "no learning problem: expected `positives`, `positives_file` or `target_class`";
            return Err(Error::new(ErrorKind::Problem, message));
        }
        (Some(_), true) => {
            let message = "expected either `target_class` or positives, found both";
            return Err(Error::new(ErrorKind::Problem, message));
        }
        _ => {}
    }
    let mut table: Map<String, Value> =
        toml::from_str(text).map_err(|error| syntax(text, &error))?;
    if let Some(Value::Object(settings)) = table.remove("settings") {
        statement.settings.options = settings;
    }
    Ok(Parsed { statements: vec![statement], warnings })
}

fn syntax(text: &str, error: &toml::de::Error) -> Error {
    let Range { start, .. } = error.span().unwrap_or(0..0);
    Error::syntax(Place::of(text, start), error.message())
}

fn wrong(text: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> Error {
    let noun = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    let place = Place::of(text, value.span().start);
    Error::value(place, format!("expected {expected}, found {noun}"))
}

fn name(text: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> Result<String, Error> {
    match value.get_ref() {
        DeValue::String(name) => Ok(name.as_ref().to_owned()),
        _ => Err(wrong(text, value, expected)),
    }
}

fn weight(text: &str, value: &Spanned<DeValue<'_>>) -> Result<f64, Error> {
    let digits = match value.get_ref() {
        DeValue::Integer(number) => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        _ => return Err(wrong(text, value, "a weight")),
    };
    let number = digits.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    let place = Place::of(text, value.span().start);
    number.ok_or_else(|| {
        Error::value(place, format!("expected a weight of 0 or more, found {digits}"))
    })
}

fn names(text: &str, value: &Spanned<DeValue<'_>>, expected: &str) -> Result<Vec<String>, Error> {
    match value.get_ref() {
        DeValue::Array(values) => {
            values.iter().map(|value| name(text, value, "a name in quotes")).collect()
        }
        _ => Ok(vec![name(text, value, expected)?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_read() {
        let text = r#"
            kb = ["a.owl", "b.ttl"]
            name = "Uncle"
            positives = ["x:a", "x:b"]
            positives_file = "pos.txt"
            negatives_file = ["neg.txt", "more.txt"]
            weights = { "x:a" = 2, "x:c" = 0.5 }
            negative = ["x:c"]
            colour = "blue"
            [settings]
            population = 400
            mutation.rate = 0.2
        "#;
        let parsed = parse(text).expect("a problem");
        let statement = parsed.only().expect("one");
        assert_eq!(statement.kb_files, ["a.owl", "b.ttl"]);
        assert_eq!(statement.name.as_deref(), Some("Uncle"));
        assert_eq!(statement.positives, ["x:a", "x:b"]);
        assert_eq!(statement.positives_files, ["pos.txt"]);
        assert_eq!(statement.negatives_files, ["neg.txt", "more.txt"]);
        assert_eq!(statement.weights, [("x:a".to_owned(), 2.0), ("x:c".to_owned(), 0.5)]);
        assert_eq!(statement.settings.options["population"].as_i64(), Some(400));
        assert_eq!(statement.settings.options["mutation"]["rate"].as_f64(), Some(0.2));
        assert_eq!(
            parsed.warnings,
            [
                "line 8: `negative` is not a key of a problem, did you mean `negatives`?",
                "line 9: `colour` is not a key of a problem",
            ]
        );
        let parsed = parse("kb = 'a.owl'\npositives = 'pos.txt'\nnegatives = 'neg.txt'");
        let statement = parsed.expect("a problem").statements.remove(0);
        assert_eq!(statement.positives_files, ["pos.txt"], "a string is a list file");
        assert_eq!(statement.negatives_files, ["neg.txt"]);
        assert!(statement.positives.is_empty() && statement.negatives.is_empty());
        let parsed = parse("kb = 'a.owl'\ntarget_class = 'x:C'").expect("a problem");
        assert_eq!(parsed.statements[0].target_class.as_deref(), Some("x:C"));
        assert_eq!(parsed.statements[0].kb_files, ["a.owl"]);
    }

    #[test]
    fn errors_have_their_place() {
        for (text, expect) in [
            ("", "no learning problem: expected `positives`"),
            ("positives = ['a']\ntarget_class = 'b'", "expected either `target_class`"),
            ("kb = 1", "line 1, column 6: expected a file name or a list of them, found a number"),
            (
                "positives = ['a',\n 2]",
                "line 2, column 2: expected a name in quotes, found a number",
            ),
            (
                "positives = ['a']\nweights = {a = -1}",
                "line 2, column 16: expected a weight of 0 or more, found -1",
            ),
            ("settings = 1", "line 1, column 12: expected a table of settings, found a number"),
            ("kb = 'a'\npositives = {", "line 2, column 14: "),
            ("\n\nkb 'a'", "line 3, column "),
        ] {
            let error = parse(text).expect_err(text).to_string();
            assert!(error.starts_with(expect), "{error}");
        }
    }
}
