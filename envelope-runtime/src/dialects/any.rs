//! Envelopes of any dialect.

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny};

use super::recognize::recognize;
use super::{AnyResponse, mcp};
use crate::envelope::Envelope;
use crate::json::Document;
use crate::read::{Failure, ReadError, Received};

/// Reads the envelope of a tool in any dialect of this crate.
///
/// The dialect is the contract that the envelope names in `schema_id` or `meta.version`. An envelope without a name has keys that no
/// other data has together:
///
/// | dialect | keys |
/// |---|---|
/// | dotbot | `schema_id` with `tool` and `status`, or with `summary` and `audit`; or most of the others |
/// | Code Scalpel | `tool_id` or `upgrade_hints` with two other keys of the contract; or an `error` with `error` and `error_code` |
/// | response-v2 | `success`, `data`, `error` and `meta` |
/// | RFC 9457 | `type`, `title`, `status` and `detail`; a success is plain data, and is not recognized |
/// | MCP | `content`, `structuredContent`, `isError` or `resultType`; or a JSON-RPC message with a result |
///
/// [`contract::check`](crate::contract::check) recognizes contracts in the same way. A tool's own data isn't an envelope, even if it
/// has a key `success`.
///
/// An MCP server sends the envelopes of the other dialects in its results. Such an envelope is found in `structuredContent`,
/// or in the first text block alone, and read instead of the result. `FastMCP` wraps
/// the text of a tool as `"structuredContent": {"result": "…"}`: an envelope in this text is also read.
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
/// The text is not JSON, it has the mark of no dialect, it breaks the shape of its contract, or the data is not a `T`. A result of MCP
/// that isn't complete is an error with a [`result_type`](ReadError::result_type).
pub fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<AnyResponse<T>, ReadError> {
    AnyResponse::from_document(serde_json::from_str(text)?)
}

impl Envelope {
    /// Reads the data of a success: all of it, with the keys that the tool nests it under.
    ///
    /// It is for tests, and for a caller in the same process. To read the failure or the metadata, use
    /// [`read`](crate::read()) or the `Response` of the dialect.
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "mcp-2025-11-25", data = "sum")]
    /// fn add(a: i32, b: i32) -> Result<i32, ToolFailure> {
    ///     a.checked_add(b).ok_or_else(|| ToolFailure::validation("The sum is too large"))
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Sum {
    ///     sum: i32,
    /// }
    ///
    /// assert_eq!(add(1, 2).data::<Sum>()?.sum, 3);
    /// let error = add(i32::MAX, 1).data::<Sum>().err().unwrap();
    /// assert_eq!(error.to_string(), "the tool failed: VALIDATION_ERROR: The sum is too large");
    /// # Ok::<(), envelope_runtime::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The envelope is a failure, or the data is not a `T`. An envelope of a custom dialect cannot be read, unless it has the
    /// shape of a dialect of this crate: parse [`as_str`](Self::as_str).
    pub fn data<'de, T: Deserialize<'de>>(&'de self) -> Result<T, ReadError> {
        read(self.as_str())?.into_result().map_err(|failure| {
            let (code, message) = (self.error_code().unwrap_or(failure.code()), failure.message());
            ReadError::new("", format_args!("the tool failed: {code}: {message}"))
        })
    }
}

impl<'de, T: Deserialize<'de>> AnyResponse<T> {
    pub(crate) fn from_document(envelope: Document<'de>) -> Result<Self, ReadError> {
        match recognize(&envelope) {
            Some(contract) if !mcp::Response::<T>::is_of(contract.id) => {
                Self::of_dialect(contract.id, envelope)
            }
            None if !mcp::is_message(&envelope) => Err(unknown(&envelope)),
            _ => Self::of_result(envelope),
        }
    }

    /// Reads a result of MCP, or the envelope in it.
    fn of_result(mut result: Document<'de>) -> Result<Self, ReadError> {
        mcp::require_complete(&result)?;
        // A success in a result that is an error is not the answer.
        if mcp::is_error(&result) && mcp::inner_failure(&result)?.is_none() {
            return mcp::Response::from_document(result).map(Self::Mcp);
        }
        match mcp::take_envelope(&mut result) {
            None => mcp::Response::from_document(result).map(Self::Mcp),
            Some((pointer, envelope)) => {
                Self::from_document(envelope).map_err(|error| error.inside(&pointer))
            }
        }
    }
}

/// Whether a value inside of a result of MCP is an envelope of another dialect.
pub(crate) fn is_envelope(value: &Document<'_>) -> bool {
    recognize(value).is_some_and(|contract| !mcp::Response::<()>::is_of(contract.id))
}

/// The failure in an envelope of another dialect than MCP. `None` for a success.
pub(crate) fn failure_in(envelope: Document<'_>) -> Result<Option<Received>, ReadError> {
    let response = AnyResponse::<IgnoredAny>::from_document(envelope)?;
    Ok(response.into_result().err().map(Failure::into_received))
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for AnyResponse<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let envelope = Document::deserialize(deserializer)?;
        Self::from_document(envelope).map_err(D::Error::custom)
    }
}

pub(super) fn unknown(envelope: &Document<'_>) -> ReadError {
    ReadError::expected("", "an envelope of a known contract", Some(envelope))
}
