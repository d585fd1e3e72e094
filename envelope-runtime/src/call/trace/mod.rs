//! The span of a call, from before its body until its answer is written, and the event at its end.
//!
//! Without the feature `tracing01`, this module does nothing.

#[cfg(feature = "tracing01")]
mod event;
#[cfg(not(feature = "tracing01"))]
mod off;
#[cfg(feature = "tracing01")]
mod on;

use std::fmt::Display;

use crate::error::ErrorType;

#[cfg(feature = "tracing01")]
pub(crate) use self::event::log;
#[cfg(not(feature = "tracing01"))]
pub(crate) use self::off::{Trace, Traced, log, traced};
#[cfg(feature = "tracing01")]
pub(crate) use self::on::{Trace, traced};
// The public function `steps::traced` returns this type.
#[cfg(feature = "tracing01")]
#[allow(unreachable_pub, reason = "as just said")]
pub use self::on::Traced;

/// The fields of a call's event that are not in `Call`.
#[cfg_attr(not(feature = "tracing01"), allow(dead_code, reason = "there is no log"))]
pub(crate) struct Event<'a> {
    /// The error type and the code of a failure.
    pub(crate) error: Option<(ErrorType, &'a str)>,
    /// The parts that are hidden from the caller.
    pub(crate) hidden: Option<&'a dyn Display>,
}
