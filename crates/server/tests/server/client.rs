//! A server for a test, and the plainest of HTTP clients.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use evolearner::{GraphSettings, embedded_input, embedded_statement, load};
use evolearner_server::{Config, Server, Source};
use serde_json::Value;
use tokio::sync::oneshot;

/// A server that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    /// Starts a server with the embedded family.
    pub(crate) fn start(change: impl FnOnce(&mut Config)) -> Self {
        Self::start_as("family", change)
    }

    /// Starts a server that has the embedded family under that name.
    pub(crate) fn start_as(name: &str, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new("127.0.0.1:0".parse().expect("an address"));
        config.limits.jobs = 2;
        change(&mut config);
        let sources = vec![family(name)];
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                let server = Server::start(config, sources).await.expect("it starts");
                tell.send(server.address().expect("an address")).expect("the test waits");
                let stop = async { stopped.await.unwrap_or(()) };
                server.run(stop).await.expect("it ends well");
            });
        });
        Self { address: told.recv().expect("it started"), stop: Some(stop), thread: Some(thread) }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json")];
        self.send("POST", path, &headers, body.to_string().as_bytes())
    }

    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> Answer {
        let path = format!("/api/v1/knowledge-bases?name={name}");
        self.send("POST", &path, &[("content-type", "application/octet-stream")], bytes)
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let (address, length) = (self.address.to_string(), body.len().to_string());
        let mut all = vec![("connection", "close"), ("content-length", &length)];
        if headers.iter().all(|(name, _)| *name != "host") {
            all.push(("host", &address));
        }
        all.extend(headers);
        let lines: Vec<String> =
            all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!("{method} {path} HTTP/1.1\r\n{}\r\n", lines.concat());
        let mut stream = self.connect();
        // A server that refuses early may close before everything is sent.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::parse(&bytes)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("a positive time");
        stream
    }

    /// Starts a job and returns its number.
    pub(crate) fn learn(&self, request: &Value) -> u64 {
        let answer = self.post("/api/v1/jobs", request);
        assert_eq!(answer.status, 202, "{}", answer.body);
        answer.json()["id"].as_u64().expect("a number")
    }

    /// Waits until a job is in one of these states.
    pub(crate) fn wait(&self, id: u64, states: &[&str]) -> Value {
        let start = Instant::now();
        loop {
            let job = self.get(&format!("/api/v1/jobs/{id}")).json();
            if states.contains(&job["state"].as_str().expect("a state")) {
                return job;
            }
            assert!(start.elapsed() < Duration::from_mins(2), "job {id} is stuck: {job}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn result(&self, id: u64) -> Value {
        let answer = self.get(&format!("/api/v1/jobs/{id}/result"));
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }
}

/// The embedded family as a knowledge base that a server is started with.
pub(crate) fn family(name: &str) -> Source {
    let loaded = load(vec![embedded_input()], GraphSettings::default(), &mut |_| None);
    let loaded = loaded.expect("the family is there");
    let example = Some(("Who is an uncle?".to_owned(), embedded_statement()));
    Source { name: name.to_owned(), loaded, example }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "the server panicked");
        }
    }
}

/// What a server answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Status 0 where the connection was closed without an answer.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// Checks that this is an error as all errors should be.
    pub(crate) fn is_problem(&self, status: u16) {
        assert_eq!(self.status, status, "{}\n{}", self.head, self.body);
        assert!(self.head.contains("content-type: application/problem+json"), "{}", self.head);
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(!problem["detail"].as_str().expect("a sentence").is_empty());
    }
}

/// A job that takes its time.
pub(crate) fn long_job() -> Value {
    serde_json::json!({
        "target_class": "Grandfather",
        "settings": { "generations": 20_000, "population": 2_000 },
    })
}

/// A job that is done at once.
pub(crate) fn short_job() -> Value {
    serde_json::json!({
        "target_class": "Mother",
        "settings": { "generations": 3, "population": 50 },
    })
}
