//! The errors of tools: a `ToolError` or a `ToolFailure`.

use std::error::Error;
use std::fmt::Display;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{DeclaredFailures, ToolFailure};

/// An error that a tool can return: it has a code, an error type, a message, and preferably a remediation.
///
/// [Derive](derive@crate::ToolError) it:
///
/// ```
/// use envelope_runtime::{ErrorType, ToolError};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum SpecError {
///     #[error("Spec '{id}' not found")]
///     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry with one of their ids")]
///     NotFound { id: String },
/// }
///
/// let failure = SpecError::NotFound { id: "auth".to_owned() }.failure();
/// assert_eq!(failure.report().code(), "SPEC_NOT_FOUND");
/// assert_eq!(failure.report().error_type(), ErrorType::NotFound);
/// assert_eq!(failure.report().message(), "Spec 'auth' not found");
/// ```
///
/// or implement [`failure`](Self::failure) by hand:
///
/// ```
/// use envelope_runtime::{ErrorCode, ToolError, ToolFailure, envelope_tool};
///
/// struct MissingSpecId;
///
/// impl ToolError for MissingSpecId {
///     fn failure(&self) -> ToolFailure {
///         ToolFailure::new(ErrorCode::MissingRequired, "Validation failed: spec_id is required")
///             .remediation("Provide a non-empty spec_id parameter")
///             .detail("field", "spec_id")
///     }
/// }
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn read_spec() -> Result<(), MissingSpecId> {
///     Err(MissingSpecId)
/// }
///
/// assert_eq!(
///     read_spec().as_str(),
///     concat!(
///         r#"{"success":false,"data":{"error_code":"MISSING_REQUIRED","error_type":"validation","#,
///         r#""remediation":"Provide a non-empty spec_id parameter","details":{"field":"spec_id"}},"#,
///         r#""error":"Validation failed: spec_id is required","meta":{"version":"response-v2"}}"#,
///     )
/// );
/// ```
///
/// The trait is implemented for `io::Error` and the parse errors of the standard library, for `serde_json::Error`, and, with features, for
/// [errors of other crates](crate::foreign), such as `anyhow`, `axum`, `reqwest` and `sqlx`. The trait is dyn compatible: a `Box<dyn
/// ToolError>` is a `ToolError`. Every `ToolError` converts into a [`ToolFailure`] with `?`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool: it has no error code",
    label = "not a `ToolError`; derive it, turn on the feature of its crate, or turn this into a `ToolFailure` with `map_err`",
    note = "add `#[derive(ToolError)]` to your own error, or use `envelope_runtime::ToolFailure` instead",
    note = "the errors of some crates have codes with the feature of `envelope-runtime` that is named after the crate and its version: `anyhow1`, `sqlx09`, `tokio1`, `uuid1` and others"
)]
pub trait ToolError {
    /// The failure that this error becomes.
    fn failure(&self) -> ToolFailure;

    /// The failures that an error of this type can become, for output schemas and lists of tools. The derive returns its constant
    /// `DECLARED`. In a handwritten impl, omit this method if any failure is possible, or list all failures:
    ///
    /// ```
    /// use envelope_runtime::{DeclaredFailure, DeclaredFailures, ErrorCode, ToolError, ToolFailure};
    ///
    /// struct MissingSpecId;
    ///
    /// impl ToolError for MissingSpecId {
    ///     fn failure(&self) -> ToolFailure {
    ///         ToolFailure::missing_required("spec_id")
    ///     }
    ///
    ///     fn declared() -> DeclaredFailures {
    ///         DeclaredFailures::new(const { &[DeclaredFailure::new(ErrorCode::MissingRequired)] })
    ///     }
    /// }
    ///
    /// assert_eq!(MissingSpecId::declared().failures()[0].code, "MISSING_REQUIRED");
    /// ```
    fn declared() -> DeclaredFailures
    where
        Self: Sized,
    {
        DeclaredFailures::OPEN
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E: ToolError + ?Sized> ToolError for $pointer {
            fn failure(&self) -> ToolFailure {
                (**self).failure()
            }
        }
    )*};
}

pointers!(&E, &mut E, Box<E>, Rc<E>, Arc<E>);

impl<E: ToolError> From<E> for ToolFailure {
    fn from(error: E) -> Self {
        error.failure()
    }
}

/// The error of a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool: it has no error code",
    label = "neither a `ToolError` nor a `ToolFailure`",
    note = "add `#[derive(ToolError)]` to your own error, or use `envelope_runtime::ToolFailure` instead",
    note = "the errors of some crates have codes with the feature of `envelope-runtime` that is named after the crate and its version: `anyhow1`, `sqlx09`, `tokio1`, `uuid1` and others"
)]
pub trait IntoFailure {
    /// Whether the error is already a failure, so that no code of the author converts it.
    const IS_FAILURE: bool = false;

    /// Converts the error to a failure, and keeps the error.
    fn to_failure(&self) -> ToolFailure;

    /// The failure.
    #[inline]
    fn into_failure(self) -> ToolFailure
    where
        Self: Sized,
    {
        self.to_failure()
    }

    /// The failures that the error can become.
    fn declared() -> DeclaredFailures
    where
        Self: Sized,
    {
        DeclaredFailures::OPEN
    }
}

impl<E: ToolError> IntoFailure for E {
    fn to_failure(&self) -> ToolFailure {
        self.failure()
    }

    fn declared() -> DeclaredFailures {
        <E as ToolError>::declared()
    }
}

#[diagnostic::do_not_recommend]
#[doc(hidden)]
impl IntoFailure for ToolFailure {
    const IS_FAILURE: bool = true;

    #[inline]
    fn to_failure(&self) -> Self {
        self.clone()
    }

    fn into_failure(self) -> Self {
        self
    }
}

/// The inner error of a `transparent` variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed on by `transparent`: it has no error code",
    label = "neither a `ToolError` nor a `ToolFailure`",
    note = "add `#[derive(ToolError)]` to your own error, or write `#[tool_error(with = …)]` instead of `transparent`, with a function that takes a `&{Self}` and returns a `ToolFailure`",
    note = "the errors of some crates have codes with the feature of `envelope-runtime` that is named after the crate and its version: `anyhow1`, `sqlx09`, `tokio1`, `uuid1` and others"
)]
pub trait PassedOn {
    /// The failure.
    fn passed_on(&self) -> ToolFailure;

    /// The failures that the error can become.
    fn declared() -> DeclaredFailures
    where
        Self: Sized;
}

#[diagnostic::do_not_recommend]
impl<E: IntoFailure> PassedOn for E {
    fn passed_on(&self) -> ToolFailure {
        self.to_failure()
    }

    fn declared() -> DeclaredFailures {
        <E as IntoFailure>::declared()
    }
}

/// A marked field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a marked field of an error: it has no `Serialize`",
    label = "no `Serialize`",
    note = "add `#[derive(serde::Serialize)]` to your own type",
    note = "if it is an error of another crate, mark a field with its text, or pass it on: `#[tool_error(transparent)]`"
)]
pub trait ErrorField: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> ErrorField for T {}

/// Serializes a marked field. A type without `Serialize` gets the compile error of [`ErrorField`].
#[derive(Debug)]
pub struct Marked<'a, T: ?Sized>(pub &'a T);

impl<T: ErrorField + ?Sized> Serialize for Marked<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// An error with attributes of thiserror, which derives its `Display`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has attributes of thiserror, and does not derive `thiserror::Error`",
    label = "no `thiserror::Error`",
    note = "add it: `#[derive(Debug, thiserror::Error, ToolError)]`; or write `#[tool_error(message = \"…\")]` instead of `#[error(\"…\")]`"
)]
pub trait DerivesError: Display {}

#[diagnostic::do_not_recommend]
impl<T: Error> DerivesError for T {}

/// The message of a variant without `message = "…"`: the type's `Display`, as with thiserror.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message",
    label = "no `Display`",
    note = "give each variant a message, `#[tool_error(message = \"…\")]`, or implement `Display`, for example with thiserror"
)]
pub trait ErrorMessage: Display {}

#[diagnostic::do_not_recommend]
impl<T: Display> ErrorMessage for T {}
