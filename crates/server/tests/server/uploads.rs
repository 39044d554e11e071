//! Knowledge bases that clients send.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};

use crate::client::{Answer, Running};

const TURTLE: &[u8] = b"<http://x/a> a <http://x/C> . <http://x/b> a <http://x/D> .";

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut archive = GzEncoder::new(Vec::new(), Compression::best());
    archive.write_all(bytes).unwrap();
    archive.finish().unwrap()
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
    assert!(refused.body.contains("compressed twice"), "{}", refused.body);
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
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(sent).unwrap();
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
