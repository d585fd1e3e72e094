//! The items that expansions use. Do not use them in your own code: they can change in any release.
//!
//! A tool such as
//!
//! ```
//! # use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! # #[derive(serde::Serialize, Payload)] struct Spec { id: String }
//! #[envelope_tool(dialect = "response-v2", telemetry)]
//! fn read_spec(id: &str) -> Result<Spec, ToolFailure> {
//!     Ok(Spec { id: id.to_owned() })
//! }
//! # read_spec("auth").as_str();
//! ```
//!
//! becomes
//!
//! ```
//! # use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! # #[derive(serde::Serialize, Payload)] struct Spec { id: String }
//! fn read_spec(id: &str) -> ::envelope_runtime::Envelope {
//!     let mut call = ::envelope_runtime::__private::call(
//!         "read_spec",
//!         ::envelope_runtime::__private::dialect::<::envelope_runtime::response_v2::ResponseV2>()
//!             .telemetry(),
//!     );
//!     let outcome = ::envelope_runtime::__private::run(&mut call, move || -> Result<Spec, ToolFailure> {
//!         Ok(Spec { id: id.to_owned() })
//!     });
//!     ::envelope_runtime::__private::finish(
//!         ::envelope_runtime::__private::root(&call),
//!         ::std::convert::identity(&mut call),
//!         ::envelope_runtime::__private::type_of(),
//!         outcome,
//!     )
//! }
//! # read_spec("auth").as_str();
//! ```
//!
//! The steps are in `call/`.

mod edited;
#[cfg(feature = "axum08")]
mod extractor;

use std::error::Error;
use std::fmt::Display;
use std::marker::PhantomData;

#[cfg(feature = "macros")]
pub use envelope_macros::envelope_tool;

#[cfg(feature = "axum08")]
pub use self::extractor::{
    HasNoSchema, HasSchema, IsExtractor, IsNotRuled, IsOfAxum, IsOther, IsRuled, argument,
};
pub use crate::__when_edited as when_edited;
#[cfg(any(feature = "axum08", feature = "schemars1"))]
pub use crate::argument_settings::{ArgumentSettings, UnknownArguments};
#[cfg(feature = "axum08")]
pub use crate::axum08::Help;
pub use crate::budget::Budget;
pub use crate::call::outcome::{Outcome, open, read, root, textual};
pub use crate::call::panics::{boxed, catch, catch_polls};
pub use crate::call::running::{call, dialect, set};
pub use crate::call::steps::{finish, read_argument, reject, run, traced};
#[cfg(feature = "tokio1")]
pub use crate::call::timeout::{limit, within};
pub use crate::dialect::call::Origin;
pub use crate::dialect::data_place::{Keys, Nest, Place};
pub use crate::dialects::*;
pub use crate::envelope::Envelope;
use crate::error::Chain;
pub use crate::error::{
    DeclaredFailure, DeclaredFailures, DerivesError, ErrorCode, ErrorField, ErrorMessage,
    ErrorPath, ErrorType, FailuresOf, InnerFailures, IntoFailure, Logged, Marked, PassedOn, Retry,
    RetryDelay, Reviewed, Show, Shown, ToolError, ToolFailure, Undeclared, Unlogged,
    assert_actionable,
};
#[cfg(feature = "anyhow1")]
pub use crate::error::{HasChain, HasContexts, InChain, find_named, named, type_with_contexts};
#[cfg(feature = "http1")]
pub use crate::http1::SuccessStatus;
pub use crate::metadata::{ErrorRateLimit, ErrorWarnings, Tier};
pub use crate::negotiation::any_dialect::{accepted, chosen, names};
pub use crate::negotiation::dialects::Dialects;
pub use crate::negotiation::several::{Carrier, Plain, decided, plain, reading};
pub use crate::payload::{Flatten, NeverPart, Payload, Serializes};
pub use crate::request_id::RequestId;
#[cfg(feature = "rmcp3")]
pub use crate::rmcp3::{
    AnyRouter, OtherRouter, TakesArguments, is_above_tool, with_copies, with_dialects,
    with_failures, with_request_ids, with_suggestions, with_tree,
};
#[cfg(feature = "schemars1")]
pub use crate::schema::{ToolSchema, any_schema, output_schema};
// rmcp looks for the name `Parameters`.
#[cfg(feature = "schemars1")]
pub use crate::tool_arguments::{Arguments as Parameters, FromArguments, HasNoRules};
pub use crate::type_of::type_of;

/// The call of a tool. An expansion calls its methods by their paths, so that no trait of the user can replace them.
pub type Running<D> = crate::call::running::Running<D>;

/// A JSON object, such as a schema.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;

/// A failure with a custom code that the derive has checked.
pub fn custom_failure(
    code: &'static str,
    error_type: ErrorType,
    message: impl Display,
) -> ToolFailure {
    ToolFailure::with_parts(code.into(), error_type, &message)
}

/// Requires that `T` is a payload, since a type that derives `Payload` serializes to the same JSON as `T`.
pub const fn payload<T: ?Sized>()
where
    PhantomData<T>: Written,
{
}

/// The mark of a type that is a payload. A bound on the type itself would hide the reason why a type is no payload.
pub trait Written {}

impl<T: Payload + ?Sized> Written for PhantomData<T> {}

/// The type of a field with `#[serde(flatten)]`, or of a variant with a tag. An inherent method takes precedence over a trait's, so
/// the method of [`MayBePart`] is called for a type that may be a part of an object.
#[derive(Debug)]
pub struct PartOf<T: ?Sized>(pub PhantomData<T>);

impl<T: NeverPart + ?Sized> PartOf<T> {
    /// Has the compiler report the type, which is never a part.
    pub fn __check<U: Flatten + ?Sized>(self, _ty: PhantomData<U>) {}
}

/// Any other type, which may be a part.
pub trait MayBePart: Sized {
    /// Accepts the type.
    fn __check<U: ?Sized>(self, _ty: PhantomData<U>) {}
}

impl<T: ?Sized> MayBePart for PartOf<T> {}

/// Checks the type of a field with `#[tool_error(data = "retry_after_seconds")]`.
pub fn retry_delay<T: RetryDelay>(delay: &T) -> &T {
    delay
}

/// Adds the hidden parts for the log: the `Display` of an error that sends callers a different message, and the source of the
/// error.
pub fn with_hidden(
    failure: ToolFailure,
    message: Option<&dyn Display>,
    source: Option<&(dyn Error + '_)>,
) -> ToolFailure {
    match (message, source) {
        (Some(message), Some(source)) => {
            failure.cause(format_args!("{message}: {}", Chain(source)))
        }
        (Some(message), None) => failure.cause(message),
        (None, Some(source)) => failure.with_source(source),
        (None, None) => failure,
    }
}
