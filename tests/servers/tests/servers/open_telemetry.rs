//! The spans of calls, as `tracing-opentelemetry` exports them.

use std::sync::Once;

use crate::support::connect;
use envelope_runtime::rmcp3::with_spans;
use envelope_runtime::{Payload, RequestId, ToolError, ToolFailure, envelope_tool};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::{SpanKind, Status, TracerProvider};
use opentelemetry::{Key, Value};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, RequestMetaObject};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde::Serialize;
use tracing::{Instrument, Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Returns the spans that `call` exports, in the order of their ends.
fn exported(call: impl FnOnce()) -> Vec<SpanData> {
    // A test on a thread without a subscriber would turn off the event of a call for the whole process.
    static OTHER_THREADS: Once = Once::new();
    OTHER_THREADS.call_once(|| tracing_subscriber::registry().init());

    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tools"));
    {
        let _default = tracing_subscriber::registry().with(layer).set_default();
        call();
    }
    provider.force_flush().unwrap();
    exporter.get_finished_spans().unwrap()
}

/// The attributes with these names, after checking that each is there once or not at all.
#[track_caller]
fn attributes<const N: usize>(span: &SpanData, names: [&'static str; N]) -> [Option<String>; N] {
    names.map(|name| {
        let mut values = span.attributes.iter().filter(|a| a.key == Key::from_static_str(name));
        let value = values.next().map(|attribute| match &attribute.value {
            Value::String(text) => text.to_string(),
            other => panic!("{name} is {other:?}"),
        });
        assert!(values.next().is_none(), "{name} is there twice");
        value
    })
}

fn texts<const N: usize>(values: [Option<&str>; N]) -> [Option<String>; N] {
    values.map(|value| value.map(str::to_owned))
}

fn events(span: &SpanData) -> Vec<&str> {
    span.events.iter().map(|event| &*event.name).collect()
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Spec '{0}' not found")]
    #[tool_error(code = "SPEC_NOT_FOUND")]
    NotFound(&'static str),

    #[error("no connection to postgres")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Broken,
}

#[derive(Serialize, Payload)]
struct Spec {
    title: &'static str,
}

#[envelope_tool(dialect = "response-v2")]
async fn read_spec(id: &'static str) -> Result<Spec, SpecError> {
    tracing::info!("reading");
    tokio::task::yield_now().await;
    match id {
        "auth" => Ok(Spec { title: "Sign in" }),
        "broken" => Err(SpecError::Broken),
        _ => Err(SpecError::NotFound(id)),
    }
}

/// Runs a call on a runtime of this thread, where the subscriber is.
fn run<F: Future>(call: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(call)
}

#[test]
fn a_success_has_the_names_of_the_conventions() {
    let call = RequestId::new("req_1").scope(read_spec("auth"));
    let spans = exported(|| assert!(run(call).is_success()));
    let [span] = spans.as_slice() else { panic!("{spans:?}") };
    assert_eq!(span.name, "execute_tool read_spec");
    assert_eq!(span.span_kind, SpanKind::Internal);
    assert_eq!(span.status, Status::Unset);
    assert_eq!(
        attributes(
            span,
            [
                "gen_ai.operation.name",
                "gen_ai.tool.name",
                "dialect",
                "request_id",
                "outcome",
                "error.type",
                "error.code",
            ]
        ),
        texts([
            Some("execute_tool"),
            Some("read_spec"),
            Some("response-v2"),
            Some("req_1"),
            Some("success"),
            None,
            None,
        ])
    );
    assert_eq!(events(span), ["reading", "tool call"]);
    // The exporter's own fields, such as `otel.name`, are not attributes.
    assert!(span.attributes.iter().all(|attribute| !attribute.key.as_str().starts_with("otel.")));
}

/// A failed call has the error status at any level of its event, whether the caller or the server caused the failure.
#[test]
fn a_failed_call_has_error_status() {
    for (id, error_type, code) in
        [("pay", "not_found", "SPEC_NOT_FOUND"), ("broken", "internal", "INTERNAL_ERROR")]
    {
        let spans = exported(|| assert!(!run(read_spec(id)).is_success()));
        let [span] = spans.as_slice() else { panic!("{spans:?}") };
        assert_eq!(span.name, "execute_tool read_spec");
        assert!(matches!(span.status, Status::Error { .. }), "{:?}", span.status);
        assert_eq!(
            attributes(span, ["gen_ai.tool.name", "outcome", "error.type", "error.code"]),
            texts([Some("read_spec"), Some("failure"), Some(error_type), Some(code)])
        );
        assert_eq!(events(span), ["reading", "tool call"]);
    }
}

/// The span of a call is inside the span of its request, and contains the spans of its body.
#[test]
fn a_call_is_between_its_request_and_the_spans_of_its_body() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    async fn outer() -> Result<(), ToolFailure> {
        tokio::task::yield_now().await;
        tracing::info_span!("query").in_scope(|| tracing::info!("querying"));
        Ok(())
    }

    let spans = exported(|| {
        let call = outer().instrument(tracing::info_span!("request"));
        assert!(run(call).is_success());
    });
    let [query, outer, request] = spans.as_slice() else { panic!("{spans:?}") };
    assert_eq!(
        [&*query.name, &*outer.name, &*request.name],
        ["query", "execute_tool outer", "request"]
    );
    assert_eq!(query.parent_span_id, outer.span_context.span_id());
    assert_eq!(outer.parent_span_id, request.span_context.span_id());
    assert_eq!(outer.span_context.trace_id(), request.span_context.trace_id());
    assert_eq!(events(query), ["querying"]);
    assert_eq!(events(outer), ["tool call"]);
}

/// Dropping the future of a call that takes too long is not an error of the tool.
#[test]
fn a_cancelled_call_ends_its_span() {
    #[envelope_tool(dialect = "response-v2")]
    async fn stuck() -> Result<(), ToolFailure> {
        tracing::info!("waiting");
        std::future::pending().await
    }

    let spans = exported(|| {
        let limit = std::time::Duration::from_millis(1);
        run(async { tokio::time::timeout(limit, stuck()).await }).unwrap_err();
    });
    let [span] = spans.as_slice() else { panic!("{spans:?}") };
    assert_eq!(attributes(span, ["outcome", "error.type"]), texts([Some("cancelled"), None]));
    assert_eq!(span.status, Status::Unset);
    assert_eq!(events(span), ["waiting"]);
}

#[test]
fn a_panic_has_error_status() {
    #[envelope_tool(dialect = "response-v2", catch_panic)]
    async fn fall() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("index out of bounds"))
    }

    let spans = exported(|| assert_eq!(run(fall()).error_code(), Some("INTERNAL_ERROR")));
    let [span] = spans.as_slice() else { panic!("{spans:?}") };
    assert_eq!(
        attributes(span, ["outcome", "error.type"]),
        texts([Some("panicked"), Some("internal")])
    );
    assert!(matches!(span.status, Status::Error { .. }), "{:?}", span.status);
}

/// The `_meta` of a request, which carries the context of a trace.
struct Carrier<M>(M);

impl Extractor for Carrier<&RequestMetaObject> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.as_str()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }
}

impl Injector for Carrier<&mut RequestMetaObject> {
    fn set(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value.into());
    }
}

/// A server whose spans continue the traces of its callers.
struct Server;

#[envelope_tool(dialect = "response-v2")]
#[tool_router]
impl Server {
    #[tool]
    async fn read_auth(&self) -> Result<Spec, SpecError> {
        tokio::task::yield_now().await;
        Ok(Spec { title: "Sign in" })
    }

    #[tool]
    fn read_nothing(&self) -> Result<Spec, SpecError> {
        Err(SpecError::NotFound("nothing"))
    }
}

#[tool_handler(router = with_spans(Self::tool_router(), |span, meta| {
    let caller = TraceContextPropagator::new().extract(&Carrier(meta));
    span.set_parent(caller).expect("a span of OpenTelemetry that has not started");
}))]
impl ServerHandler for Server {}

/// Calls a tool in a client's span.
async fn ask(tool: &'static str) {
    let client = connect(Server).await;
    let call = async {
        let mut meta = RequestMetaObject::new();
        let context = Span::current().context();
        TraceContextPropagator::new().inject_context(&context, &mut Carrier(&mut meta));
        let mut params = CallToolRequestParams::new(tool);
        params.meta = Some(meta);
        client.call_tool(params).await.expect("a result")
    };
    call.instrument(info_span!("ask", otel.kind = "client")).await;
    client.cancel().await.expect("an end");
}

#[track_caller]
fn named<'a>(spans: &'a [SpanData], name: &str) -> &'a SpanData {
    let found: Vec<_> = spans.iter().filter(|span| span.name == name).collect();
    let [span] = found.as_slice() else { panic!("{name}: {spans:?}") };
    span
}

#[test]
fn a_trace_goes_from_a_client_through_the_span_of_the_tool() {
    for (tool, error_type) in [("read_auth", None), ("read_nothing", Some("tool_error"))] {
        let spans = exported(|| run(ask(tool)));
        let client = named(&spans, "ask");
        let request = named(&spans, &format!("tools/call {tool}"));
        let call = named(&spans, &format!("execute_tool {tool}"));
        assert_eq!(request.parent_span_id, client.span_context.span_id());
        assert_eq!(call.parent_span_id, request.span_context.span_id());
        for span in [request, call] {
            assert_eq!(span.span_context.trace_id(), client.span_context.trace_id());
        }
        assert!(request.parent_span_is_remote);
        assert_eq!(request.span_kind, SpanKind::Server);
        assert_eq!(matches!(request.status, Status::Error { .. }), error_type.is_some());
        let [method, name, id, version, error] = attributes(
            request,
            [
                "mcp.method.name",
                "gen_ai.tool.name",
                "jsonrpc.request.id",
                "mcp.protocol.version",
                "error.type",
            ],
        );
        assert_eq!([method, name, error], texts([Some("tools/call"), Some(tool), error_type]));
        assert!(id.is_some_and(|id| id.parse::<u32>().is_ok()));
        assert!(version.is_some_and(|version| version.starts_with("20")));
    }
}

struct OverHttp;

#[tool_router]
impl OverHttp {
    #[tool]
    async fn refuse(&self) -> Result<CallToolResult, ErrorData> {
        Err(ErrorData::invalid_params("There is no such folder", None))
    }
}

/// Adds the headers that the SDK gives a request over HTTP.
impl ServerHandler for OverHttp {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let request_of_http =
            http::Request::builder().header("Mcp-Session-Id", "191c4850").body(());
        context.extensions.insert(request_of_http.unwrap().into_parts().0);
        let router = with_spans(Self::tool_router(), |_, _| {});
        router.call(ToolCallContext::new(self, request, context)).await
    }
}

#[test]
fn a_request_has_its_session_and_the_code_of_a_refusal() {
    let spans = exported(|| {
        run(async {
            let client = connect(OverHttp).await;
            client.call_tool(CallToolRequestParams::new("refuse")).await.unwrap_err();
            client.cancel().await.unwrap();
        });
    });
    let request = named(&spans, "tools/call refuse");
    assert!(matches!(request.status, Status::Error { .. }), "{:?}", request.status);
    assert_eq!(
        attributes(request, ["mcp.session.id", "error.type", "rpc.response.status_code"]),
        texts([Some("191c4850"), Some("-32602"), Some("-32602")])
    );
}
