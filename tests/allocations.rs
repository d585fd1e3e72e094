//! What a call costs in allocations, beyond what the data's own `Serialize` makes.

use std::cell::Cell;

use allocation_counter::measure;
use envelope_runtime::{
    Envelope, Payload, RateLimit, RequestId, ToolError, ToolFailure, envelope_tool,
};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Page<'a> {
    items: &'a [&'a str],
    total: usize,
}

#[envelope_tool(dialect = "response-v2")]
fn page<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
    Ok(Page { items, total: items.len() })
}

#[envelope_tool(dialect = "response-v2", data("items", "total"), telemetry, catch_panic)]
async fn settings<'a>(items: &'a [&'a str]) -> Result<(&'a [&'a str], usize), ToolFailure> {
    Ok((items, items.len()))
}

/// How many allocations a call makes once the tool is warm.
fn warm(call: impl Fn() -> Envelope) -> u64 {
    let length = Cell::new(0);
    let count = || measure(|| length.set(call().as_str().len())).count_total;
    count();
    let allocations = count();
    assert!(length.get() > 0);
    allocations
}

#[test]
fn a_success_allocates_once() {
    for count in [0, 1, 20, 1_000, 10_000] {
        let ascii = vec!["Write the release notes"; count];
        let unicode = vec!["変更履歴を公開する"; count];
        assert_eq!(warm(|| page(&ascii)), 1, "{count} records");
        assert_eq!(warm(|| page(&unicode)), 1, "{count} records");
        assert_eq!(warm(|| pollster::block_on(settings(&ascii))), pollster_cost() + 1);
        assert_eq!(RequestId::new("req_1").sync_scope(|| warm(|| page(&ascii))), 1);
    }
}

/// What it costs to run a future that does nothing.
fn pollster_cost() -> u64 {
    pollster::block_on(async {});
    measure(|| pollster::block_on(async {})).count_total
}

/// Beyond the largest buffer that is reserved in advance, the buffer grows by doubling.
#[test]
fn a_large_success_grows_its_buffer() {
    let large = vec!["x".repeat(1 << 10); 1 << 12];
    let items: Vec<_> = large.iter().map(String::as_str).collect();
    let allocations = warm(|| page(&items));
    assert!((1..8).contains(&allocations), "{allocations}");
}

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Spec '{id}' not found")]
    #[tool_error(code = "SPEC_NOT_FOUND")]
    NotFound { id: &'static str },

    #[error("Validation failed: {field} {problem}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a valid {field}")]
    Invalid {
        #[tool_error(detail)]
        field: &'static str,
        #[tool_error(detail = "constraint")]
        problem: &'static str,
        #[tool_error(detail)]
        received: Option<&'static str>,
        #[tool_error(path)]
        path: &'static str,
    },

    #[error("Rate limit exceeded: {limit} requests per minute")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait {wait} seconds")]
    Throttled {
        limit: u32,
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
        #[tool_error(rate_limit)]
        state: &'static RateLimit,
    },

    #[error("cannot reach the store")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Broken,
}

#[envelope_tool(dialect = "response-v2", telemetry)]
fn fail(error: impl Fn() -> SpecError) -> Result<(), SpecError> {
    Err(error())
}

/// The text of the report, its values, and the envelope.
#[test]
fn a_failure_allocates_at_most_three_times() {
    static STATE: std::sync::LazyLock<RateLimit> = std::sync::LazyLock::new(|| {
        RateLimit::new().limit(100).remaining(0).reset_at("2025-12-04T12:00:00Z")
    });

    let invalid = || SpecError::Invalid {
        field: "spec_id",
        problem: "pattern",
        received: Some("Invalid Spec ID!"),
        path: "specs/active/auth.json",
    };
    let throttled = || SpecError::Throttled { limit: 100, wait: 45, state: &STATE };
    assert_eq!(warm(|| fail(|| SpecError::NotFound { id: "auth" })), 2);
    assert_eq!(warm(|| fail(invalid)), 3);
    assert_eq!(warm(|| fail(throttled)), 3);
    assert_eq!(RequestId::new("req_1").sync_scope(|| warm(|| fail(|| SpecError::Broken))), 2);
}
