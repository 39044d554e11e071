//! `serve` as a process that is killed: what it acknowledged must be there when it is back.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How often the server is killed.
const N_KILLS: u64 = 50;

/// Jobs that a client has open at the same time.
const N_OPEN: usize = 4;

/// A client of a server.
#[derive(Clone)]
struct Client {
    address: String,
}

/// A server as a process.
struct Server {
    process: Child,
    client: Client,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_evolearner"))
            .args([
                "serve",
                "--quiet",
                "--bind",
                "127.0.0.1:0",
                "--jobs",
                "2",
                "--keep",
                "100000",
                "--data",
            ])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("an output");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").to_owned();
        Self { process, client: Client { address } }
    }
}

impl Client {
    /// Asks; nothing if the server died meanwhile.
    fn ask(&self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let n_bytes = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {n_bytes}\r\n\r\n{body}"
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
        // An answer that was cut off acknowledges nothing.
        (length.parse() == Ok(body.len())).then_some(())?;
        Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
    }

    fn result(&self, id: u64) -> Option<String> {
        match self.ask("GET", &format!("/api/v1/jobs/{id}/result"), "")? {
            (200, body) => Some(body),
            _ => None,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a server acknowledged to a client.
#[derive(Default)]
struct Acknowledged {
    jobs: Vec<u64>,
    results: BTreeMap<u64, String>,
}

/// Starts jobs and reads results until the server is gone; signals every result.
fn use_up(server: &Client, round: u64, signal: &Sender<()>) -> Acknowledged {
    let mut acknowledged = Acknowledged::default();
    for seed in 0.. {
        let request = format!(
            "{{\"target_class\": \"Mother\", \"settings\": {{\"generations\": {}, \
             \"population\": 60, \"seed\": {}}}}}",
            seed % 40,
            round * 1000 + seed
        );
        let Some((202, body)) = server.ask("POST", "/api/v1/jobs", &request) else { break };
        let job: Value = serde_json::from_str(&body).expect("a job");
        acknowledged.jobs.push(job["id"].as_u64().expect("a number"));
        // A few jobs are always open, so that death finds them in every state.
        loop {
            let open: Vec<u64> = acknowledged
                .jobs
                .iter()
                .copied()
                .filter(|id| !acknowledged.results.contains_key(id))
                .collect();
            if open.len() < N_OPEN {
                break;
            }
            for id in open {
                if let Some(result) = server.result(id) {
                    acknowledged.results.insert(id, result);
                    // The receiver is gone once the server is killed.
                    let _ = signal.send(());
                }
            }
            if server.ask("GET", "/healthz", "").is_none() {
                return acknowledged;
            }
        }
    }
    acknowledged
}

#[test]
fn what_was_acknowledged_survives_being_killed_at_any_moment() {
    let data = tempfile::tempdir().unwrap();
    let mut results: BTreeMap<u64, String> = BTreeMap::new();
    let mut jobs: Vec<u64> = Vec::new();
    let mut random: u64 = 0x9E37_79B9_7F4A_7C15;
    for round in 0..N_KILLS {
        let mut server = Server::start(data.path());
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let acknowledged = std::thread::scope(|scope| {
            let (signal, results) = channel();
            let client = server.client.clone();
            let acknowledged = scope.spawn(move || use_up(&client, round, &signal));
            // After a few results and a moment: often in the middle of the next one.
            for _ in 0..(random >> 33) % 5 {
                results.recv_timeout(Duration::from_mins(1)).expect("jobs are done");
            }
            std::thread::sleep(Duration::from_micros((random >> 40) % 30_000));
            server.process.kill().unwrap();
            server.process.wait().unwrap();
            acknowledged.join().unwrap()
        });
        jobs.extend(&acknowledged.jobs);
        results.extend(acknowledged.results);
    }
    println!("{} jobs and {} results were acknowledged", jobs.len(), results.len());
    let server = Server::start(data.path());
    let client = &server.client;
    assert!(results.len() as u64 > N_KILLS, "only {} results were acknowledged", results.len());
    for (&id, result) in &results {
        assert_eq!(client.result(id).as_ref(), Some(result), "the result of job {id}");
    }
    // And what was only taken in is done after all.
    let start = Instant::now();
    for &id in &jobs {
        while client.result(id).is_none() {
            assert!(start.elapsed() < Duration::from_mins(1), "job {id} is lost");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
