//! The rejections of `axum`'s extractors as errors of a tool.

use std::error::Error;
use std::iter::successors;

use ::axum::extract::path::ErrorKind;
use ::axum::extract::rejection::{
    BytesRejection, ExtensionRejection, FailedToBufferBody, FailedToDeserializePathParams,
    FormRejection, JsonRejection, NestedPathRejection, PathRejection, QueryRejection,
    RawFormRejection, RawPathParamsRejection, StringRejection,
};
use ::axum::extract::{FromRequestParts, RawPathParams};
use ::http::StatusCode;
use ::http::request::Parts;
use envelope_arguments::Problems;
use serde_json::Value;

use crate::argument_failure::failure;
use crate::error::{ErrorCode, ToolError, ToolFailure};
use crate::text::truncate;

/// The largest length of a message, in characters: a message quotes the caller's input.
const MAX_MESSAGE: usize = 500;

pub(super) const JSON: &str = "JSON body";
pub(super) const FORM: &str = "form";
pub(super) const QUERY: &str = "query string";
pub(super) const PATH: &str = "path";

/// The failures of `axum`'s rejections.
macro_rules! failures {
    ($($(#[$doc:meta])* $rejection:ident { $($problem:pat => $failure:expr,)* })*) => {$(
        $(#[$doc])*
        impl ToolError for $rejection {
            fn failure(&self) -> ToolFailure {
                match self {
                    $($problem => $failure,)*
                    _ => other(self.status(), &self.body_text()),
                }
            }
        }
    )*};
}

failures! {
    /// See [`axum08`](crate::axum08#rejections).
    JsonRejection {
        Self::JsonDataError(error) => misfit::<serde_json::Error>(JSON, error),
        Self::JsonSyntaxError(error) => malformed(error),
        Self::MissingJsonContentType(_) => unsupported_media_type(JSON, "application/json"),
        Self::BytesRejection(rejection) => rejection.failure(),
    }

    /// See [`axum08`](crate::axum08#rejections).
    FormRejection {
        Self::FailedToDeserializeForm(error) => misfit::<FormError>(FORM, error),
        Self::FailedToDeserializeFormBody(error) => misfit::<FormError>(FORM, error),
        Self::InvalidFormContentType(_) => unsupported_form(),
        Self::BytesRejection(rejection) => rejection.failure(),
    }

    /// See [`axum08`](crate::axum08#rejections).
    QueryRejection {
        Self::FailedToDeserializeQueryString(error) => misfit::<FormError>(QUERY, error),
    }

    /// See [`axum08`](crate::axum08#rejections).
    PathRejection {
        Self::FailedToDeserializePathParams(error) => path_misfit(error, &[]),
    }

    /// See [`axum08`](crate::axum08#rejections).
    RawFormRejection {
        Self::InvalidFormContentType(_) => unsupported_form(),
        Self::BytesRejection(rejection) => rejection.failure(),
    }

    /// See [`axum08`](crate::axum08#rejections).
    RawPathParamsRejection {
        Self::InvalidUtf8InPathParam(error) => malformed_path(&error.body_text()),
    }

    /// See [`axum08`](crate::axum08#rejections).
    BytesRejection {
        Self::FailedToBufferBody(error) => unread(error),
    }

    /// See [`axum08`](crate::axum08#rejections). A body that is not UTF-8 is `INVALID_FORMAT`.
    StringRejection {
        Self::FailedToBufferBody(error) => unread(error),
        Self::InvalidUtf8(_) => {
            ToolFailure::new(ErrorCode::InvalidFormat, "Invalid body: it is not UTF-8")
                .remediation("Send the body in UTF-8")
        },
    }

    /// `INTERNAL_ERROR`: the server has not added the extension.
    ExtensionRejection {}

    /// `INTERNAL_ERROR`: the route is not nested.
    NestedPathRejection {}
}

/// The error of forms and query strings.
type FormError = serde::de::value::Error;

/// Data that does not fit its type. `E` is the error of the deserializer, which is among the sources.
fn misfit<E: Error + 'static>(input: &str, error: &(dyn Error + 'static)) -> ToolFailure {
    let (field, message) = match source_of::<serde_path_to_error::Error<E>>(error) {
        Some(error) => (Some(error.path().to_string()), error.inner().to_string()),
        None => (None, error.to_string()),
    };
    // The path of the data as a whole is a dot.
    let field = field.filter(|field| field != ".");
    failure(&Problems::from_message(field.as_deref(), &message, &Value::Null), input)
}

/// The first error of a type among the sources.
fn source_of<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    successors(error.source(), |error: &&'a (dyn Error + 'static)| (*error).source())
        .find_map(|error| error.downcast_ref())
}

/// A body that is not JSON. The position of the problem is in the message.
fn malformed(error: &(dyn Error + 'static)) -> ToolFailure {
    let at_path = source_of::<serde_path_to_error::Error<serde_json::Error>>(error);
    let inner = at_path.map(serde_path_to_error::Error::inner).or_else(|| source_of(error));
    let problem = inner.map_or_else(|| error.to_string(), ToString::to_string);
    let problem = truncate(&problem, MAX_MESSAGE);
    ToolFailure::new(ErrorCode::InvalidFormat, format_args!("Invalid {JSON}: {problem}"))
        .remediation("Send a body that is valid JSON")
}

fn unsupported_form() -> ToolFailure {
    unsupported_media_type(FORM, "application/x-www-form-urlencoded")
}

fn unsupported_media_type(input: &str, expected: &str) -> ToolFailure {
    ToolFailure::new(
        ErrorCode::UnsupportedMediaType,
        format_args!("Invalid {input}: the header `content-type` is not {expected}"),
    )
    .remediation(format_args!("Send the header `content-type: {expected}`"))
    .detail("expected", expected)
}

/// A body that cannot be read to its end. The error's own message can name hosts, and is logged.
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

/// The failure of a path. Only the route has the names of parameters that are read as a single value or as a tuple.
pub(super) async fn rejected_path(rejection: &PathRejection, parts: &mut Parts) -> ToolFailure {
    let PathRejection::FailedToDeserializePathParams(error) = rejection else {
        return rejection.failure();
    };
    let params = RawPathParams::from_request_parts(parts, &()).await;
    path_misfit(error, &params.iter().flatten().collect::<Vec<_>>())
}

/// A path that does not fit its type. `params` are the names and the texts of its parameters, if they are known.
fn path_misfit(error: &FailedToDeserializePathParams, params: &[(&str, &str)]) -> ToolFailure {
    let (only, text) = if let [(name, text)] = params { (Some(*name), *text) } else { (None, "") };
    let problems = match error.kind() {
        ErrorKind::ParseErrorAtKey { key, expected_type, .. } => {
            Problems::from_type_name(Some(key), expected_type)
        }
        ErrorKind::ParseErrorAtIndex { index, expected_type, .. } => {
            let unnamed = format!("[{index}]");
            let name = params.get(*index).map_or(unnamed.as_str(), |(name, _)| name);
            Problems::from_type_name(Some(name), expected_type)
        }
        ErrorKind::ParseError { expected_type, .. } => {
            Problems::from_type_name(only, expected_type)
        }
        ErrorKind::DeserializeError { key, message, value } => {
            Problems::from_message(Some(key), message, &value.as_str().into())
        }
        ErrorKind::Message(message) => {
            // The message about a missing field has its name.
            let name = only.filter(|_| !message.starts_with("missing field"));
            Problems::from_message(name, message, &text.into())
        }
        ErrorKind::InvalidUtf8InPathParam { key } => {
            return malformed_path(&format!("{key}: it is not UTF-8")).detail("field", key);
        }
        _ => return other(error.status(), &error.body_text()),
    };
    failure(&problems, PATH)
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

    /// Rejections of later versions of `axum`.
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
