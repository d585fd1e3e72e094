//! The envelope that a tool returns.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::{ErrorType, RetryAfter};
use crate::json;
use crate::outcome::Status;
use crate::request_id::RequestId;

/// A serialized response envelope: the JSON, and what it says of success and failure.
///
/// ```
/// use envelope_runtime::{Envelope, ErrorType, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn find(id: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Spec", id))
/// }
///
/// let envelope: Envelope = find("auth");
/// assert!(!envelope.is_success());
/// assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
/// assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
/// assert!(envelope.as_str().starts_with(r#"{"success":false,"data":{"#));
/// ```
///
/// An envelope serializes as the structure that its JSON has, not as a string, so that it can be a part of a larger message, in
/// any format. Numbers keep their value: a format that cannot hold one gives an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an envelope is the tool's answer, and has to be sent to the caller"]
pub struct Envelope {
    json: String,
    status: Status,
    request_id: Option<RequestId>,
    is_call_tool_result: bool,
    /// The same as a tree, if the output asks for it. In a box, so that an envelope stays small where there is none.
    tree: Option<Box<Value>>,
}

impl Envelope {
    pub(crate) fn new(
        json: String,
        tree: Option<Value>,
        status: Status,
        request_id: Option<RequestId>,
        is_call_tool_result: bool,
    ) -> Self {
        Self { json, status, request_id, is_call_tool_result, tree: tree.map(Box::new) }
    }

    /// The tree, if the output has asked for it.
    pub(crate) fn take_tree(&mut self) -> Option<Value> {
        self.tree.take().map(|tree| *tree)
    }

    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.json
    }

    /// The JSON text, without a copy.
    #[must_use]
    pub fn into_string(self) -> String {
        self.json
    }

    /// The JSON text as UTF-8.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.json.as_bytes()
    }

    /// How the call ended.
    #[must_use]
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Whether the tool succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        self.status == Status::Success
    }

    /// The category of the failure, if it is one.
    #[must_use]
    pub fn error_type(&self) -> Option<ErrorType> {
        self.status.error_type()
    }

    /// The code of the failure, if it is one.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        self.status.error_code()
    }

    /// How long the caller waits before it tries again, if the failure says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        self.status.retry_after()
    }

    /// The id of the request, if there is one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// Whether the JSON is itself the `CallToolResult` of the Model Context Protocol, as in the MCP dialects.
    #[must_use]
    pub fn is_call_tool_result(&self) -> bool {
        self.is_call_tool_result
    }
}

impl fmt::Display for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json)
    }
}

impl AsRef<str> for Envelope {
    fn as_ref(&self) -> &str {
        &self.json
    }
}

impl AsRef<[u8]> for Envelope {
    fn as_ref(&self) -> &[u8] {
        self.json.as_bytes()
    }
}

impl From<Envelope> for String {
    fn from(envelope: Envelope) -> Self {
        envelope.json
    }
}

impl From<Envelope> for Vec<u8> {
    fn from(envelope: Envelope) -> Self {
        envelope.json.into_bytes()
    }
}

impl Serialize for Envelope {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json::transcode(&self.json, serializer)
    }
}
