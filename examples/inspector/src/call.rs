//! How long the work for a call may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A call that is being answered: how long source is read for it, and whether somebody still waits for the answer.
///
/// Its clones are the same call. [`Inspector::during`](crate::Inspector::during) works for it. By default, a call has no end.
#[derive(Clone, Debug, Default)]
pub struct Call {
    cancelled: Arc<AtomicBool>,
    finished: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Call {
    /// A call for which source is read for so long from now on. What is not read by then is left out of the answer, which says
    /// so.
    pub fn within(time: Duration) -> Self {
        Self { end: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Reads no more source, as if its time was over: the answer says what was read until now.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Ends the work, since nobody waits for the answer.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Cancels the call when the guard is dropped, such as with the future that waits for the answer.
    pub fn drop_guard(self) -> CallGuard {
        CallGuard(self)
    }

    /// Whether nobody waits for the answer.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Whether no more source is to be read.
    pub(crate) fn is_over(&self) -> bool {
        self.is_cancelled()
            || self.finished.load(Ordering::Relaxed)
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

/// Cancels a [`Call`] when it is dropped.
#[derive(Debug)]
#[must_use = "the call is cancelled when this is dropped"]
pub struct CallGuard(Call);

impl Drop for CallGuard {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
