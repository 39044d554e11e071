//! What must not be lost: a result, when a stream, a file or the time ends before the run does.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::place::{Place, kill};

const SHORT: [&str; 3] = ["learn", "--generations", "3"];

/// A run with its stderr on the device that is always full.
#[cfg(target_os = "linux")]
fn with_full_stderr(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let output = place.command(arguments).stderr(full).output().expect("it starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written_do_not_cost_the_result() {
    let place = Place::new();
    place.write("bad.ttl", "<http://e/a> a <B> .");
    for arguments in [
        &SHORT[..],
        &["crossval", "--generations", "1", "--folds", "2"],
        &["inspect", "bad.ttl"],
        &["materialize", "-o", "all.nt", "--format", "json"],
        &["generate", "family", "--people", "20"],
        &["render", "Male", "--to", "sparql"],
    ] {
        let (status, stdout) = with_full_stderr(&place, arguments);
        assert_eq!(status, Some(0), "{arguments:?}");
        assert!(!stdout.is_empty(), "{arguments:?}");
    }
    let (status, _) = with_full_stderr(&place, &["inspect", "missing.owl"]);
    assert_eq!(status, Some(2), "an error stays one");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_whose_log_cannot_be_written_answers() {
    let place = Place::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let mut child = place
        .command(&["serve", "--bind", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .expect("it starts");
    let mut address = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut address).expect("an address");
    let host = address.trim().trim_start_matches("http://");
    let mut status = String::new();
    let mut stream = TcpStream::connect(host).expect("the server listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("sent");
    BufReader::new(stream).read_line(&mut status).expect("an answer");
    kill("TERM", &child);
    let end = child.wait().expect("it ends");
    assert!(status.starts_with("HTTP/1.1 200"), "{status}");
    assert_eq!(end.code(), Some(0));
}

#[test]
fn a_reader_of_both_streams_that_stops_early_is_no_failure() {
    let place = Place::new();
    let mut child = place
        .command(&SHORT)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_an_error_and_no_panic() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "60", "-o", "f.ttl", "--examples", "lp"]);
    place.write(
        "tiny.toml",
        "name = 'tiny'\ntitle = 'Tiny'\nfolds = 2\nseeds = [1]\n[[problems]]\nname = 'uncle'\n\
         kb = 'f.ttl'\npositives = 'lp/uncle/pos.txt'\nnegatives = 'lp/uncle/neg.txt'\n\
         [[variants]]\nname = 'ours'\nsettings = { population = 20, generations = 1 }\n",
    );
    let bench = ["bench", "tiny.toml", "--data", ".", "-o", "out"];
    let json = [&bench[..], &["--format", "json"]].concat();
    for arguments in [&SHORT[..], &["inspect"], &["materialize", "-o", "-"], &bench, &json] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let output = place.command(arguments).stdout(full).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert!(stderr.contains("standard output"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_the_run() {
    let place = Place::new();
    let forever = ["learn", "--generations", "100000000"];
    for (flag, path, word) in [
        ("--report", "no/such/out.html", "no folder"),
        ("--report", ".", "is a folder"),
        ("--checkpoint", "no/such/state", "no folder"),
    ] {
        // A run would not end.
        place.fails(&[&forever[..], &[flag, path]].concat(), &[path, word]);
    }
    assert!(place.files().is_empty(), "{:?}", place.files());
}

/// The folder of the report goes away during the run.
#[cfg(unix)]
#[test]
fn the_result_is_printed_although_the_report_cannot_be_written() {
    let place = Place::new();
    fs::create_dir(place.path("pages")).expect("a folder");
    let arguments = ["--report", "pages/out.html", "--checkpoint", "state"];
    let mut child = start_forever(&place, &arguments);
    place.wait_for("state", &mut child);
    fs::remove_dir(place.path("pages")).expect("an empty folder");
    let (status, report, stderr) = end_with("INT", child);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("pages/out.html"), "{stderr}");
    assert_eq!(report["stop"], "cancelled");
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_does_not_end_the_run() {
    let place = Place::new();
    fs::create_dir(place.path("states")).expect("a folder");
    let mut child = start_forever(&place, &["--checkpoint", "states/run"]);
    place.wait_for("states/run", &mut child);
    fs::remove_dir_all(place.path("states")).expect("a folder");
    let (status, report, stderr) = end_with("INT", child);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("warning: no checkpoint") && stderr.contains("states/run"), "{stderr}");
    assert_eq!(stderr.matches("no checkpoint").count(), 1, "said once: {stderr}");
    assert_eq!(report["stop"], "cancelled");
}

#[cfg(unix)]
#[test]
fn a_run_is_stopped_by_an_interrupt_and_not_by_cancelled() {
    let place = Place::new();
    let arguments = ["learn", "--generations", "10000000", "--checkpoint", "state"];
    let mut child = place
        .command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    place.wait_for("state", &mut child);
    kill("INT", &child);
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("stopped by an interrupt; seed 1"), "{stdout}");
}

#[cfg(unix)]
#[test]
fn schedulers_and_closing_terminals_end_a_run_as_an_interrupt_does() {
    let place = Place::new();
    for signal in ["TERM", "HUP", "INT"] {
        let state = format!("state-{signal}");
        let mut child = start_forever(&place, &["--checkpoint", &state]);
        place.wait_for(&state, &mut child);
        let (status, report, stderr) = end_with(signal, child);
        assert_eq!(status, Some(0), "{signal}: {stderr}");
        assert_eq!(report["stop"], "cancelled", "{signal}");
        assert_eq!(report["best"]["quality"], 1.0, "{signal}");
    }
}

/// `nohup` asks a program to outlive its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_run_under_nohup_goes_on_when_the_terminal_closes() {
    let place = Place::new();
    let mut command = Command::new("nohup");
    command
        .arg(env!("CARGO_BIN_EXE_evolearner"))
        .args(["learn", "--generations", "10000000", "--format", "json", "--checkpoint", "state"])
        .current_dir(place.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("nohup is there");
    place.wait_for("state", &mut child);
    kill("HUP", &child);
    fs::remove_file(place.path("state")).expect("a state");
    place.wait_for("state", &mut child);
    let (status, report, _) = end_with("TERM", child);
    assert_eq!((status, &report["stop"]), (Some(0), &"cancelled".into()));
}

#[test]
fn all_problems_get_a_page_each() {
    let place = Place::new();
    place.ok(&["generate", "family", "--people", "60", "-o", "f.ttl", "--examples", "lp"]);
    let list = |file: &str| -> Vec<String> {
        place.read(&format!("lp/{file}.txt")).lines().map(str::to_owned).collect()
    };
    let problem = |kin: &str| {
        serde_json::json!({
            "positive_examples": list(&format!("{kin}/pos")),
            "negative_examples": list(&format!("{kin}/neg")),
        })
    };
    let problems = serde_json::json!({ "data_path": "f.ttl",
        "problems": { "Uncle": problem("uncle"), "Aunt/2": problem("aunt") } });
    place.write("p.json", problems.to_string());
    let arguments = ["learn", "--problem", "p.json", "--all", "--generations", "2"];
    place.ok(&[&arguments[..], &["--report", "pages.html"]].concat());
    for (page, name) in [("pages-Uncle.html", "Uncle"), ("pages-Aunt-2.html", "Aunt/2")] {
        let text = place.read(page);
        assert!(text.starts_with("<!doctype html>") && text.contains(name), "{page}");
    }
    place.fails(&[&arguments[..], &["--report", "no/pages.html"]].concat(), &["no folder"]);
    place.fails(&[&arguments[..], &["--report", "-"]].concat(), &["--all"]);
}

#[test]
fn an_unknown_example_of_a_later_problem_is_found_before_the_first_is_learned() {
    let place = Place::new();
    place.write("kb.ttl", "@prefix : <http://e/> . :a a :A . :b a :B .");
    place.write(
        "p.json",
        r#"{"data_path": "kb.ttl", "problems": {
            "one": {"positive_examples": ["http://e/a"], "negative_examples": ["http://e/b"]},
            "two": {"positive_examples": ["http://e/zz"], "negative_examples": ["http://e/b"]}}}"#,
    );
    let arguments = ["learn", "--problem", "p.json", "--all", "--generations", "100000000"];
    place.fails(&arguments, &["two", "p.json:3", "http://e/zz"]);
}

fn start_forever(place: &Place, arguments: &[&str]) -> Child {
    let forever = ["learn", "--generations", "10000000", "--format", "json"];
    place
        .command(&[&forever[..], arguments].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn end_with(signal: &str, child: Child) -> (Option<i32>, Value, String) {
    kill(signal, &child);
    let output = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {stderr}")), stderr)
}
