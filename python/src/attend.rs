//! Long work on a thread of its own, while the calling thread listens.
//!
//! Python handles signals on its main thread only, and callbacks belong to the thread that asked
//! for them. So the work moves away and the caller waits without the interpreter lock: for
//! messages of the work, which it answers, and for Ctrl-C.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How often the caller looks for Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

/// The worker's end: it sends a message and waits until it was answered.
pub(crate) struct Desk<M> {
    messages: Sender<M>,
    answers: Receiver<()>,
}

impl<M> Desk<M> {
    /// Sends a message to the calling thread and waits for its answer.
    pub(crate) fn send(&self, message: M) {
        if self.messages.send(message).is_ok() {
            // An error means that the calling thread no longer listens, which is an answer too.
            let _ = self.answers.recv();
        }
    }
}

/// Does the work. Where the caller is interrupted or an answer fails, `cancel` is called once and
/// the work is expected to end soon; its result is returned together with the exception.
pub(crate) fn attend<T: Send, M: Send>(
    py: Python<'_>,
    cancel: impl Fn(),
    mut answer: impl FnMut(M) -> PyResult<()>,
    work: impl FnOnce(Desk<M>) -> T + Send,
) -> (T, PyResult<()>) {
    let (messages, inbox) = channel();
    let (answered, answers) = channel();
    let inbox = Mutex::new(inbox);
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || work(Desk { messages, answers }));
        let mut outcome = Ok(());
        loop {
            let message = py.detach(|| {
                let inbox = inbox.lock().expect("only this thread takes the lock");
                inbox.recv_timeout(PERIOD)
            });
            let step = match message {
                Ok(message) => {
                    let step = if outcome.is_ok() { answer(message) } else { Ok(()) };
                    // An error means that the worker is gone and waits for nothing.
                    let _ = answered.send(());
                    step
                }
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let (true, Err(error)) = (outcome.is_ok(), step.and_then(|()| py.check_signals())) {
                cancel();
                outcome = Err(error);
            }
        }
        match py.detach(|| worker.join()) {
            Ok(result) => (result, outcome),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
