//! The server over streamable HTTP, at `/mcp`.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::MAX_MESSAGE_BYTES;
use crate::arguments::HttpLimits;
use crate::connections::Connections;
use crate::server::Server;
use crate::signals::Signals;
use crate::stop::stop;

/// Serves clients until a signal arrives.
pub(crate) async fn serve(
    server: &Server,
    address: SocketAddr,
    limits: &HttpLimits,
) -> Result<(), Box<dyn Error>> {
    let signals = Signals::listen()?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr()?;
    let closing = CancellationToken::new();
    let router = Router::new()
        .nest_service("/mcp", service(server.clone(), address, &closing))
        .layer(from_fn_with_state(limits.patience, whole_body))
        .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
        .layer(from_fn(one_host));
    let connections = Connections::new(limits.connections, limits.patience);
    tracing::info!("listening on http://{address}/mcp");
    tokio::select! {
        () = connections.serve(listener, router, &closing) => Ok(()),
        () = stop(server, signals, || closing.cancel()) => Ok(()),
    }
}

/// The protocol without sessions: nothing is kept for a client between its requests, so there is nothing to limit or to clean up,
/// and a call ends with its connection. A server that sends requests or notifications to its clients needs sessions.
fn service(
    server: Server,
    address: SocketAddr,
    closing: &CancellationToken,
) -> StreamableHttpService<Server, NeverSessionManager> {
    // A name of another machine that resolves to this one must not reach the server, and neither must a page from elsewhere.
    let hosts = ["localhost".to_owned(), address.ip().to_string()];
    let origins = [format!("http://localhost:{}", address.port()), format!("http://{address}")];
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .with_cancellation_token(closing.clone());
    StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    )
}

/// Refuses a request that does not name its host in one way, before the SDK looks at the host.
async fn one_host(request: Request, next: Next) -> Response {
    if has_one_host(&request) {
        next.run(request).await
    } else {
        (StatusCode::BAD_REQUEST, "The request does not name one host").into_response()
    }
}

/// Whether there is one `Host`, without user information, and the target names no other.
fn has_one_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let target = request.uri().authority();
    let is_target = |host: &[u8]| {
        target.is_none_or(|target| target.as_str().as_bytes().eq_ignore_ascii_case(host))
    };
    !host.as_bytes().contains(&b'@') && is_target(host.as_bytes())
}

/// Waits for the whole body of a request, but not for long.
async fn whole_body(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let reading = Bytes::from_request(Request::from_parts(head.clone(), body), &());
    match timeout(patience, reading).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, bytes.into())).await,
        Ok(Err(rejection)) => rejection.into_response(),
        Err(_) => (StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time").into_response(),
    }
}
