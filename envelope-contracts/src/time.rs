//! Times of ISO 8601, and of RFC 3339, the subset that every program reads.

/// Whether a text is a time such as `2025-12-04T12:00`. Seconds, a fraction and an offset are optional.
pub fn is_iso_8601(text: &str) -> bool {
    parts(text).is_some_and(|(date, clock, offset)| {
        is_iso_8601_date(date) && is_clock(clock) && offset.is_none_or(is_offset)
    })
}

/// Whether a text is a `date-time` of RFC 3339, such as `2025-12-04T12:00:00Z`: it needs seconds, and `Z` or an offset such as `+01:00`.
pub fn is_date_time(text: &str) -> bool {
    let Some((_, clock, Some(offset))) = parts(text) else { return false };
    let has_seconds = clock.split(':').count() == 3;
    has_seconds
        && !clock.contains(',')
        && (offset == "Z" || offset.contains(':'))
        && is_iso_8601(text)
}

/// The date, the time of day, and the offset.
fn parts(text: &str) -> Option<(&str, &str, Option<&str>)> {
    let (date, time) = text.split_once('T')?;
    let offset = time.find(['Z', '+', '-']).and_then(|at| time.split_at_checked(at));
    let (clock, offset) = offset.map_or((time, None), |(clock, offset)| (clock, Some(offset)));
    Some((date, clock, offset))
}

/// Whether a text is a date such as `2025-12-04`.
pub fn is_iso_8601_date(date: &str) -> bool {
    let mut parts = date.splitn(3, '-').zip([4, 2, 2]).map(|(part, count)| digits(part, count));
    let mut next = || parts.next().flatten();
    let (Some(year), Some(month), Some(day)) = (next(), next(), next()) else { return false };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u16::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_clock(clock: &str) -> bool {
    let (clock, fraction) =
        clock.split_once(['.', ',']).map_or((clock, None), |(clock, part)| (clock, Some(part)));
    let mut parts = clock.splitn(3, ':');
    let (Some(hour), Some(minute), second) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let is_below = |text: &str, end: u16| digits(text, 2).is_some_and(|number| number < end);
    // The 60th second is a leap second.
    is_below(hour, 24)
        && is_below(minute, 60)
        && second.is_none_or(|second| is_below(second, 61))
        && fraction.is_none_or(|fraction| second.is_some() && is_digits(fraction))
}

fn is_offset(offset: &str) -> bool {
    let Some(offset) = offset.strip_prefix(['+', '-']) else { return offset == "Z" };
    let (hours, minutes) = match offset.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None => offset.split_at_checked(2).unwrap_or((offset, "")),
    };
    let is_short = minutes.is_empty() && !offset.contains(':');
    digits(hours, 2).is_some_and(|hours| hours < 24)
        && (is_short || digits(minutes, 2).is_some_and(|minutes| minutes < 60))
}

/// A number of exactly this many digits.
fn digits(text: &str, count: usize) -> Option<u16> {
    if text.len() == count && is_digits(text) { text.parse().ok() } else { None }
}

/// Whether a text consists of digits, at least one.
pub fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::is_date_time;

    #[test]
    fn times_that_every_program_reads() {
        for time in [
            "2025-12-04T12:00:00Z",
            "2025-12-04T12:00:00.25Z",
            "2025-12-04T23:59:60+05:30",
            "2024-02-29T00:00:00-00:00",
            "2025-12-31T12:00:00+23:59",
        ] {
            assert!(is_date_time(time), "{time}");
        }
        for time in [
            "",
            "tomorrow",
            "2025-12-04",
            "2025-12-04T12:00:00",
            "2025-12-04T12:00Z",
            "2025-12-04T12:00:00,5Z",
            "2025-12-04T12:00:00+0100",
            "2025-12-04T12:00:00+01",
            "2025-12-04T12:00:00+24:00",
            "2025-12-04T12:00:00+01:60",
            "2025-02-29T12:00:00Z",
            "2025-04-31T12:00:00Z",
            "2025-06-31T12:00:00Z",
            "2025-09-31T12:00:00Z",
            "2025-11-31T12:00:00Z",
            "2025-12-32T12:00:00Z",
            "2025-12-04 12:00:00Z",
        ] {
            assert!(!is_date_time(time), "{time}");
        }
    }
}
