//! A client of the SDK's own, connected to a server in the same process.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::ops::Range;

use rmcp::model::{CallToolRequestParams, CallToolResult, RequestMetaObject};
use rmcp::service::{DynService, RunningService};
use rmcp::{RoleClient, RoleServer, Service, ServiceExt};
use serde_json::Value;
use tokio::io::{DuplexStream, duplex};

/// The seeds of the cases of a test. `MORE_CASES=4` makes four times as many.
pub(crate) fn seeds(usual: usize) -> Range<usize> {
    let more = std::env::var("MORE_CASES").map_or(1, |more| more.parse::<usize>().unwrap());
    0..usual * more
}

pub(crate) type Client = RunningService<RoleClient, ()>;

/// Starts a server on a stream. Its type is hidden: the SDK's connections take long to compile, and are compiled for each type.
pub(crate) fn serve(server: impl Service<RoleServer>, stream: DuplexStream) {
    serve_erased(server.into_dyn(), stream);
}

fn serve_erased(server: Box<dyn DynService<RoleServer>>, stream: DuplexStream) {
    tokio::spawn(async move {
        let running = server.serve(stream).await.expect("a client");
        running.waiting().await.expect("an end");
    });
}

/// A client of a server.
pub(crate) async fn connect(server: impl Service<RoleServer>) -> Client {
    let (ours, theirs) = duplex(4096);
    serve(server, theirs);
    ().serve(ours).await.expect("a server")
}

/// Calls a tool, with the request id `own-id`.
pub(crate) async fn call(client: &Client, name: &'static str, arguments: Value) -> CallToolResult {
    call_as(client, "own-id".into(), name, arguments).await
}

/// Calls a tool, with this request id.
pub(crate) async fn call_as(
    client: &Client,
    request_id: Value,
    name: &'static str,
    arguments: Value,
) -> CallToolResult {
    let mut params = CallToolRequestParams::new(name)
        .with_arguments(arguments.as_object().cloned().expect("an object"));
    let mut meta = RequestMetaObject::new();
    meta.insert("request_id".to_owned(), request_id);
    params.meta = Some(meta);
    client.call_tool(params).await.expect("a result")
}
