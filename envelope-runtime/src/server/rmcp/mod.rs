//! Tools of an MCP server that is built with `rmcp`, the official Rust SDK.
//!
//! Put one `#[envelope_tool]` above the SDK's `#[tool_router]`: each function with `#[tool]` answers with an envelope, also if its
//! arguments do not fit. Return the data itself, or a `Reply` with it, and not the SDK's `Json`. This module also has
//! [`call_tool`], which sets the request id, and [`EnvelopeTransport`], on which large results are fast.
//!
//! ```
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use rmcp::handler::server::wrapper::Parameters;
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
//! #[envelope_tool(dialect = "response-v2", output_schema, returns = CallToolResult)]
//! #[tool_router]
//! impl Specs {
//!     /// Reads a spec.
//!     #[tool]
//!     async fn read_spec(
//!         &self,
//!         Parameters(ReadSpec { id }): Parameters<ReadSpec>,
//!     ) -> Result<Spec, ToolFailure> {
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
//! With `output_schema`, the `outputSchema` of the tool covers failures, too. The attribute passes it to `#[tool]`, unless `#[tool]`
//! already names one.
//!
//! # The order of the attributes
//!
//! On a block, `#[envelope_tool]` is above or below `#[tool_router]`. On a function, put `#[envelope_tool]` above `#[tool]`. The other
//! order works, too, but there the SDK expands first: it answers arguments that do not fit itself, `#[tool]` has to name the output
//! schema, `#[tool(output_schema = Self::read_spec_output_schema())]`, and the SDK (as of 3.9) ignores a doc comment above
//! `#[envelope_tool]`. In a block, the order on a function does not matter.
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
//! # Data that is not an object
//!
//! In `mcp-2026-07-28`, data and its schema can be any value, such as an array. A client of an older protocol version reads only
//! objects: one schema that is not of the type `object` makes its `tools/list` fail. [`list_tools`] leaves such schemas out for it, and
//! [`call_tool`] such structured content, whose text it still gets. Use both in a server with such tools. The handlers that the SDK
//! writes, as with `#[tool_router(server_handler)]`, send every client the same, and a tool does not know the version of its client.
//!
//! # Arguments
//!
//! The SDK answers arguments that do not fit the input schema before the tool runs, in plain text, without the structured
//! content that a tool with an output schema must send. Under `#[envelope_tool]`, a tool that takes the SDK's `Parameters<T>` answers
//! them with its own envelope, whose error is [`InvalidArguments`]. Its body only runs with arguments that fit. For this, the macro
//! replaces the type in the signature with this module's [`Parameters`]. A test that calls the tool passes that type.
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
mod version;

use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolRequestParams, CallToolResponse};
use ::rmcp::service::{MaybeSend, RequestContext};
use ::rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use self::seal::Seal;
use self::version::{only_objects, reads_any_value};
use crate::request_id::RequestId;

#[doc(hidden)]
pub use self::arguments::{FromArguments, fitting};
pub use self::arguments::{InvalidArguments, Parameters};
pub use self::negotiation::{call_tool_in, contract};
pub use self::read::read;
pub use self::transport::EnvelopeTransport;
pub use self::version::list_tools;

/// The keys of a request's `_meta` that can have its id, in order of priority.
const REQUEST_ID_KEYS: [&str; 2] = ["request_id", "correlation_id"];

/// Calls a tool of a router, with the id of the request as the [ambient](RequestId) one. Call it from the server's own
/// `call_tool`: see the [example](self).
///
/// A client of a protocol version before 2026-07-28 does not get structured content that is not an object: see [`list_tools`].
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
    let reads_any_value = reads_any_value(&context);
    let call = router.call(ToolCallContext::new(server, request, context));
    let call = Seal::scope(seal.clone(), call);
    let response = match request_id {
        Some(id) => id.scope(call).await,
        None => call.await,
    }?;
    Ok(if reads_any_value { response } else { only_objects(response, seal.as_ref()) })
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
