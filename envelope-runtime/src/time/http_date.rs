//! The dates of HTTP headers: `Thu, 04 Dec 2025 12:00:00 GMT`, and the two obsolete formats that RFC 9110 requires recipients to read.

use envelope_contracts::time::is_date_time;

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Converts an HTTP date to ISO 8601: `2025-12-04T12:00:00Z`. `None` for any other text. The day of the week can be wrong.
pub(crate) fn to_iso_8601(date: &str) -> Option<String> {
    let mut parts = date.split([' ', ',', '-']).filter(|part| !part.is_empty());
    let day_of_week = parts.next()?;
    // The first pattern includes the format of RFC 850, whose year has two digits. The second pattern is the format of `asctime`.
    let ([day, month, year, clock, "GMT"] | [month, day, clock, year]) = *parts.collect::<Vec<_>>()
    else {
        return None;
    };
    let century = match year.len() {
        2 if year < "70" => "20",
        2 => "19",
        _ => "",
    };
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    let time = format!("{century}{year}-{month:02}-{day:0>2}T{clock}Z");
    // The clock has hours, minutes and seconds, and nothing after them.
    let is_date =
        DAYS.iter().any(|day| day_of_week.starts_with(day)) && clock.len() == "12:00:00".len();
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
            // No server may send these obsolete formats, but old servers do.
            ("Sunday, 06-Nov-94 08:49:37 GMT", Some("1994-11-06T08:49:37Z")),
            ("Thursday, 04-Dec-25 12:00:00 GMT", Some("2025-12-04T12:00:00Z")),
            ("Sun Nov  6 08:49:37 1994", Some("1994-11-06T08:49:37Z")),
            ("Thu, 30 Feb 2025 12:00:00 GMT", None),
            ("Thu, 4 Dec 2025 12:00:00 GMT", Some("2025-12-04T12:00:00Z")),
            ("Thu, 04 dec 2025 12:00:00 GMT", None),
            ("Thx, 04 Dec 2025 12:00:00 GMT", None),
            ("Thu, 04 Dec 125 12:00:00 GMT", None),
            ("Thu, 04 Dec 2025 24:00:00 GMT", None),
            ("Thu, 04 Dec 2025 12:00 GMT", None),
            ("Thu, 04 Dec 2025 12:00:00.5 GMT", None),
            ("Thu, 04 Dec 2025 12:00:00 UTC", None),
            ("Thu, 04 Dec 2025 12:00:00 2025 GMT", None),
            (" GMT", None),
            ("tomorrow", None),
            ("", None),
        ] {
            assert_eq!(to_iso_8601(date).as_deref(), expected, "{date}");
        }
    }
}
