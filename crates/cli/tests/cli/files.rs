//! What is read and written: endings, `-`, inputs that must not be replaced, lists and their places.

use std::fs;

use crate::place::{Place, sorted_lines};

const KB: &str = "@prefix : <http://e/> .
:a a :A ; :knows :b ; :note \"x < y & \\\"z\\\"\\r\\n\\tend\"@en ; :n 3 . :b a :B ; :knows :c .
[] a :A ; :knows :a .
";

#[test]
fn the_ending_decides_what_materialize_writes() {
    let place = Place::new();
    place.write("kb.ttl", KB);
    place.ok(&["materialize", "kb.ttl", "-o", "all.nt"]);
    let strip = |text: &str| -> Vec<String> {
        // The label of the one blank node is free.
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| {
                if line.starts_with("_:") {
                    line.split_once(' ').expect("a triple").1
                } else {
                    line
                }
            })
            .map(str::to_owned)
            .collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(strip(&place.read("all.nt")).len(), 8);
    let starts: [(&str, &[u8]); 6] = [
        ("x.owl", b"<?xml"),
        ("x.rdf", b"<?xml"),
        ("x.rdf.gz", b"\x1f\x8b"),
        ("x.nt.gz", b"\x1f\x8b"),
        ("x.ttl.zst", b"\x28\xb5\x2f\xfd"),
        ("x.nt.zst", b"\x28\xb5\x2f\xfd"),
    ];
    for (file, start) in starts {
        place.ok(&["materialize", "kb.ttl", "-o", file]);
        let bytes = fs::read(place.path(file)).expect("it was written");
        assert!(bytes.starts_with(start), "{file}");
        place.ok(&["materialize", file, "--inference", "none", "-o", "again.nt"]);
        assert_eq!(strip(&place.read("again.nt")), strip(&place.read("all.nt")), "{file}");
    }
    for file in ["x", "x.txt", "x.gz", "x.nt.bz2", "x.owx"] {
        place.fails(&["materialize", "kb.ttl", "-o", file], &[file, ".ttl", ".owl"]);
        place.fails(&["generate", "family", "-o", file], &[file, ".ttl", ".owl"]);
    }
}

#[test]
fn the_ending_decides_what_generate_writes() {
    let place = Place::new();
    let family = ["generate", "family", "--people", "40", "--labels", "--quiet", "-o"];
    let stated = |file: &str| {
        place.ok(&[&family[..], &[file]].concat());
        place.ok(&["materialize", file, "--inference", "none", "-o", "-", "--quiet"]).stdout
    };
    let expected = stated("f.nt");
    for file in ["f.ttl", "f.owl", "f.rdf.gz", "f.nt.gz", "f.ttl.zst"] {
        assert_eq!(stated(file), expected, "{file}");
    }
    assert!(fs::read(place.path("f.nt.gz")).expect("a file").starts_with(b"\x1f\x8b"));
    assert!(place.read("f.owl").starts_with("<?xml"));
}

#[test]
fn a_property_that_xml_cannot_name_is_refused_and_not_dropped() {
    let place = Place::new();
    place.write("kb.nt", "<http://e/a> <http://e/12> <http://e/b> .\n");
    place.fails(&["materialize", "kb.nt", "-o", "x.owl"], &["http://e/12", "N-Triples"]);
    assert_eq!(place.files(), ["kb.nt"]);
}

#[test]
fn no_command_writes_onto_a_file_that_it_reads() {
    let place = Place::new();
    place.write("kb.ttl", KB).write("pos.txt", "http://e/a\n").write("neg.txt", "http://e/b\n");
    fs::hard_link(place.path("kb.ttl"), place.path("hard.ttl")).expect("a link");
    let lists = ["learn", "kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];
    let mut targets = vec!["kb.ttl", "./kb.ttl"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("kb.ttl", place.path("soft.ttl")).expect("a link");
        targets.extend(["hard.ttl", "soft.ttl"]);
    }
    for target in targets {
        place.fails(&["materialize", "kb.ttl", "-o", target], &[target, "reads this file"]);
        place.fails(&["snapshot", "kb.ttl", "-o", target], &[target, "reads this file"]);
        for flag in ["--report", "--checkpoint"] {
            place.fails(&[&lists[..], &[flag, target]].concat(), &[target, "reads this file"]);
        }
    }
    place.fails(&[&lists[..], &["--report", "neg.txt"]].concat(), &["neg.txt", "reads this file"]);
    place.write("main.ttl", "<http://e/o> a <http://www.w3.org/2002/07/owl#Ontology> ; <http://www.w3.org/2002/07/owl#imports> <http://e/part> .");
    place.write("part.ttl", KB);
    let import = ["materialize", "main.ttl", "--catalog", ".", "-o", "part.ttl"];
    place.fails(&import, &["part.ttl", "reads this file"]);
    assert_eq!(place.read("kb.ttl"), KB);
    assert_eq!(place.read("part.ttl"), KB);
}

#[test]
fn dash_is_stdout_wherever_something_is_written() {
    let place = Place::new();
    place.ok(&["snapshot", "-o", "file.evo", "--quiet"]);
    let output = place.command(&["snapshot", "-o", "-"]).output().expect("it starts");
    assert!(output.stdout == fs::read(place.path("file.evo")).expect("a snapshot"));
    let family = ["generate", "family", "--people", "20"];
    let plain = place.ok(&family).stdout;
    assert_eq!(place.ok(&[&family[..], &["-o", "-"]].concat()).stdout, plain);
    let page = place.ok(&["learn", "--generations", "1", "--report", "-", "--quiet"]).stdout;
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"), "{page}");
    place.fails(&["learn", "--report", "-", "--format", "json"], &["--report -"]);
    place.fails(&["learn", "--checkpoint", "-"], &["--checkpoint"]);
    place.fails(&["bench", "x.toml", "-o", "-"], &["folder"]);
    assert_eq!(place.files(), ["file.evo"], "no file is called -");
}

#[test]
fn dash_is_stdin_wherever_something_is_read() {
    let place = Place::new();
    place.write("kb.ttl", KB).write("pos.txt", "http://e/a\n").write("neg.txt", "http://e/b\n");
    let learn = ["learn", "kb.ttl", "--generations", "1", "--population", "20"];
    let cases: [(&[&str], &str); 8] = [
        (&["inspect", "-"], KB),
        (&["retrieve", "-", "A"], KB),
        (&["retrieve", "kb.ttl", "--concepts", "-"], "A\n  # comment\nB\n"),
        (&["retrieve", "kb.ttl", "A", "--individuals", "-"], "http://e/a\n"),
        (
            &[
                "learn",
                "kb.ttl",
                "--generations",
                "1",
                "--positives",
                "-",
                "--negatives",
                "neg.txt",
            ],
            "http://e/a\n",
        ),
        (
            &[
                "learn",
                "kb.ttl",
                "--generations",
                "1",
                "--positives",
                "pos.txt",
                "--negatives",
                "-",
            ],
            "http://e/b\n",
        ),
        (
            &["learn", "--generations", "1", "--problem", "-"],
            "kb = 'kb.ttl'\npositives = 'pos.txt'\nnegatives = 'neg.txt'\n",
        ),
        (&["learn", "--settings", "-"], "generations = 1\n"),
    ];
    for (arguments, text) in cases {
        let run = place.fed(arguments, text.as_bytes());
        assert_eq!(run.status, Some(0), "{arguments:?}: {}", run.stderr);
        assert!(!run.stdout.is_empty(), "{arguments:?}");
    }
    let twice = [&learn[..], &["--positives", "-", "--negatives", "-"]].concat();
    let run = place.fed(&twice, b"http://e/a\n");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("only once"), "{}", run.stderr);
}

#[test]
fn lists_are_read_in_the_encodings_of_knowledge_bases() {
    let place = Place::new();
    place.write("kb.ttl", "@prefix : <http://e/> . :ä a :A . :b a :B . :c a :B .");
    let text = "http://e/ä\n  # an indented comment\nhttp://e/b\n";
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = utf16.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for (name, bytes) in [
        ("utf8", text.as_bytes().to_vec()),
        ("utf8-bom", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
        ("utf16-le", [b"\xff\xfe", &little[..]].concat()),
        ("utf16-be", [b"\xfe\xff", &big[..]].concat()),
    ] {
        place.write("list.txt", bytes);
        let run = place.ok(&["retrieve", "kb.ttl", "owl:Thing", "--individuals", "list.txt"]);
        assert_eq!(sorted_lines(&run.stdout), ["http://e/b", "http://e/ä"], "{name}");
    }
    place.write("list.txt", b"http://e/\xff\n");
    place.fails(
        &["retrieve", "kb.ttl", "owl:Thing", "--individuals", "list.txt"],
        &["list.txt:1:10", "UTF-8"],
    );
}

#[test]
fn an_unknown_name_of_a_list_comes_with_file_and_line() {
    let place = Place::new();
    place
        .write("kb.ttl", KB)
        .write("pos.txt", "http://e/a\n")
        .write("neg.txt", "# no\n\nhttp://e/zz\n");
    let lists = ["kb.ttl", "--positives", "pos.txt", "--negatives", "neg.txt"];
    for command in ["learn", "crossval"] {
        let words = ["neg.txt:3: ", "http://e/zz", "--skip-unknown"];
        place.fails(&[&[command], &lists[..]].concat(), &words);
    }
    place.fails(&["retrieve", "kb.ttl", "A", "--individuals", "neg.txt"], &["neg.txt:3: "]);
    place.write("p.toml", "kb = 'kb.ttl'\npositives = 'pos.txt'\nnegatives = 'neg.txt'\n");
    place.fails(&["learn", "--problem", "p.toml"], &["neg.txt:3: "]);
    place.write(
        "q.toml",
        "kb = 'kb.ttl'\nnegatives = ['b']\npositives = [\n'http://e/zzz',\n'http://e/zz']\n",
    );
    place.fails(&["learn", "--problem", "q.toml"], &["q.toml:5: ", "q.toml:4: "]);
}
