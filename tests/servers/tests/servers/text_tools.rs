//! Ten text tools of a coding agent, with this crate and with the SDK alone, compared by the bytes that each server sends.

use crate::support::serve;
use std::fmt::Write;

use envelope_runtime::{ToolError, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ServerHandler, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};

/// The argument of every tool: a path, a pattern, a command or a URL. The tool fails if it is empty.
#[derive(Deserialize, JsonSchema)]
struct Input {
    input: String,
}

/// The work of the tools, for both servers.
mod work {
    use super::{WorkError, Write};

    type Text = Result<String, WorkError>;

    const SOURCE: &str = include_str!("first_server.rs");

    pub(super) fn read_file(path: &str) -> Text {
        if path.is_empty() {
            let similar = "src/server.rs, src/service.rs, src/session.rs, tests/server.rs";
            return Err(WorkError::NoFile { path: "src/sever.rs", similar });
        }
        Ok(SOURCE.to_owned())
    }

    pub(super) fn list_folder(path: &str) -> Text {
        if path.is_empty() {
            return Err(WorkError::NoFolder {
                path: "crates/server/src/handlers",
                parent: "crates/server/src",
                entries: "auth.rs, config.rs, errors.rs, lib.rs, main.rs, routes/",
            });
        }
        let names = ["Cargo.toml", "README.md", "benches/", "examples/", "src/", "tests/"];
        Ok((1..=8)
            .map(|at| format!("{}\n", names.map(|name| format!("package-{at}/{name}")).join("\n")))
            .collect())
    }

    pub(super) fn search(pattern: &str) -> Text {
        if pattern.is_empty() {
            let parsed = "regex parse error:\n    fn (call|answer\\(\n       ^\nerror: unclosed group, which began at the character 3 of the pattern and does not end";
            return Err(WorkError::Pattern { parsed });
        }
        let lines = SOURCE.lines().enumerate().filter(|(_, line)| line.contains(pattern));
        Ok(lines.fold(String::new(), |mut found, (at, line)| {
            let _ = writeln!(found, "tests/servers/first_server.rs:{}: {line}", at + 1);
            found
        }))
    }

    pub(super) fn run_command(command: &str) -> Text {
        if command.is_empty() {
            let output = "   Compiling server v0.1.0 (/srv/app)\nerror[E0425]: cannot find value `conections` in this scope\n  --> src/limits.rs:41:9\n   |\n41 |         conections.acquire().await\n   |         ^^^^^^^^^^ help: a local variable with a similar name exists: `connections`\n\nFor more information about this error, try `rustc --explain E0425`.\nerror: could not compile `server` (lib) due to 1 previous error\n";
            return Err(WorkError::Command { command: "cargo test", status: 101, output });
        }
        let tests = (1..=24).map(|at| format!("test limits::case_{at:02} ... ok\n"));
        Ok(format!(
            "running 24 tests\n{}\ntest result: ok. 24 passed; 0 failed\n",
            tests.collect::<String>()
        ))
    }

    pub(super) fn edit(old: &str) -> Text {
        if old.is_empty() {
            let nearest = "38 | pub async fn serve(limits: Limits) -> io::Result<()> {\n39 |     let connections = Arc::new(Semaphore::new(limits.connections));\n40 |     loop {\n41 |         let permit = Arc::clone(&connections).acquire_owned().await;";
            return Err(WorkError::NoMatch { path: "src/limits.rs", nearest });
        }
        Ok("Edited src/limits.rs:\n@@ -38,7 +38,8 @@\n pub async fn serve(limits: Limits) -> io::Result<()> {\n-    let connections = Semaphore::new(limits.connections);\n+    let connections = Arc::new(Semaphore::new(limits.connections));\n+    let deadline = limits.deadline;\n     loop {\n         let permit = Arc::clone(&connections).acquire_owned().await;\n".to_owned())
    }

    pub(super) fn write_file(path: &str) -> Text {
        if path.is_empty() {
            return Err(WorkError::Outside { path: "/etc/hosts", root: "/srv/app" });
        }
        Ok("Wrote 118 lines to src/limits.rs (new file, 4,012 bytes)".to_owned())
    }

    pub(super) fn fetch_page(url: &str) -> Text {
        if url.is_empty() {
            return Err(WorkError::Page {
                url: "https://docs.example.org/guide/limits",
                status: 503,
                body: "Service Unavailable: the origin did not answer within 30 seconds. The incident is posted on https://status.example.org.",
            });
        }
        Ok(format!("# Limits\n\n{}", "A server that accepts every connection runs out of memory. Set a limit, and a deadline for slow clients.\n\n".repeat(14)))
    }

    pub(super) fn log(path: &str) -> Text {
        if path.is_empty() {
            let refs = "main, release-0.1, limits, fix-deadline, origin/main, origin/release-0.1";
            return Err(WorkError::Revision { revision: "limit", refs });
        }
        Ok((0..12)
            .map(|at| {
                format!(
                    "{:07x} 2026-11-{:02} Limit the connections of each client\n",
                    0x00a1_b2c3 + at,
                    23 - at
                )
            })
            .collect())
    }

    pub(super) fn tree(path: &str) -> Text {
        if path.is_empty() {
            return Err(WorkError::TooLarge {
                path: "target",
                entries: 48_112,
                limit: 1_000,
                largest: "target/debug/deps (21,904), target/release/deps (17,345)",
            });
        }
        Ok("server\n├── src\n│   ├── lib.rs\n│   ├── limits.rs\n│   └── main.rs\n└── tests\n    └── limits.rs\n".repeat(5))
    }

    pub(super) fn task_output(task: &str) -> Text {
        if task.is_empty() {
            return Err(WorkError::Running {
                task: "task-17",
                seconds: 94,
                last: "[94/120] Building example `load`\n[95/120] Building test `limits`\n[96/120] Building test `lifecycle`",
            });
        }
        Ok((1..=20).map(|at| format!("[{at}/20] Compiling package-{at} v0.1.0\n")).collect())
    }
}

#[derive(Debug, thiserror::Error, ToolError)]
enum WorkError {
    #[error("There is no file {path}. Files with a similar name: {similar}")]
    #[tool_error(
        code = "FILE_NOT_FOUND",
        error_type = "not_found",
        remediation = "Read one of the similar files"
    )]
    NoFile { path: &'static str, similar: &'static str },

    #[error("There is no folder {path}. The entries of {parent}: {entries}")]
    #[tool_error(
        code = "FOLDER_NOT_FOUND",
        error_type = "not_found",
        remediation = "List the parent folder"
    )]
    NoFolder { path: &'static str, parent: &'static str, entries: &'static str },

    #[error("The pattern is invalid: {parsed}")]
    #[tool_error(
        code = "INVALID_FORMAT",
        remediation = "Close the group, or escape the parenthesis"
    )]
    Pattern { parsed: &'static str },

    #[error("`{command}` ended with the status {status}:\n{output}")]
    #[tool_error(
        code = "COMMAND_FAILED",
        error_type = "validation",
        remediation = "Fix the error, then run the command again"
    )]
    Command { command: &'static str, status: i32, output: &'static str },

    #[error("{path} does not contain the old text. The most similar lines:\n{nearest}")]
    #[tool_error(
        code = "NO_MATCH",
        error_type = "conflict",
        remediation = "Copy the old text from these lines"
    )]
    NoMatch { path: &'static str, nearest: &'static str },

    #[error("{path} is outside of the workspace {root}, and no other folder is writable")]
    #[tool_error(code = "FORBIDDEN", remediation = "Write to a path in the workspace")]
    Outside { path: &'static str, root: &'static str },

    #[error("{url} answered with the status {status}: {body}")]
    #[tool_error(code = "UNAVAILABLE", retry = "60 s")]
    Page { url: &'static str, status: u16, body: &'static str },

    #[error("There is no revision '{revision}'. The branches: {refs}")]
    #[tool_error(
        code = "REVISION_NOT_FOUND",
        error_type = "not_found",
        remediation = "Name one of the branches"
    )]
    Revision { revision: &'static str, refs: &'static str },

    #[error(
        "{path} has {entries} entries, and the limit is {limit}. The largest folders: {largest}"
    )]
    #[tool_error(code = "TOO_LARGE", remediation = "Show a folder below, or a smaller depth")]
    TooLarge { path: &'static str, entries: u32, limit: u32, largest: &'static str },

    #[error("{task} has been running for {seconds} s. Its last lines:\n{last}")]
    #[tool_error(code = "STILL_RUNNING", error_type = "conflict", retry = "30 s")]
    Running { task: &'static str, seconds: u32, last: &'static str },
}

struct Ours;
struct Sdk;

macro_rules! servers {
    ($($tool:ident)*) => {
        const TOOLS: [&str; 10] = [$(stringify!($tool)),*];

        #[envelope_tool(dialect = "mcp-2025-11-25", text)]
        #[tool_router(server_handler)]
        impl Ours {
            $(#[tool]
            fn $tool(&self, Parameters(Input { input }): Parameters<Input>) -> Result<String, WorkError> {
                work::$tool(&input)
            })*
        }

        #[tool_router(server_handler)]
        impl Sdk {
            $(#[tool]
            fn $tool(&self, Parameters(Input { input }): Parameters<Input>) -> CallToolResult {
                match work::$tool(&input) {
                    Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
                    Err(error) => CallToolResult::error(vec![ContentBlock::text(format!("Error: {error}"))]),
                }
            })*
        }
    };
}

servers! { read_file list_folder search run_command edit write_file fetch_page log tree task_output }

/// The lines with which a server answers calls of its tools.
async fn lines(server: impl ServerHandler, input: &str) -> Vec<String> {
    let (client, theirs) = duplex(1 << 16);
    serve(server, theirs);
    let (read, mut write) = split(client);
    let mut answers = BufReader::new(read).lines();
    let start = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    }});
    let started = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    write.write_all(format!("{start}\n{started}\n").as_bytes()).await.unwrap();
    answers.next_line().await.unwrap().unwrap();
    let mut all = Vec::new();
    for (id, tool) in (1..).zip(TOOLS) {
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": tool, "arguments": {"input": input},
        }});
        write.write_all(format!("{call}\n").as_bytes()).await.unwrap();
        all.push(answers.next_line().await.unwrap().unwrap());
    }
    all
}

fn bytes(lines: &[String]) -> usize {
    lines.iter().map(String::len).sum()
}

fn result(line: &str) -> Value {
    serde_json::from_str::<Value>(line).unwrap()["result"].take()
}

#[tokio::test]
async fn a_success_is_the_text_and_little_else() {
    let (ours, sdk) = (lines(Ours, "a").await, lines(Sdk, "a").await);
    for (ours, sdk) in ours.iter().map(|line| result(line)).zip(sdk.iter().map(|line| result(line)))
    {
        assert_eq!(ours["content"], sdk["content"]);
        assert_eq!(ours.get("structuredContent"), None);
        assert_eq!(
            envelope_client::check(&ours.to_string()).map(|checked| checked.warnings.len()),
            Ok(0)
        );
    }
    let (ours, sdk) = (bytes(&ours), bytes(&sdk));
    println!("successes: {ours} bytes, {sdk} with the SDK alone");
    assert!(ours * 100 <= sdk * 105, "{ours} bytes, {sdk} with the SDK alone");
}

#[tokio::test]
async fn a_failure_has_its_code_and_advice_in_the_text() {
    let (ours, sdk) = (lines(Ours, "").await, lines(Sdk, "").await);
    for (ours, sdk) in ours.iter().map(|line| result(line)).zip(sdk.iter().map(|line| result(line)))
    {
        let text = |result: &Value| result["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text(&ours).starts_with(&text(&sdk)), "{ours}");
        assert_eq!(ours["isError"], true);
        assert_eq!(
            envelope_client::check(&ours.to_string()).map(|checked| checked.warnings.len()),
            Ok(0)
        );
        let failure = envelope_client::read::<Value>(&ours.to_string()).unwrap();
        let failure = failure.outcome.unwrap_err();
        assert!(failure.sent_code.is_some(), "{ours}");
    }
    let (ours, sdk) = (bytes(&ours), bytes(&sdk));
    println!("failures: {ours} bytes, {sdk} with the SDK alone");
    assert!(ours * 100 <= sdk * 140, "{ours} bytes, {sdk} with the SDK alone");
}

/// A client expects structured content from a tool with a schema: a text tool has no schema, and `()` is sent as structured content.
#[test]
fn only_tools_with_structure_have_an_output_schema() {
    struct Mixed;

    #[envelope_tool(dialect = "mcp-2025-11-25", output_schema)]
    #[tool_router]
    impl Mixed {
        #[tool]
        #[envelope_tool(text)]
        fn view(&self) -> Result<&'static str, WorkError> {
            Ok("# A")
        }

        #[tool]
        fn nothing(&self) -> Result<(), WorkError> {
            Ok(())
        }

        #[tool(output_schema = rmcp::handler::server::tool::schema_for_type::<Input>())]
        fn by_hand(&self) -> Result<(), WorkError> {
            Ok(())
        }
    }

    let router = Mixed::tool_router();
    for (tool, envelope, has_schema) in [
        ("view", Mixed.view(), false),
        ("nothing", Mixed.nothing(), true),
        ("by_hand", Mixed.by_hand(), true),
    ] {
        assert_eq!(router.get(tool).unwrap().output_schema.is_some(), has_schema, "{tool}");
        let structure = envelope.to_value().unwrap().get("structuredContent").cloned();
        assert_eq!(structure, has_schema.then(|| json!({})), "{tool}");
    }
}
