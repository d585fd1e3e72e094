//! The span of a call: from before its body until its answer is written.
//!
//! Without the feature `tracing`, nothing here does anything.

#[cfg(not(feature = "tracing"))]
mod off;
#[cfg(feature = "tracing")]
mod on;

#[cfg(not(feature = "tracing"))]
pub(crate) use self::off::{Trace, Traced, traced};
#[cfg(feature = "tracing")]
pub(crate) use self::on::{Trace, traced};
// It is in the signature of a step.
#[cfg(feature = "tracing")]
#[allow(unreachable_pub, reason = "as just said")]
pub use self::on::Traced;
