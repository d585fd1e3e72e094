//! Errors of other crates, each mapped to a code and a message that leaks nothing.

use std::convert::Infallible;
use std::io::{self, ErrorKind};

use serde_json::error::Category;

use super::{Chain, ErrorCode, ErrorReport, ToolError, ToolFailure};

/// By kind. The message is one for the kind, since the error's own may name paths and hosts of the server; that one goes
/// to the log.
///
/// | kind | code |
/// |---|---|
/// | `NotFound` | `NOT_FOUND` |
/// | `PermissionDenied`, `ReadOnlyFilesystem` | `FORBIDDEN` |
/// | `AlreadyExists` | `DUPLICATE_ENTRY` |
/// | `DirectoryNotEmpty`, `ResourceBusy`, `ExecutableFileBusy`, `StaleNetworkFileHandle` | `CONFLICT` |
/// | `InvalidInput`, `InvalidFilename`, `NotADirectory`, `IsADirectory` | `VALIDATION_ERROR` |
/// | `InvalidData`, `UnexpectedEof` | `INVALID_FORMAT` |
/// | `TimedOut`, `WouldBlock`, `Interrupted`, `ConnectionRefused` and the other kinds of network failure | `UNAVAILABLE` |
/// | any other | `INTERNAL_ERROR` |
impl ToolError for io::Error {
    fn report(&self) -> ErrorReport {
        let (code, message) = match self.kind() {
            ErrorKind::NotFound => (ErrorCode::NotFound, "The file or resource was not found"),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                (ErrorCode::Forbidden, "Access to the file or resource is denied")
            }
            ErrorKind::AlreadyExists => {
                (ErrorCode::DuplicateEntry, "The file or resource already exists")
            }
            ErrorKind::DirectoryNotEmpty
            | ErrorKind::ResourceBusy
            | ErrorKind::ExecutableFileBusy
            | ErrorKind::StaleNetworkFileHandle => {
                (ErrorCode::Conflict, "The state of the file or resource forbids this")
            }
            ErrorKind::InvalidInput
            | ErrorKind::InvalidFilename
            | ErrorKind::NotADirectory
            | ErrorKind::IsADirectory => {
                (ErrorCode::ValidationError, "The input does not fit the file or resource")
            }
            ErrorKind::InvalidData | ErrorKind::UnexpectedEof => {
                (ErrorCode::InvalidFormat, "The content of the file or resource is malformed")
            }
            ErrorKind::TimedOut => (ErrorCode::Unavailable, "The operation timed out"),
            ErrorKind::WouldBlock
            | ErrorKind::Interrupted
            | ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::NotConnected
            | ErrorKind::BrokenPipe
            | ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown => {
                (ErrorCode::Unavailable, "The resource cannot be reached for now")
            }
            _ => return ErrorReport::new(ErrorCode::InternalError, Chain(self)),
        };
        ErrorReport::new(code, message).with_source(self)
    }
}

/// `INVALID_FORMAT`, with `line` and `column` as details; the error's own message, which may quote the text, goes to the
/// log. An error of the reader or writer underneath is mapped as an [`io::Error`] of its kind.
impl ToolError for serde_json::Error {
    fn report(&self) -> ErrorReport {
        let (line, column) = (self.line(), self.column());
        let problem = match self.classify() {
            Category::Io => {
                let kind = self.io_error_kind().unwrap_or(ErrorKind::Other);
                return io::Error::new(kind, self.to_string()).report();
            }
            Category::Syntax => "is malformed",
            Category::Data => "does not have the expected shape",
            Category::Eof => "ends too early",
        };
        let report = if line == 0 {
            ErrorReport::new(ErrorCode::InvalidFormat, format_args!("The JSON {problem}"))
        } else {
            let message = format_args!("The JSON {problem} at line {line}, column {column}");
            ErrorReport::new(ErrorCode::InvalidFormat, message)
                .with_detail("line", &line)
                .with_detail("column", &column)
        };
        report.with_cause(self)
    }
}

/// Errors whose own message is a fixed text, or one with positions only.
macro_rules! invalid_format {
    ($($error:ty,)*) => {$(
        /// `INVALID_FORMAT`, with the error's own message, which quotes nothing.
        impl ToolError for $error {
            fn report(&self) -> ErrorReport {
                ErrorReport::new(ErrorCode::InvalidFormat, self)
            }
        }
    )*};
}

invalid_format! {
    std::num::ParseIntError,
    std::num::TryFromIntError,
    std::num::ParseFloatError,
    std::str::ParseBoolError,
    std::char::ParseCharError,
    std::char::CharTryFromError,
    std::net::AddrParseError,
    std::str::Utf8Error,
    std::string::FromUtf8Error,
    std::string::FromUtf16Error,
}

/// The error of a tool that cannot fail.
impl ToolError for Infallible {
    fn report(&self) -> ErrorReport {
        match *self {}
    }
}

/// The [`ToolFailure`] that it was made from, or else `INTERNAL_ERROR`, with the chain of causes in the log.
#[cfg(feature = "anyhow")]
impl ToolError for anyhow::Error {
    fn report(&self) -> ErrorReport {
        match self.downcast_ref::<ToolFailure>() {
            Some(failure) => failure.report(),
            None => ErrorReport::new(ErrorCode::InternalError, format_args!("{self:#}")),
        }
    }
}

macro_rules! into_failure {
    ($($error:ty,)*) => {$(
        impl From<$error> for ToolFailure {
            fn from(error: $error) -> Self {
                error.report().into()
            }
        }
    )*};
}

into_failure! {
    io::Error,
    serde_json::Error,
    std::num::ParseIntError,
    std::num::TryFromIntError,
    std::num::ParseFloatError,
    std::str::ParseBoolError,
    std::char::ParseCharError,
    std::char::CharTryFromError,
    std::net::AddrParseError,
    std::str::Utf8Error,
    std::string::FromUtf8Error,
    std::string::FromUtf16Error,
    Infallible,
}

#[cfg(feature = "anyhow")]
into_failure!(anyhow::Error,);
