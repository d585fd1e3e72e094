//! Routers in whose tools the request is known.

use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use ::rmcp::handler::server::tool::{DynCallToolHandler, ToolCallContext};
use ::rmcp::model::{CallToolResponse, CallToolResult};
use ::rmcp::service::MaybeSend;

use super::{contract, request_id};
use crate::contract::{Contract, Contracts};
use crate::error::ToolFailure;

/// Makes the [id](request_id) of the request the [ambient](crate::RequestId) one in the tools of a router.
///
/// `#[envelope_tool]` above `#[tool_router]` does this by itself: see the [example](super). Without it, as where each function has its
/// own attribute, write it where the router is used:
///
/// ```
/// use envelope_runtime::server::rmcp::with_request_ids;
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[tool_router]
/// impl Server {
///     #[envelope_tool(dialect = "response-v2")]
///     #[tool]
///     fn ping(&self) -> Result<(), ToolFailure> {
///         Ok(())
///     }
/// }
///
/// #[tool_handler(router = with_request_ids(Self::tool_router()))]
/// impl ServerHandler for Server {}
/// ```
///
/// Tools under the SDK alone are called as before.
#[must_use]
pub fn with_request_ids<S: MaybeSend + 'static>(router: ToolRouter<S>) -> ToolRouter<S> {
    change(router, |route| {
        let call = Arc::clone(&route.call);
        Arc::new(move |context| Box::pin(with_request_id(Arc::clone(&call), context)))
    })
}

/// [`with_request_ids`] for a server that speaks several contracts: the [`contract`](contract()) of the call is the
/// [ambient](crate::Contract) one, and every tool with `dialects(…)` answers in it.
///
/// `#[envelope_tool(dialects(…))]` above `#[tool_router]` does this by itself, with its own list. Write it for another list, such as
/// the following one, for all routers of a server:
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::server::rmcp::with_contracts;
/// use envelope_runtime::{Contracts, ToolFailure, envelope_tool};
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[tool_router]
/// impl Server {
///     #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"))]
///     #[tool]
///     fn ping(&self) -> Result<(), ToolFailure> {
///         Ok(())
///     }
/// }
///
/// #[tool_handler(router = with_contracts(Self::tool_router(), Contracts::of::<Mcp>().and::<ResponseV2>()))]
/// impl ServerHandler for Server {}
/// ```
///
/// A call for contracts that the server does not speak is answered with a `VALIDATION_ERROR` in the server's first contract.
#[must_use]
pub fn with_contracts<S: MaybeSend + 'static>(
    router: ToolRouter<S>,
    contracts: Contracts,
) -> ToolRouter<S> {
    let contracts = Arc::new(contracts);
    let negotiated = change(router, |route| {
        let (contracts, call) = (Arc::clone(&contracts), Arc::clone(&route.call));
        Arc::new(move |context| {
            Box::pin(with_contract(Arc::clone(&contracts), Arc::clone(&call), context))
        })
    });
    with_request_ids(negotiated)
}

/// A tool of a router.
pub(super) type Call<S> = Arc<DynCallToolHandler<S>>;

pub(crate) type Answer = Result<CallToolResponse, ErrorData>;

pub(super) fn change<S>(
    mut router: ToolRouter<S>,
    change: impl Fn(&ToolRoute<S>) -> Call<S>,
) -> ToolRouter<S> {
    for route in router.map.values_mut() {
        route.call = change(route);
    }
    router
}

async fn with_request_id<S: MaybeSend>(call: Call<S>, context: ToolCallContext<'_, S>) -> Answer {
    let request_id = request_id(&context.request_context);
    match request_id {
        // A tool that is not `async` runs when it is called, which has to be in the scope.
        Some(id) => id.scope(async move { call(context).await }).await,
        None => call(context).await,
    }
}

async fn with_contract<S: MaybeSend>(
    contracts: Arc<Contracts>,
    call: Call<S>,
    context: ToolCallContext<'_, S>,
) -> Answer {
    let negotiated = contract(&context.request_context, &contracts);
    in_contract(negotiated, &contracts, async move { call(context).await }).await
}

/// Runs a call in its contract. Without one, the call does not run, and a failure in the server's first contract is its answer.
pub(super) async fn in_contract(
    negotiated: Result<Contract, ToolFailure>,
    contracts: &Contracts,
    call: impl Future<Output = Answer>,
) -> Answer {
    match negotiated {
        Ok(contract) => contract.scope(call).await,
        Err(failure) => Ok(CallToolResult::from(contracts.refuse(failure)).into()),
    }
}
