//! Metadata that several contracts have, each under its own key.

mod extra;
mod object;
mod rate_limit;
mod tier;
mod upgrade;
mod warning;
mod warning_code;
mod words;

pub use crate::json::JsonMap;
pub(crate) use extra::insert_extra;
pub(crate) use object::{is_absent, object};
pub use rate_limit::{ErrorRateLimit, RateLimit};
pub use tier::Tier;
pub use upgrade::UpgradeHint;
pub use warning::{ErrorWarnings, Severity, Warning, Warnings};
pub(crate) use warning::{MessagesOnce, push_detail, push_message};
#[cfg(feature = "read")]
pub(crate) use warning::{ReadEntry, ReadList};
pub use warning_code::WarningCode;
pub(crate) use words::words;
