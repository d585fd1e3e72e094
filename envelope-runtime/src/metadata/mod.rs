//! Metadata that several contracts have, each under its own key.

mod extra;
mod object;
mod rate_limit;
mod tier;
mod upgrade;
mod warning;
mod warning_code;
mod warnings;
mod words;

pub use crate::json::JsonMap;
pub(crate) use extra::insert_extra;
pub(crate) use object::{is_absent, object};
pub use rate_limit::{ErrorRateLimit, RateLimit};
pub use tier::Tier;
pub use upgrade::UpgradeHint;
#[cfg(feature = "read")]
pub(crate) use warning::{ReadEntry, ReadList};
pub use warning::{Severity, Warning};
pub use warning_code::WarningCode;
pub use warnings::{ErrorWarnings, Warnings};
pub(crate) use warnings::{MessagesOnce, push_detail, push_message};
pub use words::UnknownWord;
pub(crate) use words::words;
