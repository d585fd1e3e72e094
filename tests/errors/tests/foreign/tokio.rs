//! Errors of `tokio`.

use std::time::Duration;

use envelope_runtime::{Retry, ToolError};
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::support::{SECRET, check, hidden};

const TIMED_OUT: &str = "`Elapsed`, `SendTimeoutError::Timeout`";
const CLOSED: &str = "a closed channel or semaphore";
const BUSY: &str = "`Full`, `Empty`, `Lagged`, `NoPermits`";

#[tokio::test]
async fn errors() {
    let elapsed = timeout(Duration::ZERO, std::future::pending::<()>()).await.unwrap_err();

    let cancelled = tokio::spawn(std::future::pending::<()>());
    cancelled.abort();
    let cancelled = cancelled.await.unwrap_err();
    let panicked = tokio::spawn(async { panic!("{SECRET}") }).await.unwrap_err();
    assert!(hidden(&panicked.failure()).contains(SECRET));
    for (failure, retry) in [
        (elapsed.failure(), Retry::OutcomeUnknown),
        (cancelled.failure(), Retry::OutcomeUnknown),
        (panicked.failure(), Retry::Never),
    ] {
        assert_eq!(failure.report().retry(), retry, "{failure}");
    }

    let mut failures = vec![
        (TIMED_OUT, elapsed.failure()),
        ("`JoinError`: cancelled", cancelled.failure()),
        ("`JoinError`: panic", panicked.failure()),
    ];

    let (sender, mut receiver) = mpsc::channel(1);
    failures.push((BUSY, receiver.try_recv().unwrap_err().failure()));
    sender.send(SECRET).await.unwrap();
    failures.push((BUSY, sender.try_send(SECRET).unwrap_err().failure()));
    let full = sender.send_timeout(SECRET, Duration::from_millis(1)).await.unwrap_err();
    assert_eq!(full.failure().report().retry(), Retry::Backoff);
    failures.push((TIMED_OUT, full.failure()));
    drop(receiver);
    failures.push((CLOSED, sender.send(SECRET).await.unwrap_err().failure()));
    failures.push((CLOSED, sender.try_send(SECRET).unwrap_err().failure()));
    let closed = sender.send_timeout(SECRET, Duration::from_millis(1)).await.unwrap_err();
    failures.push((CLOSED, closed.failure()));
    let (sender, mut receiver) = mpsc::channel::<()>(1);
    drop(sender);
    failures.push((CLOSED, receiver.try_recv().unwrap_err().failure()));

    let (sender, mut receiver) = oneshot::channel::<()>();
    failures.push((BUSY, receiver.try_recv().unwrap_err().failure()));
    drop(sender);
    failures.push((CLOSED, receiver.try_recv().unwrap_err().failure()));
    let (sender, receiver) = oneshot::channel::<()>();
    drop(sender);
    failures.push((CLOSED, receiver.await.unwrap_err().failure()));

    let (sender, mut receiver) = broadcast::channel(1);
    sender.send(SECRET).unwrap();
    sender.send(SECRET).unwrap();
    failures.push((BUSY, receiver.recv().await.unwrap_err().failure()));
    receiver.recv().await.unwrap();
    drop(sender);
    failures.push((CLOSED, receiver.recv().await.unwrap_err().failure()));

    let (sender, mut receiver) = watch::channel(SECRET);
    drop(sender);
    failures.push((CLOSED, receiver.changed().await.unwrap_err().failure()));

    let semaphore = Semaphore::new(0);
    failures.push((BUSY, semaphore.try_acquire().unwrap_err().failure()));
    semaphore.close();
    failures.push((CLOSED, semaphore.try_acquire().unwrap_err().failure()));
    failures.push((CLOSED, semaphore.acquire().await.unwrap_err().failure()));

    check("tokio", failures);
}
