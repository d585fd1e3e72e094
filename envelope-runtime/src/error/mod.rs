//! Errors: codes and categories, the failure that every error becomes, and the errors of other crates.

mod chain;
mod code;
mod error_type;
mod failure;
mod fields;
mod foreign;
mod http_status;
mod path;
mod report;
mod retry;
mod shown;
mod tool_error;

pub(crate) use chain::Chain;
pub use chain::{AsDynError, OwnMessage, WithoutDisplay};
pub use code::{ErrorCode, UnknownErrorCode};
pub use error_type::ErrorType;
pub use failure::ToolFailure;
pub(crate) use fields::Slot;
pub use fields::{FieldValue, Fields};
pub use path::ErrorPath;
pub use report::{ErrorReport, Upgrades};
#[cfg(feature = "http")]
pub(crate) use retry::until;
pub use retry::{Retry, RetryAdvice, RetryAfter, RetryDelay};
pub use shown::{Show, Shown};
pub use tool_error::{DerivesError, ErrorField, ErrorMessage, IntoFailure, PassedOn, ToolError};
