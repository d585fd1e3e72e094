//! What a client of an older protocol version can read: structured content, and output schemas, that are objects.

use ::rmcp::RoleServer;
use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::model::{CacheScope, CallToolResponse, ListToolsResult, ProtocolVersion};
use ::rmcp::service::{MaybeSend, RequestContext};
use serde_json::{Value, json};

use super::seal::Seal;

/// The tools of a router, as the connected client can read them. Call it from the server's own `list_tools`, where a tool of
/// `mcp-2026-07-28` returns data that is not an object.
///
/// A client of an older protocol version cannot read an output schema that is not of the type `object`, and with it the whole list:
/// it gets such a tool without its schema. A router with [request ids](super::with_request_ids) leaves out the structured content of
/// its results, too.
///
/// ```
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::model::{ListToolsResult, PaginatedRequestParams};
/// use rmcp::service::RequestContext;
/// use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[envelope_tool(dialect = "mcp-2026-07-28", output_schema)]
/// #[tool_router]
/// impl Server {
///     /// Lists the names.
///     #[tool]
///     fn list_names(&self) -> Result<Vec<String>, ToolFailure> {
///         Ok(vec!["auth".to_owned()])
///     }
/// }
///
/// #[tool_handler]
/// impl ServerHandler for Server {
///     async fn list_tools(
///         &self,
///         _: Option<PaginatedRequestParams>,
///         context: RequestContext<RoleServer>,
///     ) -> Result<ListToolsResult, ErrorData> {
///         Ok(envelope_runtime::rmcp::list_tools(&Self::tool_router(), &context))
///     }
/// }
/// ```
#[must_use]
pub fn list_tools<S: MaybeSend + 'static>(
    router: &ToolRouter<S>,
    context: &RequestContext<RoleServer>,
) -> ListToolsResult {
    let mut tools = router.list_all();
    if reads_any_value(context) {
        // What the SDK's own list says to such a client.
        let mut list = ListToolsResult::with_all_items(tools);
        list.ttl_ms = Some(0);
        list.cache_scope = Some(CacheScope::Public);
        return list;
    }
    for tool in &mut tools {
        let is_object =
            |schema: &serde_json::Map<_, _>| schema.get("type") == Some(&json!("object"));
        tool.output_schema.take_if(|schema| !is_object(schema));
    }
    ListToolsResult::with_all_items(tools)
}

/// Whether structured content can be any value in the protocol version of the client.
pub(super) fn reads_any_value(context: &RequestContext<RoleServer>) -> bool {
    // A version is a date, in an order that is that of the text.
    let later = ProtocolVersion::V_2026_07_28;
    context.protocol_version().is_some_and(|version| version.as_str() >= later.as_str())
}

/// The response without structured content that is not an object.
pub(super) fn only_objects(
    mut response: CallToolResponse,
    seal: Option<&Seal>,
) -> CallToolResponse {
    if let CallToolResponse::Complete(result) = &mut response {
        result.structured_content.take_if(|structure| !is_object(structure, seal));
    }
    response
}

fn is_object(structure: &Value, seal: Option<&Seal>) -> bool {
    let sealed = seal.and_then(|seal| seal.open(structure));
    sealed.map_or(structure.is_object(), |json| json.trim_start().starts_with('{'))
}
