//! Measures tools under the official MCP SDK, from the client's line or HTTP request to the answer.
//!
//! The baseline is the SDK's own `Json<T>`. `envelope` and `result` are tools that return an `Envelope` and a `CallToolResult`.
//! Server and client share one thread, so times are processor times. Only over pipes, the server is a process of its own.

mod client;
mod tools;

use envelope_benchmarks::{Candidate, Case, Options};
use rmcp::ServiceExt;
use tokio::runtime::Builder;

use self::client::{Http, Lines, over_http, over_pipes, over_streams};
use self::tools::{SIZES, Server};

/// The name of each candidate, and its tool.
const TOOLS: [(&str, &str); 10] = [
    ("Json<T>", "sdk"),
    ("by hand", "by_hand"),
    ("mcp envelope", "mcp_envelope"),
    ("mcp result", "mcp_result"),
    ("response-v2 envelope", "response_v2_envelope"),
    ("response-v2 result", "response_v2_result"),
    ("dotbot envelope", "dotbot_envelope"),
    ("dotbot result", "dotbot_result"),
    ("code-scalpel envelope", "code_scalpel_envelope"),
    ("code-scalpel result", "code_scalpel_result"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The benchmark starts itself as the server on pipes.
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve_pipes();
    }
    let options = Options::read()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let memory = runtime.block_on(over_streams())?;
    let pipes = runtime.block_on(over_pipes())?;
    let http = runtime.block_on(over_http())?;
    for size in SIZES {
        let run = |name: &str, candidates| {
            options.run(&Case { name: format!("{name}, {size} records"), candidates });
        };
        for (name, lines) in [("memory", memory), ("pipes", pipes)] {
            // Small calls over pipes would mostly measure the switches between processes.
            if name == "pipes" && size < 1_000 {
                continue;
            }
            let candidate = |&(name, tool): &(&'static str, &'static str)| {
                let (runtime, lines): (_, &'static Lines) = (&runtime, lines);
                Candidate::new(name, move || runtime.block_on(lines.call(tool, size)))
            };
            run(name, TOOLS.iter().map(candidate).collect());
        }
        let candidate = |&(name, tool): &(&'static str, &'static str)| {
            let (runtime, http): (_, &'static Http) = (&runtime, http);
            Candidate::new(name, move || runtime.block_on(http.call(tool, size)))
        };
        run("http", TOOLS.iter().map(candidate).collect());
    }
    Ok(())
}

/// Serves a client over standard input and output.
fn serve_pipes() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        Server.serve(rmcp::transport::stdio_pipes()).await?.waiting().await?;
        Ok(())
    })
}
