//! The ways to reach the server: stdio, and streamable HTTP.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::ServiceExt;
use rmcp::transport::stdio_pipes;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::server::Server;

/// How long calls that are under way may take when the server is told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// How long an answer may take to leave once its call has ended.
const SENDING: Duration = Duration::from_millis(100);

/// Serves one client over standard input and output, until the client leaves or the process is told to stop.
pub(crate) async fn stdio(server: Server) -> Result<(), Box<dyn Error>> {
    let calls = server.clone();
    let running = server.serve(stdio_pipes()).await?;
    let connection = running.cancellation_token();
    tokio::spawn(async move {
        stopped().await;
        finish(&calls).await;
        connection.cancel();
    });
    running.waiting().await?;
    Ok(())
}

/// Serves clients over HTTP at `/mcp`, until the process is told to stop.
pub(crate) async fn http(server: Server, address: SocketAddr) -> Result<(), Box<dyn Error>> {
    let sessions = CancellationToken::new();
    // A browser says where it comes from: no page is to reach the server behind its user's back.
    let config = StreamableHttpServerConfig::default()
        .with_cancellation_token(sessions.clone())
        .enforce_origin_validation();
    let calls = server.clone();
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let listener = TcpListener::bind(address).await?;
    tracing::info!("listening on http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, Router::new().nest_service("/mcp", service))
        .with_graceful_shutdown(async move {
            stopped().await;
            finish(&calls).await;
            sessions.cancel();
        })
        .await?;
    Ok(())
}

/// Waits for the calls that are under way, and for their answers to leave.
async fn finish(server: &Server) {
    server.calls().close();
    if tokio::time::timeout(GRACE, server.calls().wait()).await.is_err() {
        tracing::warn!("{} calls were still under way", server.calls().len());
    }
    tokio::time::sleep(SENDING).await;
}

/// Waits until the process is told to stop.
async fn stopped() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
    tracing::info!("stopping");
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
