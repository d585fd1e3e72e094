//! The layer that takes the ambient request id from a header, or makes one.

use std::task::{Context, Poll};

use ::http::{self, HeaderMap, HeaderName, HeaderValue, Request};
use tower_layer::Layer;
use tower_service::Service;

use super::ResponseFuture;
use crate::http1::REQUEST_ID;
use crate::random_id::random_id;
use crate::request_id::{IntoRequestId, RequestId};

/// A layer that takes the request id from a header, `x-request-id` by default, and runs the inner service with this id as the
/// [ambient](RequestId) one. Every tool that is called inside writes the id to its envelope. The response gets the header, even if no tool
/// was called.
///
/// An id of the caller is kept if it has 1 to 128 characters of visible ASCII, without spaces. Any other request gets a random id of 32
/// hexadecimal digits. For ids of another kind, such as UUIDs, add an outer layer such as `SetRequestIdLayer` of `tower-http`.
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
        let id = given(request.headers(), &header).unwrap_or_else(random_id);
        // A handler can run up to its first `.await` here.
        let (id, handled) = id.clone().sync_scope(|| (id, self.inner.call(request)));
        Box::pin(async move {
            let mut response = id.clone().scope(handled).await?;
            if let Ok(value) = HeaderValue::from_str(id.as_str()) {
                response.headers_mut().insert(header, value);
            }
            Ok(response)
        })
    }
}

/// The id that the caller has sent, if it is valid: it is sent back and logged.
fn given(headers: &HeaderMap, header: &HeaderName) -> Option<RequestId> {
    const MAX_LEN: usize = 128;

    let id = headers.get(header)?.to_str().ok()?;
    let is_valid = id.len() <= MAX_LEN && id.bytes().all(|byte| byte.is_ascii_graphic());
    is_valid.then_some(id)?.into_request_id()
}
