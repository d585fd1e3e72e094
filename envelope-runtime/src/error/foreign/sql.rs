//! Errors of databases, as codes and sentences that `rusqlite` and `sqlx` share.

use std::error::Error;

use crate::error::{Chain, ErrorCode, ToolFailure};

/// The problems that a caller can learn about. All other errors are internal.
#[derive(Clone, Copy)]
pub(super) enum Problem {
    NoRow,
    Duplicate,
    BrokenReference,
    MissingValue,
    BrokenRule,
    WrongType,
    TooLarge,
    Busy,
    NotConnected,
    Cancelled,
    Denied,
}

impl Problem {
    /// The failure of an error, whose own text goes to the log only.
    pub(super) fn failure(problem: Option<Self>, error: &dyn Error) -> ToolFailure {
        let Some(problem) = problem else { return ToolFailure::internal(Chain(error)) };
        let (code, message) = match problem {
            Self::NoRow => (ErrorCode::NotFound, "The record was not found"),
            Self::Duplicate => (ErrorCode::DuplicateEntry, "The record already exists"),
            Self::BrokenReference => (
                ErrorCode::Conflict,
                "The record refers to one that does not exist, or another one refers to it",
            ),
            Self::MissingValue => (ErrorCode::MissingRequired, "A required value is missing"),
            Self::BrokenRule => {
                (ErrorCode::ValidationError, "A value breaks a rule of the database")
            }
            Self::WrongType => (ErrorCode::ValidationError, "A value has the wrong type"),
            Self::TooLarge => (ErrorCode::TooLarge, "A value is too large for the database"),
            Self::Busy => (ErrorCode::Unavailable, "The database is busy"),
            Self::NotConnected => (ErrorCode::Unavailable, "The database cannot be reached"),
            Self::Cancelled => (ErrorCode::Unavailable, "The operation was cancelled"),
            Self::Denied => (ErrorCode::Forbidden, "The database does not permit this"),
        };
        let failure = ToolFailure::new(code, message).replacing(Chain(error));
        match problem {
            Self::Busy => failure.remediation("Retry in a few seconds"),
            _ => failure,
        }
    }

    /// The meaning of an extended result code of SQLite: <https://sqlite.org/rescode.html>.
    pub(super) fn from_sqlite(extended: i32) -> Option<Self> {
        Some(match (extended & 0xff, extended >> 8) {
            // PERM, READONLY, AUTH
            (3 | 8 | 23, _) => Self::Denied,
            // BUSY, LOCKED
            (5 | 6, _) => Self::Busy,
            // INTERRUPT
            (9, _) => Self::Cancelled,
            // CANTOPEN
            (14, _) => Self::NotConnected,
            // TOOBIG
            (18, _) => Self::TooLarge,
            // CONSTRAINT: FOREIGNKEY
            (19, 3) => Self::BrokenReference,
            // CONSTRAINT: NOTNULL
            (19, 5) => Self::MissingValue,
            // CONSTRAINT: PRIMARYKEY, UNIQUE, ROWID
            (19, 6 | 8 | 10) => Self::Duplicate,
            // MISMATCH; CONSTRAINT: DATATYPE
            (20, _) | (19, 12) => Self::WrongType,
            // CONSTRAINT: CHECK, TRIGGER and constraints of extensions
            (19, _) => Self::BrokenRule,
            _ => return None,
        })
    }
}
