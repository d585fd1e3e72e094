//! Times as text: ISO 8601 in the contracts, and the date formats of HTTP headers.

pub(crate) mod clock;
mod http_date;
mod into_time;
#[cfg(any(docsrs, all(target_family = "wasm", target_os = "unknown")))]
pub(crate) mod program_clock;
mod timestamp;

use std::borrow::Cow;
use std::time::Duration;

use envelope_contracts::time::is_date_time;

#[cfg(feature = "http1")]
pub(crate) use self::http_date::to_iso_8601;
pub use self::into_time::{IntoTime, Time};
pub(crate) use self::timestamp::{Timestamp, system_time};

/// Converts a text to a time for a contract: ISO 8601 with `Z` or an offset, since no client can interpret a local time. The date of an
/// HTTP header is converted. `None` for any other text.
pub(crate) fn date_time(text: &str) -> Option<Cow<'_, str>> {
    if is_date_time(text) {
        return Some(text.into());
    }
    http_date::to_iso_8601(text).map(Cow::Owned)
}

/// The seconds of a delay, rounded up, so that no retry comes too early.
#[inline]
pub(crate) fn whole_seconds(delay: Duration) -> u64 {
    delay.as_secs().saturating_add(u64::from(delay.subsec_nanos() > 0))
}

/// A number of seconds as a delay. It can have a fraction.
pub(crate) fn from_seconds(number: &str) -> Option<Duration> {
    // A whole number beyond 53 bits would be rounded as a fraction.
    let fraction = || Duration::try_from_secs_f64(number.parse().ok()?).ok();
    number.parse().map(Duration::from_secs).ok().or_else(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_rounded_up() {
        assert_eq!(whole_seconds(Duration::ZERO), 0);
        assert_eq!(whole_seconds(Duration::from_nanos(1)), 1);
        assert_eq!(whole_seconds(Duration::from_secs(7)), 7);
        assert_eq!(whole_seconds(Duration::from_millis(7_001)), 8);
        assert_eq!(whole_seconds(Duration::MAX), u64::MAX);
    }
}
