//! Uploads that would take too much or too long.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};

use crate::client::{Answer, Running};

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

/// Sends an upload and does not wait for the answer.
fn start_upload(server: &Running, body: &str) -> std::net::TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST /api/v1/knowledge-bases?name=slow.ttl HTTP/1.1\r\nhost: localhost\r\n\
         content-type: application/octet-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let sent = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
    sent.expect("it takes an upload");
    std::thread::sleep(Duration::from_millis(500));
    stream
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
fn an_archive_within_an_archive_is_refused() {
    let server = Running::start(|_| {});
    let packed = |bytes: &[u8]| {
        let mut archive = GzEncoder::new(Vec::new(), Compression::best());
        archive.write_all(bytes).unwrap();
        archive.finish().unwrap()
    };
    let twice = packed(&packed(&vec![b'#'; 100_000_000]));
    assert!(twice.len() < 5_000, "{}", twice.len());
    let refused = server.upload("bomb.ttl.gz", &twice);
    refused.is_problem(422);
    assert!(refused.body.contains("another archive"), "{}", refused.body);
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
