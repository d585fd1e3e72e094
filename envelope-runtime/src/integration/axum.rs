//! Tools as handlers of `axum`, or of whatever else is built of `tower` services.
//!
//! An [`Envelope`] is a response, as [`http`](crate::http) has it, and [`RequestIdLayer`] makes the id of a request the
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

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use ::axum::response::{IntoResponse, Response};
use ::http::{HeaderName, Request};
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use crate::http::REQUEST_ID;
use crate::{Envelope, IntoRequestId, RequestId};

/// An envelope is a response of `axum`.
impl IntoResponse for Envelope {
    fn into_response(self) -> Response {
        self.into()
    }
}

/// Takes the id of a request from a header, `x-request-id` unless told otherwise, and runs what handles the request with it
/// as the [ambient](RequestId) one, so that every tool called there puts it into its envelope.
///
/// A request without the header, or with one that is empty or no visible ASCII text, has none: to give it one, put a layer
/// outside of this that does, such as `SetRequestIdLayer` of `tower-http`.
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
    type Service = WithRequestId<S>;

    fn layer(&self, inner: S) -> WithRequestId<S> {
        WithRequestId { inner, header: self.header.clone() }
    }
}

/// A service that runs with the id of its request: what a [`RequestIdLayer`] makes.
#[derive(Clone, Debug)]
pub struct WithRequestId<S> {
    inner: S,
    header: HeaderName,
}

impl<S: Service<Request<B>>, B> Service<Request<B>> for WithRequestId<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = Handling<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let header = request.headers().get(&self.header);
        let id =
            header.and_then(|value| value.to_str().ok()).and_then(IntoRequestId::into_request_id);
        match id {
            // What a handler does before its first `.await` may happen here.
            Some(id) => {
                Handling { future: id.clone().scope(|| self.inner.call(request)), id: Some(id) }
            }
            None => Handling { future: self.inner.call(request), id: None },
        }
    }
}

pin_project! {
    /// The handling of a request, with its id as the ambient one.
    #[derive(Debug)]
    pub struct Handling<F> {
        #[pin]
        future: F,
        id: Option<RequestId>,
    }
}

impl<F: Future> Future for Handling<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        match this.id {
            Some(id) => id.clone().scope(|| this.future.poll(context)),
            None => this.future.poll(context),
        }
    }
}
