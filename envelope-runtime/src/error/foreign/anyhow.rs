//! `anyhow::Error`.

use std::error::Error;

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// The failure of the first error in the chain that is a [`ToolFailure`], or an error of another crate that has a
/// [mapping](crate::foreign). Contexts do not change its code or its message; they go to the log, with the whole chain, which
/// [`expose`](ToolFailure::expose) sends. Any other error is an `INTERNAL_ERROR`.
impl ToolError for anyhow::Error {
    fn failure(&self) -> ToolFailure {
        if let Some(failure) = self.downcast_ref::<ToolFailure>() {
            return failure.clone();
        }
        let chain = format!("{self:#}");
        for error in self.chain() {
            if let Some(failure) = error.downcast_ref::<ToolFailure>() {
                return failure.clone().cause(&chain);
            }
            if let Some(failure) = MAPPED.iter().find_map(|failure_of| failure_of(error)) {
                return failure.replacing(&chain);
            }
        }
        ToolFailure::new(ErrorCode::InternalError, chain)
    }
}

type FailureOf = fn(&(dyn Error + 'static)) -> Option<ToolFailure>;

/// Every error with a mapping. Those of tokio that contain the message that was not sent are not among them, since its type is
/// a part of theirs.
const MAPPED: &[FailureOf] = &[
    super::std::failure_of,
    failure_of::<serde_json::Error>,
    #[cfg(feature = "chrono")]
    failure_of::<chrono::format::ParseError>,
    #[cfg(feature = "chrono")]
    failure_of::<chrono::ParseMonthError>,
    #[cfg(feature = "chrono")]
    failure_of::<chrono::ParseWeekdayError>,
    #[cfg(feature = "chrono")]
    failure_of::<chrono::OutOfRange>,
    #[cfg(feature = "chrono")]
    failure_of::<chrono::OutOfRangeError>,
    #[cfg(feature = "garde")]
    failure_of::<garde::Report>,
    #[cfg(feature = "jiff")]
    failure_of::<jiff::Error>,
    #[cfg(feature = "reqwest")]
    failure_of::<reqwest::Error>,
    #[cfg(feature = "rmcp")]
    failure_of::<rmcp::ErrorData>,
    #[cfg(feature = "rusqlite")]
    failure_of::<rusqlite::Error>,
    #[cfg(feature = "sqlx")]
    failure_of::<sqlx::Error>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::time::error::Elapsed>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::task::JoinError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::AcquireError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::TryAcquireError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::mpsc::error::TryRecvError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::oneshot::error::RecvError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::oneshot::error::TryRecvError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::broadcast::error::RecvError>,
    #[cfg(feature = "tokio")]
    failure_of::<tokio::sync::watch::error::RecvError>,
    #[cfg(feature = "tonic")]
    failure_of::<tonic::Status>,
    #[cfg(feature = "url")]
    failure_of::<url::ParseError>,
    #[cfg(feature = "uuid")]
    failure_of::<uuid::Error>,
];

fn failure_of<E: ToolError + Error + 'static>(
    error: &(dyn Error + 'static),
) -> Option<ToolFailure> {
    error.downcast_ref::<E>().map(ToolError::failure)
}
