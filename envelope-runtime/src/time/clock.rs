//! The clocks that envelopes are written from. A test can freeze them.

use std::time::{Duration, Instant, SystemTime};

#[cfg(feature = "testing")]
use crate::testing::Frozen;

/// The current time, for a dialect that writes it.
///
/// It is the system's time, or, in a test with the feature `testing`, the one that is frozen.
#[must_use]
pub fn now() -> SystemTime {
    #[cfg(feature = "testing")]
    if let Some(frozen) = Frozen::current() {
        return frozen.timestamp;
    }
    SystemTime::now()
}

/// How long it took from `started` until now.
pub(crate) fn elapsed(started: Instant) -> Duration {
    #[cfg(feature = "testing")]
    if let Some(frozen) = Frozen::current() {
        return frozen.duration;
    }
    started.elapsed()
}
