//! A store behind HTTP, with faults.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use evolearner_endpoint::{CacheSettings, EndpointSettings};
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::sparql::results::{QueryResultsFormat, QueryResultsSerializer};
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Answers, in chunks.
    Answer,
    /// Answers with at most so many rows, saying so in a header or not.
    Capped(usize, bool),
    /// A status with a header line and a body.
    Status(u16, &'static str, &'static str),
    /// Success with another body.
    Body(&'static str, &'static str),
    /// Answers with the body changed; the end of chunks is sent.
    Changed(fn(String) -> String),
    /// Ends the connection after so many bytes of the body.
    Closed(usize),
    /// Answers and ends the connection in order.
    Last,
    /// Waits so long before it answers.
    Slow(Duration),
}

/// Decides on the n-th request, which asks this query.
type Plan = dyn Fn(usize, &str) -> Reply + Send + Sync;

/// A server that lives as long as the process.
#[derive(Clone)]
pub struct Server {
    pub url: String,
    queries: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn new(
        ntriples: &str,
        plan: impl Fn(usize, &str) -> Reply + Send + Sync + 'static,
    ) -> Self {
        Self::behind("http", ntriples, plan, |stream| stream)
    }

    /// A server that speaks through another layer of the connection.
    pub fn behind<S: Read + Write>(
        scheme: &str,
        ntriples: &str,
        plan: impl Fn(usize, &str) -> Reply + Send + Sync + 'static,
        layer: impl Fn(TcpStream) -> S + Send + Sync + 'static,
    ) -> Self {
        let store = Store::new().expect("a store in memory");
        let parser = RdfParser::from_format(RdfFormat::NTriples);
        store.load_from_reader(parser, ntriples.as_bytes()).expect("triples");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("{scheme}://{}/sparql", listener.local_addr().expect("an address"));
        let queries = Arc::new(Mutex::new(Vec::new()));
        let (asked, plan): (_, Arc<Plan>) = (queries.clone(), Arc::new(plan));
        let layer = Arc::new(layer);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (store, asked, plan) = (store.clone(), asked.clone(), plan.clone());
                let layer = layer.clone();
                thread::spawn(move || serve(layer(stream), &store, &asked, &*plan));
            }
        });
        Self { url, queries }
    }

    /// The queries so far.
    pub fn queries(&self) -> Vec<String> {
        self.queries.lock().expect("no panic").clone()
    }

    /// Settings without waits between requests. The deadline is long, because a busy machine takes seconds for an
    /// answer; tests of slow answers have their own.
    pub fn settings(&self) -> EndpointSettings {
        let mut settings = EndpointSettings::new(&self.url);
        settings.manners.wait = Duration::from_millis(1);
        settings.manners.deadline = Duration::from_mins(1);
        settings
    }

    /// Settings with a cache.
    pub fn cached(&self, folder: &tempfile::TempDir) -> EndpointSettings {
        let mut settings = self.settings();
        settings.cache = Some(CacheSettings::new(folder.path()));
        settings
    }
}

fn serve(stream: impl Read + Write, store: &Store, asked: &Mutex<Vec<String>>, plan: &Plan) {
    let mut reader = BufReader::new(stream);
    while let Some(query) = request(&mut reader) {
        let number = {
            let mut asked = asked.lock().expect("no panic");
            asked.push(query.clone());
            asked.len() - 1
        };
        if !reply(reader.get_mut(), &plan(number, &query), store, &query) {
            return;
        }
    }
}

/// The query of the next request of a connection.
fn request(reader: &mut impl BufRead) -> Option<String> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8(body).ok()?;
    let query = body.split('&').find_map(|field| field.strip_prefix("query="))?;
    let (mut bytes, mut rest) = (Vec::new(), query.bytes());
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Sends a reply; whether the connection goes on.
fn reply(stream: &mut impl Write, reply: &Reply, store: &Store, query: &str) -> bool {
    let head = |extra: &str, kind: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nServer: shim\r\nContent-Type: {kind}\r\n{extra}Transfer-Encoding: chunked\r\n\r\n"
        )
    };
    let xml = "application/sparql-results+xml";
    let chunk = |body: &str| format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let text = match reply {
        Reply::Answer => head("", xml) + &chunk(&answer(store, query, usize::MAX)),
        Reply::Capped(most, is_said) => {
            let body = answer(store, query, *most);
            let is_cut = body.matches("<result>").count() == *most;
            let said = if is_cut && *is_said {
                format!("X-SPARQL-MaxRows: {most}\r\n")
            } else {
                String::new()
            };
            head(&said, xml) + &chunk(&body)
        }
        Reply::Status(status, header, body) => {
            format!("HTTP/1.1 {status} X\r\n{header}Content-Length: {}\r\n\r\n{body}", body.len())
        }
        Reply::Body(kind, body) => head("", kind) + &chunk(body),
        Reply::Changed(change) => head("", xml) + &chunk(&change(answer(store, query, usize::MAX))),
        Reply::Closed(n) => {
            let body = answer(store, query, usize::MAX);
            let text =
                head("", xml) + &format!("{:x}\r\n", body.len()) + &body[..body.len().min(*n)];
            let _ = stream.write_all(text.as_bytes());
            return false;
        }
        Reply::Last => {
            let body = answer(store, query, usize::MAX);
            let text = head("Connection: close\r\n", xml) + &chunk(&body);
            let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
            return false;
        }
        Reply::Slow(wait) => {
            thread::sleep(*wait);
            head("", xml) + &chunk(&answer(store, query, usize::MAX))
        }
    };
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush()).is_ok()
}

/// Results in XML, cut at so many rows.
fn answer(store: &Store, query: &str, most: usize) -> String {
    let results = SparqlEvaluator::new()
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{error}\n{query}"))
        .on_store(store)
        .execute()
        .expect("an answer");
    let QueryResults::Solutions(solutions) = results else { panic!("a select query") };
    let variables = solutions.variables().to_vec();
    let mut writer = QueryResultsSerializer::from_format(QueryResultsFormat::Xml)
        .serialize_solutions_to_writer(Vec::new(), variables)
        .expect("memory takes everything");
    for solution in solutions.take(most) {
        writer.serialize(&solution.expect("an answer")).expect("memory takes everything");
    }
    let bytes = writer.finish().expect("memory takes everything");
    String::from_utf8(bytes).expect("text")
}
