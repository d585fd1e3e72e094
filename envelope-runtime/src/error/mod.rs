//! The failure side: category, code, report, and the errors that are mapped without an enum of one's own.

mod category;
mod chain;
mod code;
mod failure;
mod foreign;
mod path;
mod tool_error;
mod values;

pub use category::{ErrorType, Retry};
pub use chain::AsDynError;
pub(crate) use chain::Chain;
pub use code::ErrorCode;
pub use failure::ToolFailure;
pub use path::ErrorPath;
pub(crate) use tool_error::screaming_snake_case;
pub use tool_error::{ErrorMessage, ErrorReport, Fields, ToolError, Upgrades};
pub(crate) use values::cut;
