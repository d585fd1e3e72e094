//! A client that calls the server and acts on the code, the category and the retry advice of its envelopes.
//!
//! ```console
//! $ cargo run -p mcp-server --example client                     # calls the server of this package
//! $ cargo run -p mcp-server --example client -- path/to/server   # calls a server that is already built
//! ```

#![allow(clippy::indexing_slicing, reason = "what a JSON value does not have is null")]

use std::error::Error;
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable};
use envelope_runtime::response_v2::Meta;
use envelope_runtime::{ErrorType, Retry, RetryAdvice};
use rmcp::model::{CallToolRequestParams, RequestMetaObject};
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::process::Command;

/// Three attempts, with a longer wait each time, where the failure does not say how long.
fn backoff() -> ExponentialBuilder {
    ExponentialBuilder::default().with_min_delay(Duration::from_millis(200)).with_max_times(2)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut command = std::env::args_os().nth(1).map_or_else(beside, Command::new);
    command.arg("--drill");
    // The log of the server would be mixed with the output.
    let (server, _) = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn()?;
    let client = ().serve(server).await?;
    let agent = Agent { client, calls: AtomicU32::new(0) };

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

/// Why an attempt gave no data.
enum Failed {
    /// The tool failed.
    Tool(Box<Envelope>, Failure),
    /// There was no envelope.
    Call(Box<dyn Error>),
}

impl Failed {
    /// What the contract says about a retry. Without an envelope, it says nothing.
    fn retry(&self) -> Option<Retry> {
        match self {
            Self::Tool(_, failure) => Some(failure.error_type.retry()),
            Self::Call(_) => None,
        }
    }

    fn is_temporary(&self) -> bool {
        self.retry().is_some_and(|retry| retry.advice() == RetryAdvice::Yes)
    }

    /// How long the tool asks to wait.
    fn delay(&self) -> Option<Duration> {
        match self {
            Self::Tool(_, failure) => failure.retry_after_seconds.map(Duration::from_secs),
            Self::Call(_) => None,
        }
    }
}

impl<E: Error + 'static> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Call(error.into())
    }
}

struct Agent {
    client: RunningService<RoleClient, ()>,
    calls: AtomicU32,
}

impl Agent {
    /// Calls a tool, and retries if the failure says that this helps.
    async fn call(&self, tool: &'static str, arguments: Value) -> Result<Envelope, Box<dyn Error>> {
        let outcome = (|| self.attempt(tool, arguments.clone()))
            .retry(backoff())
            .when(Failed::is_temporary)
            // There is no backoff after the last attempt.
            .adjust(|failed, backoff| backoff.map(|backoff| failed.delay().unwrap_or(backoff)))
            .notify(|_, wait| println!("  again in {wait:.1?}"))
            .await;
        if let Err(failed) = &outcome
            && let Some(retry) = failed.retry()
        {
            println!("  no further attempt; retry? {retry}");
        }
        match outcome {
            Ok(envelope) => Ok(envelope),
            Err(Failed::Tool(envelope, _)) => Ok(*envelope),
            Err(Failed::Call(error)) => Err(error),
        }
    }

    /// Calls a tool once. Every call has an id that is in both logs.
    async fn attempt(&self, tool: &'static str, arguments: Value) -> Result<Envelope, Failed> {
        let arguments: Map<String, Value> = serde_json::from_value(arguments)?;
        let mut request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let mut meta = RequestMetaObject::new();
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        meta.insert("request_id".to_owned(), format!("client-{number}").into());
        request.meta = Some(meta);
        let result = self.client.call_tool(request).await?;
        let envelope: Envelope =
            serde_json::from_value(result.structured_content.unwrap_or_default())?;
        match envelope.failure() {
            None => Ok(envelope),
            Some(failure) => {
                failure.print(&envelope);
                Err(Failed::Tool(Box::new(envelope), failure))
            }
        }
    }
}

impl Failure {
    fn print(&self, envelope: &Envelope) {
        let (code, category) = (&self.error_code, self.error_type);
        println!("  {code} ({category}): {}", envelope.error.as_deref().unwrap_or_default());
        if let Some(remediation) = &self.remediation {
            println!("  {remediation}");
        }
    }
}
