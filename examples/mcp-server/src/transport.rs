//! The ways to reach the server: stdio, and streamable HTTP.

use std::error::Error;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::server::Server;
use crate::signals::Signals;

/// How long it may take to stop: calls that are under way are answered, and connections closed.
const GRACE: Duration = Duration::from_secs(10);

/// How long an answer may take to leave once its call has ended.
const SENDING: Duration = Duration::from_millis(100);

/// Serves one client over standard input and output, until the client leaves or the process is told to stop.
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
    match server.serve_with_ct(stdio_pipes(), connection).await {
        Ok(running) => {
            running.waiting().await?;
            Ok(())
        }
        Err(ServerInitializeError::Cancelled) => Ok(()),
        Err(ServerInitializeError::ConnectionClosed(_)) => {
            Err("standard input ended before an MCP client had initialized; see --help".into())
        }
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            Err("what an MCP client says first is to be an initialize request".into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Serves clients over HTTP at `/mcp`, until the process is told to stop.
pub(crate) async fn http(server: &Server, address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let signals = Signals::listen()?;
    let sessions = CancellationToken::new();
    // A browser says where it comes from: no page is to reach the server behind its user's back.
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

/// Waits until the process is told to stop, then for the calls that are under way, and hangs up. What is served is to end by
/// that; this ends when it takes too long, or when the process is told again.
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
        () = signals.next() => tracing::warn!("told again to stop"),
        () = tokio::time::sleep(GRACE) => tracing::warn!("stopping took too long"),
    }
    match server.calls().len() {
        0 => {}
        calls => tracing::warn!("{calls} calls were still under way"),
    }
}

/// Waits for the calls that are under way, and for their answers to leave.
async fn finish(server: &Server) {
    server.calls().close();
    server.calls().wait().await;
    tokio::time::sleep(SENDING).await;
}
