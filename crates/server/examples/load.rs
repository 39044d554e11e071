//! A server under load: how long cheap requests take while jobs run, and what jobs leave behind.
//!
//! `cargo run --release -p evolearner-server --example load -- target/release/evolearner`
//!
//! Starts the program, lets 200 clients poll while 8 jobs run, and then runs 10 000 short jobs.
//! It prints response times and memory and fails if they are beyond what we promise.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const N_CLIENTS: usize = 200;
const N_RUNNING: usize = 8;
const POLLING: Duration = Duration::from_secs(15);
/// Each client asks this often.
const PAUSE: Duration = Duration::from_millis(200);
const N_JOBS: usize = 10_000;
/// Promised for the 99th percentile of cheap requests.
const P99: Duration = Duration::from_millis(50);
/// How much the memory may differ between the second and the last tenth of the jobs.
const GROWTH: f64 = 1.1;

fn main() -> Result<()> {
    let program = std::env::args().nth(1).ok_or("which program? target/release/evolearner")?;
    let mut server = Server::start(&program)?;
    let outcome = poll(&server.address).and_then(|()| run_many(&server.address));
    server.process.kill()?;
    server.process.wait()?;
    outcome
}

struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(program: &str) -> Result<Self> {
        let jobs = N_RUNNING.to_string();
        let mut process = Command::new(program)
            .args(["serve", "--quiet", "--bind", "127.0.0.1:0", "--jobs", &jobs])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let stdout = process.stdout.take().ok_or("no output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        Ok(Self { process, address: line.trim().trim_start_matches("http://").to_owned() })
    }
}

/// A connection that is kept.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<String> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut n_bytes = 0;
        let mut status = String::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            if status.is_empty() {
                line.clone_into(&mut status);
            }
            if let Some(length) = line.strip_prefix("content-length: ") {
                n_bytes = length.trim().parse()?;
            }
            if line == "\r\n" || line.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; n_bytes];
        self.stream.read_exact(&mut answer)?;
        let answer = String::from_utf8(answer)?;
        if status.starts_with("HTTP/1.1 2") {
            Ok(answer)
        } else {
            Err(format!("{status}{answer}").into())
        }
    }
}

/// Lets many clients ask where jobs stand, and tells how long that takes.
fn poll(address: &str) -> Result<()> {
    let long = r#"{"target_class": "Grandfather",
        "settings": {"generations": 20000, "population": 2000, "timeout": "60s"}}"#;
    let mut client = Client::new(address)?;
    for _ in 0..N_RUNNING {
        client.ask("POST", "/api/v1/jobs", long)?;
    }
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    let times: Result<Vec<Vec<Duration>>> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..N_CLIENTS)
            .map(|number| {
                scope.spawn(move || {
                    // Spread over the pause, as people are.
                    std::thread::sleep(PAUSE * number as u32 / N_CLIENTS as u32);
                    let mut client = Client::new(address)?;
                    let path = format!("/api/v1/jobs/{}", number % N_RUNNING + 1);
                    let mut times = Vec::new();
                    while start.elapsed() < POLLING {
                        let asked = Instant::now();
                        client.ask("GET", &path, "")?;
                        times.push(asked.elapsed());
                        std::thread::sleep(PAUSE);
                    }
                    Ok(times)
                })
            })
            .collect();
        clients
            .into_iter()
            .map(|client| client.join().unwrap_or(Err("a client panicked".into())))
            .collect()
    });
    let mut times: Vec<Duration> = times?.into_iter().flatten().collect();
    times.sort_unstable();
    // Idle connections are closed meanwhile.
    let mut client = Client::new(address)?;
    let running = client.ask("GET", "/api/v1/jobs?state=running", "")?.matches("\"id\"").count();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{N_CLIENTS} clients, {running} jobs running, {} requests: median {:.1?}, p99 {:.1?}, longest {:.1?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    for id in 1..=N_RUNNING {
        client.ask("POST", &format!("/api/v1/jobs/{id}/cancel"), "")?;
    }
    if at(0.99) < P99 { Ok(()) } else { Err("cheap requests take too long".into()) }
}

/// Runs many jobs and compares the memory early and late.
fn run_many(address: &str) -> Result<()> {
    let mut client = Client::new(address)?;
    let mut memory = Vec::new();
    let start = Instant::now();
    for number in 0..N_JOBS {
        let job = format!(
            r#"{{"target_class": "Mother", "settings": {{"generations": 5, "population": 100, "seed": {number}}}}}"#
        );
        while let Err(error) = client.ask("POST", "/api/v1/jobs", &job) {
            if !error.to_string().contains("429") {
                return Err(error);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        if (number + 1) % (N_JOBS / 10) == 0 {
            memory.push(resident_megabytes(&mut client)?);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{N_JOBS} jobs in {seconds:.1} s; memory after each tenth, in MB: {memory:.0?}");
    let growth = memory[memory.len() - 1] / memory[1];
    println!("the last is {growth:.2} times the second");
    if growth < GROWTH { Ok(()) } else { Err("memory grows".into()) }
}

fn resident_megabytes(client: &mut Client) -> Result<f64> {
    let metrics = client.ask("GET", "/metrics", "")?;
    let line = metrics.lines().find(|line| line.starts_with("evolearner_resident_memory_bytes "));
    let bytes: f64 = line.and_then(|line| line.split(' ').nth(1)).ok_or("no memory")?.parse()?;
    Ok(bytes / 1e6)
}
