//! The span of a request, in the trace of its caller.

use std::sync::Arc;

use ::rmcp::RoleServer;
use ::rmcp::handler::server::router::tool::ToolRouter;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolResponse, RequestMetaObject};
use ::rmcp::service::{MaybeSend, RequestContext};
use tracing::field::Empty;
use tracing::{Instrument, Span, info_span};

use super::router::{Answer, change};

/// Runs each tool of a router in a span for its request, which can continue the trace of the caller. This function needs the feature
/// `tracing01`.
///
/// The span follows OpenTelemetry's conventions for MCP. The [span of the call](crate#features) is its child, and so is everything that
/// a tool without an envelope logs.
///
/// | field | value |
/// |---|---|
/// | `otel.name`, `otel.kind` | `tools/call {tool}`, `server` |
/// | `mcp.method.name` | `tools/call` |
/// | `mcp.protocol.version` | the version that the client speaks |
/// | `mcp.session.id` | the session of a client over HTTP, with the feature `http1`. Absent without sessions |
/// | `gen_ai.operation.name`, `gen_ai.tool.name` | `execute_tool`, and the name of the tool |
/// | `jsonrpc.request.id` | the id of the request |
/// | `traceparent` | empty, for servers that log it without OpenTelemetry |
/// | `error.type`, `otel.status_code` | `tool_error` or the code of a JSON-RPC error, and `ERROR`. Absent if the call succeeded |
/// | `rpc.response.status_code` | the code of a JSON-RPC error |
///
/// `continue_trace` gets the span before the span starts, and the `_meta` of the request, in which a client sends `traceparent`,
/// `tracestate` and `baggage`. The guide shows how `tracing-opentelemetry` makes them the parent.
///
/// ```
/// use envelope_runtime::rmcp3::with_spans;
/// use envelope_runtime::{ToolFailure, envelope_tool};
/// use rmcp::{ServerHandler, tool, tool_handler, tool_router};
///
/// struct Server;
///
/// #[envelope_tool(dialect = "response-v2")]
/// #[tool_router]
/// impl Server {
///     #[tool]
///     fn ping(&self) -> Result<(), ToolFailure> {
///         Ok(())
///     }
/// }
///
/// #[tool_handler(router = with_spans(Self::tool_router(), |span, meta| {
///     if let Some(parent) = meta.get_traceparent() {
///         span.record("traceparent", parent);
///     }
/// }))]
/// impl ServerHandler for Server {}
/// ```
#[must_use]
pub fn with_spans<S: MaybeSend + 'static>(
    router: ToolRouter<S>,
    continue_trace: impl Fn(&Span, &RequestMetaObject) + Send + Sync + 'static,
) -> ToolRouter<S> {
    let continue_trace = Arc::new(continue_trace);
    change(router, |route| {
        let (call, continue_trace) = (Arc::clone(&route.call), Arc::clone(&continue_trace));
        Arc::new(move |context| {
            let span = span_of(&context);
            continue_trace(&span, &context.request_context.meta);
            // A tool that is not `async` runs when it is called.
            let answer = span.in_scope(|| call(context));
            Box::pin(in_span(span, answer))
        })
    })
}

fn span_of<S>(context: &ToolCallContext<'_, S>) -> Span {
    let request = &context.request_context;
    info_span!(
        target: "envelope_runtime",
        "tools/call",
        otel.name = format!("tools/call {}", context.name),
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = "tools/call",
        // As strings, which a subscriber can escape: the client chooses them.
        mcp.protocol.version = request.protocol_version().map(|version| version.to_string()),
        mcp.session.id = session_of(request),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = &*context.name,
        jsonrpc.request.id = request.id.to_string(),
        traceparent = Empty,
        rpc.response.status_code = Empty,
        error.type = Empty,
    )
}

/// The session that the headers of a request name.
#[cfg(feature = "http1")]
fn session_of(request: &RequestContext<RoleServer>) -> Option<&str> {
    let parts = request.extensions.get::<::http::request::Parts>()?;
    parts.headers.get("mcp-session-id")?.to_str().ok()
}

#[cfg(not(feature = "http1"))]
fn session_of(_request: &RequestContext<RoleServer>) -> Option<&str> {
    None
}

async fn in_span(span: Span, answer: impl Future<Output = Answer>) -> Answer {
    let answer = answer.instrument(span.clone()).await;
    let error_type = match &answer {
        Ok(CallToolResponse::Complete(result)) if result.is_error == Some(true) => {
            Some("tool_error".to_owned())
        }
        Ok(_) => None,
        Err(error) => {
            let code = error.code.0.to_string();
            span.record("rpc.response.status_code", &*code);
            Some(code)
        }
    };
    if let Some(error_type) = error_type {
        span.record("error.type", error_type);
        span.record("otel.status_code", "ERROR");
    }
    answer
}
