//! A client that calls the server and acts on the code, the category and the retry advice of its envelopes.
//!
//! ```console
//! $ cargo run -p mcp-server --example client                     # calls the server of this package
//! $ cargo run -p mcp-server --example client -- path/to/server   # calls a server that is already built
//! ```

#![allow(clippy::indexing_slicing, reason = "what a JSON value does not have is null")]

use std::error::Error;
use std::process::Stdio;
use std::time::Duration;

use envelope_runtime::response_v2::Meta;
use envelope_runtime::{ErrorType, Retry};
use rmcp::model::{CallToolRequestParams, RequestMetaObject};
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::process::Command;

/// How many times a call is attempted.
const ATTEMPTS: u32 = 3;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut command = std::env::args_os().nth(1).map_or_else(beside, Command::new);
    command.arg("--drill");
    // The log of the server would be mixed with the output.
    let (server, _) = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn()?;
    let client = ().serve(server).await?;
    let mut agent = Agent { client, calls: 0 };

    println!("# All packages, page by page");
    let mut arguments = json!({"page_size": 3});
    loop {
        let page = agent.call("list_packages", arguments.clone()).await?;
        for package in page.data["packages"].as_array().into_iter().flatten() {
            println!("  {}", package["name"]);
        }
        let Some(cursor) = page.meta.pagination.and_then(|pagination| pagination.cursor) else {
            break;
        };
        arguments["cursor"] = cursor.into();
    }

    println!("# A name that is not quite right");
    let shown = agent.call("show_package", json!({"name": "envelope-runtim"})).await?;
    if let Some(near) = shown.failure().filter(|failure| failure.error_code == "NOT_FOUND") {
        let name = &near.details["near_misses"][0];
        println!("  meant is {name}");
        let shown = agent.call("show_package", json!({"name": name})).await?;
        println!("  {}", shown.data["package"]["description"]);
    }

    for outcome in ["rate_limit", "authorization", "validation", "panic"] {
        println!("# A failure: {outcome}");
        agent.call("drill", json!({"outcome": outcome})).await?;
    }
    agent.client.cancel().await?;
    Ok(())
}

/// The server of this package, as Cargo builds it.
fn beside() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--package", "mcp-server", "--"]);
    cargo
}

/// An envelope of response-v2, as a client reads it.
#[derive(Deserialize)]
struct Envelope {
    success: bool,
    data: Value,
    error: Option<String>,
    meta: Meta,
}

/// The data of a failure.
#[derive(Deserialize)]
struct Failure {
    error_code: String,
    error_type: ErrorType,
    remediation: Option<String>,
    #[serde(default)]
    details: Map<String, Value>,
    retry_after_seconds: Option<u64>,
}

impl Envelope {
    fn failure(&self) -> Option<Failure> {
        if self.success { None } else { Failure::deserialize(&self.data).ok() }
    }
}

impl Failure {
    /// How long to wait before the next attempt, if one is worthwhile: what the failure says, or longer each time.
    fn wait(&self, attempt: u32) -> Option<Duration> {
        let backoff = Duration::from_millis(200) * 2u32.pow(attempt);
        let advised = self.retry_after_seconds.map(Duration::from_secs);
        match self.error_type.retry() {
            Retry::AfterDelay | Retry::WithBackoff => Some(advised.unwrap_or(backoff)),
            _ => None,
        }
    }
}

struct Agent {
    client: RunningService<RoleClient, ()>,
    calls: u32,
}

impl Agent {
    /// Calls a tool, and retries if the failure says that this helps. Every call has an id that is in both logs.
    async fn call(
        &mut self,
        tool: &'static str,
        arguments: Value,
    ) -> Result<Envelope, Box<dyn Error>> {
        let mut attempt = 0;
        loop {
            self.calls += 1;
            let envelope = self.attempt(tool, arguments.clone()).await?;
            let Some(failure) = envelope.failure() else { return Ok(envelope) };
            let (code, category) = (&failure.error_code, failure.error_type);
            println!("  {code} ({category}): {}", envelope.error.as_deref().unwrap_or_default());
            if let Some(remediation) = &failure.remediation {
                println!("  {remediation}");
            }
            attempt += 1;
            match failure.wait(attempt) {
                Some(wait) if attempt < ATTEMPTS => {
                    println!("  again in {wait:?}");
                    tokio::time::sleep(wait).await;
                }
                Some(_) => {
                    println!("  given up after {ATTEMPTS} attempts");
                    return Ok(envelope);
                }
                None => {
                    println!("  again? {}", category.retry());
                    return Ok(envelope);
                }
            }
        }
    }

    async fn attempt(
        &self,
        tool: &'static str,
        arguments: Value,
    ) -> Result<Envelope, Box<dyn Error>> {
        let Value::Object(arguments) = arguments else {
            return Err("the arguments are not an object".into());
        };
        let mut request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let mut meta = RequestMetaObject::new();
        meta.insert("request_id".to_owned(), format!("client-{}", self.calls).into());
        request.meta = Some(meta);
        let result = self.client.call_tool(request).await?;
        let structured = result.structured_content.ok_or("no structured content")?;
        Ok(serde_json::from_value(structured)?)
    }
}
