//! The server over standard input and output.

use std::error::Error;
use std::io::{self, IsTerminal};

use envelope_runtime::server::rmcp::EnvelopeTransport;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use tokio_util::sync::CancellationToken;

use crate::MAX_MESSAGE_BYTES;
use crate::in_flight::InFlight;
use crate::server::Server;
use crate::signals::Signals;
use crate::stop::stop;

/// Serves one client, until it disconnects or a signal arrives.
pub(crate) async fn serve(server: &Server) -> Result<(), Box<dyn Error>> {
    let signals = Signals::listen()?;
    let connection = CancellationToken::new();
    if io::stdin().is_terminal() {
        tracing::info!("waiting for an MCP client on standard input; see --help");
    } else {
        tracing::info!("listening on standard input");
    }
    tokio::select! {
        end = one_client(server.clone(), connection.clone()) => end,
        () = stop(server, signals, || connection.cancel()) => Ok(()),
    }
}

async fn one_client(server: Server, connection: CancellationToken) -> Result<(), Box<dyn Error>> {
    let pipes = EnvelopeTransport::from(stdio_pipes()).with_max_line_length(MAX_MESSAGE_BYTES);
    match server.serve_with_ct(InFlight::from(pipes), connection).await {
        Ok(running) => {
            running.waiting().await?;
            Ok(())
        }
        Err(ServerInitializeError::Cancelled) => Ok(()),
        Err(ServerInitializeError::ConnectionClosed(_)) => {
            Err("standard input ended before an MCP client had initialized; see --help".into())
        }
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            Err("the first message of an MCP client must be an initialize request".into())
        }
        Err(error) => Err(error.into()),
    }
}
