//! The clocks that envelopes are written from. A test can freeze them.

use std::time::{Duration, Instant, SystemTime};

#[cfg(feature = "testing")]
use crate::testing;

/// The current time, for a dialect that writes it.
///
/// It is that of the system, or, in a test with the feature `testing`, the one that is frozen.
#[must_use]
pub fn now() -> SystemTime {
    #[cfg(feature = "testing")]
    if let Some(time) = testing::timestamp() {
        return time;
    }
    SystemTime::now()
}

/// How long it took from `started` until now.
pub(crate) fn elapsed(started: Instant) -> Duration {
    #[cfg(feature = "testing")]
    if let Some(duration) = testing::duration() {
        return duration;
    }
    started.elapsed()
}
