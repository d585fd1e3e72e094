//! The example server of the SDK: its counter, with the tool whose answer is known.

use std::error::Error;
use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServiceExt, tool, tool_router, transport};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::net::TcpListener;

#[derive(Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    b: i64,
}

struct Counter;

#[tool_router(server_handler)]
impl Counter {
    /// Adds two numbers.
    #[allow(clippy::unused_self, reason = "the SDK's tools are methods")]
    #[tool]
    fn sum(&self, Parameters(Sum { a, b }): Parameters<Sum>) -> String {
        (a + b).to_string()
    }
}

pub(crate) async fn over_stdio() -> Result<(), Box<dyn Error + Send + Sync>> {
    Counter.serve(transport::stdio()).await?.waiting().await?;
    Ok(())
}

/// With the SDK's defaults, as in its example.
pub(crate) async fn over_http() -> Result<(), Box<dyn Error + Send + Sync>> {
    let config = StreamableHttpServerConfig::default();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(|| Ok(Counter), sessions, config);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
