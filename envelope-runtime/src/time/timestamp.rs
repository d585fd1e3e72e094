//! Writes a `SystemTime` as ISO 8601, in UTC, to the second, and parses RFC 3339.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use envelope_contracts::time::is_date_time;
use serde::ser::{Serialize, Serializer};

/// A time such as `2026-01-02T13:57:00Z`. Times before 1970 become `1970-01-01T00:00:00Z`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timestamp([u8; 20]);

impl Timestamp {
    pub(crate) fn of(time: SystemTime) -> Self {
        Self::at(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
    }

    /// The time that is this number of seconds after the beginning of 1970.
    fn at(seconds: u64) -> Self {
        let (days, second) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = date(days);
        let mut text = *b"0000-00-00T00:00:00Z";
        let parts = [
            (0, year / 100),
            (2, year),
            (5, month),
            (8, day),
            (11, second / 3600),
            (14, second / 60 % 60),
            (17, second % 60),
        ];
        for (at, number) in parts {
            if let Some(digits) = text.get_mut(at..at + 2) {
                digits.copy_from_slice(&[digit(number / 10), digit(number)]);
            }
        }
        Self(text)
    }

    /// The same as text. `None` after 9999.
    pub(super) fn text(seconds: u64) -> Option<String> {
        const END: u64 = 253_402_300_800;

        (seconds < END).then(|| Self::at(seconds).as_str().to_owned())
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the remainder is below 10")]
fn digit(number: u64) -> u8 {
    b'0' + (number % 10) as u8
}

/// The Gregorian date, from the number of days since 1970. Internally, years start in March, so that a leap day comes last.
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    let days = days_since_1970 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// The days from 1970 to a Gregorian date: the inverse of [`date`].
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month_from_march) =
        if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month_from_march + 2) / 5 + day - 1 - 719_468
}

/// Parses a `date-time` of RFC 3339, such as `2025-12-04T12:00:00Z`.
pub(crate) fn system_time(text: &str) -> Option<SystemTime> {
    if !is_date_time(text) {
        return None;
    }
    let number = |text: Option<&str>| text?.parse::<i64>().ok();
    let at = |place| number(text.get(place));
    let day = days(at(0..4)?, at(5..7)?, at(8..10)?);
    let second = at(11..13)? * 3_600 + at(14..16)? * 60 + at(17..19)?;
    let rest = text.get(19..)?;
    let (fraction, offset) = rest.split_at_checked(rest.find(['Z', '+', '-'])?)?;
    let minutes = match offset.split_once(':') {
        Some((hours, minutes)) => {
            let minutes = number(hours.get(1..))? * 60 + number(Some(minutes))?;
            if hours.starts_with('-') { -minutes } else { minutes }
        }
        None => 0,
    };
    let seconds = day * 86_400 + second - minutes * 60;
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let whole =
        if seconds < 0 { UNIX_EPOCH.checked_sub(whole) } else { UNIX_EPOCH.checked_add(whole) };
    let nanos = format!("{:0<9.9}", fraction.trim_start_matches('.')).parse().ok()?;
    whole?.checked_add(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_text_is_that_of_the_calendar() {
        for text in [
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59.25Z",
            "0000-01-01T00:00:00Z",
            "0000-03-01T00:00:00Z",
            "1900-02-28T23:59:59Z",
            "2000-02-29T00:00:00Z",
            "2025-12-04T12:00:44.2Z",
            "2025-12-04T12:00:44.123456789Z",
            "2025-12-04T14:01:00+02:00",
            "2025-12-04T00:30:00-09:45",
            "9999-12-30T22:00:00Z",
        ] {
            let expected: jiff::Timestamp = text.parse().unwrap();
            assert_eq!(system_time(text), Some(expected.try_into().unwrap()), "{text}");
        }
        for day in (0..150_000).map(|day| UNIX_EPOCH + Duration::from_secs(day * 86_400)) {
            assert_eq!(system_time(&timestamp(day)), Some(day));
        }
        for text in ["", "tomorrow", "2025-12-04", "2025-12-04T12:00:00", "2025-02-30T12:00:00Z"] {
            assert_eq!(system_time(text), None, "{text}");
        }
    }

    fn timestamp(time: SystemTime) -> String {
        Timestamp::of(time).as_str().to_owned()
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_767_362_220, "2026-01-02T13:57:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
        assert_eq!(timestamp(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut previous = date(0);
        for day in 1..150_000 {
            let (year, month, of_month) = date(day);
            let (last_year, last_month, last_of_month) = previous;
            let next_day = (year, month, of_month) == (last_year, last_month, last_of_month + 1);
            let next_month = (year, month, of_month) == (last_year, last_month + 1, 1);
            let next_year = (year, month, of_month) == (last_year + 1, 1, 1) && last_month == 12;
            assert!(
                next_day
                    || (next_month && last_of_month >= 28)
                    || (next_year && last_of_month == 31)
            );
            previous = (year, month, of_month);
        }
    }
}
