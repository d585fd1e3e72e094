//! How the server stops: it answers the running calls first.

use std::future::pending;
use std::io;
use std::time::Duration;

use tokio::signal::ctrl_c;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The longest time that the server takes to stop.
const GRACE: Duration = Duration::from_secs(10);

/// How long an answer takes to be sent after its call has ended.
const SENDING: Duration = Duration::from_millis(100);

/// Waits for a signal and then for the running calls, and closes the connections, which ends the serving. Returns only if
/// that takes too long, or on a second signal.
pub(crate) async fn stop(calls: &TaskTracker, closing: &CancellationToken) -> io::Result<()> {
    signal().await?;
    tracing::info!("stopping");
    let in_order = async {
        calls.close();
        calls.wait().await;
        sleep(SENDING).await;
        closing.cancel();
        pending().await
    };
    tokio::select! {
        end = in_order => end,
        end = signal() => end,
        () = sleep(GRACE) => Ok(()),
    }
}

/// Waits for Ctrl-C, or for SIGTERM.
async fn signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            _ = terminate.recv() => Ok(()),
            end = ctrl_c() => end,
        }
    }
    #[cfg(not(unix))]
    ctrl_c().await
}
