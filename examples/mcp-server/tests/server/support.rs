//! The server as a child process, with the SDK's client at the other end.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use jsonschema::Validator;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, RequestMetaObject, Tool,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::http;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    Stdio,
    Http,
}

pub(crate) const TRANSPORTS: [Transport; 2] = [Transport::Stdio, Transport::Http];

/// A workspace of three packages for one test.
pub(crate) fn workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_PKG_NAME")).join(name);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("Cargo.toml"), "[workspace]\nmembers = [\"*\"]\n").unwrap();
    for (name, more) in [
        ("apple", "description = \"A red fruit\"\n"),
        ("banana", "[dependencies]\napple = \"1\"\n"),
        ("cherry", "[dependencies]\napple = \"1\"\n"),
    ] {
        fs::create_dir_all(root.join(name).join("src")).unwrap();
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"1.2.3\"\n{more}");
        fs::write(root.join(name).join("Cargo.toml"), manifest).unwrap();
        fs::write(root.join(name).join("src/lib.rs"), "pub fn peel() {}\n").unwrap();
    }
    root
}

/// The program with the drill, for a folder.
pub(crate) fn program(folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-server"));
    command.args(options).args(["--drill"]).arg(folder).kill_on_drop(true).env("RUST_LOG", "info");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A server at an address that it chooses, and its URL.
pub(crate) async fn over_http(folder: &Path, options: &[&str]) -> (Child, String) {
    let options = [&["--http", "127.0.0.1:0"], options].concat();
    let mut process = program(folder, &options).spawn().unwrap();
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    loop {
        let line = log.next_line().await.unwrap().unwrap();
        if let Some((_, url)) = line.split_once("listening on ") {
            // The server must never wait for a reader of its log.
            tokio::spawn(async move { while let Ok(Some(_)) = log.next_line().await {} });
            return (process, url.to_owned());
        }
    }
}

/// A client of a server, which checks every result.
pub(crate) struct Client {
    pub(crate) service: RunningService<RoleClient, ()>,
    pub(crate) tools: Vec<Tool>,
    schemas: HashMap<String, Validator>,
}

impl Client {
    /// A client of a server of its own.
    pub(crate) async fn start(
        transport: Transport,
        folder: &Path,
        options: &[&str],
    ) -> (Child, Self) {
        match transport {
            Transport::Stdio => {
                let mut command = program(folder, options);
                let mut child = command.stderr(Stdio::null()).spawn().unwrap();
                let client = Self::over_pipes(&mut child).await;
                (child, client)
            }
            Transport::Http => {
                let (child, url) = over_http(folder, options).await;
                let client = Self::connect(&url).await;
                (child, client)
            }
        }
    }

    pub(crate) async fn connect(url: &str) -> Self {
        let config = StreamableHttpClientTransportConfig::with_uri(url.to_owned());
        let transport = StreamableHttpClientTransport::with_client(http::client(), config);
        Self::of(().serve(transport).await.unwrap()).await
    }

    pub(crate) async fn over_pipes(child: &mut Child) -> Self {
        let (read, write) = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
        Self::of(().serve(AsyncRwTransport::new_client(read, write)).await.unwrap()).await
    }

    async fn of(service: RunningService<RoleClient, ()>) -> Self {
        let tools = service.list_all_tools().await.unwrap();
        let schema = |tool: &Tool| {
            let schema = Value::Object(tool.output_schema.as_deref().unwrap().clone());
            (tool.name.to_string(), jsonschema::validator_for(&schema).unwrap())
        };
        let schemas = tools.iter().map(schema).collect();
        Self { service, tools, schemas }
    }

    /// The envelope of a call, which has the id `test`.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let envelope = self.call_as("test", tool, arguments).await;
        assert_eq!(envelope["meta"]["request_id"], "test");
        envelope
    }

    /// The envelope of a call under an id that the client chooses.
    pub(crate) async fn call_as(&self, id: &str, tool: &str, arguments: Value) -> Value {
        let result = self.service.call_tool(request(id, tool, arguments)).await.unwrap();
        self.checked(tool, result)
    }

    /// Checks that the result is an envelope as the tool's schema describes it, in both places, with the right `isError`.
    fn checked(&self, tool: &str, result: CallToolResult) -> Value {
        let envelope = result.structured_content.unwrap();
        let errors: Vec<_> =
            self.schemas[tool].iter_errors(&envelope).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{envelope:#}");
        let [content] = &result.content[..] else { panic!("{:?}", result.content) };
        let text: Value = serde_json::from_str(&content.as_text().unwrap().text).unwrap();
        assert_eq!(text, envelope);
        assert_eq!(result.is_error, Some(envelope["success"] == json!(false)));
        envelope
    }

    /// The code of a call that fails, and its envelope.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> (String, Value) {
        let envelope = self.call(tool, arguments).await;
        assert_eq!(envelope["success"], false, "{envelope:#}");
        (envelope["data"]["error_code"].as_str().unwrap().to_owned(), envelope)
    }

    /// Begins a call that can be cancelled.
    pub(crate) async fn begin(&self, tool: &str, arguments: Value) -> RequestHandle<RoleClient> {
        let call = CallToolRequest::new(request(tool, tool, arguments));
        let call = ClientRequest::CallToolRequest(call);
        let options = PeerRequestOptions::no_options();
        self.service.send_cancellable_request(call, options).await.unwrap()
    }
}

/// A request for a tool under an id that the client chooses.
pub(crate) fn request(id: &str, tool: &str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else { panic!("{arguments}") };
    let mut params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let mut meta = RequestMetaObject::new();
    meta.insert("request_id".to_owned(), json!(id));
    params.meta = Some(meta);
    params
}

/// A call of the drill that succeeds after a while.
pub(crate) fn slow(milliseconds: u64) -> Value {
    json!({"outcome": "success", "wait_ms": milliseconds})
}
