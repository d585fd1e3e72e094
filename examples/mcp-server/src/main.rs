//! An inspector for Cargo workspaces, as an MCP server for coding agents.
//!
//! ```console
//! $ cargo run -p mcp-server                              # this workspace, over stdio
//! $ cargo run -p mcp-server -- path/to/another           # another workspace
//! $ cargo run -p mcp-server -- --http 127.0.0.1:8080     # over streamable HTTP, at /mcp
//! ```
//!
//! It reads one workspace and nothing outside of it, and writes nothing. `server.rs` has the tools, `transport.rs` the ways
//! to reach them, and `arguments.rs` the command line.

#![forbid(unsafe_code)]

mod arguments;
mod drill;
mod server;
mod signals;
mod transport;

use std::error::Error;
use std::process::ExitCode;

use arguments::Arguments;
use server::Server;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

/// What is logged, to standard error, unless `RUST_LOG` says otherwise: each call of a tool, and what goes wrong around it.
const LOGGED: &str = "warn,envelope_runtime=info,mcp_server=info";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mcp-server: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let Some(arguments) = Arguments::read()? else { return Ok(()) };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOGGED));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();

    let server = Server::new(&arguments);
    let runtime = Runtime::new()?;
    let end = match arguments.http {
        None => runtime.block_on(transport::stdio(&server)),
        Some(address) => runtime.block_on(transport::http(&server, address)),
    };
    // A thread that is blocked by standard input or a slow disk is not waited for.
    runtime.shutdown_background();
    server.close();
    end
}
