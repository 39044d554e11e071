//! Questions to a store: budgets, waiting, retries and the cache.
//!
//! An answer is taken only if it was read to its end and has as many rows as a separate count said. What a
//! status, a header or a cut means is decided here; whoever asks learns that the question was too large, that
//! a budget is used up, or that there is no point in asking on.

use std::thread;
use std::time::{Duration, Instant};

use crate::cache::Cache;
use crate::client::{Answer, Client, NoAnswer};
use crate::error::{Error, Failure};
use crate::results::{self, Defect, ResultRows, excerpt};
use crate::settings::{EndpointSettings, Manners, RequestLimits};

/// The most bytes of one answer, decompressed.
const MAX_ANSWER: u64 = 256 << 20;

/// What was asked of a store so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Requests that were sent.
    pub requests: u64,
    /// Rows that came back.
    pub rows: u64,
    /// Questions that the cache answered.
    pub cached: u64,
    /// Requests after which the store asked to wait, or was asked again.
    pub repeated: u64,
}

/// A conversation with one store.
pub struct Session {
    client: Client,
    cache: Option<Cache>,
    limits: RequestLimits,
    manners: Manners,
    start: Instant,
    n_bytes: u64,
    usage: Usage,
    server: String,
    /// The fewest rows at which an answer was cut: so many and more are not asked for at once.
    cap: Option<u64>,
}

impl Session {
    /// Prepares to ask; nothing is sent yet.
    pub fn new(settings: &EndpointSettings) -> Result<Self, Error> {
        let client = Client::new(settings)?;
        let user = settings.access.login.as_ref().map_or("", |(user, _)| user);
        let scope = format!("{}\n{}\n{user}", settings.url, settings.graphs.join(" "));
        let cache = settings.cache.as_ref().map(|cache| Cache::open(cache, scope)).transpose()?;
        Ok(Self {
            client,
            cache,
            limits: settings.limits,
            manners: settings.manners,
            start: Instant::now(),
            n_bytes: 0,
            usage: Usage::default(),
            server: String::new(),
            cap: None,
        })
    }

    /// What was asked so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// What the server calls itself.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The number of rows at which answers are cut, as far as it is known.
    pub(crate) fn cap(&self) -> Option<u64> {
        self.cap
    }

    pub(crate) fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Restores what a cached conversation knew of the server.
    pub(crate) fn set_server(&mut self, server: String) {
        self.server = server;
    }

    /// The rows of a query for these variables. If their number is known, another one is a defect, and the
    /// question is asked once more.
    pub(crate) fn ask(
        &mut self,
        query: &str,
        variables: &[&str],
        expected: Option<u64>,
    ) -> Result<ResultRows, Failure> {
        if let Some(cache) = &self.cache {
            let kept = cache.rows(query);
            if let Some(rows) = kept.filter(|rows| expected.is_none_or(|n| rows.n_read() == n)) {
                self.usage.cached += 1;
                return Ok(rows);
            }
            if cache.is_offline {
                return Err(Error::Offline(query.to_owned()).into());
            }
        }
        let mut defect = String::new();
        let mut n_waits = 0;
        let mut n_tries = 0;
        while n_tries < 2 {
            self.check_budget()?;
            match self.send(query, variables)? {
                Sent::Rows(rows) => match expected {
                    Some(n) if rows.n_read() != n => {
                        if rows.n_read() < n && rows.n_read() > 0 {
                            self.learn_cap(Some(rows.n_read()));
                        }
                        defect = format!("{} rows in place of {n}", rows.n_read());
                        n_tries += 1;
                    }
                    _ => {
                        self.usage.rows += rows.n_read();
                        if let Some(cache) = &self.cache {
                            cache.keep_rows(query, &rows)?;
                        }
                        return Ok(rows);
                    }
                },
                Sent::Wait(wait) => {
                    n_waits += 1;
                    if n_waits > self.manners.n_waits {
                        return Err(Error::Busy(self.manners.n_waits).into());
                    }
                    const LONGEST: Duration = Duration::from_mins(5);
                    let doubled = self.manners.wait.saturating_mul(1 << (n_waits - 1).min(16));
                    thread::sleep(wait.unwrap_or(doubled).min(LONGEST));
                }
                Sent::Again(reason) => {
                    defect = reason;
                    n_tries += 1;
                    thread::sleep(self.manners.wait.min(Duration::from_secs(1)));
                }
                Sent::TooMuch(reason) => return Err(Failure::TooMuch(reason)),
                Sent::Gone(reason) => {
                    n_tries += 1;
                    if n_tries == 2 {
                        let query = query.to_owned();
                        return Err(match self.usage.rows {
                            0 => Error::Unreachable(reason).into(),
                            _ => Error::Gone { reason, query }.into(),
                        });
                    }
                    thread::sleep(self.manners.wait);
                }
            }
            self.usage.repeated += 1;
        }
        Err(Failure::TooMuch(defect))
    }

    /// The number that a query counts under this variable.
    pub(crate) fn count(&mut self, query: &str, variable: &str) -> Result<u64, Failure> {
        let rows = self.ask(query, &[variable], None)?;
        let number = rows.rows.first().and_then(|row| row[0].number());
        number.ok_or_else(|| Failure::TooMuch("a count without a number".to_owned()))
    }

    fn learn_cap(&mut self, cap: Option<u64>) {
        self.cap = self.cap.into_iter().chain(cap).min();
    }

    fn check_budget(&self) -> Result<(), Failure> {
        let spent = if self.usage.requests >= self.limits.requests {
            format!("{} requests", self.limits.requests)
        } else if self.n_bytes >= self.limits.bytes {
            format!("{} bytes of answers", self.limits.bytes)
        } else if self.start.elapsed() >= self.limits.time {
            format!("{} seconds", self.limits.time.as_secs())
        } else {
            return Ok(());
        };
        Err(Failure::Budget(format!("the budget of {spent} is used up")))
    }

    fn send(&mut self, query: &str, variables: &[&str]) -> Result<Sent, Failure> {
        if self.usage.requests > 0 && !self.client.is_loopback() {
            thread::sleep(self.manners.pause);
        }
        self.usage.requests += 1;
        let answer = match self.client.post(query) {
            Ok(answer) => answer,
            Err(NoAnswer::Deadline) => return Ok(Sent::TooMuch("no answer in time".to_owned())),
            Err(NoAnswer::Connection(reason)) => return Ok(Sent::Gone(reason)),
            Err(NoAnswer::Fatal(error)) => return Err(error.into()),
        };
        if self.server.is_empty() {
            self.server.clone_from(&answer.server);
        }
        if answer.status != 200 {
            return Self::refusal(answer, query);
        }
        if answer.is_partial {
            self.learn_cap(answer.max_rows);
            return Ok(Sent::TooMuch("the server says that the answer is a part".to_owned()));
        }
        let is_json = answer.is_json;
        let mut body = Counted { body: answer.into_reader(MAX_ANSWER), n_bytes: 0 };
        let rows = results::read(&mut body, is_json, variables);
        self.n_bytes += body.n_bytes;
        match rows {
            Ok(rows) => Ok(Sent::Rows(rows)),
            Err(Defect::Cut(reason)) => Ok(Sent::Again(format!("the answer is cut: {reason}"))),
            Err(Defect::Other(text)) => Err(Error::NoResults(text).into()),
        }
    }

    /// What another status than success means.
    fn refusal(answer: Answer, query: &str) -> Result<Sent, Failure> {
        let (status, retry_after) = (answer.status, answer.retry_after.clone());
        let mut body = Vec::new();
        // A body that cannot be read explains nothing; the status is enough.
        let _ = std::io::Read::read_to_end(&mut answer.into_reader(1 << 16), &mut body);
        let text = format!("status {status}: {}", excerpt(&body));
        let lower = text.to_lowercase();
        let is_timeout = ["timed out", "timeout", "cancel"].iter().any(|word| lower.contains(word));
        match status {
            401 | 403 | 407 => Err(Error::Login(status).into()),
            429 if retry_after.is_none() && is_timeout => Ok(Sent::TooMuch(text)),
            429 | 503 => Ok(Sent::Wait(retry_after.and_then(|value| seconds(&value)))),
            206 | 400 | 408 | 413 | 414 | 431 | 500..=599 => Ok(Sent::TooMuch(text)),
            _ => Err(Error::Refused { reason: text, query: query.to_owned() }.into()),
        }
    }
}

/// What came of one request.
enum Sent {
    Rows(ResultRows),
    Wait(Option<Duration>),
    Again(String),
    TooMuch(String),
    Gone(String),
}

/// The wait that a header asks for in seconds; a date is answered with the usual wait.
fn seconds(value: &str) -> Option<Duration> {
    value.trim().parse().ok().map(Duration::from_secs)
}

/// A body that counts its bytes.
struct Counted<R> {
    body: R,
    n_bytes: u64,
}

impl<R: std::io::Read> std::io::Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.body.read(buffer)?;
        self.n_bytes += n as u64;
        Ok(n)
    }
}
