//! The arguments of a call: every problem of them in one answer.

mod aliases;
mod choice;
mod describe;
#[cfg(feature = "garde")]
mod garde;
mod keys;
mod nearest;
mod place;
mod problem;
mod range;
mod read;
mod reason;
#[cfg(feature = "schemars")]
mod rules;
#[cfg(feature = "schemars")]
mod schema;
#[cfg(feature = "axum")]
mod text;
#[cfg(feature = "schemars")]
mod typed;
mod unknown;
mod walk;
mod words;

#[cfg(all(feature = "axum", feature = "garde"))]
pub(crate) use self::garde::broken_rules;
pub(crate) use self::problem::Problems;
#[cfg(feature = "axum")]
pub(crate) use self::read::Schema;
pub(crate) use self::read::{Fitting, read};
#[cfg(feature = "axum")]
pub(crate) use self::reason::Rejected;
#[cfg(feature = "schemars")]
pub use self::rules::HasNoRules;
#[cfg(all(feature = "axum", feature = "schemars"))]
pub(crate) use self::schema::schema_of;
#[cfg(feature = "axum")]
pub(crate) use self::text::read_text;
#[cfg(feature = "schemars")]
pub use self::typed::{Arguments, FromArguments, Rules};
pub use self::unknown::UnknownArguments;
