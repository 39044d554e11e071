//! How much memory a program has, with all that it started.
//!
//! What counts is resident memory, added up over the processes of a group, as `/proc` of Linux has it. A limit of
//! the address space would be simpler and is no limit of memory: the runtimes of Java and Python reserve many
//! times what they use. Pages that processes share are counted for each of them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two looks. A program may have more than its limit for so long.
const INTERVAL: Duration = Duration::from_millis(50);

/// A limit of memory that is looked at now and then.
pub(crate) struct MemoryLimit {
    megabytes: Option<u64>,
    next: Instant,
}

impl MemoryLimit {
    pub(crate) fn new(megabytes: Option<u64>) -> Self {
        Self { megabytes, next: Instant::now() }
    }

    /// Whether a limit can be kept on this system.
    pub(crate) fn can_be_kept() -> bool {
        Path::new("/proc/self/status").is_file()
    }

    /// Whether a group has more than it may have, if it is time to look.
    pub(crate) fn is_exceeded(&mut self, group: u32) -> bool {
        let Some(megabytes) = self.megabytes else { return false };
        if Instant::now() < self.next {
            return false;
        }
        self.next = Instant::now() + INTERVAL;
        resident_kilobytes(group) > megabytes.saturating_mul(1024)
    }
}

/// The resident memory of all processes of a group. Processes come and go while they are looked at: what
/// cannot be read has ended.
fn resident_kilobytes(group: u32) -> u64 {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_group = processes.filter(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        group_of(&stat) == Some(group)
    });
    let resident = |folder: &Path| {
        let status = fs::read_to_string(folder.join("status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()
    };
    of_group.filter_map(|process| resident(&process.path())).sum()
}

/// The group in a line of `/proc/PID/stat`. The name before it may have spaces and brackets.
fn group_of(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_stands_behind_the_name() {
        assert_eq!(group_of("7 (a) b) c) S 1 42 42 0 -1"), Some(42));
        assert_eq!(group_of("7 (a"), None);
        assert_eq!(group_of(""), None);
    }

    #[test]
    fn no_limit_is_never_exceeded() {
        assert!(!MemoryLimit::new(None).is_exceeded(std::process::id()));
    }
}
