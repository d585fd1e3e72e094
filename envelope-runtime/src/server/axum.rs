//! Tools as handlers of `axum`, or of anything else that is built of `tower` services.
//!
//! An [`Envelope`] is a response, as in [`http`](crate::http), and [`RequestIdLayer`] makes the id of a request the
//! [ambient](RequestId) one:
//!
//! ```
//! use axum::{Router, routing::get};
//! use envelope_runtime::axum::RequestIdLayer;
//! use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2")]
//! async fn ping() -> Result<(), ToolFailure> {
//!     Ok(())
//! }
//!
//! let app: Router = Router::new().route("/ping", get(ping)).layer(RequestIdLayer::new());
//! ```
//!
//! A request that `axum` rejects before the handler runs is answered in plain text. A tool that takes the extractor's `Result`
//! answers with its envelope:
//!
//! ```
//! use axum::extract::Query;
//! use axum::extract::rejection::QueryRejection;
//! use envelope_runtime::{ToolFailure, envelope_tool};
//!
//! #[derive(serde::Deserialize)]
//! struct Page {
//!     size: usize,
//! }
//!
//! #[envelope_tool(dialect = "response-v2", data = "size")]
//! async fn list(page: Result<Query<Page>, QueryRejection>) -> Result<usize, ToolFailure> {
//!     Ok(page?.size)
//! }
//! ```

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use ::axum::extract::rejection::{FormRejection, JsonRejection, PathRejection, QueryRejection};
use ::axum::response::{IntoResponse, Response};
use ::http::{self, HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use super::http::REQUEST_ID;
use crate::envelope::Envelope;
use crate::error::{ErrorCode, ToolError, ToolFailure};
use crate::request_id::RequestId;
use crate::text::truncate;

/// How many characters of a rejection are written: it quotes what the caller sent.
const MAX_MESSAGE: usize = 500;

macro_rules! rejections {
    ($($rejection:ty),*) => {$(
        /// For a tool that takes the extractor's `Result`: a `VALIDATION_ERROR` with the message of `axum`, `TOO_LARGE` for a body that is,
        /// or `INTERNAL_ERROR` where the handler is at fault.
        impl ToolError for $rejection {
            fn failure(&self) -> ToolFailure {
                rejected(self.status(), &self.body_text())
            }
        }
    )*};
}

rejections!(FormRejection, JsonRejection, PathRejection, QueryRejection);

fn rejected(status: StatusCode, message: &str) -> ToolFailure {
    let code = match status {
        status if status.is_server_error() => ErrorCode::InternalError,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
        _ => ErrorCode::ValidationError,
    };
    ToolFailure::new(code, truncate(message, MAX_MESSAGE))
}

/// An envelope is a response of `axum`.
impl IntoResponse for Envelope {
    fn into_response(self) -> Response {
        self.into()
    }
}

/// Takes the id of a request from a header, `x-request-id` by default, and runs the inner service with it as the
/// [ambient](RequestId) one, so that every tool called there puts it into its envelope. The response has the header as it came,
/// even if no tool was called.
///
/// A request without the header, or with one that is empty or no visible ASCII text, has no id: to give it one, put a layer
/// outside of this that does, such as `SetRequestIdLayer` of `tower-http`. Of a long id, tools see the first 128 characters.
#[derive(Clone, Debug)]
#[must_use]
pub struct RequestIdLayer {
    header: HeaderName,
}

impl RequestIdLayer {
    /// A layer that takes the id from `x-request-id`.
    pub fn new() -> Self {
        Self { header: REQUEST_ID }
    }

    /// Another header, such as `x-correlation-id`.
    pub fn header(mut self, header: HeaderName) -> Self {
        self.header = header;
        self
    }
}

impl Default for RequestIdLayer {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Layer<S> for RequestIdLayer {
    type Service = RequestIdService<S>;

    fn layer(&self, inner: S) -> RequestIdService<S> {
        RequestIdService { inner, header: self.header.clone() }
    }
}

/// A service that runs with the id of its request: what a [`RequestIdLayer`] produces.
#[derive(Clone, Debug)]
pub struct RequestIdService<S> {
    inner: S,
    header: HeaderName,
}

impl<S, B, R> Service<Request<B>> for RequestIdService<S>
where
    S: Service<Request<B>, Response = http::Response<R>>,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match Given::of(request.headers(), &self.header) {
            // What a handler does before its first `.await` may happen here.
            Some(given) => ResponseFuture {
                future: given.id.clone().sync_scope(|| self.inner.call(request)),
                given: Some(given),
            },
            None => ResponseFuture { future: self.inner.call(request), given: None },
        }
    }
}

/// The id of a request, and the header that it came in.
#[derive(Debug)]
struct Given {
    id: RequestId,
    header: HeaderName,
    value: HeaderValue,
}

impl Given {
    fn of(headers: &HeaderMap, header: &HeaderName) -> Option<Self> {
        let value = headers.get(header)?;
        let id = RequestId::of_client(value.to_str().ok()?)?;
        Some(Self { id, header: header.clone(), value: value.clone() })
    }
}

pin_project! {
    /// The response to a request, computed with its id as the ambient one.
    #[derive(Debug)]
    pub struct ResponseFuture<F> {
        #[pin]
        future: F,
        given: Option<Given>,
    }
}

impl<F, R, E> Future for ResponseFuture<F>
where
    F: Future<Output = Result<http::Response<R>, E>>,
{
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        let Some(given) = this.given else { return this.future.poll(context) };
        let mut handled = given.id.clone().sync_scope(|| this.future.poll(context));
        if let Poll::Ready(Ok(response)) = &mut handled {
            response.headers_mut().insert(&given.header, given.value.clone());
        }
        handled
    }
}
