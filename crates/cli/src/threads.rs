//! How many threads work.

use crate::args::Common;
use crate::message;

/// Threads per core beyond which a run only gets slower. A few more than one are let through, so
/// that results can be compared between numbers of threads on any machine.
const PER_CORE: usize = 4;

/// The threads that the machine has.
pub(crate) fn available() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// As many as are asked for, within what the machine can use; a notice where these differ.
pub(crate) fn bounded(asked: usize, what: &str, common: &Common) -> usize {
    let used = asked.clamp(1, PER_CORE * available());
    if used != asked && !common.quiet {
        message::notice(format_args!(
            "{asked} {what} are asked for, {used} are used: this machine has {} cores",
            available()
        ));
    }
    used
}
