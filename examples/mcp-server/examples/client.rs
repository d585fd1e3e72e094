//! A client that reads the envelopes of the server: it follows pages, corrects itself, and retries where the contract says so.
//!
//! ```console
//! $ cargo run -p mcp-server --example client                     # calls the server of this package
//! $ cargo run -p mcp-server --example client -- path/to/server   # calls a server that is already built
//! ```

use std::error::Error;
use std::process::Stdio;

use backon::{ExponentialBuilder, Retryable};
use envelope_client::response_v2::{AsyncPages, Response};
use envelope_runtime::{RetryAdvice, ToolFailure};
use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use tokio::process::Command;

#[derive(serde::Deserialize)]
struct Packages {
    packages: Vec<Package>,
}

#[derive(serde::Deserialize)]
struct Package {
    name: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut command = std::env::args_os().nth(1).map_or_else(beside, Command::new);
    command.arg("--drill");
    // The log of the server would be mixed with the output.
    let (server, _) = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn()?;
    let client = &().serve(server).await?;

    println!("# All packages, page by page");
    let list = |cursor| call(client, "list_packages", json!({"cursor": cursor}));
    let mut pages = AsyncPages::new(list);
    while let Some(page) = pages.next().await {
        let Packages { packages } = page?.data;
        println!("  {}", packages.into_iter().map(|it| it.name).collect::<Vec<_>>().join(", "));
    }

    println!("# A name that is not quite right");
    let show = |name: Value| call::<Value>(client, "show_package", json!({"name": name}));
    if let Err(failure) = show("envelope-runtim".into()).await {
        let details = serde_json::to_value(failure.report().details())?;
        let meant = details.pointer("/near_misses/0").cloned().unwrap_or_default();
        println!("  {failure}; meant is {meant}");
        println!("  {}", show(meant).await?.into_result()?.data);
    }

    for outcome in ["rate_limit", "internal", "panic"] {
        println!("# A failure: {outcome}");
        let drill = call::<IgnoredAny>(client, "drill", json!({"outcome": outcome}));
        if let Err(failure) = drill.await {
            println!("  {}: {failure}", failure.report().code());
        }
    }
    Ok(())
}

/// The server of this package, as Cargo builds it.
fn beside() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--package", "mcp-server", "--"]);
    cargo
}

/// Calls a tool, and retries if the failure says that this helps, after as long as it says.
async fn call<T: DeserializeOwned>(
    client: &RunningService<RoleClient, ()>,
    tool: &'static str,
    arguments: Value,
) -> Result<Response<T>, ToolFailure> {
    let attempt = async || {
        let arguments = serde_json::from_value(arguments.clone())?;
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = client.call_tool(request).await.map_err(ToolFailure::unavailable)?;
        let response: Response<T> = result.into_typed()?;
        response.as_result().map_err(|failure| failure.clone().into_failure())?;
        Ok(response)
    };
    attempt
        .retry(ExponentialBuilder::default().with_max_times(2))
        .when(|failure: &ToolFailure| failure.report().retry().advice() == RetryAdvice::Yes)
        .adjust(|failure, backoff| {
            let asked = failure.report().retry_after().map(|after| after.delay());
            backoff.map(|backoff| asked.unwrap_or(backoff))
        })
        .notify(|failure, wait| println!("  {failure}; again in {wait:.1?}"))
        .await
}
