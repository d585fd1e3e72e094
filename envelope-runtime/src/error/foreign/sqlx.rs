//! The error of `sqlx`, for each supported major version.

use super::sql::Problem;
use crate::error::{Chain, ErrorCode, ToolError, ToolFailure};

macro_rules! errors {
    ($($feature:literal: $sqlx:ident,)*) => {$(
        #[cfg(feature = $feature)]
        const _: () = {
            /// See the [table](crate::foreign#sqlx). The SQL, the values and the names of tables go to the log only.
            impl ToolError for ::$sqlx::Error {
                fn failure(&self) -> ToolFailure {
                    let problem = match self {
                        Self::RowNotFound => Some(Problem::NO_ROW),
                        Self::Database(error) => from_database(&**error),
                        Self::PoolTimedOut => {
                            let message = "The database had no free connection in time";
                            return ToolFailure::new(ErrorCode::Timeout, message).replacing(Chain(self));
                        }
                        Self::Io(_) | Self::Tls(_) | Self::PoolClosed | Self::WorkerCrashed => {
                            Some(Problem::NOT_CONNECTED)
                        }
                        _ => None,
                    };
                    Problem::failure(problem, self)
                }
            }

            fn from_database(error: &dyn ::$sqlx::error::DatabaseError) -> Option<Problem> {
                use ::$sqlx::error::ErrorKind;

                match error.kind() {
                    ErrorKind::UniqueViolation => Some(Problem::DUPLICATE),
                    ErrorKind::ForeignKeyViolation => Some(Problem::BROKEN_REFERENCE),
                    ErrorKind::NotNullViolation => Some(Problem::MISSING_VALUE),
                    ErrorKind::CheckViolation => Some(Problem::BROKEN_RULE),
                    _ => from_code(&error.code()?),
                }
            }
        };
    )*};
}

errors! {
    "sqlx09": sqlx,
    "sqlx08": sqlx08,
}

/// A SQLSTATE has five characters, and a result code of SQLite at most four.
fn from_code(code: &str) -> Option<Problem> {
    if code.len() == 5 { from_sqlstate(code) } else { Problem::from_sqlite(code.parse().ok()?) }
}

/// The meaning of a SQLSTATE of PostgreSQL or MySQL: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn from_sqlstate(code: &str) -> Option<Problem> {
    match code {
        "55P03" => return Some(Problem::BUSY),
        "57014" => return Some(Problem::CANCELLED),
        "57P01" | "57P02" | "57P03" => return Some(Problem::NOT_CONNECTED),
        // Exclusion, which has its own kind since sqlx 0.9.
        "23P01" => return Some(Problem::BROKEN_RULE),
        "42501" => return Some(Problem::DENIED),
        _ => {}
    }
    // The class: data exception, connection, transaction rollback, insufficient resources.
    match code.get(..2)? {
        "22" => Some(Problem::BROKEN_RULE),
        "08" => Some(Problem::NOT_CONNECTED),
        "40" | "53" => Some(Problem::BUSY),
        _ => None,
    }
}
