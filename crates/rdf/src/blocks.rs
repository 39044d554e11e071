//! Texts on several threads: blocks of whole statements in, what they hold out, in the order of the text.
//!
//! The thread that owns the text cuts it into blocks after a line end and hands them out; whoever is free
//! parses the next one, the owner too while the block that is due is not ready. What is parsed is delivered
//! in order, so a sink sees the same calls whatever the number of threads. A block that cannot be parsed,
//! because of an error or a literal over two lines, ends this: it and everything behind it is left to a
//! parser that reads on from there, which decides whether it is an error and where.
//!
//! A [`Cutter`] says where a text can be cut: [`Lines`] after every line, [`crate::statements`] for Turtle.

use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::text::{Text, place_behind};

/// The bytes of a block, but for its last statement: few enough for the caches, many enough to be worth a message.
const BLOCK: usize = 256 << 10;

/// A block that cannot be cut after so many bytes is not waited for.
const MAX_UNCUT: usize = 16 << 20;

/// Blocks per thread that are read ahead.
const AHEAD: usize = 3;

/// Finds out where a text can be cut.
pub(crate) trait Cutter {
    /// Looks at the bytes that follow in the text; behind which of them it can be cut last, if anywhere.
    /// All cuts are behind line ends.
    fn last_cut(&mut self, fresh: &[u8]) -> Option<usize>;

    /// What a parser has to read before what stands behind the last cut: whole lines of directives.
    fn prelude(&mut self) -> Arc<[u8]>;
}

/// Cuts behind every line: each is a statement.
#[derive(Debug, Default)]
pub(crate) struct Lines;

impl Cutter for Lines {
    fn last_cut(&mut self, fresh: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', fresh).map(|end| end + 1)
    }

    fn prelude(&mut self) -> Arc<[u8]> {
        Arc::default()
    }
}

/// A part of the text that is parsed by itself.
pub(crate) struct Block {
    pub(crate) bytes: Vec<u8>,
    /// The directives that hold at its start.
    pub(crate) prelude: Arc<[u8]>,
    /// Those that hold behind it, which begin with the others.
    pub(crate) prelude_behind: Arc<[u8]>,
}

/// What the threads left of a text.
#[derive(Debug, Default)]
pub(crate) struct Rest {
    /// The lines before it.
    n_lines: u64,
    /// The directives that hold at its start.
    prelude: Arc<[u8]>,
    /// What was read of it already.
    bytes: Vec<u8>,
    /// How reading on failed behind these bytes.
    error: Option<io::Error>,
}

impl Rest {
    /// The rest of the text, from the first line that is not parsed, behind the directives that hold there.
    pub(crate) fn reader<'r, 'a>(&'r mut self, text: &'r mut Text<'a>) -> impl Read + use<'r, 'a> {
        let known = Cursor::new(&*self.prelude).chain(Cursor::new(&self.bytes));
        known.chain(Tail { error: self.error.take(), text })
    }

    /// The line of the whole text for one that a parser of the rest has counted.
    pub(crate) fn line_of(&self, line: u64) -> u64 {
        (line + self.n_lines).saturating_sub(n_lines(&self.prelude))
    }

    /// Line and column of something that a parser has refused, if it is among the bytes read ahead.
    pub(crate) fn position_of(&self, wanted: &[u8]) -> Option<(u64, u64)> {
        let found = memchr::memmem::find(&self.bytes, wanted)?;
        let (line, column) = place_behind(&self.bytes[..found]);
        Some((self.n_lines + line, column))
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
    block: Block,
    done: Sender<Done<T>>,
}

/// A block that was looked at.
struct Done<T> {
    /// What it holds, if it can be parsed.
    parsed: Option<T>,
    n_lines: u64,
    block: Block,
}

impl<T> Job<T> {
    fn run(self, parse: &impl Fn(&Block) -> Option<T>) {
        let Self { block, done } = self;
        let parsed = parse(&block);
        // The owner always listens: it leaves no block behind.
        let _ = done.send(Done { parsed, n_lines: n_lines(&block.bytes), block });
    }
}

/// Parses blocks on `n_threads` threads and delivers what they hold in the order of the text, up to the end or
/// the first block that cannot be parsed. Returns what is left. With one thread that is the whole text.
pub(crate) fn parse_blocks<T: Send>(
    text: &mut Text<'_>,
    n_threads: usize,
    cutter: impl Cutter,
    parse: impl Fn(&Block) -> Option<T> + Sync,
    mut deliver: impl FnMut(T),
) -> Rest {
    let mut blocks = Blocks::new(text, cutter, n_threads < 2);
    let (mut n_lines, mut left) = (0, Vec::new());
    let mut prelude = None;
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
                    prelude.get_or_insert(done.block.prelude);
                    left.extend(done.block.bytes);
                }
            }
        }
    });
    left.append(&mut blocks.carry);
    let prelude = prelude.unwrap_or(blocks.prelude);
    Rest { n_lines, prelude, bytes: left, error: blocks.error }
}

/// The next job, or `None` after the last one.
fn next_job<T>(queue: &Mutex<Receiver<Job<T>>>) -> Option<Job<T>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Waits for a block, and parses others in the meantime.
fn wait<T>(
    due: &Receiver<Done<T>>,
    queue: &Mutex<Receiver<Job<T>>>,
    parse: &impl Fn(&Block) -> Option<T>,
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

/// How many lines end in some bytes, as parsers count them.
fn n_lines(bytes: &[u8]) -> u64 {
    place_behind(bytes).0 - 1
}

/// Cuts a text into blocks.
struct Blocks<'t, 'a, C> {
    text: &'t mut Text<'a>,
    cutter: C,
    /// What was read behind the last block.
    carry: Vec<u8>,
    /// The directives that hold there.
    prelude: Arc<[u8]>,
    is_ended: bool,
    error: Option<io::Error>,
}

impl<'t, 'a, C: Cutter> Blocks<'t, 'a, C> {
    fn new(text: &'t mut Text<'a>, mut cutter: C, is_ended: bool) -> Self {
        let prelude = cutter.prelude();
        Self { text, cutter, carry: Vec::new(), prelude, is_ended, error: None }
    }

    /// The next block; the last one may lack its line end. `None` at the end of the text, behind an error, and
    /// where nothing can be cut for too long.
    fn next_block(&mut self) -> Option<Block> {
        let mut last_cut = None;
        while !self.is_ended && (self.carry.len() < BLOCK || last_cut.is_none()) {
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
            if let Some(cut) = self.cutter.last_cut(ready) {
                last_cut = Some(self.carry.len() + cut);
            }
            self.carry.extend_from_slice(ready);
            let n_ready = ready.len();
            self.text.consume(n_ready);
            if last_cut.is_none() && self.carry.len() > MAX_UNCUT {
                self.is_ended = true;
                return None;
            }
        }
        // At the end of the text, what is left is a block.
        let end = last_cut.unwrap_or(self.carry.len());
        if end == 0 {
            return None;
        }
        let rest = self.carry.split_off(end);
        let bytes = std::mem::replace(&mut self.carry, rest);
        let prelude_behind = self.cutter.prelude();
        let prelude = std::mem::replace(&mut self.prelude, Arc::clone(&prelude_behind));
        Some(Block { bytes, prelude, prelude_behind })
    }
}
