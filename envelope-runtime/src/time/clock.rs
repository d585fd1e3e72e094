//! The clocks that envelopes are written from. A test can freeze them.

use std::time::{Duration, Instant, SystemTime};

#[cfg(feature = "testing")]
use crate::scope::Innermost;

#[cfg(feature = "testing")]
thread_local! {
    /// The time and the duration of every call, in a test that freezes them.
    pub(crate) static FROZEN: Innermost<(SystemTime, Duration)> = const { Innermost::none() };
}

/// The current time, for a dialect that writes it.
///
/// It is the system's time, or, in a test with the feature `testing`, the one that is frozen.
#[must_use]
pub fn now() -> SystemTime {
    #[cfg(feature = "testing")]
    if let Some((time, _)) = FROZEN.with(Innermost::cloned) {
        return time;
    }
    SystemTime::now()
}

/// How long it took from `started` until now.
pub(crate) fn elapsed(started: Instant) -> Duration {
    #[cfg(feature = "testing")]
    if let Some((_, duration)) = FROZEN.with(Innermost::cloned) {
        return duration;
    }
    started.elapsed()
}
