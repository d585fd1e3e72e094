//! The server over streamable HTTP, at `/mcp`.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::serve::ListenerExt;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::MAX_MESSAGE_BYTES;
use crate::server::Server;

/// Serves clients, until the connections close.
pub(crate) async fn serve(
    server: &Server,
    address: SocketAddr,
    closing: &CancellationToken,
) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let address = listener.local_addr()?;
    let router = Router::new().nest_service("/mcp", service(server.clone(), address, closing));
    tracing::info!("listening on http://{address}/mcp");
    // Otherwise an answer in several packets waits for the client to acknowledge the first: 40 ms.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("cannot set TCP_NODELAY: {error}");
        }
    });
    axum::serve(listener, router).with_graceful_shutdown(closing.clone().cancelled_owned()).await?;
    Ok(())
}

/// The protocol without sessions: nothing is kept for a client between its requests, and a call ends with its connection.
/// A server that sends requests or notifications to its clients needs sessions.
fn service(
    server: Server,
    address: SocketAddr,
    closing: &CancellationToken,
) -> StreamableHttpService<Server, NeverSessionManager> {
    // A name of another machine that resolves to this one must not reach the server, nor must a page from elsewhere.
    let hosts = ["localhost".to_owned(), address.ip().to_string()];
    let origins = [format!("http://localhost:{}", address.port()), format!("http://{address}")];
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .with_max_request_body_bytes(MAX_MESSAGE_BYTES)
        .with_cancellation_token(closing.clone());
    let sessions = Arc::new(NeverSessionManager::default());
    StreamableHttpService::new(move || Ok(server.clone()), sessions, config)
}
