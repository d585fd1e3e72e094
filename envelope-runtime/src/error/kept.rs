//! The memory of a failure that has been answered, which the thread keeps for its next one.

use std::cell::Cell;

use super::report::ErrorReport;

/// Room for the text of a typical error: message, remediation, keys and values.
const USUAL_TEXT: usize = 256;

/// The longest text whose memory is kept: 64 KiB.
const MAX_TEXT: usize = 1 << 16;

thread_local! {
    static KEPT: Cell<Option<Box<ErrorReport>>> = const { Cell::new(None) };
}

/// A blank report.
pub(super) fn take() -> Box<ErrorReport> {
    let kept = KEPT.try_with(Cell::take).ok().flatten();
    let mut report = kept.unwrap_or_else(|| Box::new(ErrorReport::blank()));
    report.text.reserve(USUAL_TEXT);
    report
}

/// Keeps the memory of a report that is no longer needed.
pub(super) fn keep(mut report: Box<ErrorReport>) {
    if report.text.capacity() <= MAX_TEXT {
        report.clear();
        // The thread may be about to end.
        let _ = KEPT.try_with(|kept| kept.set(Some(report)));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::error::ToolFailure;
    use crate::{ErrorCode, RateLimit, Tier, Warning, WarningCode};

    fn full() -> ToolFailure {
        ToolFailure::new(ErrorCode::RateLimitExceeded, "secret")
            .code_for("mcp-2025-11-25", "SLOW_DOWN")
            .remediation("secret")
            .summary("secret")
            .cause("secret")
            .path("secret")
            .detail("secret", 1)
            .data("retry_after_seconds", 5)
            .rate_limit(RateLimit::new().limit(1).retry_after(5).reset_at("2026-01-02T13:57:00Z"))
            .telemetry("secret", 1)
            .meta("secret", json!({"secret": 1}))
            .warning("secret")
            .warning_detail(Warning::new(WarningCode::StaleCache, "secret"))
            .upgrade("secret", Tier::Pro, "secret")
            .expose()
    }

    /// Everything that a report says.
    fn contents(failure: &ToolFailure) -> String {
        let report = failure.report();
        format!(
            "{report:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            report.code_for("mcp-2025-11-25"),
            report.summary(),
            report.path(),
            report.details_with_path(),
            report.data(),
            report.rate_limit().map(|state| serde_json::to_string(&state).unwrap()),
            report.telemetry(),
            report.meta(),
            report.warnings(),
            report.upgrades(),
            report.retry_after(),
            report.hidden().map(|hidden| hidden.to_string()),
            report.defect,
        )
    }

    #[test]
    fn nothing_of_a_failure_is_in_the_next_one() {
        let next = || ToolFailure::validation("The date is invalid").detail("field", "due_date");
        let expected = contents(&next());
        assert!(contents(&full()).contains("secret"));
        full().keep();
        assert!(KEPT.take().is_some_and(|kept| {
            let is_blank = kept.text.is_empty() && kept.warnings.is_empty();
            KEPT.set(Some(kept));
            is_blank
        }));
        assert_eq!(contents(&next()), expected);
    }

    #[test]
    fn a_long_text_is_not_kept() {
        ToolFailure::validation("x".repeat(MAX_TEXT + 1)).keep();
        assert!(KEPT.take().is_none());
    }
}
