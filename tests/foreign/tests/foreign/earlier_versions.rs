//! Errors of the major versions before the newest, which have the codes of the newest.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use envelope_runtime::{ToolError, ToolFailure};
use sqlx08::error::{DatabaseError, ErrorKind};

/// A failure that says nothing of its cause to the caller.
fn assert_hides(failure: &ToolFailure, code: &str) {
    let report = failure.report();
    assert_eq!(report.code(), code, "{failure:?}");
    assert!(!report.message().contains("hunter2"), "{failure:?}");
    let hidden = report.hidden().map(|hidden| hidden.to_string());
    assert!(hidden.is_some_and(|hidden| !hidden.is_empty()), "{failure:?}");
}

fn answered(status: u16) -> reqwest012::Error {
    let response = http::Response::builder().status(status).body("").unwrap();
    reqwest012::Response::from(response).error_for_status().unwrap_err()
}

#[tokio::test]
async fn errors_of_reqwest() {
    let client = reqwest012::Client::builder().timeout(Duration::from_secs(5)).build().unwrap();
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

/// The error of a database that is not here.
#[derive(Debug)]
struct OfDatabase(ErrorKind, Option<&'static str>);

impl fmt::Display for OfDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hunter2")
    }
}

impl StdError for OfDatabase {}

impl DatabaseError for OfDatabase {
    fn message(&self) -> &str {
        "hunter2"
    }

    fn code(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.1.map(Into::into)
    }

    fn kind(&self) -> ErrorKind {
        match self.0 {
            ErrorKind::UniqueViolation => ErrorKind::UniqueViolation,
            ErrorKind::ForeignKeyViolation => ErrorKind::ForeignKeyViolation,
            _ => ErrorKind::Other,
        }
    }

    fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
        self
    }
}

#[test]
fn errors_of_sqlx() {
    let of_database = |kind, code| sqlx08::Error::Database(Box::new(OfDatabase(kind, code)));
    for (error, code) in [
        (sqlx08::Error::RowNotFound, "NOT_FOUND"),
        (sqlx08::Error::PoolTimedOut, "TIMEOUT"),
        (sqlx08::Error::PoolClosed, "UNAVAILABLE"),
        (sqlx08::Error::Io(std::io::Error::other("hunter2")), "UNAVAILABLE"),
        (sqlx08::Error::Protocol("hunter2".to_owned()), "INTERNAL_ERROR"),
        (of_database(ErrorKind::UniqueViolation, None), "DUPLICATE_ENTRY"),
        (of_database(ErrorKind::ForeignKeyViolation, None), "CONFLICT"),
        (of_database(ErrorKind::Other, Some("23P01")), "VALIDATION_ERROR"),
        (of_database(ErrorKind::Other, Some("57014")), "UNAVAILABLE"),
        (of_database(ErrorKind::Other, Some("42601")), "INTERNAL_ERROR"),
        (of_database(ErrorKind::Other, Some("5")), "UNAVAILABLE"),
    ] {
        assert_hides(&error.failure(), code);
        assert_hides(&anyhow::Error::new(error).failure(), code);
    }
}
