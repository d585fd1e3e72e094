//! Clients that write requests and read answers as text, without parsing the answers.

use std::error::Error;
use std::process::Stdio;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, duplex, split};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

use crate::tools::Server;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The call of a tool, as a message.
fn call(tool: &str, size: usize) -> String {
    let params = json!({"name": tool, "arguments": {"size": size}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string()
}

fn initialize() -> String {
    let client = json!({"name": "benchmark", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}).to_string()
}

type Write = Box<dyn AsyncWrite + Unpin>;
type Read = BufReader<Box<dyn AsyncRead + Unpin>>;

/// A connection on which each message is a line. The connection lives as long as the program.
pub(crate) struct Lines {
    streams: Mutex<(Write, Read)>,
    _server: Option<Child>,
}

impl Lines {
    async fn new(
        write: impl AsyncWrite + Unpin + 'static,
        read: impl AsyncRead + Unpin + 'static,
        server: Option<Child>,
    ) -> Result<&'static Self> {
        let read: Box<dyn AsyncRead + Unpin> = Box::new(read);
        let streams = Mutex::new((Box::new(write) as _, BufReader::with_capacity(1 << 16, read)));
        let lines = Box::leak(Box::new(Self { streams, _server: server }));
        lines.ask(initialize()).await;
        let initialized = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
        lines.streams.lock().await.0.write_all(initialized.as_bytes()).await?;
        Ok(lines)
    }

    async fn ask(&self, mut message: String) -> String {
        let (write, read) = &mut *self.streams.lock().await;
        message.push('\n');
        let mut line = String::new();
        let asked = async {
            write.write_all(message.as_bytes()).await?;
            write.flush().await?;
            read.read_line(&mut line).await
        };
        asked.await.expect("an answer");
        line
    }

    pub(crate) async fn call(&self, tool: &str, size: usize) -> String {
        let answer = self.ask(call(tool, size)).await;
        assert!(answer.contains("\"isError\":false"), "{answer}");
        answer
    }
}

/// A server on a pair of streams in memory.
pub(crate) async fn over_streams() -> Result<&'static Lines> {
    let (client, stream) = duplex(1 << 16);
    tokio::spawn(async move { Server.serve(stream).await.expect("a client").waiting().await });
    let (read, write) = split(client);
    Lines::new(write, read, None).await
}

/// Starts this program as a server on pipes.
pub(crate) async fn over_pipes() -> Result<&'static Lines> {
    let mut server = Command::new(std::env::current_exe()?)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (write, read) = (server.stdin.take(), server.stdout.take());
    Lines::new(write.ok_or("no input")?, read.ok_or("no output")?, Some(server)).await
}

/// A client of a server over HTTP. Both live as long as the program.
pub(crate) struct Http {
    client: reqwest::Client,
    url: String,
}

pub(crate) async fn over_http() -> Result<&'static Http> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service =
        StreamableHttpService::new(|| Ok(Server), Arc::new(LocalSessionManager::default()), config);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    let router = axum::Router::new().nest_service("/mcp", service);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = reqwest::Client::builder().no_proxy().tcp_nodelay(true).build()?;
    Ok(Box::leak(Box::new(Http { client, url })))
}

impl Http {
    pub(crate) async fn call(&self, tool: &str, size: usize) -> String {
        let request = self
            .client
            .post(&self.url)
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
            .header("mcp-protocol-version", "2025-11-25")
            .body(call(tool, size));
        let answer = async { request.send().await?.text().await };
        let answer = answer.await.expect("an answer");
        assert!(answer.contains("\"isError\":false"), "{answer}");
        answer
    }
}
