//! The clocks for the times in envelopes. A test can freeze them.

use std::time::{Duration, SystemTime};

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use super::program_clock::Instant;
#[cfg(feature = "testing")]
use crate::frozen::Frozen;

/// The current time, for a dialect that writes it.
///
/// This is the system's time, or the frozen time in a test with the feature `testing`. On `wasm32-unknown-unknown`, the program sets the
/// clock with `set_clock`.
#[must_use]
pub fn now() -> SystemTime {
    #[cfg(feature = "testing")]
    if let Some(frozen) = Frozen::current() {
        return frozen.timestamp;
    }
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return super::program_clock::now();
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    SystemTime::now()
}

/// The duration from `started` until now.
pub(crate) fn elapsed(started: Instant) -> Duration {
    #[cfg(feature = "testing")]
    if let Some(frozen) = Frozen::current() {
        return frozen.duration;
    }
    started.elapsed()
}
