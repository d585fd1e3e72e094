//! Errors of sqlx 0.8, which have the same codes as errors of the newest version.

use std::error::Error as StdError;
use std::fmt;

use envelope_runtime::ToolError;
use sqlx08::error::{DatabaseError, ErrorKind};

use crate::support::assert_hides;

/// The error of a fictional database.
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
