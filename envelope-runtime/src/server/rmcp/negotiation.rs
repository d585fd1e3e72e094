//! The contract of a call.

use ::rmcp::RoleServer;
use ::rmcp::model::JsonObject;
use ::rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::contract::{Contract, Contracts, RESPONSE_CONTRACT};
use crate::error::ToolFailure;

/// The contract of a call: `response_contract` in the `_meta` of the request, or else in an experimental capability of the client,
/// under any name, or else the server's first contract. A `null` asks for nothing.
///
/// ```json
/// {"capabilities": {"experimental": {"foundry-mcp": {"response_contract": "v2"}}}}
/// ```
///
/// The server remembers nothing else of a session: a client that agreed on a contract in another way, such as a tool of the server
/// that calls [`capability_negotiate`](crate::contract::capability_negotiate), repeats it in the `_meta` of each call.
///
/// # Errors
///
/// That of [`Contract::negotiate`].
pub fn contract(
    context: &RequestContext<RoleServer>,
    contracts: &Contracts,
) -> Result<Contract, ToolFailure> {
    let of_call = context.meta.get(RESPONSE_CONTRACT).filter(|asked| !asked.is_null());
    let asked = of_call.cloned().or_else(|| from_client(context)).unwrap_or_default();
    Contract::negotiate(&json!({RESPONSE_CONTRACT: asked}), contracts)
}

fn from_client(context: &RequestContext<RoleServer>) -> Option<Value> {
    let experimental = context.client_capabilities()?.experimental?;
    let asked = |mut capability: JsonObject| capability.remove(RESPONSE_CONTRACT);
    experimental.into_values().filter_map(asked).find(|asked| !asked.is_null())
}
