//! The server as a child process, with the SDK's client at the other end, over stdio or HTTP.

#![allow(dead_code, reason = "not every test needs all of it")]
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

pub(crate) mod pieces;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use jsonschema::Validator;
use rmcp::model::{CallToolRequestParams, CallToolResult, RequestMetaObject, Tool};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, Command};

/// How the server is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Transport {
    Stdio,
    Http,
}

/// Both ways to reach the server.
pub(crate) const TRANSPORTS: [Transport; 2] = [Transport::Stdio, Transport::Http];

/// A workspace for one test: three packages, one without a library, and a file that is no Rust.
pub(crate) fn workspace(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let manifest = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"1.2.3\"\nedition = \"2024\"\n{more}")
    };
    write(
        "Cargo.toml",
        "[workspace]\nmembers = [\"apple\", \"banana\", \"cherry\"]\nresolver = \"3\"\n",
    );
    write("apple/Cargo.toml", &manifest("apple", "description = \"A red fruit\"\n"));
    write(
        "apple/src/lib.rs",
        "pub fn peel() {}\npub struct Core;\nfn bite() { unsafe { core() } }\nunsafe fn core() {}\n",
    );
    let dependency = "[dependencies]\napple = { path = \"../apple\" }\n";
    write("banana/Cargo.toml", &manifest("banana", dependency));
    write("banana/src/main.rs", "fn main() {}\n");
    write("cherry/Cargo.toml", &manifest("cherry", dependency));
    write("cherry/src/lib.rs", "pub mod stone;\n");
    write("cherry/src/stone.rs", "this is { no Rust\n");
    root
}

/// A folder for one test with nothing in it.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program, with the folder that it is to inspect.
pub(crate) fn program(folder: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-server"));
    command.args(options).arg(folder).kill_on_drop(true).env("RUST_LOG", "info");
    command
}

/// A server at an address that it chooses.
pub(crate) struct HttpServer {
    pub(crate) process: Child,
    pub(crate) url: String,
    /// Kept open: the server goes on writing its log.
    log: BufReader<ChildStderr>,
}

impl HttpServer {
    pub(crate) async fn start(folder: &Path, options: &[&str]) -> Self {
        let options = [&["--http", "127.0.0.1:0"], options].concat();
        Self::spawn(program(folder, &options)).await
    }

    /// The same with a command that has an address.
    pub(crate) async fn spawn(mut command: Command) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let url = loop {
            let mut line = String::new();
            assert!(log.read_line(&mut line).await.unwrap() > 0, "the server ended");
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.trim().to_owned();
            }
        };
        Self { process, url, log }
    }

    /// Reads the log, so that the server is never kept waiting for a reader.
    pub(crate) fn drain(self) -> (Child, String) {
        let Self { process, url, mut log } = self;
        tokio::spawn(async move {
            let mut line = String::new();
            while log.read_line(&mut line).await.is_ok_and(|read| read > 0) {
                line.clear();
            }
        });
        (process, url)
    }
}

/// A client of a server, which checks what every result has to be.
pub(crate) struct Client {
    pub(crate) service: RunningService<RoleClient, ()>,
    pub(crate) tools: Vec<Tool>,
    schemas: HashMap<String, Validator>,
    /// Ends with the client.
    process: Option<Child>,
}

impl Client {
    /// A client of a server of its own.
    pub(crate) async fn start(transport: Transport, folder: &Path, options: &[&str]) -> Self {
        match transport {
            Transport::Stdio => {
                let command = program(folder, options);
                let (child, _) =
                    TokioChildProcess::builder(command).stderr(Stdio::null()).spawn().unwrap();
                Self::of(().serve(child).await.unwrap(), None).await
            }
            Transport::Http => {
                let (process, url) = HttpServer::start(folder, options).await.drain();
                Self::of(Self::connect(&url).await, Some(process)).await
            }
        }
    }

    pub(crate) async fn connect(url: &str) -> RunningService<RoleClient, ()> {
        let transport = StreamableHttpClientTransport::from_uri(url.to_owned());
        ().serve(transport).await.unwrap()
    }

    pub(crate) async fn of(
        service: RunningService<RoleClient, ()>,
        process: Option<Child>,
    ) -> Self {
        let tools = service.list_all_tools().await.unwrap();
        let schema = |tool: &Tool| {
            let schema = Value::Object(tool.output_schema.as_deref().unwrap().clone());
            (tool.name.to_string(), jsonschema::validator_for(&schema).unwrap())
        };
        let schemas = tools.iter().map(schema).collect();
        Self { service, tools, schemas, process }
    }

    /// The envelope of a call.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        self.call_as("test", tool, arguments).await
    }

    /// The same under an id that the client chooses.
    pub(crate) async fn call_as(&self, id: &str, tool: &str, arguments: Value) -> Value {
        let result = self.service.call_tool(request(id, tool, arguments)).await.unwrap();
        let envelope = self.checked(tool, result);
        assert_eq!(envelope["meta"]["request_id"], id);
        envelope
    }

    /// What every result is: an envelope that its tool's schema allows, in both places, and `isError` as it says.
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

    /// A call that fails, and what it says: code, category, and the whole of `data`.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> (String, String, Value) {
        let envelope = self.call(tool, arguments).await;
        assert_eq!(envelope["success"], false, "{envelope:#}");
        let text = |key: &str| envelope["data"][key].as_str().unwrap().to_owned();
        (text("error_code"), text("error_type"), envelope)
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

/// Asks the server to stop, as an operator does.
#[cfg(unix)]
pub(crate) async fn terminate(server: &Child) {
    let pid = server.id().unwrap().to_string();
    assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
}
