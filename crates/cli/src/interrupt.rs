//! Ctrl-C.

use anyhow::{Context, Result};
use evolearner::learning::CancelToken;

/// The first interrupt ends the run with what it has, the second one ends the program.
pub(crate) fn cancel_on_interrupt() -> Result<CancelToken> {
    let cancel = CancelToken::default();
    let token = cancel.clone();
    ctrlc::set_handler(move || {
        if token.is_cancelled() {
            std::process::exit(130);
        }
        token.cancel();
    })
    .context("cannot listen for interrupts")?;
    Ok(cancel)
}
