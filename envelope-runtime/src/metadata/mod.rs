//! Metadata that several contracts share, under different keys.

mod object;
mod rate_limit;
mod tier;
mod upgrade;
mod warning;
mod warning_code;
mod warnings;
mod words;

pub(crate) use object::{insert_extra, serialize_object, unless_empty};
pub use rate_limit::{ErrorRateLimit, RateLimit};
pub use tier::Tier;
pub use upgrade::UpgradeHint;
pub use warning::{Severity, Warning};
pub use warning_code::WarningCode;
pub use warnings::{ErrorWarnings, Warnings};
pub use words::UnknownWord;
pub(crate) use words::{wire_words, words};
