//! What a tool can return.

use serde_json::Value;

use crate::envelope::{Beside, Envelope};

/// What a tool can return: an [`Envelope`], a `String`, a `Vec<u8>`, a `serde_json::Value`, or your own type.
///
/// With the feature `rmcp` also `rmcp::model::CallToolResult`, and with `http` an `http::Response<B>` for every body `B` that
/// implements `From<String>`. A tool names it with `returns = …`:
///
/// ```
/// use envelope_runtime::{Envelope, Output, ToolFailure, envelope_tool};
///
/// struct HttpResponse {
///     status: u16,
///     body: String,
/// }
///
/// impl Output for HttpResponse {
///     fn from_envelope(envelope: Envelope) -> Self {
///         let status = envelope.error_type().map_or(200, |error_type| error_type.http_status());
///         Self { status, body: envelope.into_string() }
///     }
/// }
///
/// #[envelope_tool(dialect = "response-v2", returns = HttpResponse)]
/// fn read(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// assert_eq!(read("auth").status, 404);
/// assert!(read("auth").body.contains("NOT_FOUND"));
/// ```
///
/// A `serde_json::Value` cannot represent integers beyond 64 bits: data with one becomes an `INTERNAL_ERROR`. In raw JSON and in
/// the details of an error, it is rounded.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an `Output`",
    note = "`returns` takes `Envelope`, `String`, `Vec<u8>`, `serde_json::Value`, or your own type that implements `envelope_runtime::Output`",
    note = "with the feature `rmcp` it takes `rmcp::model::CallToolResult`, and with `http` an `http::Response<String>`"
)]
pub trait Output: Sized {
    /// Whether the output is made from a tree of values and not from text.
    #[doc(hidden)]
    const IS_TREE: bool = false;

    /// Whether the output is a `CallToolResult`, which is made from the data and the envelope without it.
    #[doc(hidden)]
    const IS_CALL_TOOL_RESULT: bool = false;

    /// Makes the output from the envelope.
    fn from_envelope(envelope: Envelope) -> Self;
}

impl Output for Envelope {
    fn from_envelope(envelope: Envelope) -> Self {
        envelope
    }
}

impl Output for String {
    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into_string()
    }
}

impl Output for Vec<u8> {
    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into_string().into_bytes()
    }
}

impl Output for Value {
    const IS_TREE: bool = true;

    fn from_envelope(mut envelope: Envelope) -> Self {
        match envelope.take_beside() {
            Some(Beside::Tree(tree)) => tree,
            _ => Self::Null,
        }
    }
}
