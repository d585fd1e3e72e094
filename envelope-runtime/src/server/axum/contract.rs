//! A `tower` layer for the contract of a request.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use ::http::header::VARY;
use ::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use pin_project_lite::pin_project;
use tower_layer::Layer;
use tower_service::Service;

use crate::contract::{Contract, Contracts, not_accepted};
use crate::server::http::CONTENT_VERSION;

/// The header in which a client names the contracts that it reads: `accept-version`.
const ACCEPT_VERSION: HeaderName = HeaderName::from_static("accept-version");

/// A layer that negotiates the contract of a request by its header `accept-version`, and runs the inner service with it as the
/// [ambient](Contract) one. Every tool with `dialects(…)` that is called inside answers in it.
///
/// ```
/// use axum::{Router, routing::get};
/// use envelope_runtime::server::axum::ContractLayer;
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::{Contracts, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
/// async fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// let contracts = Contracts::of::<ResponseV2>().and::<Mcp>();
/// let app: Router = Router::new().route("/ping", get(ping)).layer(ContractLayer::new(contracts));
/// ```
///
/// [`Contract::accept`] documents the header. Without the header, the contract is the server's first one.
///
/// | request | answer |
/// |---|---|
/// | for contracts that the server does not speak | 400 and a `VALIDATION_ERROR` in the server's first contract; no tool runs |
/// | for a contract that the server speaks and the tool does not | 406 and a `VALIDATION_ERROR` in that contract, which names the contract of the tool. The tool has run |
///
/// To avoid the second answer, give each tool below the layer `dialects(…)` with every contract of the layer.
///
/// The response of a tool has the header `content-version` with the id of its contract, and every response has
/// `vary: accept-version`. Put a [`RequestIdLayer`](super::RequestIdLayer) around this one, that is, add it after this one: then
/// an answer to an unsupported contract also has the request id.
#[derive(Clone, Debug)]
#[must_use]
pub struct ContractLayer {
    contracts: Arc<Contracts>,
}

impl ContractLayer {
    /// A layer for a server that speaks these contracts.
    pub fn new(contracts: Contracts) -> Self {
        Self { contracts: Arc::new(contracts) }
    }
}

impl<S> Layer<S> for ContractLayer {
    type Service = ContractService<S>;

    fn layer(&self, inner: S) -> ContractService<S> {
        ContractService { inner, contracts: Arc::clone(&self.contracts) }
    }
}

/// The service of a [`ContractLayer`]: it runs the inner service with the contract of the request.
#[derive(Clone, Debug)]
pub struct ContractService<S> {
    inner: S,
    contracts: Arc<Contracts>,
}

impl<S, B, R> Service<Request<B>> for ContractService<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    R: From<String>,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = ContractFuture<S::Future, R>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let contracts = Arc::clone(&self.contracts);
        let asked = asked(request.headers());
        let (future, contract, refused) = match Contract::accept(&asked, &contracts) {
            // A handler can run up to its first `.await` here.
            Ok(contract) => {
                let future = contract.clone().sync_scope(|| self.inner.call(request));
                (Some(future), contract, None)
            }
            Err(failure) => {
                let refused = contracts.refuse(failure).into();
                (None, contracts.first(), Some(refused))
            }
        };
        ContractFuture { future, contracts, asked, contract, refused }
    }
}

/// The contracts that the headers ask for: several of the same name are one list.
fn asked(headers: &HeaderMap) -> String {
    let values = headers.get_all(ACCEPT_VERSION);
    let values: Vec<_> =
        values.iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    values.join(",")
}

pin_project! {
    /// The future of a [`ContractService`].
    #[derive(Debug)]
    pub struct ContractFuture<F, R> {
        #[pin]
        future: Option<F>,
        contracts: Arc<Contracts>,
        asked: String,
        contract: Contract,
        refused: Option<Response<R>>,
    }
}

impl<F, R> ContractFuture<F, R> {
    /// The answer to a client that does not accept the contract of a tool's answer.
    fn not_acceptable(&self, response: &Response<R>) -> Option<Response<R>>
    where
        R: From<String>,
    {
        let answered = response.headers().get(CONTENT_VERSION)?.to_str().ok()?;
        let failure = not_accepted(answered, &self.asked, &self.contracts)?;
        let mut refused = Response::from(self.contract.refuse(failure));
        *refused.status_mut() = StatusCode::NOT_ACCEPTABLE;
        Some(refused)
    }
}

impl<F, R, E> Future for ContractFuture<F, R>
where
    F: Future<Output = Result<Response<R>, E>>,
    R: From<String>,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.as_mut().project();
        let mut answered = match (this.future.as_pin_mut(), this.refused.take()) {
            (Some(future), _) => {
                let answered = this.contract.clone().sync_scope(|| future.poll(context));
                answered.map_ok(|response| self.not_acceptable(&response).unwrap_or(response))
            }
            (None, Some(response)) => Poll::Ready(Ok(response)),
            (None, None) => Poll::Pending,
        };
        if let Poll::Ready(Ok(response)) = &mut answered {
            response.headers_mut().append(VARY, HeaderValue::from_name(ACCEPT_VERSION));
        }
        answered
    }
}
