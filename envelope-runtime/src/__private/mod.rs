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
//!     let call = ::envelope_runtime::__private::begin::<::envelope_runtime::__private::response_v2::ResponseV2>({
//!         static TOOL: ::envelope_runtime::__private::Tool = ::envelope_runtime::__private::tool(
//!             "read_spec",
//!             ::std::file!(),
//!             ::std::option_env!("CARGO_PKG_VERSION"),
//!         );
//!         &TOOL
//!     })
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

mod answer;
mod call;
mod negotiated;
mod panics;
#[cfg(feature = "tokio")]
mod timeout;

use std::error::Error;
use std::fmt::Display;

pub use envelope_macros::envelope_tool;

#[cfg(feature = "axum")]
pub(crate) use self::call::answer_failure;
#[cfg(feature = "rmcp")]
pub use self::call::reject;
pub use self::call::{ErrorOf, begin, error, finish, open, root, run, trace};
pub(crate) use self::negotiated::refuse;
pub use self::negotiated::{
    Call, Choice, Choices, DataOf, Ended, Never, PlaceIn, Plain, Roots, call, chosen, data,
    finish_chosen, last, names, plain, plain_caught, reading, settings, settings_before,
    trace_call,
};
#[cfg(feature = "tokio")]
pub use self::panics::within_caught;
pub use self::panics::{Caught, catch, catch_made, finish_caught, open_caught, run_caught};
#[cfg(feature = "tokio")]
pub use self::timeout::{limit, within};
pub use crate::dialect::returned::Outcome;
pub use crate::dialect::*;
pub use crate::envelope::Envelope;
pub use crate::error::{
    AsDynError, DerivesError, ErrorCode, ErrorField, ErrorMessage, ErrorPath, ErrorType,
    IntoFailure, PassedOn, Show, Shown, ToolError, ToolFailure,
};
pub use crate::json::Frame;
pub use crate::metadata::{ErrorRateLimit, ErrorWarnings, Tier};
pub use crate::payload::{Payload, Serializes};
pub use crate::place::{Keys, Nest, Place};
pub use crate::request_id::RequestId;
#[cfg(feature = "schemars")]
pub use crate::schema::{any_schema, output_schema};
#[cfg(feature = "rmcp")]
pub use crate::server::rmcp::{FromArguments, Parameters, fitting};
pub use crate::trace::{Trace, traced};

/// A JSON object, such as a schema.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;

/// A tool with the name of its function, its file and the version of its package.
#[must_use]
pub const fn tool(
    name: &'static str,
    file: &'static str,
    package_version: Option<&'static str>,
) -> Tool {
    Tool { name, file, package_version }
}

/// A failure with a custom code that the derive has checked.
pub fn custom_failure(
    code: &'static str,
    error_type: ErrorType,
    message: impl Display,
) -> ToolFailure {
    ToolFailure::with_parts(code.into(), error_type, &message)
}

/// Adds the error behind a failure, if there is one.
pub fn with_source(failure: ToolFailure, source: Option<&(dyn Error + '_)>) -> ToolFailure {
    match source {
        Some(source) => failure.source(source),
        None => failure,
    }
}
