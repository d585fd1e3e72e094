//! Metadata that several contracts have, each under its own key.

mod declare;
mod extra;
mod rate_limit;
mod upgrade;
mod warning;

pub use crate::json::JsonMap;
pub(crate) use declare::{is_absent, object, words};
pub(crate) use extra::insert_extra;
pub use rate_limit::{ErrorRateLimit, RateLimit};
pub use upgrade::{Tier, UpgradeHint};
pub use warning::{ErrorWarnings, Severity, Warning, WarningCode, Warnings};
pub(crate) use warning::{MessagesOnce, push_detail, push_message};
#[cfg(feature = "read")]
pub(crate) use warning::{ReadEntry, ReadList};
