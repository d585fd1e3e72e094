//! The HTTP connections: how many there are, and for how long a client may keep one waiting.

use std::num::NonZeroU16;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::middleware::map_response_with_state;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutWriter;
use tokio_util::sync::CancellationToken;

/// How many bytes of a connection are kept in memory, beside bodies.
const MAX_BUFFER_BYTES: usize = 64 << 10;

/// How long to wait after a connection that could not be accepted, as when the system is out of memory.
const PAUSE: Duration = Duration::from_millis(100);

/// How many file descriptors are left for everything else, such as the files that the tools read.
const OTHER_DESCRIPTORS: u64 = 48;

type Stream = Pin<Box<TimeoutWriter<TcpStream>>>;

/// A limit for the connections that are open at the same time. The next ones wait for the server to accept them.
pub(crate) struct Connections {
    free: Arc<Semaphore>,
    /// How long the head of a request may take to arrive, how long a connection may be without one, and how long a client may
    /// take to read on. How long an answer takes is a matter of the time limit of calls.
    patience: Duration,
}

impl Connections {
    /// As many as this, or fewer if the system has no file descriptors for them.
    pub(crate) fn new(max: NonZeroU16, patience: Duration) -> Self {
        let wanted = u64::from(max.get()) + OTHER_DESCRIPTORS;
        let descriptors = rlimit::increase_nofile_limit(wanted).unwrap_or(wanted);
        let max = descriptors.saturating_sub(OTHER_DESCRIPTORS).clamp(1, max.get().into());
        if descriptors < wanted {
            tracing::warn!("{descriptors} file descriptors are enough for {max} connections");
        }
        let free = Semaphore::new(usize::try_from(max).unwrap_or(usize::MAX));
        Self { free: Arc::new(free), patience }
    }

    /// The next connection, once there is a place for it.
    async fn accept(
        &self,
        listener: &TcpListener,
    ) -> Result<(Stream, OwnedSemaphorePermit), AcquireError> {
        let stream = loop {
            match listener.accept().await {
                Ok((stream, _)) => break stream,
                Err(error) => {
                    tracing::warn!("cannot accept a connection: {error}");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        };
        if self.free.available_permits() == 0 {
            tracing::warn!("all connections are in use, so the next client waits");
        }
        let place = Arc::clone(&self.free).acquire_owned().await?;
        Ok((self.prepare(stream), place))
    }

    /// Serves connections until the token is cancelled, and then until the running requests are answered.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        router: Router,
        closing: &CancellationToken,
    ) {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new());
        http.header_read_timeout(self.patience).max_buf_size(MAX_BUFFER_BYTES);
        let turns = map_response_with_state(Arc::clone(&self.free), close_if_full);
        let service = TowerToHyperService::new(router.layer(turns));
        let open = GracefulShutdown::new();
        while let Some(Ok((stream, place))) =
            closing.run_until_cancelled(self.accept(&listener)).await
        {
            let connection = http.serve_connection(TokioIo::new(stream), service.clone());
            let connection = open.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!("a connection has ended: {error}");
                }
                drop(place);
            });
        }
        drop(listener);
        open.shutdown().await;
    }

    fn prepare(&self, stream: TcpStream) -> Stream {
        // Otherwise an answer in several packets waits for the client to acknowledge the first: 40 ms.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("cannot set TCP_NODELAY: {error}");
        }
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.patience));
        Box::pin(stream)
    }
}

/// Ends a connection with this answer if all are in use, so that a client that asks now and then does not keep others out.
async fn close_if_full(State(free): State<Arc<Semaphore>>, mut answer: Response) -> Response {
    if free.available_permits() == 0 {
        answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}
