//! The contract of a call.

use ::rmcp::RoleServer;
use ::rmcp::service::RequestContext;
use serde_json::{Value, json};

use crate::contract::{Contract, Contracts, RESPONSE_CONTRACT};
use crate::error::ToolFailure;

/// The contract of a call: `response_contract` in the `_meta` of the request, or else in an experimental capability of the client,
/// under any name, or else the server's first contract.
///
/// ```json
/// {"capabilities": {"experimental": {"foundry-mcp": {"response_contract": "v2"}}}}
/// ```
///
/// # Errors
///
/// That of [`Contract::negotiate`].
pub fn contract(
    context: &RequestContext<RoleServer>,
    contracts: &Contracts,
) -> Result<Contract, ToolFailure> {
    let of_call = context.meta.get(RESPONSE_CONTRACT).cloned();
    let asked = of_call.or_else(|| of_client(context)).unwrap_or(Value::Null);
    Contract::negotiate(&json!({RESPONSE_CONTRACT: asked}), contracts)
}

fn of_client(context: &RequestContext<RoleServer>) -> Option<Value> {
    let experimental = context.client_capabilities()?.experimental?;
    experimental.into_values().find_map(|mut capability| capability.remove(RESPONSE_CONTRACT))
}
