//! What must not happen.

use std::io::{Read, Write};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};

use crate::client::{Answer, Running, short_job};

#[test]
fn a_token_is_asked_for_everywhere_but_on_the_page() {
    let server = Running::start(|config| config.token = Some("a secret".to_owned()));
    for path in ["/api/v1/knowledge-bases", "/api/v1/jobs", "/metrics", "/cel"] {
        let refused = server.get(path);
        refused.is_problem(401);
        assert!(refused.head.contains("www-authenticate: bearer"));
    }
    server.post("/api/v1/jobs", &short_job()).is_problem(401);
    let with =
        |token: &str| server.send("GET", "/api/v1/jobs", &[("authorization", token)], b"").status;
    for wrong in ["Bearer", "Bearer ", "Bearer a", "Bearer a secrets", "Basic a secret", "a secret"]
    {
        assert_eq!(with(wrong), 401, "{wrong}");
    }
    assert_eq!(with("Bearer a secret"), 200);
    for open in ["/", "/healthz", "/assets/index.js"] {
        assert_eq!(server.get(open).status, 200, "{open}");
    }
}

#[test]
fn the_scheme_of_a_token_may_be_written_in_any_case() {
    let server = Running::start(|config| config.token = Some("a secret".to_owned()));
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let headers = [("authorization", &*format!("{scheme} a secret"))];
        assert_eq!(server.send("GET", "/api/v1/jobs", &headers, b"").status, 200, "{scheme}");
        let headers = [("authorization", &*format!("{scheme} A SECRET"))];
        assert_eq!(server.send("GET", "/api/v1/jobs", &headers, b"").status, 401, "{scheme}");
    }
}

#[test]
fn a_server_with_all_connections_in_use_can_be_stopped() {
    let server = Running::start(|config| {
        config.limits.connections = 3;
        config.limits.head_time = Duration::from_hours(1);
    });
    let _idle: Vec<_> = (0..3).map(|_| server.connect()).collect();
    // One more, so that the server waits for a place that does not become free.
    let mut waiting = server.connect();
    waiting.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    waiting.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    assert!(waiting.read(&mut [0]).is_err(), "it should wait for a place");
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        drop(server);
        let _ = tell.send(());
    });
    told.recv_timeout(Duration::from_mins(1)).expect("it stops");
}

#[test]
fn only_local_names_and_the_own_origin_are_answered() {
    let server = Running::start(|_| {});
    let status = |headers: &[(&str, &str)]| server.send("GET", "/api/v1/jobs", headers, b"").status;
    assert_eq!(status(&[("host", "evil.example")]), 403);
    assert_eq!(status(&[("origin", "https://evil.example")]), 403);
    assert_eq!(status(&[("origin", &format!("http://{}", server.address))]), 200);
    let answer = server.send("GET", "/api/v1/jobs", &[], b"");
    assert!(!answer.head.contains("access-control-allow-origin"));
    let friendly = Running::start(|config| {
        config.allowed_origins.push("https://friend.example".to_owned());
    });
    let origin = [("origin", "https://friend.example")];
    let answer = friendly.send("GET", "/api/v1/jobs", &origin, b"");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("access-control-allow-origin: https://friend.example"));
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("a").join("data");
    let server = Running::start(|config| config.data = Some(folder.clone()));
    for path in [
        "/../../../../etc/passwd",
        "/assets/../../../Cargo.toml",
        "/assets/..%2f..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/v1/knowledge-bases/..%2f..%2fjobs.sqlite",
        "//etc/passwd",
    ] {
        server.get(path).is_problem(404);
    }
    let turtle = b"<http://x/a> a <http://x/C> .";
    for name in
        ["..%2F..%2Fescaped.ttl", "%2Ftmp%2Fescaped.ttl", "..%5C..%5Cescaped.ttl", "%00.ttl"]
    {
        let answer = server.upload(name, turtle);
        assert_eq!(answer.status, 201, "{}", answer.body);
    }
    let mut n_snapshots = 0;
    let mut open = vec![outside.path().to_owned()];
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                assert!(path.starts_with(&folder), "{}", path.display());
                n_snapshots += usize::from(path.extension().is_some_and(|ending| ending == "evo"));
            }
        }
    }
    assert_eq!(n_snapshots, 4);
}

#[test]
fn what_is_too_large_is_refused() {
    let server = Running::start(|config| {
        config.limits.upload = (10_000, 50_000);
        config.limits.body_bytes = 10_000;
        config.limits.knowledge_bases = 2;
    });
    server.upload("big.ttl", &vec![b'#'; 20_000]).is_problem(413);
    let names = serde_json::json!({ "names": vec!["a name"; 5_000] });
    server.post("/api/v1/knowledge-bases/family/names", &names).is_problem(413);
    // A small archive that holds much.
    let mut archive = GzEncoder::new(Vec::new(), Compression::best());
    archive.write_all(&vec![b'#'; 1_000_000]).unwrap();
    let archive = archive.finish().unwrap();
    assert!(archive.len() < 10_000);
    let refused = server.upload("bomb.ttl.gz", &archive);
    refused.is_problem(422);
    assert!(refused.body.contains("larger than this server takes"), "{}", refused.body);
    let turtle = b"<http://x/a> a <http://x/C> .";
    assert_eq!(server.upload("one.ttl", turtle).status, 201);
    server.upload("two.ttl", turtle).is_problem(507);
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn slow_clients_are_let_go_and_do_not_hold_up_others() {
    let server = Running::start(|config| {
        config.limits.head_time = Duration::from_millis(300);
        config.limits.request_time = Duration::from_millis(600);
        config.limits.connections = 40;
    });
    let mut slow: Vec<_> = (0..30).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ").unwrap();
    }
    assert_eq!(server.get("/healthz").status, 200);
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!([0, 408].contains(&Answer::parse(&rest).status));
    }
    // A head at once, a body never.
    let mut stream = server.connect();
    let head = "POST /api/v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                content-length: 1000\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let mut rest = vec![0; 1000];
    let n = stream.read(&mut rest).unwrap();
    Answer::parse(&rest[..n]).is_problem(408);
}

#[test]
fn malformed_requests_are_refused_and_survived() {
    let server = Running::start(|_| {});
    let long = format!("GET / HTTP/1.1\r\nx: {}\r\n\r\n", "y".repeat(200_000));
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(5_000));
    for bytes in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice(),
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
        b"POST /api/v1/jobs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST /api/v1/jobs HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ] {
        let mut stream = server.connect();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let status = Answer::parse(&answer).status;
        assert!(status == 0 || (400..500).contains(&status), "{status}: {bytes:?}");
        assert_eq!(server.get("/healthz").status, 200);
    }
}
