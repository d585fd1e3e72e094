//! A `tower` layer for the contract of a request.

use std::sync::Arc;
use std::task::{Context, Poll};

use ::http::header::VARY;
use ::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use tower_layer::Layer;
use tower_service::Service;

use super::Answer;
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
    S: Service<Request<B>, Response = Response<R>, Error: 'static, Future: Send + 'static>,
    R: From<String> + 'static,
{
    type Response = Response<R>;
    type Error = S::Error;
    type Future = Answer<R, S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let contracts = Arc::clone(&self.contracts);
        let asked = asked(request.headers());
        let negotiated = Contract::accept(&asked, &contracts).map(|contract| {
            // A handler can run up to its first `.await` here.
            let handled = contract.clone().sync_scope(|| self.inner.call(request));
            (contract, handled)
        });
        Box::pin(async move {
            let mut response = match negotiated {
                Ok((contract, handled)) => {
                    let response = contract.clone().scope(handled).await?;
                    let refused = not_acceptable(&response, &asked, &contract, &contracts);
                    refused.unwrap_or(response)
                }
                Err(failure) => contracts.refuse(failure).into(),
            };
            response.headers_mut().append(VARY, HeaderValue::from_name(ACCEPT_VERSION));
            Ok(response)
        })
    }
}

/// The contracts that the headers ask for: several of the same name are one list.
fn asked(headers: &HeaderMap) -> String {
    let values = headers.get_all(ACCEPT_VERSION);
    let values: Vec<_> =
        values.iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    values.join(",")
}

/// The answer to a client that does not accept the contract of a tool's answer.
fn not_acceptable<R: From<String>>(
    response: &Response<R>,
    asked: &str,
    contract: &Contract,
    contracts: &Contracts,
) -> Option<Response<R>> {
    let answered = response.headers().get(CONTENT_VERSION)?.to_str().ok()?;
    let failure = not_accepted(answered, asked, contracts)?;
    let mut refused = Response::from(contract.refuse(failure));
    *refused.status_mut() = StatusCode::NOT_ACCEPTABLE;
    Some(refused)
}
