//! The dialect of a call.

use ::rmcp::RoleServer;
use ::rmcp::model::JsonObject;
use ::rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::error::ToolFailure;
use crate::negotiation::{AnyDialect, Dialects, RESPONSE_CONTRACT};

/// The dialect of a call: `response_contract` from the `_meta` of the request, or else from any experimental capability of the client, or
/// else the server's first dialect. A `null` asks for nothing.
///
/// ```json
/// {"capabilities": {"experimental": {"foundry-mcp": {"response_contract": "v2"}}}}
/// ```
///
/// The server remembers nothing else of a session: a client that agreed on a dialect in another way, such as a tool of the server
/// that calls [`capability_negotiate`](crate::negotiation::capability_negotiate), repeats it in the `_meta` of each call.
///
/// # Errors
///
/// The error of [`AnyDialect::negotiate`].
pub fn dialect(
    context: &RequestContext<RoleServer>,
    dialects: &Dialects,
) -> Result<AnyDialect, ToolFailure> {
    let of_call = context.meta.get(RESPONSE_CONTRACT).filter(|asked| !asked.is_null());
    let asked = of_call.cloned().or_else(|| from_client(context)).unwrap_or_default();
    AnyDialect::negotiate(&json!({RESPONSE_CONTRACT: asked}), dialects)
}

fn from_client(context: &RequestContext<RoleServer>) -> Option<Value> {
    let experimental = context.client_capabilities()?.experimental?;
    let asked = |mut capability: JsonObject| capability.remove(RESPONSE_CONTRACT);
    experimental.into_values().filter_map(asked).find(|asked| !asked.is_null())
}
