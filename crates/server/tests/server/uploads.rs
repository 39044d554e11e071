//! Knowledge bases that clients send: whole, too large, too slow, too many at the same time.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};

use crate::client::{Answer, Running};

const TURTLE: &[u8] = b"<http://x/a> a <http://x/C> . <http://x/b> a <http://x/D> .";

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut archive = GzEncoder::new(Vec::new(), Compression::best());
    archive.write_all(bytes).expect("memory");
    archive.finish().expect("memory")
}

const PREFIXES: &str = "@prefix : <http://x/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n";

/// A knowledge base that takes minutes and little memory: whether a hub has that many different
/// successors is found by comparing each with each.
fn slow() -> String {
    let n = 60_000;
    let successors: Vec<String> = (0..n).map(|number| format!(":s{number}")).collect();
    format!(
        "{PREFIXES} [] a owl:AllDifferent ; owl:distinctMembers ( {} ) . :hub :r {} .
         :C owl:equivalentClass [ a owl:Restriction ; owl:onProperty :r ; owl:minCardinality {n} ] .",
        successors.join(" "),
        successors.join(" , "),
    )
}

/// Sends an upload and does not wait for the answer; the server has begun with it.
fn start_upload(server: &Running, body: &str) -> std::net::TcpStream {
    let stream = begin(server, body.len(), body.as_bytes());
    std::thread::sleep(Duration::from_millis(500));
    stream
}

#[test]
fn an_archive_is_read_and_an_archive_in_an_archive_is_refused() {
    let server = Running::start(|_| {});
    assert_eq!(server.upload("once.ttl.gz", &packed(TURTLE)).status, 201);
    // Some kilobytes that would unpack to a thousand million.
    let mut inner = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..100 {
        inner.write_all(&vec![b'#'; 1_000_000]).unwrap();
    }
    let twice = packed(&inner.finish().unwrap());
    assert!(twice.len() < 10_000, "{}", twice.len());
    let refused = server.upload("twice.ttl.gz", &twice);
    refused.is_problem(422);
    assert!(refused.body.contains("another archive"), "{}", refused.body);
}

#[test]
fn a_large_upload_arrives_whole() {
    let server = Running::start(|_| {});
    let line = |number: usize| format!("<http://x/i{number:06}> a <http://x/C> .\n");
    let large: String = (0..60_000).map(line).collect();
    let uploaded = server.upload("large.nt", large.as_bytes());
    assert_eq!(uploaded.status, 201, "{}", uploaded.body);
    assert_eq!(uploaded.json()["individuals"], 60_000);
}

/// The head of an upload and some of its bytes.
fn begin(server: &Running, n_bytes: usize, sent: &[u8]) -> std::net::TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/knowledge-bases?name=a.ttl HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/octet-stream\r\ncontent-length: {n_bytes}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    stream.write_all(sent).expect("it reads");
    stream
}

#[test]
fn only_so_many_uploads_are_in_flight_and_others_wait() {
    let server = Running::start(|config| config.limits.uploads = 1);
    let slow = begin(&server, TURTLE.len(), &TURTLE[..10]);
    // The first one is being received once the server has read what was sent of it.
    std::thread::sleep(Duration::from_millis(300));
    let mut next = begin(&server, TURTLE.len(), TURTLE);
    next.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(next.read(&mut [0]).is_err(), "it waits for the first one");
    // What waits keeps nothing else from being done.
    let found = server.get("/api/v1/knowledge-bases/family/individuals?q=anna");
    assert_eq!(found.status, 200);
    drop(slow);
    next.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut answer = Vec::new();
    let _ = next.read_to_end(&mut answer);
    assert_eq!(Answer::parse(&answer).status, 201);
    let all = server.get("/api/v1/knowledge-bases").json();
    assert_eq!(all.as_array().unwrap().len(), 2, "the one that broke off is not there");
}

#[test]
fn an_upload_from_which_too_much_follows_is_refused() {
    let server = Running::start(|config| config.limits.facts = 1_000_000);
    let mut chain = format!("{PREFIXES} :p a owl:TransitiveProperty .\n");
    for node in 0..20_000 {
        writeln!(chain, ":c{node} :p :c{} .", node + 1).unwrap();
    }
    let refused = server.upload("chain.ttl", chain.as_bytes());
    refused.is_problem(422);
    assert!(refused.body.contains("more than 1000000 facts"), "{}", refused.body);
    assert_eq!(server.upload("one.ttl", b"<http://x/a> a <http://x/C> .").status, 201);
}

#[test]
fn loading_ends_when_the_client_leaves() {
    let server = Running::start(|_| {});
    drop(start_upload(&server, &slow()));
    // Knowledge bases are loaded one after the other: this one waits for the one before.
    assert_eq!(server.upload("one.ttl", b"<http://x/a> a <http://x/C> .").status, 201);
}

#[test]
fn loading_ends_when_the_server_stops() {
    let server = Running::start(|_| {});
    let mut stream = start_upload(&server, &slow());
    // Waits until all threads of the server have ended.
    drop(server);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    Answer::parse(&bytes).is_problem(503);
}
