//! What the macros expand to. Do not use it otherwise: anything here can change in any release.
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
//!     let call = ::envelope_runtime::__private::begin::<::envelope_runtime::__private::response_v2::ResponseV2>(
//!         ::envelope_runtime::__private::Facts {
//!             name: "read_spec",
//!             source: &::envelope_runtime::__private::Source {
//!                 file: ::std::file!(),
//!                 package_version: ::std::option_env!("CARGO_PKG_VERSION"),
//!             },
//!         },
//!     )
//!     .telemetry();
//!     let trace = ::envelope_runtime::__private::trace(&call);
//!     let outcome = ::envelope_runtime::__private::run(&trace, move || -> Result<Spec, ToolFailure> {
//!         Ok(Spec { id: id.to_owned() })
//!     });
//!     ::envelope_runtime::__private::finish(
//!         ::envelope_runtime::__private::root(&call),
//!         ::std::convert::identity(call),
//!         ::envelope_runtime::__private::error(),
//!         outcome,
//!         trace,
//!     )
//! }
//! # read_spec("auth").as_str();
//! ```
//!
//! Without a setting, `start` and `finish_started` take the place of `begin` and `finish`: there is nothing to drop while the body
//! runs, so a panic needs no code here. A setting that reads the data is made after the body.

mod answer;
mod call;
mod edited;
#[cfg(feature = "axum")]
mod extractor;
mod negotiated;
mod panics;
#[cfg(feature = "tokio")]
mod timeout;

use std::error::Error;
use std::fmt::Display;

pub use envelope_macros::envelope_tool;

#[cfg(feature = "axum")]
pub(crate) use self::call::answer_failure;
pub use self::call::{
    ErrorOf, Started, begin, error, finish, finish_started, open, reject, root, root_started, run,
    settings, start, trace, trace_started,
};
#[cfg(feature = "axum")]
pub use self::extractor::{IsExtractor, IsOfAxum, IsOther};
pub(crate) use self::negotiated::refuse;
pub use self::negotiated::{
    Call, Choice, Choices, DataOf, Ended, Never, PlaceIn, Plain, Roots, call, chosen, data,
    finish_chosen, last, names, plain, plain_caught, reading, settings_before, settings_chosen,
    trace_call,
};
#[cfg(feature = "tokio")]
pub use self::panics::within_caught;
pub use self::panics::{Caught, catch, catch_made, finish_caught, open_caught, run_caught};
#[cfg(feature = "tokio")]
pub use self::timeout::{limit, within};
pub use crate::__when_edited as when_edited;
pub use crate::context::{Facts, Source};
pub use crate::contract::Contracts;
pub use crate::dialect::returned::Outcome;
pub use crate::dialect::*;
pub use crate::envelope::Envelope;
use crate::error::Chain;
pub use crate::error::{
    AsDynError, DerivesError, ErrorCode, ErrorField, ErrorMessage, ErrorPath, ErrorType,
    IntoFailure, OwnMessage, PassedOn, Show, Shown, ToolError, ToolFailure, WithoutDisplay,
};
pub use crate::json::Frame;
pub use crate::metadata::{ErrorRateLimit, ErrorWarnings, Tier};
pub use crate::payload::{Flatten, Payload, Serializes};
pub use crate::place::{Keys, Nest, Place};
pub use crate::request_id::RequestId;
#[cfg(feature = "schemars")]
pub use crate::schema::{any_schema, output_schema};
#[cfg(feature = "http")]
pub use crate::server::http::SuccessStatus;
// `Parameters` is the name that the SDK looks for.
#[cfg(feature = "rmcp")]
pub use crate::server::rmcp::{
    Arguments as Parameters, FromArguments, fitting, with_contracts, with_request_ids,
};
pub use crate::trace::{Trace, traced};
#[cfg(feature = "rmcp")]
pub use ::rmcp::handler::server::router::tool::ToolRouter;

/// A JSON object, such as a schema.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;

/// A literal that is a URI. Like every constant, it is evaluated when the author's crate is compiled.
#[must_use]
#[track_caller]
pub const fn static_uri(uri: &'static str) -> &'static str {
    assert!(
        envelope_contracts::format::is_uri(uri),
        "not a URI: it needs a scheme, and other characters are percent-encoded, as in `file:///specs/auth.md`"
    );
    uri
}

/// A failure with a custom code that the derive has checked.
pub fn custom_failure(
    code: &'static str,
    error_type: ErrorType,
    message: impl Display,
) -> ToolFailure {
    ToolFailure::with_parts(code.into(), error_type, &message)
}

/// Adds what only the log gets, if there is any: the own message of an error whose author gives the caller another one, and the
/// error behind it.
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
        (None, Some(source)) => failure.source(source),
        (None, None) => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::static_uri;

    #[test]
    fn a_uri_is_passed_on_as_it_is() {
        assert_eq!(static_uri("file:///specs/auth.md"), "file:///specs/auth.md");
    }
}
