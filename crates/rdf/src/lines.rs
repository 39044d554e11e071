//! Line formats on several threads: blocks of whole lines in, what they hold out, in the order of the text.
//!
//! The thread that owns the text cuts it into blocks after a line end and hands them out; whoever is free
//! parses the next one, the owner too while the block that is due is not ready. What is parsed is delivered
//! in order, so a sink sees the same calls whatever the number of threads. A block that cannot be parsed,
//! because of an error or a literal over two lines, ends this: it and everything behind it is left to a
//! parser that reads on from there, which decides whether it is an error and where.

use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use crate::text::Text;

/// The bytes of a block, but for its last line: few enough for the caches, many enough to be worth a message.
const BLOCK: usize = 256 << 10;

/// A line longer than this is not waited for.
const MAX_LINE: usize = 16 << 20;

/// Blocks per thread that are read ahead.
const AHEAD: usize = 3;

/// What the threads left of a text.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    /// The lines before it.
    pub(crate) n_lines: u64,
    /// What was read of it already.
    bytes: Vec<u8>,
    /// How reading on failed behind these bytes.
    error: Option<io::Error>,
}

impl Rest {
    /// The rest of the text, from the first line that is not parsed.
    pub(crate) fn reader<'r, 'a>(&'r mut self, text: &'r mut Text<'a>) -> impl Read + use<'r, 'a> {
        Cursor::new(&self.bytes).chain(Tail { error: self.error.take(), text })
    }

    /// Line and column of something that a parser has refused, if it is among the bytes read ahead.
    pub(crate) fn position_of(&self, wanted: &[u8]) -> Option<(u64, u64)> {
        let found = memchr::memmem::find(&self.bytes, wanted)?;
        let before = &self.bytes[..found];
        let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count() as u64;
        Some((self.n_lines + n_lines(before) + 1, column + 1))
    }
}

/// A text behind an error that it has reported already.
struct Tail<'r, 'a> {
    error: Option<io::Error>,
    text: &'r mut Text<'a>,
}

impl Read for Tail<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.text.read(buffer),
        }
    }
}

/// A block to be parsed, and where the result goes.
struct Job<T> {
    block: Vec<u8>,
    done: Sender<Done<T>>,
}

/// A block that was looked at.
struct Done<T> {
    /// What it holds, if it can be parsed.
    parsed: Option<T>,
    n_lines: u64,
    block: Vec<u8>,
}

impl<T> Job<T> {
    fn run(self, parse: &impl Fn(&[u8]) -> Option<T>) {
        let Self { block, done } = self;
        let parsed = parse(&block);
        // The owner always listens: it leaves no block behind.
        let _ = done.send(Done { parsed, n_lines: n_lines(&block), block });
    }
}

/// Parses blocks of lines on `n_threads` threads and delivers what they hold in the order of the text, up to
/// the end or the first block that cannot be parsed. Returns what is left. With one thread that is the whole
/// text.
pub(crate) fn parse_blocks<T: Send>(
    text: &mut Text<'_>,
    n_threads: usize,
    parse: impl Fn(&[u8]) -> Option<T> + Sync,
    mut deliver: impl FnMut(T),
) -> Rest {
    let mut blocks = Blocks { text, carry: Vec::new(), is_ended: n_threads < 2, error: None };
    let (mut n_lines, mut left) = (0, Vec::new());
    let (jobs, queue) = channel::<Job<T>>();
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        // Owned here: when it is dropped, the threads end.
        let jobs = jobs;
        let mut ahead: VecDeque<Receiver<Done<T>>> = VecDeque::new();
        let mut n_started = 1;
        let mut has_failed = false;
        loop {
            while !has_failed
                && ahead.len() < AHEAD * n_threads
                && let Some(block) = blocks.next_block()
            {
                let (done, result) = channel();
                ahead.push_back(result);
                jobs.send(Job { block, done }).expect("the queue is not dropped before the jobs");
                // A text of one block needs no other thread.
                if n_started < n_threads && n_started < ahead.len() {
                    n_started += 1;
                    scope.spawn(|| {
                        while let Some(job) = next_job(&queue) {
                            job.run(&parse);
                        }
                    });
                }
            }
            let Some(due) = ahead.pop_front() else { break };
            let done = wait(&due, &queue, &parse);
            match done.parsed {
                Some(parsed) if !has_failed => {
                    deliver(parsed);
                    n_lines += done.n_lines;
                }
                _ => {
                    has_failed = true;
                    left.extend(done.block);
                }
            }
        }
    });
    left.append(&mut blocks.carry);
    Rest { n_lines, bytes: left, error: blocks.error }
}

/// The next job, or `None` after the last one.
fn next_job<T>(queue: &Mutex<Receiver<Job<T>>>) -> Option<Job<T>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Waits for a block, and parses others in the meantime.
fn wait<T>(
    due: &Receiver<Done<T>>,
    queue: &Mutex<Receiver<Job<T>>>,
    parse: &impl Fn(&[u8]) -> Option<T>,
) -> Done<T> {
    loop {
        if let Ok(done) = due.try_recv() {
            return done;
        }
        // A thread that holds the queue waits for a job, so there is none, or has just got one.
        let job = queue.try_lock().ok().and_then(|queue| queue.try_recv().ok());
        match job {
            Some(job) => job.run(parse),
            None => return due.recv().expect("a parser returns, and its result is sent"),
        }
    }
}

fn n_lines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// Cuts a text into blocks of whole lines.
struct Blocks<'t, 'a> {
    text: &'t mut Text<'a>,
    /// The start of a line whose end is not read yet.
    carry: Vec<u8>,
    is_ended: bool,
    error: Option<io::Error>,
}

impl Blocks<'_, '_> {
    /// The next lines; the last one may lack its end. `None` at the end of the text, behind an error, and at a
    /// line that is too long to be waited for.
    fn next_block(&mut self) -> Option<Vec<u8>> {
        let mut last_end = None;
        while !self.is_ended && (self.carry.len() < BLOCK || last_end.is_none()) {
            let ready = match self.text.fill_buf() {
                Ok(ready) => ready,
                Err(error) => {
                    self.error = Some(error);
                    self.is_ended = true;
                    return None;
                }
            };
            if ready.is_empty() {
                self.is_ended = true;
                break;
            }
            if let Some(end) = memchr::memrchr(b'\n', ready) {
                last_end = Some(self.carry.len() + end + 1);
            }
            self.carry.extend_from_slice(ready);
            let n_ready = ready.len();
            self.text.consume(n_ready);
            if last_end.is_none() && self.carry.len() > MAX_LINE {
                self.is_ended = true;
                return None;
            }
        }
        // At the end of the text, what is left is a block.
        let end = last_end.unwrap_or(self.carry.len());
        let rest = self.carry.split_off(end);
        let block = std::mem::replace(&mut self.carry, rest);
        if block.is_empty() { None } else { Some(block) }
    }
}
