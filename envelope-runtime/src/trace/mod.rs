//! The span of a call: from before its body until its answer is written.
//!
//! Without the feature `tracing`, nothing here does anything.

#[cfg(not(feature = "tracing"))]
mod off;
#[cfg(feature = "tracing")]
mod on;

#[cfg(not(feature = "tracing"))]
pub use self::off::{Trace, traced};
#[cfg(feature = "tracing")]
pub use self::on::{Trace, traced};
