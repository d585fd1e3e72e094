//! Routers whose tools know the id and the dialect of the request.

use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use ::rmcp::handler::server::tool::DynCallToolHandler;
use ::rmcp::model::{CallToolResponse, CallToolResult};
use ::rmcp::service::MaybeSend;

use super::{dialect, request_id};
use crate::error::ToolFailure;
use crate::negotiation::{AnyDialect, Dialects};
use crate::request_id::CURRENT;
use crate::scope::{Scope, scope};

/// Makes the request's [id](request_id) [ambient](crate::RequestId) in the tools of a router.
///
/// `#[envelope_tool]` above `#[tool_router]` does this by itself: see the [example](super). Without it, for example if each function has
/// its own attribute, call this function where the router is used:
///
/// ```
/// use envelope_runtime::rmcp3::with_request_ids;
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
/// Tools without an envelope answer as before.
#[must_use]
pub fn with_request_ids<S: MaybeSend + 'static>(router: ToolRouter<S>) -> ToolRouter<S> {
    change(router, |route| {
        let call = Arc::clone(&route.call);
        Arc::new(move |context| {
            let id = request_id(&context.request_context);
            // A tool that is not `async` runs when it is called.
            let _scope = Scope::enter(&CURRENT, id.clone());
            Box::pin(scope(&CURRENT, id, call(context)))
        })
    })
}

/// Does the same as [`with_request_ids`], and also makes the [`dialect`](dialect()) of the call [ambient](crate::AnyDialect): every tool
/// with `dialects(…)` answers in this dialect.
///
/// `#[envelope_tool(dialects(…))]` above `#[tool_router]` does this by itself, with its own list. Call this function for another list, such
/// as one list for all routers of a server:
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::rmcp3::with_dialects;
/// use envelope_runtime::{Dialects, ToolFailure, envelope_tool};
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
/// #[tool_handler(router = with_dialects(Self::tool_router(), Dialects::of::<Mcp>().and::<ResponseV2>()))]
/// impl ServerHandler for Server {}
/// ```
///
/// A call for dialects that the server does not speak is answered with a `VALIDATION_ERROR` in the server's first dialect.
#[must_use]
pub fn with_dialects<S: MaybeSend + 'static>(
    router: ToolRouter<S>,
    dialects: Dialects,
) -> ToolRouter<S> {
    let dialects = Arc::new(dialects);
    let negotiated = change(router, |route| {
        let (dialects, call) = (Arc::clone(&dialects), Arc::clone(&route.call));
        Arc::new(move |context| {
            let (dialects, call) = (Arc::clone(&dialects), Arc::clone(&call));
            Box::pin(async move {
                let negotiated = dialect(&context.request_context, &dialects);
                in_dialect(negotiated, &dialects, async { call(context).await }).await
            })
        })
    });
    with_request_ids(negotiated)
}

/// The router of a block, from any version of rmcp. The compiler prefers the inherent method, which only a router of this version has.
#[derive(Debug)]
pub struct AnyRouter<R>(pub R);

impl<S> AnyRouter<ToolRouter<S>> {
    /// Changes the router.
    pub fn __with<R>(self, change: impl FnOnce(ToolRouter<S>) -> R) -> R {
        change(self.0)
    }
}

/// A router of another version, which stays as it is.
pub trait OtherRouter {
    /// The router.
    type Router;

    /// The router as it is.
    fn __with<R>(self, change: impl FnOnce(ToolRouter<()>) -> R) -> Self::Router;
}

impl<Other> OtherRouter for AnyRouter<Other> {
    type Router = Other;

    fn __with<R>(self, _change: impl FnOnce(ToolRouter<()>) -> R) -> Other {
        self.0
    }
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

/// Runs a call in its dialect. If the negotiation has failed, the call does not run, and the answer is a failure in the server's first
/// dialect.
pub(super) async fn in_dialect(
    negotiated: Result<AnyDialect, ToolFailure>,
    dialects: &Dialects,
    call: impl Future<Output = Answer>,
) -> Answer {
    match negotiated {
        Ok(dialect) => dialect.scope(call).await,
        Err(failure) => Ok(CallToolResult::from(dialects.refuse(failure)).into()),
    }
}
