//! Problem texts in every format, and what holds of every text.
#![allow(dead_code, reason = "tests and fuzz targets use their own part")]

use evolearner_problem::{Error, Format, detect, parse, parse_named};

const FORMATS: [Format; 4] = [Format::List, Format::Conf, Format::Ontolearn, Format::Toml];

pub const CONF: &str = r#"/** c */ prefixes = [ ("ex","http://e#"), ("",": ") ] // x
rendering = "dlsyntax" import("a.owl", "KB"); +"ä%C3" -b
ks.type = "OWL File" ks.fileName = "a%22.owl" reasoner.sources = { ks, q }
lp.type = "posNegStandard" lp.positiveExamples = { "ex:a", } lp.accuracyMethod = m
alg.x = - alg.maxExecutionTimeInSeconds = 10.0 m.type = "fmeasure" m.beta = 1. w.w = [("a",1.0)]"#;
pub const JSON_CONF: &str = r##"{"prefixes": {"ex": "http://e#"}, "ks": {"type": "OWL File",
"fileName": "a\u00e4\ud83d\ude00.owl"}, "lp": {"type": "clp", "classToDescribe": "ex:A", "n": null,
"r": ["#ks", 1, [true, -1.5e3]]}}"##;
pub const ONTOLEARN: &str = r#"{"data_path": "k.owl", "problems": {"A": {"positive_examples": ["a", "ö"],
"negative examples": []}, "B": {"pos": "x", "name": "C"}}, "learning_problem": {"neg": null}, "q": [[1]]}"#;
pub const TOML: &str = "kb = ['a.owl', \"b\\u00e4\"]\npositives = [\"ü\"]\nnegatives_file = 'n'\n\
                    [settings]\na.b = 1_000\nd = 1979-05-27T07:32:00Z\n[[settings.c]]\nx = { y = inf }";
pub const LIST: &str = "\u{feff}# c\r\n<http://x#ä b>\r\n  c\n\n\u{a0}d\n";

/// All of them.
pub const TEXTS: [&str; 5] = [CONF, JSON_CONF, ONTOLEARN, TOML, LIST];

/// Reads a text in every format; an error is about a place in the text, and the same text is
/// always read as the same.
pub fn check(text: &str) {
    let errors = FORMATS.map(|format| {
        let parsed = parse(format, text);
        assert_eq!(parsed, parse(format, text));
        parsed.err()
    });
    for error in errors.into_iter().flatten().chain(parse_named("x", text).err()) {
        check_place(text, &error);
    }
    detect("x.conf", text);
    detect("x.json", text);
}

/// The place of an error is one of the text's.
fn check_place(text: &str, error: &Error) {
    assert!(!error.message().is_empty());
    if let Some(place) = error.place() {
        let n_lines = text.matches('\n').count() + 1;
        assert!((1..=n_lines).contains(&place.line), "{error} of {text:?}");
        let line = text.split('\n').nth(place.line - 1).unwrap_or_default();
        assert!((1..=line.chars().count() + 1).contains(&place.column), "{error} of {text:?}");
    }
}
