//! A `tower` layer for the dialect of a request.

use std::sync::Arc;
use std::task::{Context, Poll};

use ::http::header::VARY;
use ::http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use tower_layer::Layer;
use tower_service::Service;

use super::ResponseFuture;
use crate::negotiation::{AnyDialect, Dialects};

/// The header in which a client names the dialects that it reads: `accept-version`.
const ACCEPT_VERSION: HeaderName = HeaderName::from_static("accept-version");

/// A layer that negotiates the dialect of a request by its header `accept-version`, and runs the inner service with this dialect as the
/// [ambient](AnyDialect) one. Every tool with `dialects(…)` that is called inside answers in this dialect.
///
/// ```
/// use axum::{Router, routing::get};
/// use envelope_runtime::axum08::DialectLayer;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::{Dialects, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
/// async fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
/// let app: Router = Router::new().route("/ping", get(ping)).layer(DialectLayer::new(dialects));
/// ```
///
/// [`AnyDialect::accept`] documents the header. Without the header, the dialect is the server's first one.
///
/// | request | answer |
/// |---|---|
/// | for dialects that the server does not speak | 400 and a `VALIDATION_ERROR` in the server's first dialect |
/// | for dialects that the server speaks and the tool does not | 406 and a `VALIDATION_ERROR` in the dialect that the client prefers; the error names the dialects of the tool |
///
/// In both cases, the body of the tool does not run. To avoid the second answer, give each tool below the layer `dialects(…)` with every
/// dialect of the layer. A tool that another tool calls is not refused, since it answers that tool and not the client.
///
/// The response of a tool has the header `content-version` with the id of its dialect, and every response has
/// `vary: accept-version`. Put a [`RequestIdLayer`](super::RequestIdLayer) around this one, that is, add it after this one: then
/// an answer to an unsupported dialect also has the request id.
#[derive(Clone, Debug)]
#[must_use]
pub struct DialectLayer {
    dialects: Arc<Dialects>,
}

impl DialectLayer {
    /// A layer for a server that speaks these dialects.
    pub fn new(dialects: Dialects) -> Self {
        Self { dialects: Arc::new(dialects) }
    }
}

impl<S> Layer<S> for DialectLayer {
    type Service = DialectService<S>;

    fn layer(&self, inner: S) -> DialectService<S> {
        DialectService { inner, dialects: Arc::clone(&self.dialects) }
    }
}

/// The service of a [`DialectLayer`]: it runs the inner service with the dialect of the request.
#[derive(Clone, Debug)]
pub struct DialectService<S> {
    inner: S,
    dialects: Arc<Dialects>,
}

impl<S, B, R> Service<Request<B>> for DialectService<S>
where
    S: Service<Request<B>, Response = Response<R>, Error: 'static, Future: Send + 'static>,
    R: From<String> + 'static,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = ResponseFuture<R, S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let dialects = Arc::clone(&self.dialects);
        let asked = asked(request.headers());
        let negotiated = AnyDialect::accept(&asked, &dialects).map(|dialect| {
            // A handler can run up to its first `.await` here.
            dialect.clone().sync_scope(|| (dialect, self.inner.call(request)))
        });
        Box::pin(async move {
            let mut response = match negotiated {
                Ok((dialect, handled)) => dialect.scope(handled).await?,
                Err(failure) => dialects.refuse(failure).into(),
            };
            response.headers_mut().append(VARY, HeaderValue::from_name(ACCEPT_VERSION));
            Ok(response)
        })
    }
}

/// The dialects that the headers ask for: several headers with this name are one list.
fn asked(headers: &HeaderMap) -> String {
    let values = headers.get_all(ACCEPT_VERSION).iter();
    let texts = values.map(|value| String::from_utf8_lossy(value.as_bytes()));
    texts.collect::<Vec<_>>().join(",")
}
