//! Each call has a span around its body, with the fields of OpenTelemetry's conventions for generative AI.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{
    AnyDialect, Dialects, Envelope, Payload, RequestId, ToolError, ToolFailure, dialect,
    envelope_tool,
};
use serde::{Serialize, Serializer};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

type Values = BTreeMap<&'static str, String>;

/// A span that was closed.
#[derive(Clone, Debug, PartialEq)]
struct Span {
    name: &'static str,
    target: String,
    level: String,
    parent: Option<&'static str>,
    fields: Values,
    /// The messages of the events in it.
    events: Vec<String>,
    /// How often it was entered.
    entered: usize,
}

/// Everything that was recorded.
#[derive(Clone, Debug, Default)]
struct Recorded {
    /// The spans, in the order of their ends.
    spans: Vec<Span>,
    /// The messages of the events that are in no span.
    outside: Vec<String>,
}

#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Recorded>>);

/// Asserts that each field is recorded once.
struct Once<'a>(&'a mut Values);

impl Visit for Once<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        let earlier = self.0.insert(field.name(), value.to_owned());
        assert_eq!(earlier, None, "{field} is recorded twice");
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        assert!(!text.contains('\n'), "{field} is no string, so no subscriber escapes it");
        self.record_str(field, &text);
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Recorder {
    fn on_new_span(
        &self,
        attributes: &Attributes<'_>,
        id: &Id,
        context: tracing_subscriber::layer::Context<'_, S>,
    ) {
        let span = context.span(id).unwrap();
        let mut fields = Values::new();
        attributes.record(&mut Once(&mut fields));
        let metadata = attributes.metadata();
        span.extensions_mut().insert(Span {
            name: metadata.name(),
            target: metadata.target().to_owned(),
            level: metadata.level().to_string(),
            parent: span.parent().map(|parent| parent.name()),
            fields,
            events: Vec::new(),
            entered: 0,
        });
    }

    fn on_record(
        &self,
        id: &Id,
        values: &Record<'_>,
        context: tracing_subscriber::layer::Context<'_, S>,
    ) {
        let span = context.span(id).unwrap();
        values.record(&mut Once(&mut span.extensions_mut().get_mut::<Span>().unwrap().fields));
    }

    fn on_enter(&self, id: &Id, context: tracing_subscriber::layer::Context<'_, S>) {
        let span = context.span(id).unwrap();
        span.extensions_mut().get_mut::<Span>().unwrap().entered += 1;
    }

    fn on_event(&self, event: &Event<'_>, context: tracing_subscriber::layer::Context<'_, S>) {
        let mut values = Values::new();
        event.record(&mut Once(&mut values));
        let message = values.remove("message").unwrap_or_default();
        match context.event_span(event) {
            Some(span) => {
                span.extensions_mut().get_mut::<Span>().unwrap().events.push(message);
            }
            None => self.0.lock().unwrap().outside.push(message),
        }
    }

    fn on_close(&self, id: Id, context: tracing_subscriber::layer::Context<'_, S>) {
        let span = context.span(&id).unwrap();
        let span = span.extensions_mut().remove::<Span>().unwrap();
        self.0.lock().unwrap().spans.push(span);
    }
}

/// Returns the spans and events that `call` records.
fn recorded(call: impl FnOnce()) -> Recorded {
    let recorder = Recorder::default();
    {
        let _default = tracing_subscriber::registry().with(recorder.clone()).set_default();
        call();
    }
    recorder.0.lock().unwrap().clone()
}

/// Returns the span of a call, and asserts that it is the only span and contains every event.
#[track_caller]
fn span(call: impl FnOnce()) -> Span {
    let recorded = recorded(call);
    assert!(recorded.outside.is_empty(), "{recorded:?}");
    assert_eq!(recorded.spans.len(), 1, "{recorded:?}");
    recorded.spans[0].clone()
}

fn values<const N: usize>(values: [(&'static str, &str); N]) -> Values {
    values.map(|(name, value)| (name, value.to_owned())).into()
}

/// The outcome of a call, its error type and its status.
fn end(span: &Span) -> [Option<&str>; 3] {
    ["outcome", "error.type", "otel.status_code"].map(|name| span.fields.get(name).map(|v| &**v))
}

const SUCCESS: [Option<&str>; 3] = [Some("success"), None, None];
const CANCELLED: [Option<&str>; 3] = [Some("cancelled"), None, None];
const PANICKED: [Option<&str>; 3] = [Some("panicked"), Some("internal"), Some("ERROR")];

#[derive(Debug, thiserror::Error, ToolError)]
#[error("Spec '{0}' not found")]
#[tool_error(code = "SPEC_NOT_FOUND")]
struct SpecError(#[tool_error(detail = "id")] &'static str);

#[derive(Serialize, Payload)]
struct Spec {
    title: &'static str,
}

#[envelope_tool(dialect = "response-v2")]
fn read_spec(id: &'static str) -> Result<Spec, SpecError> {
    tracing::info!("reading");
    if id == "auth" { Ok(Spec { title: "a secret" }) } else { Err(SpecError(id)) }
}

#[test]
fn a_success_is_a_span_around_the_body() {
    let span = span(|| {
        let _ = RequestId::new("req_1").sync_scope(|| read_spec("auth"));
    });
    let expected = Span {
        name: "execute_tool",
        target: "envelope_runtime".to_owned(),
        level: "INFO".to_owned(),
        parent: None,
        fields: values([
            ("otel.name", "execute_tool read_spec"),
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "read_spec"),
            ("dialect", "response-v2"),
            ("request_id", "req_1"),
            ("outcome", "success"),
        ]),
        events: vec!["reading".to_owned(), "tool call".to_owned()],
        entered: span.entered,
    };
    assert_eq!(span, expected);
}

#[test]
fn a_failure_is_an_error_without_its_message_and_details() {
    let span = span(|| {
        let _ = read_spec("pay");
    });
    let expected = values([
        ("otel.name", "execute_tool read_spec"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "read_spec"),
        ("dialect", "response-v2"),
        ("outcome", "failure"),
        ("error.type", "not_found"),
        ("error.code", "SPEC_NOT_FOUND"),
        ("otel.status_code", "ERROR"),
    ]);
    assert_eq!(span.fields, expected);
    assert_eq!(span.events, ["reading", "tool call"]);
}

/// The span of a call is inside the server's span, and contains the spans of the tools that its body calls.
#[test]
fn spans_nest() {
    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn outer() -> Result<(), ToolFailure> {
        assert!(read_spec("auth").is_success());
        Ok(())
    }

    let recorded = recorded(|| {
        let _ = tracing::info_span!("request").in_scope(outer);
    });
    let spans = recorded.spans.iter();
    let spans: Vec<_> = spans
        .map(|span| (span.fields.get("gen_ai.tool.name").map(|name| &**name), span.parent))
        .collect();
    assert_eq!(
        spans,
        [(Some("read_spec"), Some("execute_tool")), (Some("outer"), Some("request")), (None, None)]
    );
}

/// Waits for one poll.
async fn pause() {
    let mut paused = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut paused, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// Records an event when it is dropped.
struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        tracing::info!("dropped");
    }
}

#[envelope_tool(dialect = "response-v2")]
async fn wait() -> Result<(), ToolFailure> {
    let _dropped = Dropped;
    tracing::info!("before");
    pause().await;
    tracing::info!("after");
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn wait_in_future() -> impl Future<Output = Result<(), ToolFailure>> {
    let dropped = Dropped;
    tracing::info!("before");
    async move {
        let _dropped = dropped;
        pause().await;
        tracing::info!("after");
        Ok(())
    }
}

#[envelope_tool(dialect = "response-v2", catch_panic)]
fn wait_in_box() -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>> + Send>> {
    let dropped = Dropped;
    tracing::info!("before");
    Box::pin(async move {
        let _dropped = dropped;
        pause().await;
        tracing::info!("after");
        Ok(())
    })
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), catch_panic)]
async fn wait_in_any() -> Result<(), ToolFailure> {
    wait_inside().await
}

async fn wait_inside() -> Result<(), ToolFailure> {
    let _dropped = Dropped;
    tracing::info!("before");
    pause().await;
    tracing::info!("after");
    Ok(())
}

type Waiting = Pin<Box<dyn Future<Output = Envelope> + Send>>;

/// The calls of each `async` shape.
const SHAPES: [fn() -> Waiting; 4] =
    [|| Box::pin(wait()), || Box::pin(wait_in_future()), wait_in_box, || Box::pin(wait_in_any())];

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Each poll enters the span and leaves it again.
#[test]
fn a_span_is_not_held_across_await() {
    for (shape, call) in SHAPES.iter().enumerate() {
        let recorded = recorded(|| {
            let mut call = call();
            assert!(poll(call.as_mut()).is_pending());
            assert!(tracing::Span::current().is_none());
            tracing::info!("between");
            assert!(poll(call.as_mut()).is_ready());
            assert!(tracing::Span::current().is_none());
        });
        let [span] = recorded.spans.as_slice() else { panic!("{recorded:?}") };
        assert_eq!(end(span), SUCCESS, "{shape}");
        assert_eq!(span.events, ["before", "after", "dropped", "tool call"], "{shape}");
        assert_eq!(recorded.outside, ["between"], "{shape}");
    }
}

/// Two calls take turns, and each logs into its own span.
#[test]
fn calls_that_take_turns_have_their_own_spans() {
    #[envelope_tool(dialect = "response-v2", request_id = id)]
    async fn turn(id: &'static str) -> Result<(), ToolFailure> {
        for _ in 0..3 {
            tracing::info!("{id}");
            pause().await;
        }
        Ok(())
    }

    let recorded = recorded(|| {
        let (mut a, mut b) = (pin!(turn("a")), pin!(turn("b")));
        for _ in 0..4 {
            let _ = (poll(a.as_mut()), poll(b.as_mut()));
        }
    });
    assert_eq!(recorded.spans.len(), 2);
    for (span, id) in recorded.spans.iter().zip(["a", "b"]) {
        assert_eq!(span.fields["request_id"], id);
        assert_eq!(span.events, [id, id, id, "tool call"]);
    }
}

/// A future can be dropped before its end, and even before its first poll. Its values are dropped inside the span.
#[test]
fn a_cancelled_call_says_so() {
    for (shape, call) in SHAPES.iter().enumerate() {
        let span = span(|| assert!(poll(call().as_mut()).is_pending()));
        assert_eq!(end(&span), CANCELLED, "{shape}");
        assert_eq!(span.events, ["before", "dropped"], "{shape}");
    }
    // The id of the request is known from the start.
    let call = RequestId::new("a/b").scope(wait());
    let span = span(|| assert!(poll(Box::pin(call).as_mut()).is_pending()));
    assert_eq!(span.fields["request_id"], "a_b");
    // The body of an `async fn` starts with its first poll, and so does the span.
    assert!(recorded(|| drop(wait())).spans.is_empty());
    let span = recorded(|| drop(wait_in_future())).spans.remove(0);
    assert_eq!(end(&span), CANCELLED);
    assert_eq!(span.events[0], "before");
}

/// While the thread unwinds from an unrelated panic, a call that is dropped is cancelled, and a new call succeeds.
#[test]
fn the_panic_of_another_is_not_that_of_a_call() {
    struct Calls;

    impl Drop for Calls {
        fn drop(&mut self) {
            assert!(read_spec("auth").is_success());
        }
    }

    let dropped = span(|| {
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let mut call = pin!(wait());
            assert!(poll(call.as_mut()).is_pending());
            resume_unwind(Box::new("another"));
        }));
    });
    assert_eq!(end(&dropped), CANCELLED);
    let made = span(|| {
        let _ = catch_unwind(|| {
            let _calls = Calls;
            resume_unwind(Box::new("another"));
        });
    });
    assert_eq!(end(&made), SUCCESS);
}

fn fall() -> ! {
    resume_unwind(Box::new("index out of bounds"))
}

#[test]
fn a_panic_is_an_error() {
    struct Falling;

    impl Payload for Falling {}

    impl Serialize for Falling {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            fall()
        }
    }

    #[envelope_tool(dialect = "response-v2")]
    fn sync() -> Result<(), ToolFailure> {
        fall()
    }

    #[envelope_tool(dialect = "response-v2")]
    fn data() -> Result<Falling, ToolFailure> {
        Ok(Falling)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("{}", falls(data)))]
    fn setting() -> Result<(), ToolFailure> {
        Ok(())
    }

    fn falls((): &()) -> &'static str {
        fall()
    }

    #[envelope_tool(dialect = "response-v2")]
    async fn future() -> Result<(), ToolFailure> {
        pause().await;
        fall()
    }

    for (name, call) in [
        ("sync", (|| drop(sync())) as fn()),
        ("data", || drop(data())),
        ("setting", || drop(setting())),
        ("future", || {
            let mut call = pin!(future());
            let _ = (poll(call.as_mut()), poll(call.as_mut()));
        }),
    ] {
        let span = span(|| assert!(catch_unwind(call).is_err(), "{name}"));
        assert_eq!(end(&span), PANICKED, "{name}");
        assert!(span.events.is_empty(), "{name}");
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn sync_caught() -> Result<(), ToolFailure> {
        fall()
    }

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    fn data_caught() -> Result<Falling, ToolFailure> {
        Ok(Falling)
    }

    #[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), catch_panic)]
    async fn future_caught() -> Result<(), ToolFailure> {
        fall()
    }

    for (name, call) in [
        ("sync", sync_caught as fn() -> Envelope),
        ("data", data_caught),
        ("future", || pollster::block_on(future_caught())),
    ] {
        let span = span(|| assert_eq!(call().error_code(), Some("INTERNAL_ERROR"), "{name}"));
        assert_eq!(end(&span), PANICKED, "{name}");
        assert_eq!(span.fields["error.code"], "INTERNAL_ERROR", "{name}");
        assert_eq!(span.events, ["tool call"], "{name}");
    }
}

/// An event of the data's `Serialize` is in the span.
#[test]
fn the_answer_is_written_in_the_span() {
    struct Logging;

    impl Payload for Logging {}

    impl Serialize for Logging {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            tracing::info!("serializing");
            serializer.collect_map([("a", 1)])
        }
    }

    #[envelope_tool(dialect = "response-v2")]
    fn logging() -> Result<Logging, Infallible> {
        Ok(Logging)
    }

    let span = span(|| assert!(logging().is_success()));
    assert_eq!(span.events, ["serializing", "tool call"]);
}

/// Span and envelope take the tool and the request id from the settings.
#[test]
fn the_fields_are_those_of_the_envelope() {
    #[envelope_tool(
        dialect = "dotbot-mcp-response@1",
        tool = "solution.info",
        correlation_id = 7,
        summary("Done.")
    )]
    fn info() -> Result<(), ToolFailure> {
        Ok(())
    }

    let named = span(|| drop(info()));
    assert_eq!(named.fields["otel.name"], "execute_tool solution.info");
    assert_eq!(named.fields["gen_ai.tool.name"], "solution.info");
    assert_eq!(named.fields["request_id"], "7");

    #[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "a\nb", summary("Done."))]
    fn broken_line() -> Result<(), ToolFailure> {
        Ok(())
    }

    let named = span(|| drop(broken_line()));
    assert_eq!(named.fields["otel.name"], "execute_tool a\nb");

    // response-v2 allows only some characters in ids.
    let written = span(|| drop(RequestId::new("a/b").sync_scope(|| read_spec("auth"))));
    assert_eq!(written.fields["request_id"], "a_b");

    // Code Scalpel makes an id if the call has none.
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn scan() -> Result<u8, ToolFailure> {
        Ok(1)
    }

    let mut id = None;
    let made = span(|| id = scan().request_id().map(ToString::to_string));
    assert_eq!(made.fields.get("request_id"), id.as_ref());
    assert!(id.is_some());
}

/// The span of a tool with several dialects records the dialect that answers.
#[test]
fn the_dialect_is_the_one_that_answers() {
    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
    fn ping() -> Result<(), ToolFailure> {
        tracing::info!("in the body");
        Err(ToolFailure::conflict("busy"))
    }

    for dialect in [AnyDialect::of::<ResponseV2>(), AnyDialect::of::<Mcp>()] {
        let span = span(|| drop(dialect.clone().sync_scope(ping)));
        assert_eq!(span.fields["dialect"], dialect.id());
        assert_eq!(end(&span), [Some("failure"), Some("conflict"), Some("ERROR")]);
        assert_eq!(span.events, ["in the body", "tool call"]);
    }
}

/// A setting can convert a custom dialect to another dialect before the body runs.
#[test]
fn a_converted_dialect_has_its_span() {
    #[derive(Default)]
    struct Acme;

    #[derive(Default)]
    struct Converted;

    impl Acme {
        fn converted(self) -> Converted {
            Converted
        }
    }

    impl<T> dialect::PlainData<T> for Converted {}

    macro_rules! dialects {
        ($($name:ident = $id:literal)*) => {$(
            impl dialect::Dialect for $name {
                const ID: &'static str = $id;

                type Root = dialect::AnyJson;
                type Meta = ();

                fn success(&self, _: &dialect::Call, (): &(), to: &mut dialect::Entries<'_>) {
                    to.only_data();
                }

                fn failure(
                    &self,
                    _: &dialect::Call,
                    error: &envelope_runtime::ErrorReport,
                    to: &mut dialect::Entries<'_>,
                ) {
                    to.only_value(error.message());
                }
            }
        )*};
    }

    dialects!(Acme = "unconverted" Converted = "acme");

    #[envelope_tool(dialect = Acme, converted, tool = "acme.ping")]
    fn ping() -> Result<u8, ToolFailure> {
        Ok(1)
    }

    let span = span(|| assert_eq!(ping().as_str(), "1"));
    assert_eq!(span.fields["gen_ai.tool.name"], "acme.ping");
    assert_eq!(span.fields["dialect"], "acme");
    assert_eq!(end(&span), SUCCESS);
}

#[test]
fn an_answer_to_a_failed_negotiation_is_a_span() {
    let dialects = Dialects::of::<ResponseV2>();
    let span = span(|| drop(dialects.refuse(ToolFailure::validation("unknown contract"))));
    assert_eq!(span.fields["otel.name"], "execute_tool negotiate");
    assert_eq!(end(&span), [Some("failure"), Some("validation"), Some("ERROR")]);
    assert_eq!(span.events, ["tool call"]);
}

/// A subscriber that asks only for warnings gets no spans of calls.
#[test]
fn a_span_is_for_information() {
    let recorder = Recorder::default();
    let filtered = recorder.clone().with_filter(LevelFilter::WARN);
    {
        let _default = tracing_subscriber::registry().with(filtered).set_default();
        let _ = (read_spec("auth"), read_spec("pay"), pollster::block_on(wait()));
    }
    let recorded = recorder.0.lock().unwrap();
    assert!(recorded.spans.is_empty() && recorded.outside.is_empty(), "{recorded:?}");
}
