//! Envelopes of any dialect, which are told apart by their marks.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::{Dialect, code_scalpel, dotbot, mcp, response_v2};
use crate::json::Document;
use crate::read::{Failure, ReadError};

/// What a tool of any dialect answered: what [`read`] returns.
///
/// [`into_result`](Self::into_result) has what they have in common. For the metadata, match the dialect.
//
// The variants are not called as the dialects' types are: rustc would write the full path of those in its messages.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use = "a response can be a failure"]
pub enum AnyResponse<T> {
    /// `response-v2`.
    FoundryMcp(response_v2::Response<T>),
    /// `dotbot-mcp-response@1`.
    DotbotMcp(dotbot::Response<T>),
    /// `mcp-2025-11-25` or `mcp-2026-07-28`.
    ToolResult(mcp::Response<T>),
    /// `code-scalpel-v1`.
    CodeScalpelV1(code_scalpel::Response<T>),
}

/// Reads the envelope of a tool in any dialect of this crate.
///
/// | dialect | mark |
/// |---|---|
/// | dotbot | `schema_id` |
/// | response-v2 | `success`, or a `meta` with a `version` |
/// | Code Scalpel | `tool_id`, or `upgrade_hints` |
/// | MCP | `content`, `structuredContent` or `isError`; or a JSON-RPC message with a result |
///
/// An MCP server sends the envelopes of the other dialects in its results. Such an envelope is found in `structuredContent`,
/// or in the first text block alone, and read instead of the result.
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", data = "count")]
/// fn count() -> Result<u8, ToolFailure> {
///     Ok(3)
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Count {
///     count: u8,
/// }
///
/// let envelope = count();
/// let response = envelope_runtime::read::<Count>(envelope.as_str())?;
/// assert_eq!(response.dialect(), "code-scalpel-v1");
/// assert_eq!(response.into_result()?.count, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The text is not JSON, it has the mark of no dialect, it breaks the shape of its contract, or the data is not a `T`.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<AnyResponse<T>, ReadError> {
    AnyResponse::from_document(serde_json::from_str(text)?)
}

/// The contract of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    ResponseV2,
    Dotbot,
    Mcp,
    CodeScalpel,
}

impl Mark {
    fn of(envelope: &Document<'_>) -> Option<Self> {
        let has = |key: &str| envelope.get(key).is_some();
        if has("schema_id") {
            Some(Self::Dotbot)
        } else if has("tool_id") || has("upgrade_hints") {
            Some(Self::CodeScalpel)
        } else if has("success")
            || envelope.get("meta").is_some_and(|meta| meta.get("version").is_some())
        {
            Some(Self::ResponseV2)
        } else if has("content") || has("structuredContent") || has("isError") || has("jsonrpc") {
            Some(Self::Mcp)
        } else {
            None
        }
    }

    /// The contract of an envelope that is in a result of MCP. A tool's own data can have a key of the same name, so it needs
    /// several marks.
    fn within(value: &Document<'_>) -> Option<Self> {
        let is_text = |key: &str| value.get(key).and_then(Document::as_str).is_some();
        let version = value.get("meta").and_then(|meta| meta.get("version"));
        if is_text("schema_id") && is_text("tool") && is_text("status") {
            Some(Self::Dotbot)
        } else if is_text("tool_id") && is_text("tier") {
            Some(Self::CodeScalpel)
        } else if value.get("success").is_some() && version.is_some() {
            Some(Self::ResponseV2)
        } else {
            None
        }
    }
}

impl<T> AnyResponse<T> {
    /// The id of the dialect. A result of MCP is one of `mcp-2026-07-28` if it has a `resultType`.
    #[must_use]
    pub fn dialect(&self) -> &'static str {
        match self {
            Self::FoundryMcp(_) => response_v2::ResponseV2::ID,
            Self::DotbotMcp(_) => dotbot::Dotbot::ID,
            Self::CodeScalpelV1(_) => code_scalpel::CodeScalpel::ID,
            Self::ToolResult(response) if response.meta().result_type.is_some() => {
                mcp::mcp_2026_07_28::Mcp::ID
            }
            Self::ToolResult(_) => mcp::mcp_2025_11_25::Mcp::ID,
        }
    }

    /// Whether the tool succeeded.
    #[must_use]
    pub fn is_success(&self) -> bool {
        match self {
            Self::FoundryMcp(response) => response.is_success(),
            Self::DotbotMcp(response) => response.is_success(),
            Self::ToolResult(response) => response.is_success(),
            Self::CodeScalpelV1(response) => response.is_success(),
        }
    }

    /// The data, or the failure.
    ///
    /// # Errors
    ///
    /// The failure that the tool answered with.
    pub fn into_result(self) -> Result<T, Failure> {
        match self {
            Self::FoundryMcp(response) => response.into_data(),
            Self::DotbotMcp(response) => response.into_data(),
            Self::ToolResult(response) => response.into_data(),
            Self::CodeScalpelV1(response) => response.into_data(),
        }
    }
}

impl<'de, T: Deserialize<'de>> AnyResponse<T> {
    pub(crate) fn from_document(envelope: Document<'de>) -> Result<Self, ReadError> {
        match Mark::of(&envelope) {
            Some(Mark::Mcp) => Self::of_result(envelope),
            Some(mark) => Self::of_mark(mark, envelope),
            None => Err(ReadError::expected(
                "",
                "an envelope of response-v2, dotbot, MCP or Code Scalpel",
                Some(&envelope),
            )),
        }
    }

    fn of_mark(mark: Mark, envelope: Document<'de>) -> Result<Self, ReadError> {
        match mark {
            Mark::ResponseV2 => {
                response_v2::Response::from_document(envelope).map(Self::FoundryMcp)
            }
            Mark::Dotbot => dotbot::Response::from_document(envelope).map(Self::DotbotMcp),
            Mark::Mcp => mcp::Response::from_document(envelope).map(Self::ToolResult),
            Mark::CodeScalpel => {
                code_scalpel::Response::from_document(envelope).map(Self::CodeScalpelV1)
            }
        }
    }

    /// Reads a result of MCP, or the envelope in it.
    fn of_result(mut result: Document<'de>) -> Result<Self, ReadError> {
        let envelope = mcp::take_envelope(&mut result, |value| Mark::within(value).is_some());
        let Some((pointer, envelope)) = envelope else { return Self::of_mark(Mark::Mcp, result) };
        let mark = Mark::within(&envelope).unwrap_or(Mark::Mcp);
        Self::of_mark(mark, envelope).map_err(|error| error.inside(&pointer))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for AnyResponse<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let envelope = Document::deserialize(deserializer)?;
        Self::from_document(envelope).map_err(D::Error::custom)
    }
}
