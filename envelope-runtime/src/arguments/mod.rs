//! The arguments of a call: every problem of them in one answer.

mod describe;
#[cfg(feature = "garde")]
mod garde;
mod input;
mod nearest;
mod place;
mod problem;
mod range;
mod reason;
#[cfg(feature = "schemars")]
mod rules;
#[cfg(feature = "schemars")]
mod schema;
mod traced;
#[cfg(feature = "schemars")]
mod typed;
mod unknown;
mod walk;
mod words;

#[cfg(all(feature = "axum", feature = "garde"))]
pub(crate) use self::garde::broken_rules;
pub(crate) use self::input::{Fitting, Input};
pub(crate) use self::problem::Problems;
#[cfg(feature = "schemars")]
pub use self::rules::HasNoRules;
#[cfg(all(feature = "axum", feature = "schemars"))]
pub(crate) use self::schema::schema_of;
#[cfg(feature = "schemars")]
pub use self::typed::{Arguments, FromArguments, Rules};
pub use self::unknown::UnknownArguments;
