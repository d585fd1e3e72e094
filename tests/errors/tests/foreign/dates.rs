//! Errors of `chrono` and `jiff`.

use chrono::{Month, NaiveDate, TimeDelta, Weekday};
use envelope_runtime::ToolError;
use jiff::{SignedDuration, Span, Timestamp, civil::Date, tz::TimeZone};

use crate::support::{check, hidden};

#[test]
fn chrono() {
    let date = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").unwrap_err().failure();
    let malformed = "`ParseError`: the text is malformed";
    check(
        "chrono",
        vec![
            (malformed, date("hunter2")),
            (malformed, date("2025-02-29")),
            (malformed, date("2025-12-04 hunter2")),
            (malformed, date("2025")),
            (
                "`ParseError`: the format is",
                NaiveDate::parse_from_str("hunter2", "%").unwrap_err().failure(),
            ),
            ("`ParseMonthError`", "hunter2".parse::<Month>().unwrap_err().failure()),
            ("`ParseWeekdayError`", "hunter2".parse::<Weekday>().unwrap_err().failure()),
            ("`OutOfRange`", Month::try_from(13).unwrap_err().failure()),
            ("`OutOfRangeError`", TimeDelta::seconds(-1).to_std().unwrap_err().failure()),
        ],
    );
    let trailing = date("2025-12-04 hunter2").to_string();
    assert_eq!(trailing, "The date or time is malformed: trailing input");
}

#[test]
fn jiff() {
    let failures = [
        "hunter2".parse::<Timestamp>().unwrap_err(),
        "2025-02-29".parse::<Date>().unwrap_err(),
        "hunter2".parse::<Span>().unwrap_err(),
        "hunter2".parse::<SignedDuration>().unwrap_err(),
        Date::strptime("%Y-%m-%d", "hunter2").unwrap_err(),
        TimeZone::get("hunter2").unwrap_err(),
    ];
    check("jiff", failures.iter().map(|error| ("`Error`", error.failure())).collect());
    assert!(failures.iter().any(|error| hidden(&error.failure()).contains("hunter2")));
}
