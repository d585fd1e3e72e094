//! The rejections of `axum`'s extractors as errors of a tool.

use std::error::Error;
use std::fmt;
use std::iter::successors;

use ::axum::extract::path::ErrorKind;
use ::axum::extract::rejection::{
    BytesRejection, ExtensionRejection, FailedToBufferBody, FailedToDeserializePathParams,
    FormRejection, JsonRejection, NestedPathRejection, PathRejection, QueryRejection,
    RawFormRejection, RawPathParamsRejection, StringRejection,
};
use ::http::StatusCode;

use crate::error::{ErrorCode, ErrorType, ToolError, ToolFailure};
use crate::server::misfit::Misfit;
use crate::text::truncate;

/// The largest length of a message, in characters. It quotes what the caller sent.
const MAX_MESSAGE: usize = 500;

const JSON: &str = "JSON body";
const FORM: &str = "form";
const QUERY: &str = "query string";
const PATH: &str = "path";

/// Why an extractor of this module could not extract its data.
///
/// | what is wrong | code | HTTP | details |
/// |---|---|---|---|
/// | a field is missing | `MISSING_REQUIRED` | 400 | `field` |
/// | a value does not fit | `VALIDATION_ERROR` | 400 | `field` |
/// | the body is not JSON, or a part of the path is not UTF-8 | `INVALID_FORMAT` | 400 | `field`, for the path |
/// | the body has another `content-type` | `UNSUPPORTED_MEDIA_TYPE` | 415 | `expected` |
/// | the body is too large | `TOO_LARGE` | 413 | |
/// | the body cannot be read to its end | `VALIDATION_ERROR` | 400 | |
/// | the path is captured in a way that does not fit the type, which is a mistake in the server | `INTERNAL_ERROR` | 500 | |
///
/// `field` is the path of the field, such as `page.size`. In a tuple of parts of the path, it is the index, such as `[1]`. It is
/// absent where `axum` does not know the field, as for a path of a single number. The remediation says what to correct, and where.
///
/// The rejections of `axum` are errors of a tool, too, and become the same failures. So a tool can take the `Result` of an
/// extractor that this module does not have, such as `Result<String, StringRejection>` for a body of text, and pass the rejection
/// on with `?`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Rejection {
    /// Of [`Form`](super::Form).
    Form(FormRejection),
    /// Of [`Json`](super::Json).
    Json(JsonRejection),
    /// Of [`Path`](super::Path).
    Path(PathRejection),
    /// Of [`Query`](super::Query).
    Query(QueryRejection),
}

macro_rules! rejections {
    ($($variant:ident($rejection:ty),)*) => {
        $(
            impl From<$rejection> for Rejection {
                fn from(rejection: $rejection) -> Self {
                    Self::$variant(rejection)
                }
            }
        )*

        impl fmt::Display for Rejection {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(rejection) => rejection.fmt(f),)*
                }
            }
        }

        impl Error for Rejection {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                match self {
                    $(Self::$variant(rejection) => rejection.source(),)*
                }
            }
        }

        impl ToolError for Rejection {
            fn failure(&self) -> ToolFailure {
                match self {
                    $(Self::$variant(rejection) => rejection.failure(),)*
                }
            }
        }
    };
}

rejections! {
    Form(FormRejection),
    Json(JsonRejection),
    Path(PathRejection),
    Query(QueryRejection),
}

/// See [`Rejection`].
impl ToolError for JsonRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::JsonDataError(error) => misfit::<serde_json::Error>(JSON, error),
            Self::JsonSyntaxError(error) => malformed(error),
            Self::MissingJsonContentType(_) => unsupported_media_type(JSON, "application/json"),
            Self::BytesRejection(rejection) => rejection.failure(),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for FormRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::FailedToDeserializeForm(error) => misfit::<FormError>(FORM, error),
            Self::FailedToDeserializeFormBody(error) => misfit::<FormError>(FORM, error),
            Self::InvalidFormContentType(_) => unsupported_form(),
            Self::BytesRejection(rejection) => rejection.failure(),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for QueryRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::FailedToDeserializeQueryString(error) => misfit::<FormError>(QUERY, error),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for PathRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::FailedToDeserializePathParams(error) => path_misfit(error),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for RawFormRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::InvalidFormContentType(_) => unsupported_form(),
            Self::BytesRejection(rejection) => rejection.failure(),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for RawPathParamsRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::InvalidUtf8InPathParam(error) => malformed_path(&error.body_text()),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`].
impl ToolError for BytesRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::FailedToBufferBody(error) => unread(error),
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// See [`Rejection`]. A body that is not UTF-8 is `INVALID_FORMAT`.
impl ToolError for StringRejection {
    fn failure(&self) -> ToolFailure {
        match self {
            Self::FailedToBufferBody(error) => unread(error),
            Self::InvalidUtf8(_) => {
                ToolFailure::new(ErrorCode::InvalidFormat, "Invalid body: it is not UTF-8")
                    .remediation("Send the body in UTF-8")
            }
            _ => other(self.status(), &self.body_text()),
        }
    }
}

/// `INTERNAL_ERROR`: the server has not added the extension.
impl ToolError for ExtensionRejection {
    fn failure(&self) -> ToolFailure {
        other(self.status(), &self.body_text())
    }
}

/// `INTERNAL_ERROR`: the route is not nested.
impl ToolError for NestedPathRejection {
    fn failure(&self) -> ToolFailure {
        other(self.status(), &self.body_text())
    }
}

/// The error of forms and query strings.
type FormError = serde::de::value::Error;

/// Data that does not fit its type. `E` is the error of the deserializer, which is among the sources.
fn misfit<E: Error + 'static>(input: &str, error: &(dyn Error + 'static)) -> ToolFailure {
    let misfit = match source_of::<serde_path_to_error::Error<E>>(error) {
        Some(error) => Misfit::at_path(error),
        None => Misfit::new(None, &error.to_string()),
    };
    does_not_fit(input, &misfit)
}

fn does_not_fit(input: &str, misfit: &Misfit) -> ToolFailure {
    misfit.failure(format_args!("Invalid {input}: {misfit}")).remediation(misfit.remediation(input))
}

/// The first error of a type among the sources.
fn source_of<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    successors(error.source(), |error: &&'a (dyn Error + 'static)| (*error).source())
        .find_map(|error| error.downcast_ref())
}

/// A body that is not JSON. The position of the problem is in the message.
fn malformed(error: &(dyn Error + 'static)) -> ToolFailure {
    let at_path = source_of::<serde_path_to_error::Error<serde_json::Error>>(error);
    let problem = match at_path.map(serde_path_to_error::Error::inner).or_else(|| source_of(error))
    {
        Some(error) => error.to_string(),
        None => error.to_string(),
    };
    let problem = truncate(&problem, MAX_MESSAGE);
    ToolFailure::new(ErrorCode::InvalidFormat, format_args!("Invalid {JSON}: {problem}"))
        .remediation("Send a body that is valid JSON")
}

fn unsupported_form() -> ToolFailure {
    unsupported_media_type(FORM, "application/x-www-form-urlencoded")
}

fn unsupported_media_type(input: &str, expected: &str) -> ToolFailure {
    ToolFailure::custom(
        "UNSUPPORTED_MEDIA_TYPE",
        ErrorType::Validation,
        format_args!("Invalid {input}: the header `content-type` is not {expected}"),
    )
    .remediation(format_args!("Send the header `content-type: {expected}`"))
    .detail("expected", expected)
}

/// A body that cannot be read to its end. The error's own message can name hosts, and goes to the log.
fn unread(error: &FailedToBufferBody) -> ToolFailure {
    match error {
        FailedToBufferBody::LengthLimitError(_) => {
            ToolFailure::new(ErrorCode::TooLarge, "The body is too large")
                .remediation("Send a smaller body")
        }
        _ => ToolFailure::validation("The body cannot be read to its end")
            .remediation("Send the request again, with its whole body")
            .with_source(error),
    }
}

fn path_misfit(error: &FailedToDeserializePathParams) -> ToolFailure {
    let unparsed = |field, value: &str, expected: &str| {
        let problem = format!("cannot parse `{value}` as `{expected}`");
        does_not_fit(PATH, &Misfit::new(field, &problem))
    };
    match error.kind() {
        ErrorKind::ParseErrorAtKey { key, value, expected_type } => {
            unparsed(Some(key.clone()), value, expected_type)
        }
        ErrorKind::ParseErrorAtIndex { index, value, expected_type } => {
            unparsed(Some(format!("[{index}]")), value, expected_type)
        }
        ErrorKind::ParseError { value, expected_type } => unparsed(None, value, expected_type),
        ErrorKind::DeserializeError { key, message, .. } => {
            does_not_fit(PATH, &Misfit::new(Some(key.clone()), message))
        }
        ErrorKind::Message(message) => does_not_fit(PATH, &Misfit::new(None, message)),
        ErrorKind::InvalidUtf8InPathParam { key } => {
            malformed_path(&format!("{key}: it is not UTF-8")).detail("field", key)
        }
        _ => other(error.status(), &error.body_text()),
    }
}

fn malformed_path(problem: &str) -> ToolFailure {
    let problem = truncate(problem, MAX_MESSAGE);
    ToolFailure::new(ErrorCode::InvalidFormat, format_args!("Invalid {PATH}: {problem}"))
        .remediation("Encode the path in UTF-8")
}

/// A mistake in the server, or a rejection of a later version of `axum`.
fn other(status: StatusCode, message: &str) -> ToolFailure {
    let code = match status {
        status if status.is_server_error() => ErrorCode::InternalError,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
        _ => ErrorCode::ValidationError,
    };
    ToolFailure::new(code, truncate(message, MAX_MESSAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a later version of `axum` can reject.
    #[test]
    fn an_unknown_rejection_has_the_code_of_its_status() {
        for (status, code) in [
            (StatusCode::BAD_REQUEST, "VALIDATION_ERROR"),
            (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            (StatusCode::UNPROCESSABLE_ENTITY, "VALIDATION_ERROR"),
            (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR"),
            (StatusCode::SERVICE_UNAVAILABLE, "INTERNAL_ERROR"),
        ] {
            assert_eq!(other(status, "rejected").report().code(), code, "{status}");
        }
    }
}
