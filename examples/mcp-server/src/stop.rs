//! How the server stops: it answers the running calls first.

use std::time::Duration;

use crate::server::Server;
use crate::signals::Signals;

/// How long the server may take to answer the running calls and to close its connections.
const GRACE: Duration = Duration::from_secs(10);

/// How long an answer may take to be sent once its call has ended.
const SENDING: Duration = Duration::from_millis(100);

/// Waits for a signal, then for the running calls, and then closes the connections, which ends the serving. This function
/// returns only if that takes too long, or on a second signal.
pub(crate) async fn stop(server: &Server, mut signals: Signals, hang_up: impl FnOnce()) {
    signals.next().await;
    tracing::info!("stopping");
    let in_order = async {
        finish(server).await;
        hang_up();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = in_order => {}
        () = signals.next() => tracing::warn!("told to stop a second time"),
        () = tokio::time::sleep(GRACE) => tracing::warn!("stopping took too long"),
    }
    match server.calls().len() {
        0 => {}
        calls => tracing::warn!("{calls} calls were still under way"),
    }
}

/// Waits for the running calls, and until their answers are sent.
async fn finish(server: &Server) {
    server.stop();
    server.calls().wait().await;
    tokio::time::sleep(SENDING).await;
}
