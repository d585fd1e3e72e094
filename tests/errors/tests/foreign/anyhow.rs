//! The errors of other crates inside an `anyhow::Error`.

use std::error::Error;
use std::time::Duration;

use envelope_runtime::ToolError;
use garde::Validate;

use crate::support::{hidden, leaks_nothing};

/// The failure is the same in an `anyhow::Error`, under contexts and behind another error.
fn is_found<E: ToolError + Error + Send + Sync + 'static>(error: E) {
    #[derive(Debug, thiserror::Error)]
    #[error("cannot load hunter2")]
    struct Wrapper<E: Error + 'static>(#[source] E);

    let direct = error.failure();
    let error = anyhow::Error::new(Wrapper(error)).context("hunter2");
    let failure = error.failure();
    assert_eq!(failure.report().code(), direct.report().code(), "{error:?}");
    assert_eq!(failure.report().message(), direct.report().message(), "{error:?}");
    assert!(hidden(&failure).contains("cannot load hunter2"));
    leaks_nothing(&failure);
}

#[derive(Debug, Validate)]
struct Name {
    #[garde(length(min = 1))]
    name: &'static str,
}

#[tokio::test]
async fn each_is_found() {
    is_found("x".parse::<chrono::NaiveDate>().unwrap_err());
    is_found("x".parse::<chrono::Month>().unwrap_err());
    is_found("x".parse::<chrono::Weekday>().unwrap_err());
    is_found(chrono::Month::try_from(13).unwrap_err());
    is_found(chrono::TimeDelta::seconds(-1).to_std().unwrap_err());
    is_found(Name { name: "" }.validate().unwrap_err());
    is_found("x".parse::<jiff::Timestamp>().unwrap_err());
    is_found(reqwest::Client::new().get("x").build().unwrap_err());
    is_found(tonic::Status::not_found("hunter2"));
    is_found("x".parse::<url::Url>().unwrap_err());
    is_found("x".parse::<uuid::Uuid>().unwrap_err());
}

#[cfg(feature = "databases")]
#[test]
fn each_of_a_database_is_found() {
    is_found(rusqlite::Error::QueryReturnedNoRows);
    is_found(sqlx::Error::RowNotFound);
}

#[tokio::test]
async fn each_of_tokio_is_found() {
    use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};

    is_found(tokio::time::timeout(Duration::ZERO, std::future::pending::<()>()).await.unwrap_err());
    let task = tokio::spawn(std::future::pending::<()>());
    task.abort();
    is_found(task.await.unwrap_err());
    let semaphore = Semaphore::new(0);
    is_found(semaphore.try_acquire().unwrap_err());
    semaphore.close();
    is_found(semaphore.acquire().await.unwrap_err());

    let (sender, mut receiver) = mpsc::channel::<()>(1);
    drop(sender);
    is_found(receiver.try_recv().unwrap_err());
    let (sender, mut receiver) = oneshot::channel::<()>();
    drop(sender);
    is_found(receiver.try_recv().unwrap_err());
    let (sender, receiver) = oneshot::channel::<()>();
    drop(sender);
    is_found(receiver.await.unwrap_err());
    let (sender, mut receiver) = broadcast::channel::<()>(1);
    drop(sender);
    is_found(receiver.recv().await.unwrap_err());
    let (sender, mut receiver) = watch::channel(());
    drop(sender);
    is_found(receiver.changed().await.unwrap_err());
}
