//! The error of `serde_json`.

use std::io::{self, ErrorKind};

use serde_json::error::Category;

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// `INVALID_FORMAT`, with the details `line` and `column`. The log gets the error's message, which can quote the
/// input. An error of the reader or writer is mapped like an [`io::Error`] of its kind.
impl ToolError for serde_json::Error {
    #[inline]
    fn failure(&self) -> ToolFailure {
        let (line, column) = (self.line(), self.column());
        let problem = match self.classify() {
            Category::Io => {
                let kind = self.io_error_kind().unwrap_or(ErrorKind::Other);
                return io::Error::new(kind, self.to_string()).failure();
            }
            Category::Syntax => "is malformed",
            Category::Data => "does not have the expected shape",
            Category::Eof => "ends too early",
        };
        let failure = if line == 0 {
            ToolFailure::new(ErrorCode::InvalidFormat, format_args!("The JSON {problem}"))
        } else {
            ToolFailure::new(
                ErrorCode::InvalidFormat,
                format_args!("The JSON {problem} at line {line}, column {column}"),
            )
            .detail("line", line)
            .detail("column", column)
        };
        failure.replacing(self)
    }
}
