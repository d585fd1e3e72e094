//! The clock of `wasm32-unknown-unknown`, which has no clock until the program sets one.

use std::sync::RwLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

static CLOCK: RwLock<fn() -> SystemTime> = RwLock::new(|| UNIX_EPOCH);

/// Sets the clock of the program, on the target `wasm32-unknown-unknown`, which has none: `SystemTime::now` traps there.
///
/// All times come from this clock: `audit.timestamp` of dotbot, `duration_ms`, the delays of rate limits. Until the clock is set, the time
/// is the start of 1970, and durations are 0. In a browser, a worker, or Node.js, with the crate `js-sys`:
///
/// ```ignore
/// use std::time::{Duration, UNIX_EPOCH};
///
/// envelope_runtime::dialect::set_clock(|| {
///     UNIX_EPOCH + Duration::from_millis(js_sys::Date::now() as u64)
/// });
/// ```
#[cfg_attr(docsrs, doc(cfg(all(target_family = "wasm", target_os = "unknown"))))]
pub fn set_clock(clock: fn() -> SystemTime) {
    if let Ok(mut current) = CLOCK.write() {
        *current = clock;
    }
}

pub(super) fn now() -> SystemTime {
    CLOCK.read().map_or(UNIX_EPOCH, |clock| clock())
}

/// Replaces `std::time::Instant`, with this clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instant(SystemTime);

impl Instant {
    pub(crate) fn now() -> Self {
        Self(now())
    }

    pub(super) fn elapsed(self) -> Duration {
        now().duration_since(self.0).unwrap_or_default()
    }
}
