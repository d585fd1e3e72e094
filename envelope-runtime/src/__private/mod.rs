//! What the macros expand to. Nothing here is for any other use, and anything can change.
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
//!     let call = ::envelope_runtime::__private::begin::<::envelope_runtime::response_v2::ResponseV2>({
//!         static TOOL: ::envelope_runtime::dialect::Tool = ::envelope_runtime::dialect::Tool::new(
//!             "read_spec",
//!             ::std::file!(),
//!             ::std::option_env!("CARGO_PKG_VERSION"),
//!         );
//!         &TOOL
//!     })
//!     .telemetry();
//!     let outcome = ::envelope_runtime::__private::run(move || -> Result<Spec, ToolFailure> {
//!         Ok(Spec { id: id.to_owned() })
//!     });
//!     ::envelope_runtime::__private::finish(
//!         ::envelope_runtime::__private::root(&call),
//!         call,
//!         ::envelope_runtime::__private::error(),
//!         outcome,
//!     )
//! }
//! # read_spec("auth").as_str();
//! ```

mod answer;
mod call;
mod panics;

pub use serde::Serialize;

pub use self::call::{ErrorOf, begin, error, finish, open, root, run};
pub use self::panics::{Caught, catch, catch_made, finish_caught, open_caught, run_caught};
pub use crate::dialect::returned::{Outcome, Peek, Returned};
pub use crate::error::{AsDynError, ErrorMessage, IntoFailure};
pub use crate::place::{Keys, Nest, Place};

use crate::error::{ErrorType, ToolFailure};

/// A failure with a custom code that the derive has checked.
pub fn custom_failure(
    code: &'static str,
    error_type: ErrorType,
    message: impl std::fmt::Display,
) -> ToolFailure {
    ToolFailure::with_parts(code.into(), error_type, &message)
}
