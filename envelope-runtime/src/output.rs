//! The return types of tools.

use serde_json::Value;

use crate::envelope::Envelope;

/// A return type of tools: an [`Envelope`], a `String`, a `Vec<u8>`, a `serde_json::Value`, your own type, or a `Result` of any of these.
///
/// With the feature `rmcp3` also `rmcp::model::CallToolResult`, and with `http1` an `http::Response<B>` for every body `B` that implements
/// `From<String>`. A tool sets its return type with `returns = …`:
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
///         let status = envelope.status().http_status();
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
/// If the tools of a framework return a `Result`, name this type in `returns`. It is always `Ok`, and the envelope has the outcome of the
/// call. If the framework expects an `Err` for a failure, write `via`, as below: for rig, the function is `rig044::to_result`.
///
/// ```
/// use std::convert::Infallible;
///
/// use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", returns = Result<Envelope, Infallible>)]
/// fn read(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// let Ok(envelope) = read("auth");
/// assert!(!envelope.is_success());
/// ```
///
/// For a type of another crate, `via` names a function that converts the envelope:
///
/// ```
/// use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
///
/// # mod framework { pub enum ToolOutput { Text(String), Fail(String) } }
/// use framework::ToolOutput;
///
/// fn to_output(envelope: Envelope) -> ToolOutput {
///     let is_success = envelope.is_success();
///     let text = envelope.into_string();
///     if is_success { ToolOutput::Text(text) } else { ToolOutput::Fail(text) }
/// }
///
/// #[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = to_output)]
/// fn read(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// assert!(matches!(read("auth"), ToolOutput::Fail(_)));
/// ```
///
/// On a block, `returns` and `via` apply to all of its tools.
///
/// A `serde_json::Value` cannot represent integers beyond 64 bits: data with such an integer becomes an `INTERNAL_ERROR`. In raw JSON and
/// in the details of an error, the integer is rounded.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    label = "not an `Output`",
    note = "`returns` takes `Envelope`, `String`, `Vec<u8>`, `serde_json::Value`, or your own type that implements `envelope_runtime::Output`",
    note = "a function makes any other type of the `Envelope`: `returns = …, via = to_output`, with `fn to_output(envelope: Envelope) -> …`",
    note = "with the feature `rmcp3` it takes `rmcp::model::CallToolResult`, and with `http1` an `http::Response<String>`"
)]
pub trait Output: Sized {
    /// Whether the output uses the envelope as a tree of values. If so, serializing the data also builds the tree of the data, for
    /// [`Envelope::into_value`]. If a tree cannot represent a value, the call fails with an `INTERNAL_ERROR`.
    const TAKES_TREE: bool = false;

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
    const TAKES_TREE: bool = true;

    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into_value().unwrap_or_default()
    }
}

/// The result is always `Ok`: its output has the failure.
#[diagnostic::do_not_recommend]
impl<T: Output, E> Output for Result<T, E> {
    const TAKES_TREE: bool = T::TAKES_TREE;

    fn from_envelope(envelope: Envelope) -> Self {
        Ok(T::from_envelope(envelope))
    }
}
