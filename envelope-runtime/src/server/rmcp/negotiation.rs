//! The contract of a call.

use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use ::rmcp::service::{MaybeSend, RequestContext};
use ::rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};

use super::{call_tool, request_id};
use crate::contract::{Contract, Contracts, RESPONSE_CONTRACT};
use crate::error::ToolFailure;

/// [`call_tool`] for a server that speaks several contracts: it sets the [`contract`] of the call as the
/// [ambient](Contract) one, and every tool with `dialects(…)` answers in it.
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::{Contracts, Payload, ToolFailure, envelope_tool};
/// use rmcp::model::{CallToolRequestParams, CallToolResponse};
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
/// use schemars::JsonSchema;
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload, JsonSchema)]
/// struct Health {
///     ready: bool,
/// }
///
/// struct Server;
///
/// #[tool_router]
/// impl Server {
///     /// Says whether the server is ready.
///     #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), output_schema)]
///     #[tool]
///     fn health(&self) -> Result<Health, ToolFailure> {
///         Ok(Health { ready: true })
///     }
/// }
///
/// #[tool_handler]
/// impl ServerHandler for Server {
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         let contracts = Contracts::of::<Mcp>().and::<ResponseV2>();
///         envelope_runtime::rmcp::call_tool_in(&contracts, &Self::tool_router(), self, request, context).await
///     }
/// }
/// ```
///
/// A call for contracts that the server does not speak is answered with a `VALIDATION_ERROR` in the server's first contract.
///
/// # Errors
///
/// The errors of the router, such as an unknown tool.
pub async fn call_tool_in<S: MaybeSend + 'static>(
    contracts: &Contracts,
    router: &ToolRouter<S>,
    server: &S,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    match contract(&context, contracts) {
        Ok(contract) => {
            // In a box, since each scope would hold another copy of this large future.
            contract.scope(Box::pin(call_tool(router, server, request, context))).await
        }
        Err(failure) => Ok(refused(contracts, failure, &context).into()),
    }
}

fn refused(
    contracts: &Contracts,
    failure: ToolFailure,
    context: &RequestContext<RoleServer>,
) -> CallToolResult {
    match request_id(context) {
        Some(id) => id.sync_scope(|| contracts.refuse(failure)).into(),
        None => contracts.refuse(failure).into(),
    }
}

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
