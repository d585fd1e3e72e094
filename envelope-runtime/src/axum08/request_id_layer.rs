//! The layer that sets the ambient request id from a header.

use std::task::{Context, Poll};

use ::http::{self, HeaderMap, HeaderName, HeaderValue, Request};
use tower_layer::Layer;
use tower_service::Service;

use super::ResponseFuture;
use crate::http1::REQUEST_ID;
use crate::request_id::RequestId;

/// A layer that takes the request id from a header, `x-request-id` by default, and runs the inner service with this id as the
/// [ambient](RequestId) one. Every tool that is called inside writes the id to its envelope. The response gets the header of the request,
/// even if no tool was called.
///
/// If the header is missing, empty or not visible ASCII, the request has no id. To give each request an id, add an outer layer
/// such as `SetRequestIdLayer` of `tower-http`. Tools see the first 128 characters of an id.
#[derive(Clone, Debug)]
#[must_use]
pub struct RequestIdLayer {
    header: HeaderName,
}

impl RequestIdLayer {
    /// A layer for the header `x-request-id`.
    pub fn new() -> Self {
        Self { header: REQUEST_ID }
    }

    /// Sets another header, such as `x-correlation-id`.
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

/// The service of a [`RequestIdLayer`]: it runs the inner service with the id of the request.
#[derive(Clone, Debug)]
pub struct RequestIdService<S> {
    inner: S,
    header: HeaderName,
}

impl<S, B, R> Service<Request<B>> for RequestIdService<S>
where
    S: Service<Request<B>, Response = http::Response<R>, Error: 'static, Future: Send + 'static>,
    R: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = ResponseFuture<R, S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let header = self.header.clone();
        let Some((id, value)) = given(request.headers(), &header) else {
            return Box::pin(self.inner.call(request));
        };
        // A handler can run up to its first `.await` here.
        let handled = id.clone().run(|| self.inner.call(request));
        Box::pin(async move {
            let mut response = id.scope(handled).await?;
            response.headers_mut().insert(header, value);
            Ok(response)
        })
    }
}

/// The id of a request, and the value of the header that it came in.
fn given(headers: &HeaderMap, header: &HeaderName) -> Option<(RequestId, HeaderValue)> {
    let value = headers.get(header)?;
    let id = RequestId::from_client(value.to_str().ok()?)?;
    Some((id, value.clone()))
}
