//! The names that most tools use: `use envelope_runtime::prelude::*;`
//!
//! It has the attribute and the two derives, the output of a tool, its errors, and the request id. A `Reply` belongs to a dialect,
//! so it comes from there, for example from [`response_v2`](crate::response_v2).
//!
//! ```
//! use envelope_runtime::prelude::*;
//! use serde::Serialize;
//!
//! #[derive(Serialize, Payload)]
//! struct Spec {
//!     title: String,
//! }
//!
//! #[envelope_tool(dialect = "response-v2")]
//! fn read_spec(id: &str) -> Result<Spec, ToolFailure> {
//!     Err(ToolFailure::not_found("Spec", id))
//! }
//!
//! assert_eq!(read_spec("auth").error_type(), Some(ErrorType::NotFound));
//! ```

#[cfg(feature = "macros")]
pub use crate::envelope_tool;
pub use crate::{Envelope, ErrorCode, ErrorType, Payload, RequestId, ToolError, ToolFailure};
