//! Tools of an MCP server that is built with `rmcp`, the official Rust SDK.
//!
//! This module has [`Parameters`], with which a tool answers arguments that do not fit, [`call_tool`], which sets the
//! request id, and [`EnvelopeTransport`], on which large results are fast. An [`Envelope`](crate::Envelope) is a result that
//! the SDK can send, so a tool keeps its shape: put `#[envelope_tool]` above the SDK's `#[tool]`. Return the data itself, or a
//! `Reply` with it, and not the SDK's `Json`.
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
//! A tool that returns its [`Envelope`](crate::Envelope) has its JSON parsed for `structuredContent`. With `returns = CallToolResult`,
//! the data is not parsed. The text is exact either way. `structuredContent` is a `serde_json::Value`, which has limits:
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
//! # Large results
//!
//! The SDK keeps structured content as a tree of values and writes it out again, which is most of the work for a large result.
//! Over standard input and output, and other pairs of streams, [`EnvelopeTransport`] writes the tool's JSON instead:
//! `server.serve(EnvelopeTransport::from(rmcp::transport::stdio()))`, with the `call_tool` above. The message stays the same.
//! Over HTTP, `returns = CallToolResult` is the faster form.
//!
//! # Several contracts
//!
//! With [`call_tool_in`] instead of [`call_tool`], tools with `dialects(…)` answer in the [contract](crate::contract) that the client
//! asks for, in the `_meta` of a call or in its capabilities. Their output schema accepts what any of their dialects writes.
//!
//! # Arguments
//!
//! The SDK answers arguments that do not fit the input schema before the tool runs, in plain text, without the structured
//! content that a tool with an output schema must send. With this module's [`Parameters`] instead of the SDK's, the tool
//! gets the error and answers with its envelope: `arguments?`, as above.
//!
//! # Clients
//!
//! [`read`](read()) reads the result that a client of the SDK gets from a tool.
//!
//! # Troubleshooting
//!
//! If the compiler says that the trait `IntoToolRoute` is not satisfied for a tool, the feature `rmcp` of this crate is off.

mod arguments;
mod negotiation;
mod read;
mod result;
mod seal;
mod transport;

use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolRequestParams, CallToolResponse};
use ::rmcp::service::{MaybeSend, RequestContext};
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use self::seal::Seal;
use crate::request_id::RequestId;

pub use self::arguments::{InvalidArguments, Parameters};
pub use self::negotiation::{call_tool_in, contract};
pub use self::read::read;
pub use self::transport::EnvelopeTransport;

/// The keys of a request's `_meta` that can have its id, in order of priority.
const REQUEST_ID_KEYS: [&str; 2] = ["request_id", "correlation_id"];

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
    let seal = context.extensions.get::<Seal>().cloned();
    let call = Seal::scope(seal, router.call(ToolCallContext::new(server, request, context)));
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
