//! The id and the dialect of a request, for a handwritten `call_tool`.

use std::future::Future;

use ::rmcp::RoleServer;
use ::rmcp::service::RequestContext;

use super::router::{Answer, in_dialect};
use super::{dialect, request_id};
use crate::negotiation::Dialects;
use crate::request_id::CURRENT;
use crate::scope::scope;

/// Runs the body of a handwritten `call_tool`, for tasks, tools that are known only at run time, or requests for input: inside, the
/// [id](request_id) of the request is the ambient one.
///
/// ```
/// use envelope_runtime::rmcp3::scope_request;
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler};
///
/// #[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
/// async fn run(name: &str) -> Result<(), ToolFailure> {
///     Err(ToolFailure::not_found("Tool", name))
/// }
///
/// struct Server;
///
/// impl ServerHandler for Server {
///     async fn call_tool(
///         &self,
///         request: CallToolRequestParams,
///         context: RequestContext<RoleServer>,
///     ) -> Result<CallToolResponse, ErrorData> {
///         scope_request(&context, async { Ok(run(&request.name).await.into()) }).await
///     }
/// }
/// ```
///
/// Any result passes through, including a request for input and a new task. [`with_request_ids`](super::with_request_ids) does this for a
/// router.
pub async fn scope_request<F: Future>(context: &RequestContext<RoleServer>, call: F) -> F::Output {
    scope(&CURRENT, request_id(context), call).await
}

/// [`scope_request`] for a server that speaks several dialects: the [`dialect`](dialect()) of the call is also the ambient one.
///
/// A call for dialects that the server does not speak does not run. It is answered with a `VALIDATION_ERROR` in the server's first dialect.
///
/// # Errors
///
/// The error of the call.
pub async fn scope_dialect(
    context: &RequestContext<RoleServer>,
    dialects: &Dialects,
    call: impl Future<Output = Answer>,
) -> Answer {
    let negotiated = dialect(context, dialects);
    scope_request(context, in_dialect(negotiated, dialects, call)).await
}
