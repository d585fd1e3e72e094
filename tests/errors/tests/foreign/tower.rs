//! Errors of the layers of `tower`.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use envelope_runtime::{Retry, ToolError};
use tower::load_shed::error::Overloaded;
use tower::timeout::error::Elapsed;
use tower::{BoxError, Service, ServiceBuilder, ServiceExt, service_fn};

use crate::support::check;

async fn waits(_: ()) -> Result<(), Infallible> {
    std::future::pending().await
}

async fn elapsed() -> BoxError {
    let layers = ServiceBuilder::new().timeout(Duration::from_millis(1));
    layers.service(service_fn(waits)).oneshot(()).await.unwrap_err()
}

async fn overloaded() -> BoxError {
    let mut service =
        ServiceBuilder::new().load_shed().concurrency_limit(1).service(service_fn(waits));
    let first = service.ready().await.unwrap().call(());
    let second = service.ready().await.unwrap().call(()).await.unwrap_err();
    drop(first);
    second
}

#[tokio::test]
async fn errors() {
    let elapsed = elapsed().await.downcast::<Elapsed>().unwrap().failure();
    assert_eq!(elapsed.report().retry(), Retry::OutcomeUnknown);
    let overloaded = overloaded().await.downcast::<Overloaded>().unwrap().failure();
    assert_eq!(overloaded.report().retry(), Retry::Backoff);
    let rows =
        [("`timeout::error::Elapsed`", elapsed), ("`load_shed::error::Overloaded`", overloaded)];
    check("tower", rows.into());
}

/// The layers of a service box their own errors and the errors of the service.
#[tokio::test]
async fn a_boxed_error_is_found() {
    let reset = async |(): ()| Err::<(), _>(io::Error::from(io::ErrorKind::ConnectionReset));
    let layers = ServiceBuilder::new().timeout(Duration::from_secs(9));
    let of_service = layers.service(service_fn(reset)).oneshot(()).await.unwrap_err();
    for (error, code) in [
        (elapsed().await, "TIMEOUT"),
        (overloaded().await, "UNAVAILABLE"),
        (of_service, "UNAVAILABLE"),
    ] {
        assert_eq!(anyhow::anyhow!(error).failure().report().code(), code);
    }
}
