#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod arguments;
mod drill;
mod http;
mod in_flight;
mod server;
mod stdio;
mod stop;

use std::error::Error;
use std::process::ExitCode;

use arguments::Arguments;
use server::Server;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

/// The largest message of a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

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

    let runtime = Runtime::new()?;
    let end = runtime.block_on(serve(&arguments));
    // This does not wait for a thread that is blocked on standard input or on a slow disk.
    runtime.shutdown_background();
    end
}

async fn serve(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let server = Server::new(arguments);
    let closing = CancellationToken::new();
    let serving = async {
        match arguments.http {
            None => stdio::serve(&server, &closing).await,
            Some(address) => http::serve(&server, address, &closing).await,
        }
    };
    tokio::select! {
        // First, so that a signal stops the server in order from its first line of log on.
        biased;
        end = stop::stop(server.calls(), &closing) => Ok(end?),
        end = serving => end,
    }
}
