//! No text makes a parser panic: random text, and problem texts with random damage.

use crate::common::{CONF, JSON_CONF, LIST, ONTOLEARN, TEXTS, TOML, check};
use evolearner_problem::{Format, detect, parse};
use proptest::prelude::*;

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
    for text in TEXTS {
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

evolearner_testing::laws! {
    #![cases(256)]

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
        text in prop::sample::select(TEXTS.to_vec()),
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
