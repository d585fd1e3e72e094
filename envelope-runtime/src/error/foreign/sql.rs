//! Errors of databases, as codes and sentences that `rusqlite` and `sqlx` share.

use std::error::Error;

use crate::error::{Chain, ErrorCode, ToolFailure};

/// A problem that a caller can learn about, with the message for the caller. All other errors are internal.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Problem(ErrorCode, &'static str);

impl Problem {
    pub(super) const NO_ROW: Self = Self(ErrorCode::NotFound, "The record was not found");
    pub(super) const DUPLICATE: Self = Self(ErrorCode::DuplicateEntry, "The record already exists");
    pub(super) const BROKEN_REFERENCE: Self = Self(
        ErrorCode::Conflict,
        "The record refers to one that does not exist, or another one refers to it",
    );
    pub(super) const MISSING_VALUE: Self =
        Self(ErrorCode::MissingRequired, "A required value is missing");
    pub(super) const BROKEN_RULE: Self =
        Self(ErrorCode::ValidationError, "A value breaks a rule of the database");
    pub(super) const WRONG_TYPE: Self =
        Self(ErrorCode::ValidationError, "A value has the wrong type");
    pub(super) const TOO_LARGE: Self =
        Self(ErrorCode::TooLarge, "A value is too large for the database");
    pub(super) const BUSY: Self = Self(ErrorCode::Unavailable, "The database is busy");
    pub(super) const NOT_CONNECTED: Self =
        Self(ErrorCode::Unavailable, "The database cannot be reached");
    pub(super) const CANCELLED: Self = Self(ErrorCode::Unavailable, "The operation was cancelled");
    pub(super) const DENIED: Self = Self(ErrorCode::Forbidden, "The database does not permit this");

    /// The failure of an error, whose own text goes to the log only.
    pub(super) fn failure(problem: Option<Self>, error: &dyn Error) -> ToolFailure {
        let Some(Self(code, message)) = problem else {
            return ToolFailure::internal(Chain(error));
        };
        let failure = ToolFailure::new(code, message).replacing(Chain(error));
        match problem {
            Some(Self::BUSY) => failure.remediation("Retry in a few seconds"),
            _ => failure,
        }
    }

    /// The meaning of an extended result code of SQLite: <https://sqlite.org/rescode.html>.
    pub(super) fn from_sqlite(extended: i32) -> Option<Self> {
        Some(match (extended & 0xff, extended >> 8) {
            // PERM, READONLY, AUTH
            (3 | 8 | 23, _) => Self::DENIED,
            // BUSY, LOCKED
            (5 | 6, _) => Self::BUSY,
            // INTERRUPT
            (9, _) => Self::CANCELLED,
            // CANTOPEN
            (14, _) => Self::NOT_CONNECTED,
            // TOOBIG
            (18, _) => Self::TOO_LARGE,
            // CONSTRAINT: FOREIGNKEY
            (19, 3) => Self::BROKEN_REFERENCE,
            // CONSTRAINT: NOTNULL
            (19, 5) => Self::MISSING_VALUE,
            // CONSTRAINT: PRIMARYKEY, UNIQUE, ROWID
            (19, 6 | 8 | 10) => Self::DUPLICATE,
            // MISMATCH; CONSTRAINT: DATATYPE
            (20, _) | (19, 12) => Self::WRONG_TYPE,
            // CONSTRAINT: CHECK, TRIGGER and constraints of extensions
            (19, _) => Self::BROKEN_RULE,
            _ => return None,
        })
    }
}
