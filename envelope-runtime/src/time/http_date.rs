//! The date of an HTTP header, as RFC 9110 has servers send it: `Thu, 04 Dec 2025 12:00:00 GMT`.

use envelope_contracts::time::is_date_time;

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The same time in ISO 8601: `2025-12-04T12:00:00Z`. `None` if it is not such a date. The day of the week can be a wrong one.
pub(super) fn to_iso_8601(date: &str) -> Option<String> {
    let (day_of_week, date) = date.strip_suffix(" GMT")?.split_once(", ")?;
    let (day, date) = date.split_once(' ')?;
    let (month, date) = date.split_once(' ')?;
    let (year, clock) = date.split_once(' ')?;
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    let time = format!("{year}-{month:02}-{day}T{clock}Z");
    // Hours, minutes and seconds, and nothing else.
    let is_date = DAYS.contains(&day_of_week) && clock.len() == "12:00:00".len();
    (is_date && is_date_time(&time)).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::to_iso_8601;

    #[test]
    fn dates_of_http() {
        for (date, expected) in [
            ("Thu, 04 Dec 2025 12:00:00 GMT", Some("2025-12-04T12:00:00Z")),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
            ("Thu, 29 Feb 2024 23:59:60 GMT", Some("2024-02-29T23:59:60Z")),
            // The obsolete formats, which no server may send.
            ("Sunday, 06-Nov-94 08:49:37 GMT", None),
            ("Sun Nov  6 08:49:37 1994", None),
            ("Thu, 30 Feb 2025 12:00:00 GMT", None),
            ("Thu, 4 Dec 2025 12:00:00 GMT", None),
            ("Thu, 04 dec 2025 12:00:00 GMT", None),
            ("Thx, 04 Dec 2025 12:00:00 GMT", None),
            ("Thu, 04 Dec 25 12:00:00 GMT", None),
            ("Thu, 04 Dec 2025 24:00:00 GMT", None),
            ("Thu, 04 Dec 2025 12:00 GMT", None),
            ("Thu, 04 Dec 2025 12:00:00.5 GMT", None),
            ("Thu, 04 Dec 2025 12:00:00 UTC", None),
            ("Thu, 04 Dec 2025  12:00:00 GMT", None),
            (" GMT", None),
            ("tomorrow", None),
            ("", None),
        ] {
            assert_eq!(to_iso_8601(date).as_deref(), expected, "{date}");
        }
    }
}
