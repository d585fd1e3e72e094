//! Tasks of `tokio` that keep the ambient request id and dialect.
//!
//! | item | purpose |
//! |---|---|
//! | [`spawn`] | `tokio::spawn`, for a future |
//! | [`spawn_blocking`] | `tokio::task::spawn_blocking`, for a function that blocks |
//!
//! A server sets the [`RequestId`] and the [`AnyDialect`] of a request around a call. A task runs outside of the call, so
//! **`tokio::spawn` and `tokio::task::spawn_blocking` lose both**: a tool that is called in such a task has no request id, and answers in
//! the first of its dialects. [`spawn`] and [`spawn_blocking`] of this module start the same tasks, and carry over the ambient values of
//! their caller. In the scope of a test, these include the values that `testing` freezes.
//!
//! ```
//! use envelope_runtime::{RequestId, ToolFailure, envelope_tool, task};
//!
//! #[envelope_tool(dialect = "response-v2", data = "sum")]
//! fn add(numbers: &[u64]) -> Result<u64, ToolFailure> {
//!     Ok(numbers.iter().sum())
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let handled = RequestId::new("req_7").scope(async {
//!     let kept = task::spawn_blocking(|| add(&[1, 2])).await?;
//!     let lost = tokio::task::spawn_blocking(|| add(&[1, 2])).await?;
//!     Ok::<_, tokio::task::JoinError>((kept, lost))
//! });
//! let (kept, lost) = handled.await?;
//! assert_eq!(kept.request_id(), Some(&RequestId::new("req_7")));
//! assert_eq!(lost.request_id(), None);
//! # Ok::<(), tokio::task::JoinError>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Futures that are awaited in the call, such as in `tokio::join!` and `tokio::time::timeout`, are part of the call, and keep both
//! values. For tasks that another function starts, such as a `JoinSet`, put [`RequestId::scope`] and [`AnyDialect::scope`] around
//! the future.

use std::future::Future;

use ::tokio::task::JoinHandle;

#[cfg(feature = "testing")]
use crate::frozen::{self, Frozen};
use crate::negotiation::any_dialect::{self, AnyDialect};
use crate::request_id::{self, RequestId};
use crate::scope::{NoFuture, Scope, scope};

/// [`tokio::spawn`] for a future that runs with the ambient request id and dialect of the caller.
///
/// # Panics
///
/// Panics outside of a runtime, as [`tokio::spawn`] does.
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    ::tokio::spawn(Ambient::current().scope(future))
}

/// [`tokio::task::spawn_blocking`] for a function that runs with the ambient request id and dialect of
/// the caller.
///
/// # Panics
///
/// Panics outside of a runtime, as [`tokio::task::spawn_blocking`] does.
#[track_caller]
pub fn spawn_blocking<R: NoFuture<UseSpawn> + Send + 'static, UseSpawn>(
    call: impl FnOnce() -> R + Send + 'static,
) -> JoinHandle<R> {
    let ambient = Ambient::current();
    ::tokio::task::spawn_blocking(|| ambient.sync_scope(call))
}

/// The ambient values of the caller.
struct Ambient {
    request_id: Option<RequestId>,
    dialect: Option<AnyDialect>,
    #[cfg(feature = "testing")]
    frozen: Option<Frozen>,
}

impl Ambient {
    fn current() -> Self {
        Self {
            request_id: RequestId::current(),
            dialect: AnyDialect::current().map(AnyDialect::entered),
            #[cfg(feature = "testing")]
            frozen: Frozen::current(),
        }
    }

    async fn scope<F: Future>(self, future: F) -> F::Output {
        #[cfg(feature = "testing")]
        let future = scope(&frozen::CURRENT, self.frozen, future);
        let future = scope(&any_dialect::CURRENT, self.dialect, future);
        scope(&request_id::CURRENT, self.request_id, future).await
    }

    fn sync_scope<R>(self, call: impl FnOnce() -> R) -> R {
        #[cfg(feature = "testing")]
        let _frozen = Scope::enter(&frozen::CURRENT, self.frozen);
        let _dialect = Scope::enter(&any_dialect::CURRENT, self.dialect);
        let _request_id = Scope::enter(&request_id::CURRENT, self.request_id);
        call()
    }
}
