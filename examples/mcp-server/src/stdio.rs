//! The server over standard input and output.

use std::error::Error;

use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use tokio_util::sync::CancellationToken;

use crate::MAX_MESSAGE_BYTES;
use crate::in_flight::InFlight;
use crate::server::Server;

/// Serves one client, until it disconnects or the connection closes.
pub(crate) async fn serve(
    server: &Server,
    closing: &CancellationToken,
) -> Result<(), Box<dyn Error>> {
    tracing::info!("listening on standard input");
    let (read, write) = stdio_pipes();
    let pipes = AsyncRwTransport::new(read, write).with_max_line_length(MAX_MESSAGE_BYTES);
    match server.clone().serve_with_ct(InFlight::from(pipes), closing.clone()).await {
        Ok(running) => {
            running.waiting().await?;
            Ok(())
        }
        Err(_) if closing.is_cancelled() => Ok(()),
        Err(error) => Err(error.into()),
    }
}
