//! Tools of an MCP server that is built with `rmcp`, the official Rust SDK.
//!
//! A tool under the SDK's `#[tool]` keeps its shape: put `#[envelope_tool]` on top.
//!
//! ```
//! use envelope_runtime::rmcp::Parameters;
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
//! use rmcp::service::RequestContext;
//! use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Payload, JsonSchema)]
//! struct Spec {
//!     id: String,
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct ReadSpec {
//!     /// The id, as list_specs gives it.
//!     id: String,
//! }
//!
//! struct Specs;
//!
//! #[tool_router]
//! impl Specs {
//!     /// Reads a spec.
//!     #[envelope_tool(dialect = "response-v2", output_schema, returns = CallToolResult)]
//!     #[tool(output_schema = Self::read_spec_output_schema())]
//!     async fn read_spec(
//!         &self,
//!         Parameters(arguments): Parameters<ReadSpec>,
//!     ) -> Result<Spec, ToolFailure> {
//!         let ReadSpec { id } = arguments?;
//!         Err(ToolFailure::not_found("Spec", id))
//!     }
//! }
//!
//! #[tool_handler]
//! impl ServerHandler for Specs {
//!     async fn call_tool(
//!         &self,
//!         request: CallToolRequestParams,
//!         context: RequestContext<RoleServer>,
//!     ) -> Result<CallToolResponse, ErrorData> {
//!         envelope_runtime::rmcp::call_tool(&Self::tool_router(), self, request, context).await
//!     }
//! }
//!
//! assert_eq!(Specs::read_spec_tool_attr().description.as_deref(), Some("Reads a spec."));
//! ```
//!
//! # What the client gets
//!
//! | dialect | `structuredContent` | `content` | `isError` |
//! |---|---|---|---|
//! | with an envelope, as response-v2 | the envelope | the envelope, as one text | whether the envelope says failure |
//! | of MCP | that of the result | that of the result | that of the result |
//!
//! A tool may return its [`Envelope`], which is parsed for `structuredContent`, or a `CallToolResult` with `returns =
//! CallToolResult`, which is made without parsing. In both, the text is exact, and `structuredContent` is a
//! `serde_json::Value`, which limits what it can hold:
//!
//! - An integer beyond 64 bits: an envelope with one has a rounded number there, and a `CallToolResult` becomes an
//!   `INTERNAL_ERROR`.
//! - The SDK keeps the `priority` of a content block's annotations as an `f32`.
//! - More than 128 levels: an [`Envelope`] that is nested more deeply is not parsed, and is sent as text alone, which a tool
//!   with an output schema must not send. A `CallToolResult` has them.
//!
//! `resultType` is left to the SDK, which writes it for clients of the protocol's version 2026-07-28 and no others.
//!
//! # The order of the attributes
//!
//! Both orders work. With `#[envelope_tool]` on top, the doc comment becomes the tool's description. With `#[tool]` on top,
//! the SDK (as of 3.9) loses a doc comment above `#[envelope_tool]`, since it takes what follows the last other
//! attribute; write `#[tool(description = "…")]` then, or the doc comment last.
//!
//! # Request ids
//!
//! [`call_tool`] makes the client's id of the request the [ambient](crate::RequestId) one: see [`request_id`].
//!
//! # Arguments
//!
//! Arguments that do not fit are found before a tool runs, and the SDK answers them in plain text, without the structured
//! content that a tool with an output schema has to send. With this module's [`Parameters`] instead of the SDK's, the tool gets
//! the error and answers with its envelope, as above.

use std::fmt;

use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::handler::server::tool::{IntoCallToolResult, ToolCallContext};
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ResultType,
};
use ::rmcp::service::{MaybeSend, RequestContext};
use ::rmcp::{ErrorData, RoleServer};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::envelope::Envelope;
use crate::error::{ErrorCode, ToolError, ToolFailure};
use crate::output::Output;
use crate::request_id::RequestId;
use crate::text::truncate;

/// The keys of a request's `_meta` that name it, in the order in which they are asked.
const REQUEST_ID_KEYS: [&str; 2] = ["request_id", "correlation_id"];

/// How many characters of the name of an argument are written: it can be any key that the caller sent.
const MAX_FIELD: usize = 100;

/// How many characters of the problem with an argument are written: it quotes what the caller sent.
const MAX_PROBLEM: usize = 500;

/// A `CallToolResult` without reading JSON: `returns = CallToolResult`.
impl Output for CallToolResult {
    const IS_TREE: bool = true;

    fn from_envelope(mut envelope: Envelope) -> Self {
        let tree = envelope.take_tree();
        with_structure(envelope, tree)
    }
}

/// The result with which an MCP server sends an envelope.
impl From<Envelope> for CallToolResult {
    fn from(envelope: Envelope) -> Self {
        let tree = serde_json::from_str(envelope.as_str()).ok();
        with_structure(envelope, tree)
    }
}

/// The result of an envelope, with the same as a tree for its structured content.
fn with_structure(envelope: Envelope, tree: Option<Value>) -> CallToolResult {
    let is_failure = !envelope.is_success();
    if !envelope.is_call_tool_result() {
        return enveloped(envelope.into_string(), tree, is_failure);
    }
    match tree.map(result) {
        Some(Ok(result)) => result,
        _ => enveloped(envelope.into_string(), None, is_failure),
    }
}

/// A tool that returns an [`Envelope`] is one that the SDK can call.
impl IntoCallToolResult for Envelope {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::from(self).into())
    }
}

/// The result that a dialect of MCP wrote. Its version is the tool's; the SDK knows which one the client speaks.
fn result(value: Value) -> serde_json::Result<CallToolResult> {
    let mut result: CallToolResult = serde_json::from_value(value)?;
    result.result_type = Some(ResultType::COMPLETE);
    Ok(result)
}

fn enveloped(json: String, structured: Option<Value>, is_failure: bool) -> CallToolResult {
    let content = vec![ContentBlock::text(json)];
    let mut result =
        if is_failure { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = structured;
    result
}

/// Calls a tool of a router with the request's id as the [ambient](RequestId) one. A server's `call_tool` does this instead of
/// calling the router itself: see the [example](self).
///
/// # Errors
///
/// The protocol's own errors, such as an unknown tool, as the router gives them.
pub async fn call_tool<S: MaybeSend + 'static>(
    router: &ToolRouter<S>,
    server: &S,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let request_id = request_id(&context);
    let call = router.call(ToolCallContext::new(server, request, context));
    match request_id {
        Some(id) => id.scope(call).await,
        None => call.await,
    }
}

/// The id of a request: `request_id` or `correlation_id` in its `_meta`, text or a number, if the client gives one, or else
/// the id that the protocol gives it, which is unique within a session. Of a long one, the first 128 characters are taken.
#[must_use]
pub fn request_id(context: &RequestContext<RoleServer>) -> Option<RequestId> {
    let given = REQUEST_ID_KEYS.iter().find_map(|key| match context.meta.get(*key)? {
        Value::String(id) => RequestId::of_client(id),
        Value::Number(id) => RequestId::of_client(&id.to_string()),
        _ => None,
    });
    given.or_else(|| RequestId::of_client(&context.id.to_string()))
}

/// The arguments of a tool, or why they do not fit: instead of the SDK's `Parameters`, whose error never reaches the tool.
///
/// What is inside is a `Result`: take it with `arguments?`, never with `unwrap`, as what is wrong comes from the client. It turns
/// [`InvalidArguments`] into the tool's error: a [`ToolFailure`], or your own enum with
///
/// ```
/// use envelope_runtime::ToolError;
/// use envelope_runtime::rmcp::InvalidArguments;
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error(transparent)]
///     #[tool_error(transparent)]
///     Arguments(#[from] InvalidArguments),
/// }
/// ```
///
/// The input schema is that of `T`, as with the SDK's.
#[derive(Clone, Debug)]
pub struct Parameters<T>(
    /// The arguments.
    pub Result<T, InvalidArguments>,
);

impl<S, T: DeserializeOwned> FromContextPart<ToolCallContext<'_, S>> for Parameters<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let arguments = Value::Object(context.arguments.take().unwrap_or_default());
        Ok(Self(
            serde_path_to_error::deserialize(arguments)
                .map_err(|error| InvalidArguments::new(&error)),
        ))
    }
}

impl<T: JsonSchema> JsonSchema for Parameters<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Arguments that do not fit a tool's input schema. For a caller it is a `VALIDATION_ERROR`, or `MISSING_REQUIRED` where one is
/// not there, with the argument at fault as the detail `field`. In response-v2:
///
/// ```json
/// {
///   "success": false,
///   "data": {
///     "error_code": "MISSING_REQUIRED",
///     "error_type": "validation",
///     "remediation": "Send arguments that fit the tool's input schema",
///     "details": {"field": "id"}
///   },
///   "error": "Invalid arguments: missing field `id`",
///   "meta": {"version": "response-v2", "request_id": "7"}
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidArguments {
    field: Option<String>,
    is_missing: bool,
    problem: String,
}

impl InvalidArguments {
    fn new(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let problem = error.inner().to_string();
        let outer = error.path().iter().next().map(|_| error.path().to_string());
        // If a field is missing, the path is that of its parent, and only the message names the field.
        let missing = problem.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
        let field = match (outer, missing) {
            (Some(outer), Some((missing, _))) => Some(format!("{outer}.{missing}")),
            (None, Some((missing, _))) => Some(missing.to_owned()),
            (outer, None) => outer,
        };
        Self {
            field: field.map(|field| truncate(&field, MAX_FIELD).into_owned()),
            is_missing: missing.is_some(),
            problem: truncate(&problem, MAX_PROBLEM).into_owned(),
        }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) if !self.is_missing => {
                write!(f, "Invalid arguments: {field}: {}", self.problem)
            }
            _ => write!(f, "Invalid arguments: {}", self.problem),
        }
    }
}

impl std::error::Error for InvalidArguments {}

impl ToolError for InvalidArguments {
    fn failure(&self) -> ToolFailure {
        let code =
            if self.is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
        let failure = ToolFailure::new(code, self)
            .remediation("Send arguments that fit the tool's input schema");
        match &self.field {
            Some(field) => failure.detail("field", field),
            None => failure,
        }
    }
}
