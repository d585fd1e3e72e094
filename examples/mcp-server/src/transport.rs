//! The ways to reach the server: stdio, and streamable HTTP.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use envelope_runtime::rmcp::EnvelopeTransport;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::server::Server;
use crate::signals::Signals;

/// How long the server may take to answer the running calls and to close its connections.
const GRACE: Duration = Duration::from_secs(10);

/// How long an answer may take to be sent once its call has ended.
const SENDING: Duration = Duration::from_millis(100);

/// Serves one client over standard input and output, until the client disconnects or a signal arrives.
pub(crate) async fn stdio(server: &Server) -> Result<(), Box<dyn Error>> {
    let signals = Signals::listen()?;
    let connection = CancellationToken::new();
    if io::stdin().is_terminal() {
        tracing::info!("waiting for an MCP client on standard input; see --help");
    } else {
        tracing::info!("listening on standard input");
    }
    tokio::select! {
        end = one_client(server.clone(), connection.clone()) => end,
        () = stop(server, signals, || connection.cancel()) => Ok(()),
    }
}

async fn one_client(server: Server, connection: CancellationToken) -> Result<(), Box<dyn Error>> {
    match server.serve_with_ct(EnvelopeTransport::from(stdio_pipes()), connection).await {
        Ok(running) => {
            running.waiting().await?;
            Ok(())
        }
        Err(ServerInitializeError::Cancelled) => Ok(()),
        Err(ServerInitializeError::ConnectionClosed(_)) => {
            Err("standard input ended before an MCP client had initialized; see --help".into())
        }
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            Err("the first message of an MCP client must be an initialize request".into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Serves clients over HTTP at `/mcp`, until a signal arrives.
pub(crate) async fn http(server: &Server, address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let signals = Signals::listen()?;
    let sessions = CancellationToken::new();
    // A browser sends the origin of a page, and pages must not reach the server without the user's knowledge.
    let config = StreamableHttpServerConfig::default()
        .with_cancellation_token(sessions.clone())
        .enforce_origin_validation();
    let clone = server.clone();
    let service = StreamableHttpService::new(
        move || Ok(clone.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| format!("cannot listen on {address}: {error}"))?;
    tracing::info!("listening on http://{}/mcp", listener.local_addr()?);
    let serving = axum::serve(listener, Router::new().nest_service("/mcp", service))
        .with_graceful_shutdown(sessions.clone().cancelled_owned());
    tokio::select! {
        end = serving => Ok(end?),
        () = stop(server, signals, || sessions.cancel()) => Ok(()),
    }
}

/// Waits for a signal, then for the running calls, and then closes the connections, which ends the serving. This function
/// returns only if that takes too long, or on a second signal.
async fn stop(server: &Server, mut signals: Signals, hang_up: impl FnOnce()) {
    signals.next().await;
    tracing::info!("stopping");
    let in_order = async {
        finish(server).await;
        hang_up();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = in_order => {}
        () = signals.next() => tracing::warn!("told to stop a second time"),
        () = tokio::time::sleep(GRACE) => tracing::warn!("stopping took too long"),
    }
    match server.calls().len() {
        0 => {}
        calls => tracing::warn!("{calls} calls were still under way"),
    }
}

/// Waits for the running calls, and until their answers are sent.
async fn finish(server: &Server) {
    server.calls().close();
    server.calls().wait().await;
    tokio::time::sleep(SENDING).await;
}
