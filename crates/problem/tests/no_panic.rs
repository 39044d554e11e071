//! No text makes a parser panic: random text, and problem texts with random damage.

use evolearner_problem::{Error, Format, detect, parse, parse_named};
use proptest::prelude::*;

const FORMATS: [Format; 4] = [Format::List, Format::Conf, Format::Ontolearn, Format::Toml];

const CONF: &str = r#"/** c */ prefixes = [ ("ex","http://e#"), ("",": ") ] // x
rendering = "dlsyntax" import("a.owl", "KB"); +"ä%C3" -b
ks.type = "OWL File" ks.fileName = "a%22.owl" reasoner.sources = { ks, q }
lp.type = "posNegStandard" lp.positiveExamples = { "ex:a", } lp.accuracyMethod = m
alg.x = - alg.maxExecutionTimeInSeconds = 10.0 m.type = "fmeasure" m.beta = 1. w.w = [("a",1.0)]"#;
const JSON_CONF: &str = r##"{"prefixes": {"ex": "http://e#"}, "ks": {"type": "OWL File",
"fileName": "a\u00e4\ud83d\ude00.owl"}, "lp": {"type": "clp", "classToDescribe": "ex:A", "n": null,
"r": ["#ks", 1, [true, -1.5e3]]}}"##;
const ONTOLEARN: &str = r#"{"data_path": "k.owl", "problems": {"A": {"positive_examples": ["a", "ö"],
"negative examples": []}, "B": {"pos": "x", "name": "C"}}, "learning_problem": {"neg": null}, "q": [[1]]}"#;
const TOML: &str = "kb = ['a.owl', \"b\\u00e4\"]\npositives = [\"ü\"]\nnegatives_file = 'n'\n\
                    [settings]\na.b = 1_000\nd = 1979-05-27T07:32:00Z\n[[settings.c]]\nx = { y = inf }";
const LIST: &str = "\u{feff}# c\r\n<http://x#ä b>\r\n  c\n\n\u{a0}d\n";

fn check(text: &str) {
    let errors = FORMATS.map(|format| parse(format, text).err());
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

#[test]
fn the_undamaged_texts_are_read() {
    for (text, format) in [
        (CONF, Format::Conf),
        (JSON_CONF, Format::Conf),
        (ONTOLEARN, Format::Ontolearn),
        (TOML, Format::Toml),
        (LIST, Format::List),
    ] {
        assert_eq!(detect("x", text), format, "{text}");
        parse(format, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn every_beginning_and_every_gap_is_survived() {
    for text in [CONF, JSON_CONF, ONTOLEARN, TOML, LIST] {
        for (offset, character) in text.char_indices() {
            check(&text[..offset]);
            check(&format!("{}{}", &text[..offset], &text[offset + character.len_utf8()..]));
        }
    }
}

#[test]
fn nesting_is_bounded() {
    for piece in ["[", "{", "(", "{\"a\":", "[[", "a=[", "a={b=", "/*", "<", "\"", "x.", "-", "+"] {
        check(&piece.repeat(100_000));
    }
}

/// Takes minutes if anything grows with the square of the text.
#[test]
fn long_texts_are_read_in_one_go() {
    let many = |piece: &dyn Fn(usize) -> String| (0..200_000).map(piece).collect::<String>();
    let keys = many(&|i| format!(",\"x{i}\":0"));
    for (format, text) in [
        (Format::Ontolearn, format!("{{\"pos\":[\"a\"]{keys}}}")),
        (
            Format::Ontolearn,
            format!(
                "{{\"problems\":{{{}}}}}",
                many(&|i| format!("\"A{i}\":{{}},")).trim_end_matches(',')
            ),
        ),
        (Format::Conf, format!("{{\"lp\":{{\"type\":\"clp\",\"classToDescribe\":\"A\"{keys}}}}}")),
        (Format::Conf, format!("+a {}", many(&|i| format!("a{i}.x = \"b:c:\" ")))),
        (Format::Conf, format!("lp.positiveExamples = {{ {} }}", many(&|i| format!("\"x{i}\",")))),
        (Format::Toml, format!("positives = ['a']\n{}", many(&|i| format!("x{i} = 1\n")))),
        (Format::List, many(&|i| format!("x{i}\n"))),
    ] {
        parse(format, &text).expect("a problem");
    }
}

proptest! {
    #[test]
    fn random_text_is_survived(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn random_marks_are_survived(text in "[a-c.=\"{}()\\[\\],;:+%0-2\\-#/* \n<>é]{0,60}") {
        check(&text);
    }

    #[test]
    fn damaged_texts_are_survived(
        text in prop::sample::select(vec![CONF, JSON_CONF, ONTOLEARN, TOML, LIST]),
        damage in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[\\[\\]{}()\"',:;=#%\\\\é0a/*\n-]{0,3}"),
            1..6,
        ),
    ) {
        let mut characters: Vec<char> = text.chars().collect();
        for (start, length, piece) in damage {
            let start = start.index(characters.len() + 1);
            let end = characters.len().min(start + length.index(8));
            characters.splice(start..end, piece.chars());
        }
        check(&characters.into_iter().collect::<String>());
    }
}
