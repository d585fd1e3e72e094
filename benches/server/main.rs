//! Tools under the official MCP SDK: what a call costs, from the line or the HTTP request of the client to the answer.
//!
//! The SDK's own `Json<T>` is what the others are compared with. `envelope` and `result` are tools that return an `Envelope` and a
//! `CallToolResult`, and `spliced` is an `Envelope` on an `EnvelopeTransport`. Server and client share one thread, so the time of a
//! call is also the work that it takes, except over pipes, where the server is a process of its own.

mod client;
mod tools;

use envelope_benchmarks::{Candidate, Case, Options};
use envelope_runtime::server::rmcp::EnvelopeTransport;
use rmcp::ServiceExt;
use tokio::runtime::Builder;

use self::client::{Http, Lines, over_http, over_pipes, over_streams};
use self::tools::{SIZES, Server};

/// The name of each candidate, and the tool that it is.
const TOOLS: [(&str, &str); 11] = [
    ("Json<T>", "sdk"),
    ("by hand", "by_hand"),
    ("mcp envelope", "mcp_envelope"),
    ("mcp result", "mcp_result"),
    ("mcp result, arguments read by the SDK", "mcp_result_read_by_sdk"),
    ("response-v2 envelope", "response_v2_envelope"),
    ("response-v2 result", "response_v2_result"),
    ("dotbot envelope", "dotbot_envelope"),
    ("dotbot result", "dotbot_result"),
    ("code-scalpel envelope", "code_scalpel_envelope"),
    ("code-scalpel result", "code_scalpel_result"),
];

/// The same for the candidates on an `EnvelopeTransport`.
const SPLICED: [(&str, &str); 5] = [
    // It is not an envelope, so it is sent as with the SDK's transport.
    ("Json<T>, EnvelopeTransport", "sdk"),
    ("mcp envelope, spliced", "mcp_envelope"),
    ("response-v2 envelope, spliced", "response_v2_envelope"),
    ("dotbot envelope, spliced", "dotbot_envelope"),
    ("code-scalpel envelope, spliced", "code_scalpel_envelope"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The server of the pipes is this program.
    match std::env::args().nth(1).as_deref() {
        Some("serve") => return serve_pipes(false),
        Some("serve-spliced") => return serve_pipes(true),
        _ => {}
    }
    let options = Options::read()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let memory = runtime.block_on(over_streams(false))?;
    let spliced_memory = runtime.block_on(over_streams(true))?;
    let pipes = runtime.block_on(over_pipes("serve"))?;
    let spliced_pipes = runtime.block_on(over_pipes("serve-spliced"))?;
    let http = runtime.block_on(over_http())?;
    for size in SIZES {
        let run = |name: &str, candidates| {
            options.run(&Case { name: format!("{name}, {size} records"), candidates });
        };
        let lines = |tools: &[(&'static str, &'static str)], lines: &'static Lines| {
            tools.iter().map(move |&(name, tool)| (name, tool, lines)).collect::<Vec<_>>()
        };
        for (name, plain, spliced) in
            [("memory", memory, spliced_memory), ("pipes", pipes, spliced_pipes)]
        {
            // A small call over pipes is the switch from one process to the other, and little else.
            if name == "pipes" && size < 1_000 {
                continue;
            }
            let candidates = [lines(&TOOLS, plain), lines(&SPLICED, spliced)].concat();
            let candidate =
                |&(name, tool, lines): &(&'static str, &'static str, &'static Lines)| {
                    let runtime = &runtime;
                    Candidate::new(name, move || runtime.block_on(lines.call(tool, size)))
                };
            run(name, candidates.iter().map(candidate).collect());
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
fn serve_pipes(is_spliced: bool) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let pipes = rmcp::transport::stdio_pipes();
        if is_spliced {
            Server.serve(EnvelopeTransport::from(pipes)).await?.waiting().await?;
        } else {
            Server.serve(pipes).await?.waiting().await?;
        }
        Ok(())
    })
}
