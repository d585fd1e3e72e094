//! The error of `rusqlite`.

use ::rusqlite::Error;

use super::sql::Problem;
use crate::error::{ToolError, ToolFailure};

/// See the [table](crate::foreign#rusqlite). The SQL, the values and the names of tables go to the log only.
impl ToolError for Error {
    fn failure(&self) -> ToolFailure {
        let problem = match self {
            Self::QueryReturnedNoRows => Some(Problem::NO_ROW),
            Self::SqliteFailure(error, _) => Problem::from_sqlite(error.extended_code),
            _ => None,
        };
        Problem::failure(problem, self)
    }
}
