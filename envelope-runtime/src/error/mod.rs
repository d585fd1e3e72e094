//! Errors: codes and error types, the failure that every error becomes, and the errors of other crates.

mod bail;
mod chain;
mod code;
mod context;
mod declared;
mod error_type;
mod failure;
mod fields;
mod foreign;
mod hidden;
pub(crate) mod http_status;
mod path;
mod report;
mod retry;
mod review;
mod text_fields;
mod tool_error;

pub(crate) use chain::Chain;
pub use chain::{Logged, Unlogged};
pub use code::ErrorCode;
pub use context::{Context, OrNotFound};
pub use declared::{DeclaredFailure, DeclaredFailures, FailuresOf, InnerFailures, Undeclared};
pub use error_type::ErrorType;
pub use failure::ToolFailure;
pub use fields::{FieldValue, Fields};
#[cfg(feature = "anyhow1")]
pub use foreign::anyhow::{HasChain, HasContexts, InChain, find_named, named, type_with_contexts};
pub use path::ErrorPath;
pub use report::ErrorReport;
pub use retry::{Retry, RetryAdvice, RetryAfter, RetryDelay};
pub use review::{Reviewed, assert_actionable};
pub use text_fields::{Show, Shown};

pub use tool_error::{
    DerivesError, ErrorField, ErrorMessage, IntoFailure, Marked, PassedOn, ToolError,
};
