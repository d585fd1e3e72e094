//! Some of the inspector's tools as HTTP endpoints.
//!
//! ```console
//! $ cargo run -p mcp-server --example endpoints -- 127.0.0.1:8080
//! $ curl -i http://127.0.0.1:8080/packages?page_size=2 -H 'x-request-id: req_1'
//! $ curl -i http://127.0.0.1:8080/packages/no-such-package
//! ```
//!
//! An envelope is a response. Its status is that of the failure's category, and its request id is a header.

use std::error::Error;
use std::io;
use std::path::Path as Folder;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use axum::serve::ListenerExt;
use envelope_runtime::response_v2::{Pagination, Reply, ResponseV2};
use envelope_runtime::server::axum::{Path, Query, RequestIdLayer, method_not_allowed, not_found};
use envelope_runtime::{ToolError, envelope_tool};
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::task::{JoinError, spawn_blocking};
use workspace_inspector::{Inspector, InspectorError, Package, Page, Summary};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listener = TcpListener::bind(address).await?;
    println!("listening on http://{}/packages", listener.local_addr()?);
    serve(listener, app(Folder::new("."))).await?;
    Ok(())
}

/// Serves an app. There is no limit for connections and for slow clients here; `src/connections.rs` has both.
pub(crate) async fn serve(listener: TcpListener, app: Router) -> io::Result<()> {
    // An answer in several packets would wait for the client to acknowledge the first, which takes 40 ms.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            eprintln!("cannot set TCP_NODELAY: {error}");
        }
    });
    axum::serve(listener, app).await
}

/// The endpoints, over the workspace in a folder.
pub(crate) fn app(folder: &Folder) -> Router {
    Router::new()
        .route("/packages", get(list_packages))
        .route("/packages/{name}", get(show_package))
        .fallback(not_found::<ResponseV2>)
        .method_not_allowed_fallback(method_not_allowed::<ResponseV2>)
        .with_state(Arc::new(Inspector::new(folder)))
        .layer(RequestIdLayer::new())
}

#[derive(Deserialize)]
struct ListPackages {
    cursor: Option<String>,
    #[serde(default = "page_size")]
    page_size: usize,
}

fn page_size() -> usize {
    20
}

#[derive(Debug, thiserror::Error, ToolError)]
enum EndpointError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Inspector(#[from] InspectorError),

    #[error("a thread for reading was lost")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Lost(#[from] JoinError),
}

/// A handler and a tool at once: what `axum` rejects is answered with an envelope, too.
#[envelope_tool(dialect = "response-v2", data = "packages")]
async fn list_packages(
    State(inspector): State<Arc<Inspector>>,
    Query(ListPackages { cursor, page_size }): Query<ListPackages>,
) -> Result<Reply<Vec<Summary>>, EndpointError> {
    let list = move || inspector.packages(cursor.as_deref(), page_size);
    let Page { items, next_cursor, total_count, .. } = spawn_blocking(list).await??;
    let pagination = next_cursor.map_or_else(Pagination::end, Pagination::next);
    Ok(Reply::new(items).pagination(pagination.total_count(total_count as u64)))
}

#[envelope_tool(dialect = "response-v2", data = "package")]
async fn show_package(
    State(inspector): State<Arc<Inspector>>,
    Path(name): Path<String>,
) -> Result<Package, EndpointError> {
    Ok(spawn_blocking(move || inspector.package(&name)).await??)
}
