//! Tools of an MCP server that is built with `rmcp`, the official Rust SDK.
//!
//! This module has [`Parameters`], with which a tool answers arguments that do not fit, and [`call_tool`], which sets the
//! request id. An [`Envelope`] is a result that the SDK can send, so a tool keeps its shape: put `#[envelope_tool]` above
//! the SDK's `#[tool]`. Return the data itself, or a `Reply` with it, and not the SDK's `Json`.
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
//! | response-v2, dotbot, Code Scalpel, custom | the envelope | the envelope, as one text block | true if the call failed |
//! | of [`mcp`](crate::mcp) | that of the envelope | that of the envelope | that of the envelope |
//!
//! A tool that returns its [`Envelope`] has its JSON parsed for `structuredContent`. With `returns = CallToolResult`,
//! nothing is parsed. The text is exact either way. `structuredContent` is a `serde_json::Value`, which has limits:
//!
//! - An integer beyond 64 bits is rounded there if the tool returns an `Envelope`. With `returns = CallToolResult`, the call
//!   becomes an `INTERNAL_ERROR`.
//! - An `Envelope` that is nested more than 128 levels deep is sent as text only, which a tool with an output schema must
//!   not do. `returns = CallToolResult` does not have this limit.
//! - The SDK stores the `priority` of a content block's annotations as an `f32`.
//!
//! The SDK writes `resultType`, for clients of the protocol version 2026-07-28 only.
//!
//! With `output_schema`, the `outputSchema` of the tool covers failures, too. `#[tool]` has to name it, as above, since the SDK
//! derives a schema only from its own `Json`.
//!
//! # The order of the attributes
//!
//! Put `#[envelope_tool]` above `#[tool]`: then the doc comment becomes the tool's description. The other order works, too, but
//! the SDK (as of 3.9) then ignores a doc comment above `#[envelope_tool]`. Write `#[tool(description = "…")]`, or put the doc
//! comment below both attributes.
//!
//! # Request ids
//!
//! [`call_tool`] makes the id of the request the [ambient](crate::RequestId) one: the client's own from `_meta`, or else
//! that of the protocol. See [`request_id`]. Call it from your own `call_tool`, as above. `#[tool_router(server_handler)]`
//! would write the handler for you, so use `#[tool_router]` without it.
//!
//! # Arguments
//!
//! The SDK answers arguments that do not fit the input schema before the tool runs, in plain text, without the structured
//! content that a tool with an output schema must send. With this module's [`Parameters`] instead of the SDK's, the tool
//! gets the error and answers with its envelope: `arguments?`, as above.
//!
//! # Troubleshooting
//!
//! If the compiler says that the trait `IntoToolRoute` is not satisfied for a tool, the feature `rmcp` of this crate is off.

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

/// The keys of a request's `_meta` that can have its id, in order of priority.
const REQUEST_ID_KEYS: [&str; 2] = ["request_id", "correlation_id"];

/// The largest length of an argument's name, in characters. It can be any key that the caller sent.
const MAX_FIELD: usize = 100;

/// The largest length of the problem with an argument, in characters. It quotes what the caller sent.
const MAX_PROBLEM: usize = 500;

/// `returns = CallToolResult`: the result is made without parsing JSON.
impl Output for CallToolResult {
    const IS_TREE: bool = true;

    fn from_envelope(mut envelope: Envelope) -> Self {
        let tree = envelope.take_tree();
        with_structure(envelope, tree)
    }
}

/// The result as which an MCP server sends an envelope. It parses the JSON for the structured content.
impl From<Envelope> for CallToolResult {
    fn from(envelope: Envelope) -> Self {
        let tree = serde_json::from_str(envelope.as_str()).ok();
        with_structure(envelope, tree)
    }
}

/// The result of an envelope. The tree is for its structured content.
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

/// Makes a function that returns an [`Envelope`] a tool of the SDK.
impl IntoCallToolResult for Envelope {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::from(self).into())
    }
}

/// The result that a dialect of MCP wrote. The SDK adapts `resultType` to the version that the client speaks.
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

/// Calls a tool of a router, with the id of the request as the [ambient](RequestId) one. Call it from the server's own
/// `call_tool`: see the [example](self).
///
/// # Errors
///
/// The errors of the router, such as an unknown tool.
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

/// The id of a request: `request_id` or `correlation_id` in its `_meta`, as text or a number, or else the JSON-RPC id, which is
/// unique within a connection. An id is cut after 128 characters.
#[must_use]
pub fn request_id(context: &RequestContext<RoleServer>) -> Option<RequestId> {
    let given = REQUEST_ID_KEYS.iter().find_map(|key| match context.meta.get(*key)? {
        Value::String(id) => RequestId::of_client(id),
        Value::Number(id) => RequestId::of_client(&id.to_string()),
        _ => None,
    });
    given.or_else(|| RequestId::of_client(&context.id.to_string()))
}

/// The arguments of a tool, or the error if they do not fit the input schema. It replaces the SDK's `Parameters`, whose
/// error never reaches the tool.
///
/// It contains a `Result`. Unwrap it with `?`, as in `arguments?`, and never with `unwrap`, since the client causes the
/// error. `?` converts [`InvalidArguments`] into the tool's error: a [`ToolFailure`], or your own enum with a variant for
/// it:
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
/// The input schema is that of `T`, as with the SDK's `Parameters`.
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

/// The error of arguments that do not fit the input schema of a tool. It is a `VALIDATION_ERROR`, or `MISSING_REQUIRED` if an
/// argument is missing. The detail `field` is the path of the argument, such as `page.size`. In response-v2:
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
