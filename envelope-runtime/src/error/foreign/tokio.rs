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

/// `TIMEOUT`.
impl ToolError for Elapsed {
    fn failure(&self) -> ToolFailure {
        timed_out(self)
    }
}

/// `UNAVAILABLE` if the task was cancelled. A panic of the task is an `INTERNAL_ERROR`, and the log gets its
/// message.
impl ToolError for JoinError {
    fn failure(&self) -> ToolFailure {
        if self.is_cancelled() {
            ToolFailure::unavailable("The operation was cancelled").replacing(self)
        } else {
            ToolFailure::internal(self)
        }
    }
}

/// `UNAVAILABLE`: the semaphore is closed.
impl ToolError for AcquireError {
    fn failure(&self) -> ToolFailure {
        closed(self)
    }
}

/// `UNAVAILABLE`: there is no permit for now, or the semaphore is closed.
impl ToolError for TryAcquireError {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Closed => closed(self),
            Self::NoPermits => busy(self),
        }
    }
}

/// `UNAVAILABLE`: the receiver is gone. The message that was not sent is not read.
impl<T> ToolError for mpsc::SendError<T> {
    fn failure(&self) -> ToolFailure {
        closed(self)
    }
}

/// `UNAVAILABLE`: the channel is full, or the receiver is gone. The message that was not sent is not read.
impl<T> ToolError for mpsc::TrySendError<T> {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Full(_) => busy(self),
            Self::Closed(_) => closed(self),
        }
    }
}

/// `TIMEOUT` if the channel stayed full, and `UNAVAILABLE` if the receiver is gone. The message that was not sent is not read.
impl<T> ToolError for mpsc::SendTimeoutError<T> {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Timeout(_) => timed_out(self),
            Self::Closed(_) => closed(self),
        }
    }
}

/// `UNAVAILABLE`: there is no message yet, or the senders are gone.
impl ToolError for mpsc::TryRecvError {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Empty => busy(self),
            Self::Disconnected => closed(self),
        }
    }
}

/// `UNAVAILABLE`: the sender is gone, and has sent nothing.
impl ToolError for oneshot::RecvError {
    fn failure(&self) -> ToolFailure {
        closed(self)
    }
}

/// `UNAVAILABLE`: there is no message yet, or the sender is gone.
impl ToolError for oneshot::TryRecvError {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Empty => busy(self),
            Self::Closed => closed(self),
        }
    }
}

/// `UNAVAILABLE`: the senders are gone, or messages were lost since they were not received in time.
impl ToolError for broadcast::RecvError {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::Closed => closed(self),
            Self::Lagged(_) => busy(self),
        }
    }
}

/// `UNAVAILABLE`: the sender is gone.
impl ToolError for watch::RecvError {
    fn failure(&self) -> ToolFailure {
        closed(self)
    }
}

fn timed_out(error: impl Display) -> ToolFailure {
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
