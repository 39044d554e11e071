//! Ctrl-C, and what schedulers and closing terminals send in its place.

use anyhow::{Context, Result};
use evolearner::CancelToken;

/// The first interrupt ends the run with what it has, the second one ends the program.
///
/// On Unix SIGTERM and SIGHUP do the same as SIGINT, so that a run that a batch system or a closed
/// terminal ends prints its result.
pub(crate) fn cancel_on_interrupt() -> Result<CancelToken> {
    let cancel = CancelToken::default();
    let token = cancel.clone();
    listen(move |status| {
        if token.is_cancelled() {
            std::process::exit(status);
        }
        token.cancel();
    })
    .context("cannot listen for interrupts")?;
    Ok(cancel)
}

/// Calls a function for each signal, on a thread of its own, with the status that a shell reports
/// for a program that the signal killed.
#[cfg(unix)]
fn listen(mut interrupt: impl FnMut(i32) + Send + 'static) -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let context = runtime.enter();
    let mut int = signal(SignalKind::interrupt())?;
    let mut term = signal(SignalKind::terminate())?;
    let mut hup = if hangup_is_ignored() { None } else { Some(signal(SignalKind::hangup())?) };
    drop(context);
    std::thread::spawn(move || {
        runtime.block_on(async move {
            loop {
                let hung_up = async {
                    match &mut hup {
                        Some(hup) => hup.recv().await,
                        None => std::future::pending().await,
                    }
                };
                let kind = tokio::select! {
                    _ = int.recv() => SignalKind::interrupt(),
                    _ = term.recv() => SignalKind::terminate(),
                    _ = hung_up => SignalKind::hangup(),
                };
                interrupt(128 + kind.as_raw_value());
            }
        });
    });
    Ok(())
}

/// Whether the program was started by `nohup`, which asks it to outlive its terminal: a handler
/// would undo that. Where the system does not say, a program without a terminal is taken for one.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    use std::io::IsTerminal;
    let ignored = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    match ignored {
        Some(mask) => mask & 1 != 0,
        None => !std::io::stderr().is_terminal(),
    }
}

#[cfg(not(unix))]
fn listen(mut interrupt: impl FnMut(i32) + Send + 'static) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                interrupt(130);
            }
        });
    });
    Ok(())
}
