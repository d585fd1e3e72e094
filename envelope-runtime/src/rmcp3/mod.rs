//! Tools of an MCP server that is built with `rmcp`, the official Rust SDK.
//!
//! | item | purpose |
//! |---|---|
//! | `#[envelope_tool]` above `#[tool_router]` | the tools of a server |
//! | `returns = CallToolResult` | the SDK's own result, for code that changes it |
//! | [`Arguments`] | arguments that a tool checks itself |
//! | [`with_request_ids`], [`with_dialects`], [`request_id`], [`dialect`] | the request's id and dialect, without the attribute |
//! | `with_spans` | the span of a request, in the trace of its caller; with the feature `tracing01` |
//! | [`scope_request`], [`scope_dialect`] | the request's id and dialect, for a handwritten `call_tool` |
//! | [`FAILURES_KEY`] | the failures of a tool in the list of tools |
//! | [`with_copies`], [`Copies`] | text or structure for each client |
//! | [`with_suggestions`] | an answer to the call of an unknown tool |
//!
//! Put one `#[envelope_tool]` above the SDK's `#[tool_router]`: each function with `#[tool]` answers with an envelope, even if
//! its arguments do not fit. Return the data itself, or a `Reply` with it, and not the SDK's `Json`.
//!
//! ```
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use rmcp::handler::server::wrapper::Parameters;
//! use rmcp::model::CallToolResult;
//! use rmcp::{tool, tool_router};
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
//! #[tool_router(server_handler)]
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
//! assert_eq!(Specs::read_spec_tool_attr().description.as_deref(), Some("Reads a spec."));
//! ```
//!
//! # Results
//!
//! | dialect | `structuredContent` | `content` | `isError` |
//! |---|---|---|---|
//! | response-v2, dotbot, Code Scalpel, custom | the envelope | the envelope, as one text block | true if the call failed |
//! | a dialect of [`mcp`](crate::mcp) | the envelope's | the envelope's | the envelope's |
//!
//! `structuredContent` is a `serde_json::Value`. A tool with `#[tool]`, or with `returns = CallToolResult`, builds this tree while it
//! serializes its data. Any other [`Envelope`](crate::Envelope), such as a forwarded one, is parsed when it is converted into a
//! `CallToolResult`. Both `Value` and the SDK have limits:
//!
//! - A `Value` cannot contain an integer beyond 64 bits, or, from raw JSON, a number such as `1e400` or half of a surrogate pair. With such
//!   data, a tool that builds the tree fails with an `INTERNAL_ERROR`, and an envelope that is parsed is sent as text only.
//! - If a result has a content block of a kind that the SDK does not know, its whole JSON is sent as a text block, after the text of
//!   the data.
//! - The SDK stores the `priority` of a content block's annotations as an `f32`.
//!
//! The SDK writes `resultType`, for clients of the protocol version 2026-07-28 only.
//!
//! With `output_schema`, the `outputSchema` of the tool also covers failures. The attribute passes it to `#[tool]`, unless `#[tool]`
//! already names one.
//!
//! With `list_failures`, the `_meta` of the tool in `tools/list` has the [failures](crate::DeclaredFailures) of its error, under
//! [`FAILURES_KEY`].
//!
//! # Text or structure
//!
//! A result has its data as text and as structure, as the specification recommends, and clients read one or the other. [`with_copies`]
//! leaves out the copy that a client does not read. The guide lists the copy that each well-known client reads.
//!
//! # The order of the attributes
//!
//! On a block, put `#[envelope_tool]` above `#[tool_router]`. The other order does not compile, since the [request ids](#request-ids) would
//! be missing. On a function, put `#[envelope_tool]` above `#[tool]`. In a block, the order on a function does not matter. Outside of a
//! block, if `#[tool]` is above, the SDK expands first, and ignores (as of 3.11) a doc comment above `#[envelope_tool]`. A method with
//! `Parameters` or `output_schema` does not compile in that order, since the SDK would read the arguments and not get the schema.
//!
//! # Tools by hand
//!
//! In a block, `#[envelope_tool(skip)]` on a function leaves it as it is. The SDK sends its result, and its body runs
//! with the request's id as well:
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool};
//! use rmcp::ErrorData;
//! use rmcp::model::CallToolResult;
//! use rmcp::{tool, tool_router};
//!
//! struct Specs;
//!
//! #[envelope_tool(dialect = "response-v2")]
//! #[tool_router(server_handler)]
//! impl Specs {
//!     #[tool]
//!     fn count_specs(&self) -> Result<(), ToolFailure> {
//!         Err(ToolFailure::unavailable("The index is being rebuilt"))
//!     }
//!
//!     #[tool]
//!     #[envelope_tool(skip)]
//!     fn count_twice(&self) -> Result<CallToolResult, ErrorData> {
//!         let _ = self.count_specs();
//!         Ok(self.count_specs().into())
//!     }
//! }
//!
//! assert_eq!(Specs.count_twice().unwrap().is_error, Some(true));
//! ```
//!
//! A tool can answer with the [`Envelope`](crate::Envelope) of another tool, or with a `CallToolResult` that is made from it. Neither can
//! be the tool's data, since a failure would then be sent as a success: such a type does not compile. If an alias or a field hides the
//! type, the call fails with an `INTERNAL_ERROR`. For the same reason, `returns = String` does not compile under `#[tool]`: the SDK sends
//! any text as a success.
//!
//! # Request ids
//!
//! In the tools of the block, the [ambient](crate::RequestId) request id is the client's id from `_meta`, or else the id of the JSON-RPC
//! request. See [`request_id`]. This holds for every use of the router: by `#[tool_router(server_handler)]`, by a handwritten
//! `#[tool_handler]`, in a field, or added to another router. For a router without the attribute, there is [`with_request_ids`].
//!
//! A client that sends a JSON-RPC id again before its answer, which the specification forbids, gets fewer answers than calls: the SDK drops
//! the second answer.
//!
//! # HTTP
//!
//! A server whose tools send nothing but their answers needs no sessions:
//! `.with_legacy_session_mode(false).with_json_response(true)` of the SDK's `StreamableHttpServerConfig`. Then nothing is kept
//! for a client, a call is cancelled if its connection closes, and an answer is one JSON body. A stream of events, the SDK's
//! default, can take 40 ms longer on a connection that is kept alive, unless the server sets `TCP_NODELAY`. Without sessions, the
//! capabilities of a client are known only in `initialize`, so it has to ask for a [dialect](#several-dialects) in the `_meta`
//! of each call.
//!
//! `axum::serve` sets no limits for connections and slow clients: run a public server behind a reverse proxy.
//!
//! # Several dialects
//!
//! With `#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]` on the block, its tools answer in the [dialect](crate::negotiation)
//! that the client asks for, in the `_meta` of a call or in its capabilities: see [`dialect`](dialect()). A call that asks for dialects
//! that are not in the list is answered with a `VALIDATION_ERROR`, in the first dialect of the list. The output schema of a tool accepts
//! the envelopes of all its dialects. [`with_dialects`] does the same for a router without the attribute.
//!
//! # Data that is not an object
//!
//! In `mcp-2026-07-28`, data and its schema can be any value, such as an array. A client of an older protocol version reads only
//! objects. As of 3.11, the SDK removes other structured content and output schemas for such a client, and the text remains: declare
//! `rmcp = "3.11"` in a server with such tools. The SDK's earlier versions send both to every client, and one schema that is not of
//! the type `object` makes an older client refuse the whole `tools/list`.
//!
//! # Arguments
//!
//! The SDK rejects arguments that do not fit the input schema before the tool runs, in plain text, without the structured content
//! that a tool with an output schema must send. Under `#[envelope_tool]`, a tool that takes the SDK's `Parameters<T>` answers
//! such a call with its own envelope, and its body only runs with arguments that fit. For this, the macro replaces the type in the
//! signature with [`Arguments`]; a test that calls the tool also passes this type.
//!
//! # Clients
//!
//! A client reads the JSON of the result that the SDK returns: `envelope_client::read`.
//!
//! # Troubleshooting
//!
//! If a compile error names the trait `IntoToolRoute`, the feature `rmcp3` of this crate is off.

mod arguments;
mod attribute_order;
mod by_hand;
mod copies;
mod listed_failures;
mod negotiation;
mod result;
mod router;
#[cfg(feature = "tracing01")]
mod spans;
mod suggestions;

use ::rmcp::RoleServer;
use ::rmcp::service::RequestContext;
use serde_json::Value;

use crate::request_id::RequestId;

#[doc(hidden)]
pub use self::arguments::TakesArguments;
#[doc(hidden)]
pub use self::attribute_order::is_above_tool;
pub use self::by_hand::{scope_dialect, scope_request};
pub use self::copies::{ChooseCopies, Copies, with_copies};
pub use self::listed_failures::FAILURES_KEY;
#[doc(hidden)]
pub use self::listed_failures::with_failures;
pub use self::negotiation::dialect;
#[doc(hidden)]
pub use self::result::with_tree;
#[doc(hidden)]
pub use self::router::{AnyRouter, OtherRouter};
pub use self::router::{with_dialects, with_request_ids};
#[cfg(feature = "tracing01")]
pub use self::spans::with_spans;
pub use self::suggestions::{Suggestions, with_suggestions};
pub use crate::tool_arguments::Arguments;
#[doc(no_inline)]
pub use ::rmcp::handler::server::wrapper::Parameters;

/// The keys of a request's `_meta` that can have its id, in order of priority.
const REQUEST_ID_KEYS: [&str; 2] = ["request_id", "correlation_id"];

/// The id of a request: `request_id` or `correlation_id` in its `_meta`, as text or a number, or else the JSON-RPC id, which is
/// unique within a connection. An id is cut after 128 characters.
#[must_use]
pub fn request_id(context: &RequestContext<RoleServer>) -> Option<RequestId> {
    let given = REQUEST_ID_KEYS.iter().find_map(|key| match context.meta.get(*key)? {
        Value::String(id) => RequestId::from_client(id),
        Value::Number(id) => RequestId::from_client(&id.to_string()),
        _ => None,
    });
    given.or_else(|| RequestId::from_client(&context.id.to_string()))
}
