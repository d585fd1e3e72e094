//! Envelopes of any dialect.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::recognize::{recognize, recognize_inside};
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
/// The dialect is the contract that the envelope names in `schema_id` or `meta.version`. Without a name, it is the contract of
/// whose required keys the envelope has the largest share, if this is at least half. Otherwise, one key is enough:
///
/// | dialect | key |
/// |---|---|
/// | dotbot | `schema_id` |
/// | Code Scalpel | `tool_id`, `upgrade_hints` |
/// | response-v2 | `success` |
/// | MCP | `content`, `structuredContent`, `isError`, `resultType`; or a JSON-RPC message with a result |
///
/// [`contract::check`](crate::contract::check) recognizes contracts in the same way.
///
/// An MCP server sends the envelopes of the other dialects in its results. Such an envelope is found in `structuredContent`,
/// or in the first text block alone, and read instead of the result. It names its contract, or has all required keys.
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
/// For its bounds on time and memory, see [the module](mod@crate::read#time-and-memory).
///
/// # Errors
///
/// The text is not JSON, it has the mark of no dialect, it breaks the shape of its contract, or the data is not a `T`.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<AnyResponse<T>, ReadError> {
    AnyResponse::from_document(serde_json::from_str(text)?)
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
        match recognize(&envelope).map(|contract| contract.id) {
            Some(response_v2::ResponseV2::ID) => {
                response_v2::Response::from_document(envelope).map(Self::FoundryMcp)
            }
            Some(dotbot::Dotbot::ID) => {
                dotbot::Response::from_document(envelope).map(Self::DotbotMcp)
            }
            Some(code_scalpel::CodeScalpel::ID) => {
                code_scalpel::Response::from_document(envelope).map(Self::CodeScalpelV1)
            }
            Some(_) => Self::of_result(envelope),
            None if mcp::is_message(&envelope) => Self::of_result(envelope),
            None => Err(ReadError::expected(
                "",
                "an envelope of response-v2, dotbot, MCP or Code Scalpel",
                Some(&envelope),
            )),
        }
    }

    /// Reads a result of MCP, or the envelope in it.
    fn of_result(mut result: Document<'de>) -> Result<Self, ReadError> {
        let is_envelope = |value: &Document<'_>| recognize_inside(value).is_some();
        match mcp::take_envelope(&mut result, is_envelope) {
            None => mcp::Response::from_document(result).map(Self::ToolResult),
            Some((pointer, envelope)) => {
                Self::from_document(envelope).map_err(|error| error.inside(&pointer))
            }
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for AnyResponse<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let envelope = Document::deserialize(deserializer)?;
        Self::from_document(envelope).map_err(D::Error::custom)
    }
}
