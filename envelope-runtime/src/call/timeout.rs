//! `timeout`: a body that takes too long is dropped.

use std::future::Future;
use std::time::Duration;

use super::panics::{Panic, failure_of};
use super::steps::Outcome;
use crate::error::{Contexts, ErrorCode, IntoFailure, ToolFailure};
use crate::type_of::TypeOf;

/// The limit of a tool, as an argument, so that the compiler can point at a limit of another type.
#[must_use]
pub fn limit(limit: Duration) -> Duration {
    limit
}

/// The outcome of a body, or a `TIMEOUT` if it takes longer than the limit. Then the body is dropped.
#[allow(
    clippy::missing_errors_doc,
    reason = "an error is what the tool's body gave, or the timeout"
)]
pub async fn within<R, T, E>(
    limit: Duration,
    _error: TypeOf<E>,
    contexts: Contexts,
    body: impl Future<Output = R>,
) -> Result<T, ToolFailure>
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
{
    match ::tokio::time::timeout(limit, body).await {
        // An error that panics when it is converted, and again when it is dropped, would abort the process.
        Ok(outcome) => outcome
            .into_result()
            .unwrap_or_else(Panic::resume)
            .map_err(|error| failure_of(error, contexts).unwrap_or_else(Panic::resume)),
        Err(_elapsed) => Err(timed_out(limit)),
    }
}

fn timed_out(limit: Duration) -> ToolFailure {
    ToolFailure::new(ErrorCode::Timeout, format_args!("The operation took longer than {limit:?}"))
        .remediation("Retry later, or ask for less")
}
