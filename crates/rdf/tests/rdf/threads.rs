//! N-Triples, N-Quads and Turtle are read the same on any number of threads: triples, order, errors and their
//! places.

use std::collections::HashMap;
use std::fmt::Write;

use crate::common::Kept;
use evolearner_dl::Budget;
use evolearner_rdf::{Format, Input, read_within};
use evolearner_testing::Random;
use evolearner_testing::fuzz::{damage, flip_bits, generators};

/// A text of several blocks.
fn text(random: &mut Random, n_lines: usize, line_end: &str) -> String {
    let mut text = String::new();
    for index in 0..n_lines {
        let subject = random.below(n_lines);
        let object = match random.below(4) {
            0 => format!("\"Ä {index} \\\" \\n\"@en"),
            1 => format!("\"{index}\"^^<http://example.org/number>"),
            2 => format!("_:b{index}"),
            _ => format!("<http://example.org/object-with-a-long-name-{index}>"),
        };
        let subject = format!("<http://example.org/subject-with-a-long-name-{subject}>");
        write!(text, "{subject} <http://example.org/predicate> {object} .{line_end}")
            .expect("text");
    }
    text
}

fn read_on(bytes: &[u8], format: Format, threads: usize) -> (String, Kept) {
    let mut kept = Kept::default();
    let input = Input { name: "x".to_owned(), bytes: Box::new(bytes), format: Some(format) };
    let budget = Budget { threads, ..Budget::default() };
    let outcome = read_within(input, &budget, &mut kept);
    let outcome = match outcome {
        Ok(report) => format!("{report:?}"),
        // At the end of a text, one thread knows only the line of a damaged IRI.
        Err(error) if error.to_string().contains("is not an IRI") => {
            let (line, _) = error.position.expect("a place");
            format!("x:{line}: {}", error.kind)
        }
        Err(error) => error.to_string(),
    };
    (outcome, kept)
}

fn check(bytes: &[u8], what: &str) -> String {
    check_as(bytes, what, |outcome| outcome)
}

/// Compares what `compared` leaves of the outcome.
fn check_as(bytes: &[u8], what: &str, compared: fn(&str) -> &str) -> String {
    check_format([Format::NTriples, Format::NQuads][bytes.len() % 2], bytes, what, compared)
}

fn check_format(format: Format, bytes: &[u8], what: &str, compared: fn(&str) -> &str) -> String {
    let read = |threads| {
        let (outcome, mut kept) = read_on(bytes, format, threads);
        number_blanks(&mut kept);
        (outcome, kept)
    };
    let (expect, one) = read(1);
    for threads in [2, 5] {
        let (found, many) = read(threads);
        assert_eq!(compared(&found), compared(&expect), "{what}, {threads} threads");
        let same = one.triples.iter().zip(&many.triples).take_while(|(a, b)| a == b).count();
        let (n_one, n_many) = (one.triples.len(), many.triples.len());
        // A failure to read may come before or after the last lines that were read.
        let are_all_due = expect.starts_with("ReadReport");
        assert_eq!(same, n_one.min(n_many), "{what}");
        assert!(n_one == n_many || !are_all_due, "{what}");
        assert!(one.prefixes == many.prefixes || !are_all_due, "{what}: {:?}", many.prefixes);
    }
    expect
}

/// Blank nodes without a label have a random one: all are numbered in the order in which they come.
fn number_blanks(kept: &mut Kept) {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for term in kept.triples.iter_mut().flatten().filter(|term| term.starts_with("_:")) {
        let n = numbers.len();
        *term = format!("_:{}", numbers.entry(term.clone()).or_insert(n));
    }
}

#[test]
fn threads_change_nothing() {
    let [mut random, _] = generators();
    for line_end in ["\n", "\r\n", "\r", "\n\n"] {
        let whole = text(&mut random, 8000, line_end);
        assert!(whole.len() > 3 << 18, "several blocks");
        assert!(check(whole.as_bytes(), "whole").starts_with("ReadReport"));
        check(whole.trim_end().as_bytes(), "without the last line end");
    }
    check(b"", "empty");
    check(b"<http://a> <http://b> <http://c> .", "one line");
}

#[test]
fn errors_have_the_same_place() {
    let [mut random, _] = generators();
    let whole = text(&mut random, 8000, "\n");
    let lines: Vec<&str> = whole.lines().collect();
    for (broken, part) in [
        ("<http://a> <http://b> .", ""),
        ("<http://a> <http://b> <http://c", ""),
        ("<http://a> <http://b> <http://<c> .", "is not an IRI"),
        ("<http://a> <http://b> \"c", ""),
        ("@prefix : <http://a> .", ""),
    ] {
        for place in [0, 1, 4321, 7999] {
            let mut damaged = lines.clone();
            damaged[place] = broken;
            let error = check(damaged.join("\n").as_bytes(), broken);
            assert!(error.starts_with(&format!("x:{}:", place + 1)), "{broken}: {error}");
            assert!(error.contains(part), "{error}");
        }
    }
    for place in [whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone().into_bytes();
        bytes[place] = 0xff;
        assert!(check(&bytes, "encoding").contains("0xFF"));
        bytes[1000] = b'?';
        check(&bytes, "an error of syntax before one of encoding");
    }
}

/// An outcome without the name of the file, line and column.
fn message(outcome: &str) -> &str {
    outcome.find(": ").map_or(outcome, |place| &outcome[place..])
}

#[test]
fn damaged_texts_are_read_alike() {
    for mut random in generators() {
        for _ in 0..6 {
            let mut bytes = text(&mut random, 4500, "\n").into_bytes();
            let pieces =
                ["<", ">", "\"", "\n", " .\n", "\\"].map(|piece| piece.as_bytes().to_vec());
            damage(&mut random, &mut bytes, &pieces, &pieces);
            flip_bits(&mut random, &mut bytes, 2);
            // The parser for one thread counts no line end inside of a literal or an IRI, so its line can be
            // too low; with blocks before it, it is not.
            check_as(&bytes, "damaged", message);
        }
    }
}

/// Statements in every form, some of which look like the end of one, and directives among them.
fn turtle(random: &mut Random, n_statements: usize) -> String {
    let mut text =
        "@prefix : <http://example.org/> .\nPREFIX p.q: <http://example.org/p#>\n".to_owned();
    let directives = [
        "@prefix : <http://other.org/> .",
        "PREFIX p.q: <http://p.org/>",
        "@base <b/> .",
        "BASE <http://base.org/>",
    ];
    for index in 0..n_statements {
        let object = match random.below(12) {
            0 => format!("\"it's . \\\" {index} .\"@en"),
            1 => format!("\"\"\"a \"\" .\n\\\"\"\" . {index}\n\"\"\""),
            2 => format!("'''\n.\n# {index} ''\n''' , \"\" , ''"),
            3 => format!("[ :p {index}.5 , -1.0e3 ;\n :q [ :r true ] ; ]"),
            4 => format!("( 1 2.5\n 3 [] \"x\" ( ) {index} )"),
            5 => format!("p.q:a.b{index} , p.q:x\\.y , :\\# # a comment . with \" and <\n"),
            6 => format!("<relative#{index}> ,\n<> # '\n"),
            7 => format!("_:b{} , _:b.c", random.below(50)),
            8 => format!("\"{index}\"^^p.q:number ; a :Class"),
            _ => format!(":an-object-with-a-long-name-{index}"),
        };
        let end = [" .\n", ".\n", "\n.\n", " .# end .\n\n", " . "][random.below(5)];
        write!(text, ":subject-{} :predicate {object}{end}", random.below(n_statements))
            .expect("text");
        // About four, which change what names mean or change nothing.
        if random.below(n_statements) < 4 {
            writeln!(text, "{}", directives[random.below(4)]).expect("text");
        }
    }
    text
}

#[test]
fn turtle_is_read_alike() {
    let check = |text: &[u8], what: &str| check_format(Format::Turtle, text, what, |all| all);
    for mut random in generators() {
        let whole = turtle(&mut random, 20_000);
        assert!(whole.len() > 3 << 18, "several blocks");
        let outcome = check(whole.as_bytes(), "whole");
        assert!(outcome.starts_with("ReadReport"), "{outcome}");
        check(whole.replace('\n', "\r\n").as_bytes(), "with carriage returns");
        let half = whole.len() / 2;
        let middle = half + whole[half..].find(" .\n:").expect("a statement");
        let broken = format!("{} .\n:a :b .{}", &whole[..middle], &whole[middle + 2..]);
        let outcome = check(broken.as_bytes(), "broken");
        let line = whole[..middle].matches('\n').count() + 2;
        assert!(outcome.starts_with(&format!("x:{line}:")), "{outcome}, line {line}");
        for _ in 0..3 {
            let mut bytes = whole.clone().into_bytes();
            let directive = "@prefix : <http://x/> .\n";
            let pieces = ["<", ">", "\"", "'", "\n", " .\n", "\\", "[", ")", "#", directive];
            let pieces = pieces.map(|piece| piece.as_bytes().to_vec());
            damage(&mut random, &mut bytes, &pieces, &pieces);
            check_format(Format::Turtle, &bytes, "damaged", message);
        }
    }
}

/// A carriage return by itself ends a line, also where blocks are cut behind line feeds.
#[test]
fn lines_are_counted_alike_where_some_end_with_a_carriage_return_alone() {
    let [mut random, _] = generators();
    for format in [Format::NTriples, Format::NQuads, Format::Turtle] {
        let lines = text(&mut random, 8000, "\n").replace("9> .\n", "9> .\r");
        assert!(lines.matches('\r').count() > 100);
        let line = lines.replace('\r', "\n").lines().count() + 1;
        for broken in ["<http://a> <http://b> .", "<http://a> <http://b> <http://<c> ."] {
            let whole = format!("{lines}{broken}\n");
            let outcome = check_format(format, whole.as_bytes(), "carriage returns", |all| all);
            assert!(outcome.starts_with(&format!("x:{line}:")), "{outcome}, line {line}");
        }
    }
}
