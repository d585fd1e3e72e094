//! The types that an author can pass as a time.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{Timestamp, date_time, whole_seconds};

/// A time in the metadata of an envelope: a `SystemTime`, text, or an `Option` of either.
///
/// Text is ISO 8601 with `Z` or an offset, such as `2025-12-04T12:00:00Z`, or the date of an HTTP header. Any other text is not a
/// time, and its key is left out. On the wire, a time is ISO 8601:
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// use envelope_runtime::RateLimit;
///
/// let on_wire = |state: RateLimit| serde_json::to_string(&state);
/// let noon = r#"{"reset_at":"2025-12-04T12:00:00Z"}"#;
/// assert_eq!(on_wire(RateLimit::new().reset_at("2025-12-04T12:00:00Z"))?, noon);
/// assert_eq!(on_wire(RateLimit::new().reset_at("Thu, 04 Dec 2025 12:00:00 GMT"))?, noon);
/// let time = UNIX_EPOCH + Duration::from_secs(1_764_849_600);
/// assert_eq!(on_wire(RateLimit::new().reset_at(time))?, noon);
/// assert_eq!(on_wire(RateLimit::new().reset_at("noon"))?, "{}");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a time",
    label = "neither a `SystemTime` nor text",
    note = "give a `std::time::SystemTime`, text such as `2025-12-04T12:00:00Z`, or an `Option` of either"
)]
pub trait IntoTime {
    /// The time. `None` if the value is not a time.
    fn into_time(self) -> Option<Time>;
}

/// The result of [`IntoTime::into_time`]. On the wire, the time is ISO 8601.
#[derive(Clone, Debug)]
pub struct Time(Given);

#[derive(Clone, Debug)]
enum Given {
    System(SystemTime),
    /// ISO 8601.
    Text(String),
}

impl Time {
    /// The time as text, never earlier: a `SystemTime` is rounded up. `None` before 1970 and after 9999.
    pub(crate) fn not_before(self) -> Option<String> {
        self.text(whole_seconds)
    }

    /// The time as text, never later: a `SystemTime` is rounded down. `None` before 1970 and after 9999.
    pub(crate) fn not_after(self) -> Option<String> {
        self.text(|since| since.as_secs())
    }

    fn text(self, seconds: impl FnOnce(Duration) -> u64) -> Option<String> {
        match self.0 {
            Given::System(time) => Timestamp::text(seconds(time.duration_since(UNIX_EPOCH).ok()?)),
            Given::Text(text) => Some(text),
        }
    }
}

impl IntoTime for SystemTime {
    fn into_time(self) -> Option<Time> {
        Some(Time(Given::System(self)))
    }
}

impl IntoTime for &str {
    fn into_time(self) -> Option<Time> {
        date_time(self).map(|text| Time(Given::Text(Cow::into_owned(text))))
    }
}

impl IntoTime for String {
    fn into_time(self) -> Option<Time> {
        self.as_str().into_time()
    }
}

impl IntoTime for &String {
    fn into_time(self) -> Option<Time> {
        self.as_str().into_time()
    }
}

impl<T: IntoTime> IntoTime for Option<T> {
    fn into_time(self) -> Option<Time> {
        self?.into_time()
    }
}
