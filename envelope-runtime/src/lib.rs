//! Write a plain function; it answers with the response envelope of a published contract.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

// The macros expand to paths that start with the crate's name, and its own docs use them.
extern crate self as envelope_runtime;

mod dialect;
mod envelope;
mod error;
mod further;
mod integration;
mod json;
mod rate_limit;
mod reply;
mod request_id;

pub mod call;
pub mod payload;

pub use dialect::{Dialect, response_v2};
pub use envelope::{Answer, Envelope, Output, Status};
pub use error::{
    ErrorCode, ErrorMessage, ErrorPath, ErrorReport, ErrorType, Fields, Retry, ToolError,
    ToolFailure,
};
pub use payload::Payload;
pub use rate_limit::{ErrorRateLimit, RateLimit};
pub use reply::Reply;
pub use request_id::{IntoRequestId, RequestId};

pub use envelope_macros::{Payload, ToolError, envelope_tool};

// The bound that the derive puts on a generic field.
#[doc(hidden)]
pub use serde::Serialize;
