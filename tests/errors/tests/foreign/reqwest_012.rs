//! Errors of reqwest 0.12, which have the same codes as errors of the newest version.

use std::time::Duration;

use envelope_runtime::ToolError;

use crate::support::assert_hides;

fn answered(status: u16) -> reqwest012::Error {
    let response = http::Response::builder().status(status).body("").unwrap();
    reqwest012::Response::from(response).error_for_status().unwrap_err()
}

#[tokio::test]
async fn errors_of_reqwest() {
    let client = reqwest012::Client::builder().no_proxy().timeout(Duration::from_secs(5)).build();
    let client = client.unwrap();
    let unreachable = client.get("http://127.0.0.1:1/hunter2").send().await.unwrap_err();
    let wrong = client.get("hunter2").send().await.unwrap_err();
    let response = http::Response::builder().body("hunter2").unwrap();
    let malformed = reqwest012::Response::from(response).json::<u8>().await.unwrap_err();
    for (error, code) in [
        (unreachable, "UNAVAILABLE"),
        (wrong, "VALIDATION_ERROR"),
        (malformed, "UNAVAILABLE"),
        (answered(404), "NOT_FOUND"),
        (answered(429), "RATE_LIMIT_EXCEEDED"),
        (answered(503), "UNAVAILABLE"),
    ] {
        assert_hides(&error.failure(), code);
        assert_hides(&anyhow::Error::new(error).context("hunter2").failure(), code);
    }
    assert_eq!(answered(410).failure().report().http_status(), 410);
}
