//! Counts the allocations of a call on a warm thread, in every dialect. The allocations of the data's own `Serialize` do not
//! count.

use std::cell::Cell;
use std::sync::LazyLock;

use allocation_counter::measure;
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply, ResponseV2, Telemetry};
use envelope_runtime::{
    AnyDialect, Envelope, Payload, RateLimit, RequestId, Tier, ToolError, ToolFailure, Warning,
    WarningCode, dotbot, envelope_tool,
};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Page<'a> {
    items: &'a [&'a str],
    total: usize,
}

/// Returns the number of allocations of a thread's second call.
fn warm(call: impl Fn() -> Envelope) -> u64 {
    let length = Cell::new(0);
    let count = || measure(|| length.set(call().as_str().len())).count_total;
    count();
    let allocations = count();
    assert!(length.get() > 0);
    allocations
}

/// The tools of a dialect: for data, and for errors.
macro_rules! tools {
    ($dialect:literal, $id:ident $(, $name:ident = $value:expr)*) => {
        pub fn page<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
            Ok(Page { items, total: items.len() })
        }

        #[envelope_tool(dialect = $dialect $(, $name = $value)*)]
        pub fn ambient<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
            page(items)
        }

        #[envelope_tool(dialect = $dialect, $id = "req_literal" $(, $name = $value)*)]
        pub fn literal<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
            page(items)
        }

        #[envelope_tool(dialect = $dialect, $id = request_id $(, $name = $value)*)]
        pub fn borrowed<'a>(
            items: &'a [&'a str],
            request_id: &str,
        ) -> Result<Page<'a>, ToolFailure> {
            page(items)
        }

        #[envelope_tool(dialect = $dialect, $id = number $(, $name = $value)*)]
        pub fn computed<'a>(items: &'a [&'a str], number: u64) -> Result<Page<'a>, ToolFailure> {
            page(items)
        }

        #[envelope_tool(dialect = $dialect $(, $name = $value)*)]
        pub fn derived(error: impl Fn() -> SpecError) -> Result<Unit, SpecError> {
            Err(error())
        }

        #[envelope_tool(dialect = $dialect $(, $name = $value)*)]
        pub fn erased(error: impl Fn() -> SpecError) -> Result<Unit, ToolFailure> {
            Err(error())?
        }

        #[envelope_tool(dialect = $dialect, catch_panic $(, $name = $value)*)]
        pub fn built() -> Result<Unit, ToolFailure> {
            Err(ToolFailure::not_found("Spec", "auth").remediation("List the specs").path("a.json"))
        }
    };
}

/// Runs `$check` with the module of each dialect in turn.
macro_rules! for_each_dialect {
    ($check:ident) => {
        $check!(response_v2, dotbot_tools, mcp, mcp_2026, code_scalpel, rfc9457);
    };
}

mod response_v2 {
    use super::*;
    tools!("response-v2", request_id);
}

mod dotbot_tools {
    use super::*;
    tools!("dotbot-mcp-response@1", correlation_id);
}

mod mcp {
    use super::*;
    tools!("mcp-2025-11-25", request_id);
}

mod mcp_2026 {
    use super::*;
    tools!("mcp-2026-07-28", request_id);
}

mod code_scalpel {
    use super::*;
    tools!("code-scalpel-v1", request_id, tier = Tier::Pro);
}

mod rfc9457 {
    use super::*;
    tools!("rfc9457", request_id);
}

/// The summary is formatted, like most summaries, which costs one allocation.
impl dotbot::Summary for Page<'_> {
    fn summary(&self) -> String {
        format!("Found {} items.", self.total)
    }
}

/// Data of a tool that fails.
#[derive(Serialize, Payload)]
struct Unit {}

impl dotbot::Summary for Unit {
    fn summary(&self) -> String {
        "Nothing.".to_owned()
    }
}

#[test]
fn a_success_allocates_once() {
    macro_rules! check {
        ($($dialect:ident),*) => {
            for count in [0, 1, 20, 1_000, 10_000] {
                for text in ["Write the release notes", "変更履歴を公開する", "\"\\\"\n"] {
                    let items = vec![text; count];
                    $(
                        // Dotbot's summary is one more allocation.
                        let expected = if stringify!($dialect) == "dotbot_tools" { 2 } else { 1 };
                        let what = format!("{} with {count} of {text}", stringify!($dialect));
                        assert_eq!(warm(|| $dialect::ambient(&items)), expected, "{what}");
                        assert_eq!(warm(|| $dialect::literal(&items)), expected, "{what}");
                        assert_eq!(warm(|| $dialect::borrowed(&items, ID)), expected, "{what}");
                        assert_eq!(warm(|| $dialect::computed(&items, 7)), expected, "{what}");
                        let ambient = || warm(|| $dialect::ambient(&items));
                        assert_eq!(RequestId::new(ID).sync_scope(ambient), expected, "{what}");
                    )*
                }
            }
        };
    }

    /// As long as a UUID.
    const ID: &str = "8b3e5f6c-0a2f-4ed4-a3fb-9e0b2f8f8d3a";
    for_each_dialect!(check);
}

/// An envelope within its budget allocates as often as an envelope without a budget.
#[test]
fn a_budget_allocates_nothing() {
    macro_rules! check {
        ($($dialect:literal $($setting:ident = $value:expr)?),*) => {$({
            #[envelope_tool(dialect = $dialect, $($setting = $value,)? budget(bytes = 1_000_000, hint = "Ask for less."))]
            fn budgeted<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
                Ok(Page { items, total: items.len() })
            }

            #[envelope_tool(dialect = $dialect $(, $setting = $value)?)]
            fn unlimited<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
                Ok(Page { items, total: items.len() })
            }

            for count in [0, 20, 1_000] {
                let items = vec!["Write the release notes"; count];
                assert_eq!(warm(|| budgeted(&items)), warm(|| unlimited(&items)), "{}", $dialect);
            }
        })*};
    }

    check!(
        "response-v2",
        "dotbot-mcp-response@1",
        "mcp-2025-11-25",
        "mcp-2026-07-28",
        "code-scalpel-v1" tier = Tier::Pro
    );
}

/// Tools that are `async`, measure time, nest their data or catch panics allocate nothing more.
#[test]
fn settings_allocate_nothing() {
    #[envelope_tool(dialect = "response-v2", data("items", "total"), telemetry, catch_panic)]
    async fn page<'a>(items: &'a [&'a str]) -> Result<(&'a [&'a str], usize), ToolFailure> {
        Ok((items, items.len()))
    }

    let items = vec!["Write the release notes"; 20];
    pollster::block_on(async {});
    let idle = measure(|| pollster::block_on(async {})).count_total;
    assert_eq!(warm(|| pollster::block_on(page(&items))), idle + 1);
}

/// Beside the envelope, the metadata of a reply allocates one list of its keys, which the writer compares. The envelope has room
/// for 512 bytes of metadata, and grows beyond that.
#[test]
fn the_metadata_of_a_reply_allocates_once() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_literal", telemetry)]
    fn plain(reply: Reply<Page<'_>>) -> Result<Reply<Page<'_>>, ToolFailure> {
        Ok(reply)
    }

    fn reply<'a>(items: &'a [&'a str]) -> Reply<Page<'a>> {
        let data = Page { items, total: items.len() };
        Reply::new(data)
            .warning("The index is 2 hours old")
            .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150))
            .telemetry(Telemetry::new().cache_hit(true))
            .content_fidelity(ContentFidelity::Partial)
            .dropped_content_ids(["finding-003", "finding-004"])
            .extra_meta("tenant", "acme")
    }

    fn limited<'a>(items: &'a [&'a str]) -> Reply<Page<'a>> {
        let limit = RateLimit::new().limit(100).remaining(0).reset_at("2025-12-04T12:00:00Z");
        let warning = Warning::new(WarningCode::StaleCache, "The cache is old").context("age_s", 7);
        let data = Page { items, total: items.len() };
        Reply::new(data).rate_limit(limit).warning("It is slow").warning_detail(warning)
    }

    let items = vec!["Write the release notes"; 20];
    for (name, reply, further) in [
        ("metadata", reply as for<'a> fn(&'a [&'a str]) -> Reply<Page<'a>>, 2),
        ("a rate limit and a detailed warning", limited, 3),
    ] {
        let own = measure(|| drop(reply(&items))).count_total;
        assert_eq!(warm(|| plain(reply(&items))), own + further, "{name}");
    }
}

/// A tool with several dialects allocates as often as a tool with the answering dialect alone.
#[test]
fn a_choice_of_dialects_allocates_nothing() {
    #[envelope_tool(
        dialects("response-v2", "mcp-2025-11-25", "code-scalpel-v1"),
        request_id = "req_literal",
        tier = "pro",
        telemetry
    )]
    fn page<'a>(items: &'a [&'a str]) -> Result<Page<'a>, ToolFailure> {
        Ok(Page { items, total: items.len() })
    }

    #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), request_id = id.to_owned())]
    fn owned(id: &str) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Spec", id))
    }

    let items = vec!["Write the release notes"; 20];
    for contract in [
        AnyDialect::of::<ResponseV2>(),
        AnyDialect::of::<Mcp>(),
        AnyDialect::of::<CodeScalpel>(),
        AnyDialect::of::<Dotbot>(),
    ] {
        contract.clone().sync_scope(|| {
            assert_eq!(warm(|| page(&items)), 1, "{contract}");
            // The id is one more allocation, and moves into the dialect that answers.
            assert_eq!(warm(|| owned("req_1")), FAILURE + FIELDS + 1, "{contract}");
        });
    }
}

/// A thread keeps buffers of up to 1 MiB. A larger buffer is new in each call, and grows by doubling.
#[test]
fn a_large_success_grows_its_buffer() {
    let large = vec!["x".repeat(1 << 10); 1 << 12];
    let items: Vec<_> = large.iter().map(String::as_str).collect();
    let allocations = warm(|| response_v2::ambient(&items));
    assert!((2..25).contains(&allocations), "{allocations}");
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
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait until the limit is reset")]
    Throttled {
        #[tool_error(data)]
        limit: u32,
        #[tool_error(telemetry)]
        duration_ms: u64,
        #[tool_error(meta)]
        tenant: &'static str,
        #[tool_error(rate_limit)]
        state: &'static RateLimit,
    },

    #[error("the index is stale")]
    #[tool_error(
        code = "INDEX_STALE",
        error_type = "conflict",
        summary = "The index of {0} is stale."
    )]
    Stale(&'static str),

    #[error("cannot reach the store")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Broken,
}

/// The allocations of a failure, its texts, and the envelope.
const FAILURE: u64 = 3;

/// The allocation of the list of marked fields, if a failure has any.
const FIELDS: u64 = 1;

/// A rate limit allocates twice: the text of its reset time, and the list of its keys, which the writer compares.
#[test]
fn a_failure_allocates_a_few_times() {
    static STATE: LazyLock<RateLimit> =
        LazyLock::new(|| RateLimit::new().limit(100).remaining(0).reset_at("2025-12-04T12:00:00Z"));

    macro_rules! check {
        ($($dialect:ident),*) => {
            for error in [
                || SpecError::NotFound { id: "auth" },
                || SpecError::Invalid {
                    field: "spec_id",
                    problem: "pattern",
                    received: Some("Invalid Spec ID!"),
                    path: "specs/active/auth.json",
                },
                || SpecError::Throttled { limit: 100, duration_ms: 7, tenant: "acme", state: &STATE },
                || SpecError::Stale("auth"),
                || SpecError::Broken,
            ] {
                $(
                    let what = format!("{}: {}", stringify!($dialect), error());
                    let expected = match error() {
                        SpecError::Throttled { .. } => FAILURE + FIELDS + 2,
                        SpecError::Invalid { .. } => FAILURE + FIELDS,
                        _ => FAILURE,
                    };
                    assert_eq!(warm(|| $dialect::derived(error)), expected, "{what}");
                    assert_eq!(warm(|| $dialect::erased(error)), expected, "{what}");
                    let ambient = || warm(|| $dialect::derived(error));
                    assert_eq!(RequestId::new("req_1").sync_scope(ambient), expected, "{what}");
                )*
            }
            $(assert_eq!(warm($dialect::built), FAILURE + FIELDS, "{}", stringify!($dialect));)*
        };
    }

    for_each_dialect!(check);
}
