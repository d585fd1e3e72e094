//! A trait for every type, whose methods have the names of methods that an expansion calls or has called. They take `self` by value,
//! so that method lookup finds them before a method by reference.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;

use envelope_runtime::axum08::{Json, Query};
use envelope_runtime::{Payload, ToolError, ToolFailure, envelope_tool};
use serde::Serialize;

macro_rules! loud {
    ($($name:ident)*) => {
        /// A method of each name.
        #[allow(clippy::wrong_self_convention, reason = "a method by value is found first")]
        pub trait Loud: Sized {
            $(
                /// Never called.
                fn $name(self) -> ! {
                    panic!("the expansion calls the user's `{}`", stringify!($name))
                }
            )*
        }
    };
}

loud! {
    again and and_then as_dyn_error as_ref borrow broken_rules budget cause check clone code_for codes correlation_id data declared detail
    detail_in_text error expose failure finish fitting fmt from_envelope hint into_failure into_future into_iter into_result into_text
    kind_of_argument list map message meta names of open origin output_schema own_message passed_on passing_on path peek place plain poll
    rate_limit read remediation request_id resume retry retry_after reviewed root rules schema send_contexts show source status summary
    suspend take telemetry text text_only to_failure tool type_of unwrap unwrap_or_else upgrade variant version warn warning with_hidden
}

impl<T> Loud for T {}

/// Data.
#[derive(Debug, Serialize, Payload)]
pub struct Spec {
    id: u8,
}

/// An error behind another.
#[derive(Debug)]
pub struct Cause;

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the cause")
    }
}

impl Error for Cause {}

/// An error with every kind of variant. It does not derive thiserror, which also calls methods of these names.
#[derive(Debug, ToolError)]
pub enum SpecError {
    /// A text with fields.
    #[tool_error(code = "NOT_FOUND", message = "no {id} in {path}", remediation = "find {id}")]
    NotFound {
        /// A field.
        #[tool_error(detail)]
        id: u8,
        /// A field.
        #[tool_error(path)]
        path: PathBuf,
    },
    /// A message for the log, and a source that may be missing.
    #[tool_error(code = "INTERNAL_ERROR", message = "try later")]
    Internal(#[source] Option<Cause>),
    /// The message and the source come from the field.
    #[error(transparent)]
    #[tool_error(code = "CONFLICT", expose)]
    Conflict(#[from] Cause),
    /// An inner error.
    #[tool_error(transparent)]
    Other(ToolFailure),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the cause")
    }
}

impl Error for SpecError {}

/// A tool.
#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.2.3", summary("Found {}", data.id))]
pub fn find(id: u8) -> Result<Spec, SpecError> {
    match id {
        0 => Err(SpecError::NotFound { id, path: "specs".into() }),
        1 => Err(SpecError::Internal(Some(Cause))),
        2 => Err(SpecError::Conflict(Cause)),
        3 => Err(SpecError::Other(ToolFailure::not_found("Spec", 3))),
        id => Ok(Spec { id }),
    }
}

/// A tool with arguments of a request.
#[envelope_tool(dialect = "response-v2", request_id = "r-1", telemetry)]
pub async fn extracted(Query(one): Query<u8>, json: Option<Json<u8>>) -> Result<Spec, SpecError> {
    let two = match json {
        Some(Json(two)) => two,
        None => 0,
    };
    Ok(Spec { id: one + two })
}

/// A tool that returns a future.
#[envelope_tool(dialect = "response-v2", catch_panic, timeout = Duration::from_secs(60))]
pub fn limited(Query(id): Query<u8>) -> impl Future<Output = Result<Spec, SpecError>> + Send {
    async move { Ok(Spec { id }) }
}

/// A tool with several dialects.
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Found {}", data.id))]
pub fn negotiated(id: u8) -> Result<Spec, SpecError> {
    Ok(Spec { id })
}

#[test]
fn they_answer() {
    for (id, text) in
        [(0, "no 0 in specs"), (1, "try later"), (2, "the cause"), (3, "Spec"), (4, "Found 4")]
    {
        let envelope = find(id);
        assert!(envelope.as_str().contains(text), "{envelope}");
    }
    assert!(negotiated(1).is_success());
    let query = |id: u8| Query(From::from(Ok(id)));
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let Ok(runtime) = builder.enable_time().build() else { panic!("tokio has no runtime") };
    assert!(runtime.block_on(limited(query(1))).is_success());
    assert!(runtime.block_on(extracted(query(1), None)).is_success());
}
