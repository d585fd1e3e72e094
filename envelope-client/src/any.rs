//! Responses of any contract.

use envelope_runtime::RequestId;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::inside;
use crate::read_error::ReadError;
use crate::recognize::recognize;
use crate::response::{Data, Metadata, Response};
use crate::{code_scalpel, dotbot, mcp, response_v2, rfc9457};

/// The metadata of a response of any contract.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyMeta {
    /// The metadata of response-v2.
    ResponseV2(response_v2::Meta),
    /// The metadata of dotbot.
    Dotbot(dotbot::Meta),
    /// The content and the metadata of a result of MCP.
    Mcp(mcp::Meta),
    /// The metadata of Code Scalpel.
    CodeScalpel(code_scalpel::Meta),
    /// The members of a problem.
    Rfc9457(rfc9457::Meta),
}

/// The response of a tool in any contract.
pub type AnyResponse<T> = Response<T, AnyMeta>;

/// Reads the envelope of a tool in any contract.
///
/// If the envelope names its contract in `schema_id` or `meta.version`, this name counts. Otherwise, `read` recognizes the contract by a
/// combination of keys:
///
/// | contract | keys |
/// |---|---|
/// | dotbot | `schema_id` with `tool` and `status`, or with `summary` and `audit`; or `status` with `tool`, `version` and `summary`, or with `warnings`, `errors` and `audit` |
/// | Code Scalpel | `tool_id` or `upgrade_hints` with two other keys of the contract; or an `error` with `error` and `error_code` |
/// | response-v2 | `success`, `data`, `error` and `meta` |
/// | RFC 9457 | `type`, `title`, `status` and `detail`; a success is plain data, and is not recognized |
/// | MCP | `content`, `structuredContent`, `isError` or `resultType`; or a JSON-RPC message with a result |
///
/// [`check`](crate::check()) recognizes contracts in the same way. A tool's own data isn't an envelope, even if it has a key `success`.
///
/// An MCP server sends the envelopes of the other contracts in its results. `read` looks for such an envelope in `structuredContent` and in
/// the first text block, and reads it instead of the result. `FastMCP` wraps the text of a tool as `"structuredContent": {"result": "…"}`:
/// an envelope in this text is also read.
///
/// If an answer contradicts itself, it is a failure or an error, and never a success. So a result fails, even with `"isError": false`, if a
/// text block contains a failed envelope or the failed result of another server, or if the data is JSON with `"success": false` and an
/// `error`. If a tool returns a foreign text, such as a file, the author of this text can thus make `read` return a failure. If you know
/// the contract of the server, use the `Response` of this contract: [`mcp::Response`] trusts `isError`, and reads no text of a success as a
/// failure.
///
/// ```
/// use envelope_client::{AnyMeta, Metadata};
///
/// #[derive(serde::Deserialize)]
/// struct Count {
///     count: u8,
/// }
///
/// let text = r#"{"success":true,"data":{"count":3},"error":null,"meta":{"version":"response-v2","request_id":"req_1"}}"#;
/// let response = envelope_client::read::<Count>(text)?;
/// assert_eq!(response.dialect, "response-v2");
/// assert_eq!(response.meta.request_id().unwrap().as_str(), "req_1");
/// assert!(matches!(&response.meta, AnyMeta::ResponseV2(meta) if meta.warnings.is_empty()));
/// assert_eq!(response.outcome?.count, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The text is not JSON, no contract is recognized, the envelope breaks the shape of its contract, or the data is not a `T`. A result of
/// MCP that isn't complete is an error with a [`result_type`](ReadError::result_type).
pub fn read<T: DeserializeOwned>(text: &str) -> Result<AnyResponse<T>, ReadError> {
    Response::read(text)
}

/// Reads the data of a success, with the key that the tool nests the data under. Use this function in tests, or in the process of the tool.
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
/// assert_eq!(envelope_client::data::<Sum>(&add(1, 2))?.sum, 3);
/// let error = envelope_client::data::<Sum>(&add(i32::MAX, 1)).err().unwrap();
/// assert_eq!(error.to_string(), "the tool failed: VALIDATION_ERROR: The sum is too large");
/// # Ok::<(), envelope_client::ReadError>(())
/// ```
///
/// # Errors
///
/// The envelope is a failure, or the data is not a `T`. An envelope of a custom dialect cannot be read, unless it has the shape of a
/// contract of this crate.
pub fn data<T: DeserializeOwned>(envelope: &(impl AsRef<str> + ?Sized)) -> Result<T, ReadError> {
    read(envelope.as_ref())?.outcome.map_err(|failure| {
        let (code, message) = (failure.code(), &failure.message);
        ReadError::new("", format_args!("the tool failed: {code}: {message}"))
    })
}

impl Metadata for AnyMeta {
    fn request_id(&self) -> Option<&RequestId> {
        match self {
            Self::ResponseV2(meta) => meta.request_id(),
            Self::Dotbot(meta) => meta.request_id(),
            Self::Mcp(meta) => meta.request_id(),
            Self::CodeScalpel(meta) => meta.request_id(),
            Self::Rfc9457(meta) => meta.request_id(),
        }
    }

    /// Takes an envelope apart. If a result contains another envelope, this is the inner one.
    fn take(mut envelope: Value, pointer: &mut String) -> Result<Response<Data, Self>, ReadError> {
        // A loop, since deeply nested results could overflow the stack of a recursive function.
        while inside::is_result(&envelope) {
            let mut result = mcp::open(envelope, pointer)?;
            let Some((at, inner)) = inside::take_envelope(&mut result) else {
                return Ok(mcp::take_result(result, None, true)?.map_meta(Self::Mcp));
            };
            pointer.push_str(&at);
            envelope = inner;
        }
        let contract = recognize(&envelope).ok_or_else(|| unknown(&envelope))?;
        Ok(match contract.id {
            response_v2::ID => Metadata::take(envelope, pointer)?.map_meta(Self::ResponseV2),
            dotbot::ID => Metadata::take(envelope, pointer)?.map_meta(Self::Dotbot),
            code_scalpel::ID => Metadata::take(envelope, pointer)?.map_meta(Self::CodeScalpel),
            _ => Metadata::take(envelope, pointer)?.map_meta(Self::Rfc9457),
        })
    }
}

/// Implemented here, since a result can contain a failure of any contract.
impl Metadata for mcp::Meta {
    fn request_id(&self) -> Option<&RequestId> {
        self.meta.request_id.as_ref()
    }

    fn take(message: Value, pointer: &mut String) -> Result<Response<Data, Self>, ReadError> {
        let mut result = mcp::open(message, pointer)?;
        let max_texts = if mcp::is_error(&result) { usize::MAX } else { 0 };
        let failed = inside::take_failed(&mut result, max_texts);
        let read = |(mut at, json): (String, _)| {
            AnyMeta::take(json, &mut at).map_err(|error| error.inside(&at))
        };
        let failure = failed.map(read).transpose()?.and_then(|response| response.outcome.err());
        mcp::take_result(result, failure, false)
    }
}

pub(crate) fn unknown(envelope: &Value) -> ReadError {
    ReadError::expected("", "an envelope of a known contract", Some(envelope))
}
