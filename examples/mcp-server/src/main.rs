#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod arguments;
mod connections;
mod drill;
mod http;
mod in_flight;
mod reply;
mod server;
mod signals;
mod stdio;
mod stop;

use std::error::Error;
use std::process::ExitCode;

use arguments::Arguments;
use envelope_runtime::Budget;
use server::Server;
use tokio::runtime::Runtime;
use tracing_subscriber::EnvFilter;

/// How many bytes a message may have.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// How many bytes an answer may have besides a page.
const MAX_META_BYTES: usize = 16 << 10;

/// The log filter if `RUST_LOG` is not set: each call of a tool, and warnings. The log goes to standard error.
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

    // Pages have a limit of their own, and their metadata can be as large as a few lists of files.
    Budget::set_default(arguments.max_page_bytes.saturating_add(MAX_META_BYTES));
    let server = Server::new(&arguments);
    let runtime = Runtime::new()?;
    let end = match arguments.http {
        None => runtime.block_on(stdio::serve(&server)),
        Some(address) => runtime.block_on(http::serve(&server, address, &arguments.http_limits)),
    };
    // This does not wait for a thread that is blocked on standard input or on a slow disk.
    runtime.shutdown_background();
    end
}
