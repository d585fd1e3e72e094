//! Errors of `tokio`: timeouts, tasks, channels and semaphores.

use std::fmt::Display;

use ::tokio::sync::broadcast::error as broadcast;
use ::tokio::sync::mpsc::error as mpsc;
use ::tokio::sync::oneshot::error as oneshot;
use ::tokio::sync::watch::error as watch;
use ::tokio::sync::{AcquireError, TryAcquireError};
use ::tokio::task::JoinError;
use ::tokio::time::error::Elapsed;

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// `TIMEOUT`, whose outcome is unknown.
impl ToolError for Elapsed {
    fn failure(&self) -> ToolFailure {
        ToolFailure::timed_out("The operation timed out").replacing(self)
    }
}

/// `UNAVAILABLE` if the task was cancelled: it may have had its effect. A panic of the task is an `INTERNAL_ERROR` with the advice not to
/// retry, and the log gets the message.
impl ToolError for JoinError {
    fn failure(&self) -> ToolFailure {
        if self.is_cancelled() {
            ToolFailure::cancelled().replacing(self)
        } else {
            ToolFailure::defect(self)
        }
    }
}

/// The errors of channels and semaphores, each with its problems.
macro_rules! errors {
    ($($(#[$doc:meta])* $error:ty $(, of $message:ident)?: $($problem:pat => $failure:ident),+;)*) => {$(
        $(#[$doc])*
        impl $(<$message>)? ToolError for $error {
            fn failure(&self) -> ToolFailure {
                match self {
                    $($problem => $failure(self),)+
                }
            }
        }
    )*};
}

errors! {
    /// `UNAVAILABLE`: the semaphore is closed.
    AcquireError: _ => closed;

    /// `UNAVAILABLE`: there is no permit for now, or the semaphore is closed.
    TryAcquireError: Self::Closed => closed, Self::NoPermits => busy;

    /// `UNAVAILABLE`: the receiver is gone. The message that was not sent is not read.
    mpsc::SendError<T>, of T: _ => closed;

    /// `UNAVAILABLE`: the channel is full, or the receiver is gone. The message that was not sent is not read.
    mpsc::TrySendError<T>, of T: Self::Full(_) => busy, Self::Closed(_) => closed;

    /// `TIMEOUT` if the channel stayed full, and `UNAVAILABLE` if the receiver is gone. The message that was not sent is not read.
    mpsc::SendTimeoutError<T>, of T: Self::Timeout(_) => full, Self::Closed(_) => closed;

    /// `UNAVAILABLE`: there is no message yet, or the senders are gone.
    mpsc::TryRecvError: Self::Empty => busy, Self::Disconnected => closed;

    /// `UNAVAILABLE`: the sender is gone, and has sent nothing.
    oneshot::RecvError: _ => closed;

    /// `UNAVAILABLE`: there is no message yet, or the sender is gone.
    oneshot::TryRecvError: Self::Empty => busy, Self::Closed => closed;

    /// `UNAVAILABLE`: the senders are gone, or messages were lost since they were not received in time.
    broadcast::RecvError: Self::Closed => closed, Self::Lagged(_) => busy;

    /// `UNAVAILABLE`: the sender is gone.
    watch::RecvError: _ => closed;
}

/// The channel stayed full, so that nothing was sent.
fn full(error: impl Display) -> ToolFailure {
    ToolFailure::new(ErrorCode::Timeout, "The operation timed out").replacing(error)
}

/// The other end of a channel is gone, or a semaphore is closed.
fn closed(error: impl Display) -> ToolFailure {
    ToolFailure::unavailable("A part of the server has stopped").replacing(error)
}

/// There is no message, no room or no permit for now.
fn busy(error: impl Display) -> ToolFailure {
    ToolFailure::unavailable("The server is busy").replacing(error)
}
