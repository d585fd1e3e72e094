//! Errors of the standard library.

use std::convert::Infallible;
use std::io::{self, ErrorKind};

use crate::error::{Chain, DeclaredFailure, DeclaredFailures, ErrorCode, ToolError, ToolFailure};

/// The contract whose vocabulary has a more precise code for some kinds of errors.
const CODE_SCALPEL: &str = "code-scalpel-v1";

/// The code depends on the kind. The message is a fixed text for the kind, since the error's own message may name paths and hosts of the
/// server. The log gets the error's own message.
///
/// | kind | code |
/// |---|---|
/// | `NotFound` | `NOT_FOUND` |
/// | `PermissionDenied`, `ReadOnlyFilesystem` | `FORBIDDEN` |
/// | `AlreadyExists` | `DUPLICATE_ENTRY` |
/// | `DirectoryNotEmpty`, `ResourceBusy`, `ExecutableFileBusy`, `StaleNetworkFileHandle` | `CONFLICT` |
/// | `InvalidInput`, `InvalidFilename`, `NotADirectory`, `IsADirectory` | `VALIDATION_ERROR` |
/// | `InvalidData`, `UnexpectedEof` | `INVALID_FORMAT` |
/// | `TimedOut` | `UNAVAILABLE`; `timeout` in code-scalpel-v1 |
/// | `WouldBlock`, `Interrupted`, `ConnectionRefused` and the other kinds of network failure | `UNAVAILABLE` |
/// | `OutOfMemory` | `INTERNAL_ERROR`; `resource_exhausted` in code-scalpel-v1 |
/// | `Unsupported` | `INTERNAL_ERROR`; `not_implemented` in code-scalpel-v1 |
/// | any other | `INTERNAL_ERROR` |
impl ToolError for io::Error {
    #[inline]
    fn failure(&self) -> ToolFailure {
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
            _ => (ErrorCode::InternalError, "The operation failed"),
        };
        let failure = ToolFailure::new(code, message).replacing(Chain(self));
        match self.kind() {
            ErrorKind::TimedOut => failure.code_for(CODE_SCALPEL, "timeout"),
            ErrorKind::OutOfMemory => failure.code_for(CODE_SCALPEL, "resource_exhausted"),
            ErrorKind::Unsupported => failure.code_for(CODE_SCALPEL, "not_implemented"),
            _ => failure,
        }
    }

    #[inline]
    fn declared() -> DeclaredFailures {
        const CODES: &[DeclaredFailure] = &[
            DeclaredFailure::new(ErrorCode::NotFound),
            DeclaredFailure::new(ErrorCode::Forbidden),
            DeclaredFailure::new(ErrorCode::DuplicateEntry),
            DeclaredFailure::new(ErrorCode::Conflict),
            DeclaredFailure::new(ErrorCode::ValidationError),
            DeclaredFailure::new(ErrorCode::InvalidFormat),
            DeclaredFailure::new(ErrorCode::Unavailable),
            DeclaredFailure::new(ErrorCode::Unavailable).codes(&[(CODE_SCALPEL, "timeout")]),
            DeclaredFailure::new(ErrorCode::InternalError),
            DeclaredFailure::new(ErrorCode::InternalError)
                .codes(&[(CODE_SCALPEL, "resource_exhausted")]),
            DeclaredFailure::new(ErrorCode::InternalError)
                .codes(&[(CODE_SCALPEL, "not_implemented")]),
        ];
        DeclaredFailures::new(CODES)
    }
}

/// Errors whose message contains nothing of the input.
macro_rules! invalid_format {
    ($($error:ty,)*) => {
        $(
            /// `INVALID_FORMAT`, with the error's own message, which contains nothing of the input.
            impl ToolError for $error {
                #[inline]
                fn failure(&self) -> ToolFailure {
                    ToolFailure::new(ErrorCode::InvalidFormat, self)
                }

                fn declared() -> DeclaredFailures {
                    DeclaredFailures::new(const { &[DeclaredFailure::new(ErrorCode::InvalidFormat)] })
                }
            }
        )*

        /// The failure of an error of the standard library, if it has a mapping.
        #[cfg(feature = "anyhow1")]
        pub(super) fn failure_of(error: &(dyn std::error::Error + 'static)) -> Option<ToolFailure> {
            None.or_else(|| Some(error.downcast_ref::<io::Error>()?.failure()))
                $(.or_else(|| Some(error.downcast_ref::<$error>()?.failure())))*
        }
    };
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
    fn failure(&self) -> ToolFailure {
        match *self {}
    }

    fn declared() -> DeclaredFailures {
        DeclaredFailures::new(&[])
    }
}
