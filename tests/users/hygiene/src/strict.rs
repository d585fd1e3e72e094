//! Tools, data and errors that have to compile without a warning of any lint.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use envelope_runtime::axum08::{Form, Json, Path};
use envelope_runtime::response_v2::Reply;
use envelope_runtime::{Payload, RateLimit, ToolError, ToolFailure, envelope_tool};
use serde::{Deserialize, Serialize};

/// Data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Payload)]
pub struct Spec {
    /// A field.
    pub r#type: String,
}

/// Deprecated data.
#[deprecated = "to see that the derives do not warn"]
#[derive(Debug, Serialize, Payload)]
pub struct Old {
    id: u8,
}

/// A deprecated error.
#[deprecated = "to see that the derives do not warn"]
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "old {id}")]
pub struct OldError {
    id: u8,
}

/// Data with a lifetime in only one of its fields.
#[derive(Debug, Serialize, Payload)]
pub struct Named<'a> {
    #[serde(flatten)]
    spec: Spec,
    name: &'a str,
}

/// An error whose message compares a field that is named like an argument of the attribute.
#[derive(Debug, thiserror::Error, ToolError)]
#[error("{}", if *code == 404 { "missing" } else { "failed" })]
#[tool_error(code = "CONFLICT")]
pub struct Answered {
    code: u16,
}

/// Generic data.
#[derive(Debug, Clone, Serialize, Payload)]
#[serde(transparent)]
pub struct Page<T> {
    inner: T,
}

/// An error.
#[derive(Debug, thiserror::Error, ToolError)]
#[non_exhaustive]
pub enum SpecError {
    /// A variant.
    #[error("no {type} in {0}", path)]
    #[tool_error(code = "NOT_FOUND", remediation = "Look for {type} in {path:?}, {wait:>width$}")]
    NotFound {
        /// A field.
        #[tool_error(detail)]
        r#type: String,
        /// A field.
        #[tool_error(path)]
        path: String,
        /// A field.
        #[tool_error(data = "retry_after_seconds", telemetry, meta = "wait")]
        wait: u64,
        /// A field.
        width: usize,
    },

    /// A variant.
    #[error("slow down")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED")]
    Throttled {
        /// A field.
        #[tool_error(rate_limit)]
        state: RateLimit,
    },

    /// A variant.
    #[error("stale {0}")]
    #[tool_error(code = "INDEX_STALE", error_type = "conflict", remediation = "Wait for {0}")]
    Stale(#[tool_error(detail = "index")] u8, bool),

    /// A variant.
    #[error("broken")]
    #[tool_error(code = "INTERNAL_ERROR", message = "Broken")]
    Broken(#[source] std::fmt::Error),

    /// A variant.
    #[error("boxed")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Boxed(#[source] Box<dyn std::error::Error + Send + Sync>),

    /// A variant.
    #[error(transparent)]
    #[tool_error(transparent)]
    Io(#[from] std::io::Error),
}

/// A tool.
#[envelope_tool(dialect = "response-v2")]
pub fn read(r#type: &str) -> Result<Spec, SpecError> {
    let text = std::fs::read_to_string(r#type)?;
    Ok(Spec { r#type: text })
}

/// A tool whose body is one expression on one line.
#[rustfmt::skip]
#[envelope_tool(dialect = "response-v2")]
pub async fn one_line() -> Result<(), ToolFailure> { Ok(()) }

/// The same, returning a future.
#[rustfmt::skip]
#[envelope_tool(dialect = "response-v2")]
pub fn one_line_future() -> impl Future<Output = Result<(), ToolFailure>> { std::future::ready(Ok(())) }

/// The same without a future.
#[rustfmt::skip]
#[envelope_tool(dialect = "response-v2", catch_panic)]
pub fn one_line_sync() -> Result<(), ToolFailure> { Ok(()) }

/// A tool.
#[envelope_tool(dialect = "response-v2", data = "id", returns = String, catch_panic)]
pub fn r#fn(r#type: &str) -> Result<&str, ToolFailure> {
    Ok(r#type)
}

/// A tool.
#[envelope_tool(dialect = "response-v2", request_id = id, telemetry)]
pub async fn wait(id: &str) -> Result<Reply<Spec>, SpecError> {
    const NOTHING: () = ();
    std::future::ready(NOTHING).await;
    std::future::ready(()).await;
    Ok(Reply::new(Spec { r#type: id.to_owned() }))
}

/// A tool.
#[envelope_tool(dialect = "response-v2", data = "spec")]
pub fn boxed(id: &str) -> Pin<Box<dyn Future<Output = Result<Spec, SpecError>> + Send + '_>> {
    Box::pin(async move { Ok(Spec { r#type: id.to_owned() }) })
}

/// A tool.
#[envelope_tool(dialect = "response-v2", catch_panic)]
pub fn future(id: &str) -> impl Future<Output = Result<Spec, SpecError>> + Send {
    async move { Ok(Spec { r#type: id.to_owned() }) }
}

/// A tool whose summary does not read the data.
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
pub fn done() -> Result<Spec, ToolFailure> {
    Ok(Spec::default())
}

/// A tool whose summary reads the data.
#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("{}", data.r#type))]
pub fn summarized() -> Result<Spec, ToolFailure> {
    Ok(Spec::default())
}

/// A tool whose text captures the data.
#[envelope_tool(dialect = "mcp-2025-11-25", text("{data:?}"))]
pub fn captured() -> Result<Spec, ToolFailure> {
    Ok(Spec::default())
}

/// A tool with several dialects, and with every kind of setting.
#[envelope_tool(
    dialects("response-v2", "mcp-2025-11-25", "dotbot-mcp-response@1", "code-scalpel-v1", "rfc9457"),
    request_id = id,
    types = "https://example.com/problems/",
    instance = format_args!("/specs/{id}"),
    version = "1.0.0",
    telemetry,
    pretty,
    text("{}", data.r#type),
    summary("{data:?}"),
    write_to = "out.json",
    tier = "pro"
)]
pub fn negotiated(id: &str) -> Result<Spec, SpecError> {
    Ok(Spec { r#type: id.to_owned() })
}

/// The same with a future.
#[rustfmt::skip]
#[envelope_tool(dialects("mcp-2026-07-28", "response-v2"), data = "id", catch_panic, returns = String)]
pub async fn negotiated_later() -> Result<u8, ToolFailure> { Ok(1) }

/// Names that begin and end with an underscore.
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "{id}, {_id}, {id_}")]
pub struct Underscores {
    id: u8,
    _id: u8,
    id_: u8,
}

/// A type with methods.
#[derive(Debug, Default)]
pub struct Store<T> {
    spec: Spec,
    inner: T,
}

impl<T: Clone + Serialize + Payload + Sync> Store<T> {
    /// A tool.
    #[envelope_tool(dialect = "response-v2")]
    pub fn generic(&self) -> Result<Page<T>, SpecError> {
        Ok(Page { inner: self.inner.clone() })
    }

    /// A tool.
    #[envelope_tool(dialect = "response-v2")]
    #[cfg(not(any()))]
    pub async fn method(&mut self, id: String) -> Result<&Spec, SpecError> {
        self.spec.r#type = id;
        std::future::ready(()).await;
        Ok(&self.spec)
    }

    /// A tool with several dialects.
    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), data = "inner")]
    pub async fn inner(&self) -> Result<&T, SpecError> {
        std::future::ready(()).await;
        Ok(&self.inner)
    }

    /// Is not compiled.
    #[envelope_tool(dialect = "response-v2")]
    #[cfg(any())]
    pub fn method(&self) -> Result<NoSuchType, SpecError> {}
}

#[test]
fn they_answer() {
    use pollster::block_on;

    assert_eq!(read("/no/such/file").error_code(), Some("NOT_FOUND"));
    assert!(r#fn("a").contains(r#"{"id":"a"}"#));
    assert!(block_on(wait("a")).is_success());
    assert!(block_on(boxed("a")).is_success());
    assert!(block_on(future("a")).is_success());
    let mut store = Store { inner: Spec::default(), ..Store::default() };
    assert!(store.generic().is_success());
    assert!(block_on(store.inner()).is_success());
    assert!(done().is_success());
    assert!(summarized().is_success());
    assert!(captured().is_success());
    assert!(negotiated("a").is_success());
    assert!(block_on(negotiated_later()).contains(r#"{"id":1}"#));
    assert_eq!(Underscores { id: 1, _id: 2, id_: 3 }.failure().report().message(), "1, 2, 3");
    assert!(block_on(store.method("a".to_owned())).is_success());
    let envelope = block_on(handler(Path(Ok(1).into()), Json(Ok(2).into()), own::Query(&3))).0;
    assert!(envelope.as_str().contains(r#""data":{"id":1,"size":5}"#));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    assert!(runtime.block_on(limited(Form(Ok(Spec::default()).into()))).is_success());
}

/// A handler.
#[envelope_tool(dialect = "response-v2", data("id", "size"), status = 201, catch_panic)]
pub async fn handler(
    Path(id): Path<u8>,
    Json(mut size): Json<u8>,
    own: own::Query<'_, u8>,
) -> Result<(u8, u8), ToolFailure> {
    std::future::ready(()).await;
    size += own.0;
    Ok((id, size))
}

/// Not an extractor.
pub mod own {
    /// Not an extractor.
    #[derive(Clone, Copy, Debug)]
    pub struct Query<'a, T>(pub &'a T);
}

/// A handler with a limit.
#[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(60))]
pub fn limited(Form(spec): Form<Spec>) -> impl Future<Output = Result<Spec, SpecError>> + Send {
    async move { Ok(spec) }
}

/// A server.
#[derive(Debug)]
pub struct Block;

#[envelope_tool(dialect = "response-v2", data = "ids", catch_panic)]
impl Block {
    /// A tool.
    #[envelope_tool]
    #[must_use]
    pub fn list(&self) -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![self.plain()])
    }

    /// No tool.
    #[must_use]
    pub const fn plain(&self) -> u8 {
        1
    }
}

/// Expectations of lints about the signature, which the attribute changes.
#[expect(
    clippy::missing_errors_doc,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "the signature is the author's"
)]
#[envelope_tool(dialect = "response-v2", data = "id")]
pub async fn expected(id: u8) -> Result<u8, SpecError> {
    Ok(id)
}

/// An expectation of the author about the body.
#[expect(
    clippy::needless_pass_by_value,
    clippy::must_use_candidate,
    reason = "callers have the text"
)]
#[envelope_tool(dialect = "response-v2", data = "size")]
pub fn sized(text: String) -> Result<usize, SpecError> {
    Ok(text.len())
}
