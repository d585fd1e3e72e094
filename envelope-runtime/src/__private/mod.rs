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
//!     let mut call = ::envelope_runtime::__private::call(
//!         &::envelope_runtime::__private::Tool {
//!             name: "read_spec",
//!             file: ::std::file!(),
//!             package_version: ::std::option_env!("CARGO_PKG_VERSION"),
//!         },
//!         ::envelope_runtime::__private::dialect::<::envelope_runtime::__private::response_v2::ResponseV2>()
//!             .telemetry(),
//!     );
//!     let outcome = ::envelope_runtime::__private::run(&mut call, move || -> Result<Spec, ToolFailure> {
//!         Ok(Spec { id: id.to_owned() })
//!     });
//!     ::envelope_runtime::__private::finish(
//!         ::envelope_runtime::__private::root(&call),
//!         ::std::convert::identity(call),
//!         ::envelope_runtime::__private::error(),
//!         outcome,
//!     )
//! }
//! # read_spec("auth").as_str();
//! ```
//!
//! The steps are in `call/`.

mod edited;
#[cfg(feature = "axum")]
mod extractor;

use std::error::Error;
use std::fmt::Display;

pub use envelope_macros::envelope_tool;

#[cfg(feature = "axum")]
pub use self::extractor::{IsExtractor, IsOfAxum, IsOther};
pub use crate::__when_edited as when_edited;
pub use crate::call::Tool;
pub use crate::call::panics::{catch, catch_polls};
pub use crate::call::place::{Keys, Nest, Place};
pub use crate::call::several::{Plain, chosen, data, decided, names, plain, reading};
pub use crate::call::steps::{
    Outcome, call, dialect, error, finish, open, read, reject, root, run, traced,
};
#[cfg(feature = "tokio")]
pub use crate::call::timeout::{limit, within};
pub use crate::contract::Contracts;
pub use crate::dialect::{code_scalpel, dotbot, mcp, response_v2};
pub use crate::envelope::Envelope;
use crate::error::Chain;
pub use crate::error::{
    AsDynError, DerivesError, ErrorCode, ErrorField, ErrorMessage, ErrorPath, ErrorType,
    IntoFailure, OwnMessage, PassedOn, RetryDelay, Show, Shown, ToolError, ToolFailure,
    WithoutDisplay,
};
pub use crate::metadata::{ErrorRateLimit, ErrorWarnings, Tier};
pub use crate::payload::{Flatten, Payload, Serializes};
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

/// A field with `#[tool_error(data = "retry_after_seconds")]`.
pub fn retry_delay<T: RetryDelay>(delay: &T) -> &T {
    delay
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
        (None, Some(source)) => failure.with_source(source),
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
