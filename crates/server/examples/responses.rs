//! How soon the workbench answers: a bound that is moved, and a name that is typed.
//!
//! `cargo run --release -p evolearner-server --example responses -- target/release/evolearner FOLDER`
//!
//! FOLDER has `carcinogenesis.owl`, `pos.txt` and `neg.txt`. Prints the median and the 95th percentile of
//! judging a concept while its bound moves, and of searching 200 000 individuals with labels and synonyms
//! while words are typed letter by letter; fails where they are beyond what we promise. Other work on the
//! machine makes answers wait; so on Linux the processor time of the server per request is printed, too.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const N_INDIVIDUALS: usize = 200_000;
const N_MOVES: usize = 200;
/// Promised for the 95th percentiles.
const JUDGED: Duration = Duration::from_millis(50);
const FOUND: Duration = Duration::from_millis(100);

const WORDS: [&str; 8] =
    ["acid", "benzene", "carbonyl", "ester", "fluoride", "glycine", "hydrate", "ketone"];

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let program = args.next().ok_or("which program? target/release/evolearner")?;
    let folder =
        args.next().ok_or("which folder? It has carcinogenesis.owl, pos.txt and neg.txt")?;
    let mut many = tempfile::Builder::new().prefix("many").suffix(".ttl").tempfile()?;
    many.write_all(names().as_bytes())?;
    let mut server = Command::new(&program)
        .args(["serve", "--quiet", "--bind", "127.0.0.1:0"])
        .arg(format!("{folder}/carcinogenesis.owl"))
        .arg(many.path())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let address = line.trim().trim_start_matches("http://").to_owned();
    let pid = server.id();
    let outcome = move_bound(&address, &folder, pid).and_then(|()| type_words(&address, pid));
    server.kill()?;
    server.wait()?;
    outcome
}

/// A knowledge base in Turtle: opaque identifiers, a label and a synonym each.
fn names() -> String {
    let mut text =
        "@prefix : <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\
                    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n\
                    skos:altLabel a <http://www.w3.org/2002/07/owl#AnnotationProperty> .\n"
            .to_owned();
    for number in 0..N_INDIVIDUALS {
        let word = |at: usize| WORDS[number / at % WORDS.len()];
        let _ = writeln!(
            text,
            ":X_{number:07} a :C_{} ; rdfs:label \"{} {} {number}\" ; skos:altLabel \"compound {} {number}\" .",
            number % 3000,
            word(1),
            word(8),
            word(64)
        );
    }
    text
}

fn move_bound(address: &str, folder: &str, pid: u32) -> Result<()> {
    let list = |name: &str| -> Result<Vec<String>> {
        Ok(std::fs::read_to_string(format!("{folder}/{name}"))?.lines().map(Into::into).collect())
    };
    let mut body = json!({
        "positives": list("pos.txt")?, "negatives": list("neg.txt")?, "names": "labels",
        "concept": "Compound ⊓ ∃ hasAtom.(Carbon ⊓ (charge ≥ 0.1)) ⊓ ¬(∃ hasBond.Bond-7)",
    });
    let (mut times, before) = (Vec::new(), ticks(pid));
    for number in 0..N_MOVES {
        let bound = format!("{:.3}", number as f64 / 200.0 - 0.5);
        body["change"] = json!({ "at": 5, "what": "bound", "with": bound });
        let path = "/api/v1/knowledge-bases/carcinogenesis/judge";
        times.push(ask(address, "POST", path, &body.to_string())?);
    }
    report("a bound that moves on carcinogenesis", times, ticks(pid) - before, JUDGED)
}

fn type_words(address: &str, pid: u32) -> Result<()> {
    let listed = ask_for(address, "GET", "/api/v1/knowledge-bases", "")?;
    let bases: Vec<serde_json::Value> = serde_json::from_str(&listed)?;
    let many = bases.iter().find(|base| base["individuals"] == N_INDIVIDUALS);
    let id = many.and_then(|base| base["id"].as_str()).ok_or("it is not there")?;
    // The first question makes the index.
    ask(address, "GET", &format!("/api/v1/knowledge-bases/{id}/individuals?q=a"), "")?;
    let (mut times, before) = (Vec::new(), ticks(pid));
    for text in ["benzene", "compound ester 1234", "x_0199", "hydrate ketone 77", "zzz"] {
        for end in 1..=text.len() {
            let typed = text[..end].replace(' ', "%20");
            let path = format!("/api/v1/knowledge-bases/{id}/individuals?q={typed}&limit=100");
            times.push(ask(address, "GET", &path, "")?);
        }
    }
    report("a name that is typed among 200,000", times, ticks(pid) - before, FOUND)
}

/// The processor time that a process has had, in hundredths of a second; 0 where the system does not say.
fn ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // Behind the name of the program: the state is the first field, user and system time are 12 and 13.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

fn report(what: &str, mut times: Vec<Duration>, ticks: u64, promised: Duration) -> Result<()> {
    let n = times.len();
    let busy = 10.0 * ticks as f64 / n as f64;
    times.sort_unstable();
    let [half, most] = [50, 95].map(|percent| times[times.len() * percent / 100]);
    println!(
        "{what}: median {half:.1?}, 95 of 100 within {most:.1?} ({n} requests, {busy:.1} ms of processor time each)"
    );
    if most > promised { Err(format!("promised are {promised:?}").into()) } else { Ok(()) }
}

fn ask(address: &str, method: &str, path: &str, body: &str) -> Result<Duration> {
    let start = Instant::now();
    ask_for(address, method, path, body)?;
    Ok(start.elapsed())
}

fn ask_for(address: &str, method: &str, path: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    if !head.starts_with("HTTP/1.1 200") {
        return Err(format!("{path}: {answer}").into());
    }
    Ok(body.to_owned())
}
