//! Every row of the tables of the two response-v2 documents.

use std::time::Duration;

use crate::support::{failure, wire};
use envelope_client::response_v2::Meta as Read;
use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply, Telemetry};
use envelope_runtime::{
    ErrorCode, ErrorType, RateLimit, RequestId, Retry, RetryAdvice, Severity, ToolError,
    ToolFailure, Warning, WarningCode, envelope_tool,
};
use serde_json::{Value, json};

type Never = std::convert::Infallible;

#[envelope_tool(dialect = "response-v2")]
fn reply(meta: impl FnOnce(Reply<()>) -> Reply<()>) -> Result<Reply<()>, Never> {
    Ok(meta(Reply::new(())))
}

#[envelope_tool(dialect = "response-v2")]
fn fail(error: ToolFailure) -> Result<(), ToolFailure> {
    Err(error)
}

/// Returns the `meta` of a reply after this change.
fn meta(change: impl FnOnce(Reply<()>) -> Reply<()>) -> Value {
    wire(reply(change))["meta"].clone()
}

#[test]
fn top_level_fields() {
    for (envelope, success) in
        [(reply(|reply| reply), true), (fail(ToolFailure::conflict("taken")), false)]
    {
        let wire = wire(&envelope);
        assert_eq!(wire.as_object().map(serde_json::Map::len), Some(4));
        assert_eq!(wire["success"], success);
        assert!(wire["data"].is_object());
        assert_eq!(wire["error"], if success { Value::Null } else { json!("taken") });
        assert!(wire["meta"].is_object());
    }
}

/// Each key of `meta` is sent only if it is set, except `version`.
#[test]
fn metadata_fields() {
    let version = "response-v2";
    assert_eq!(meta(|reply| reply), json!({"version": version}));
    assert_eq!(
        meta(|reply| reply.request_id("req_1")),
        json!({"version": version, "request_id": "req_1"})
    );
    assert_eq!(
        meta(|reply| reply.warning("a").warning("b")),
        json!({"version": version, "warnings": ["a", "b"]})
    );
    assert_eq!(
        meta(|reply| reply.pagination(Pagination::next("c"))),
        json!({"version": version, "pagination": {"cursor": "c", "has_more": true}})
    );
    assert_eq!(
        meta(|reply| reply.rate_limit(
            RateLimit::new().remaining(3).reset_at("2025-12-04T12:00:00Z").retry_after(9)
        )),
        json!({
            "version": version,
            "rate_limit": {"remaining": 3, "reset_at": "2025-12-04T12:00:00Z", "retry_after": 9}
        })
    );
    assert_eq!(
        meta(|reply| reply
            .telemetry(Telemetry::new().duration_ms(Duration::from_millis(5)).extra("calls", 2))),
        json!({"version": version, "telemetry": {"duration_ms": 5, "calls": 2}})
    );
    assert_eq!(
        meta(|reply| reply.warning_detail(Warning::uncoded("w").details_only())),
        json!({"version": version, "warning_details": [{"message": "w"}]})
    );
    let schema_version = "1.0";
    assert_eq!(
        meta(|reply| reply.content_fidelity(ContentFidelity::Summary)),
        json!({
            "version": version,
            "content_fidelity": "summary",
            "content_fidelity_schema_version": schema_version
        })
    );
    assert_eq!(
        meta(|reply| reply.dropped_content_ids(["x"]).dropped_content_ids(["y"])),
        json!({
            "version": version,
            "content_fidelity": "partial",
            "content_fidelity_schema_version": schema_version,
            "dropped_content_ids": ["x", "y"]
        })
    );
    assert_eq!(
        meta(|reply| reply.content_archive_hash("x", "h").content_archive_hash("y", "i")),
        json!({
            "version": version,
            "content_archive_hashes": {"x": "h", "y": "i"},
            "content_fidelity_schema_version": schema_version
        })
    );
}

/// With dropped content, the fidelity is never `full`, whatever the author sets before or after it.
#[test]
fn dropped_content_is_partial_at_most() {
    use ContentFidelity::{Full, Partial, ReferenceOnly, Summary};

    #[envelope_tool(dialect = "response-v2")]
    fn dropped(
        level: Option<ContentFidelity>,
        is_first: bool,
    ) -> Result<Reply<()>, std::convert::Infallible> {
        let set = |reply: Reply<()>| match level {
            Some(level) => reply.content_fidelity(level),
            None => reply,
        };
        let reply = Reply::new(());
        Ok(if is_first {
            set(reply).dropped_content_ids(["x"])
        } else {
            set(reply.dropped_content_ids(["x"]))
        })
    }

    for (level, expected) in [
        (None, "partial"),
        (Some(Full), "partial"),
        (Some(Partial), "partial"),
        (Some(Summary), "summary"),
        (Some(ReferenceOnly), "reference_only"),
    ] {
        for is_first in [true, false] {
            let envelope = dropped(level, is_first);
            envelope_client::check(envelope.as_str()).unwrap();
            let meta = wire(envelope)["meta"].take();
            assert_eq!(meta["content_fidelity"], expected);
            assert_eq!(meta["content_fidelity_schema_version"], "1.0");
        }
    }
}

/// Blank messages and codes are replaced.
#[test]
fn blank_warnings() {
    let given = |reply: Reply<()>| {
        reply
            .warning(" ")
            .warning_detail(Warning::new(WarningCode::StaleCache, ""))
            .warning_detail(Warning::new(WarningCode::from("_"), "m"))
            .warning_detail(Warning::uncoded("").context("n", 1))
    };
    let meta = meta(given);
    assert_eq!(meta["warnings"], json!(["STALE_CACHE", "m", "WARNING"]));
    assert_eq!(
        meta["warning_details"],
        json!([
            {"code": "STALE_CACHE", "severity": "warning", "message": "STALE_CACHE"},
            {"code": "UNKNOWN", "message": "m"},
            {"message": "WARNING", "context": {"n": 1}},
        ])
    );
}

/// `reset_at` is sent as ISO 8601, or left out if it is not a time.
#[test]
fn the_end_of_a_rate_limit_is_a_time() {
    for (given, expected) in [
        (
            "Thu, 04 Dec 2025 12:00:00 GMT",
            json!({"remaining": 0, "reset_at": "2025-12-04T12:00:00Z"}),
        ),
        (
            "2025-12-04T13:00:00+01:00",
            json!({"remaining": 0, "reset_at": "2025-12-04T13:00:00+01:00"}),
        ),
        ("tomorrow", json!({"remaining": 0})),
        ("", json!({"remaining": 0})),
    ] {
        let limit = RateLimit::new().remaining(0).reset_at(given);
        let failed = failure(&fail(ToolFailure::unavailable("down").rate_limit(limit.clone())));
        assert_eq!(failed["meta"]["rate_limit"], expected);
        assert_eq!(meta(|reply| reply.rate_limit(limit))["rate_limit"], expected);
    }
}

#[test]
fn numbers_out_of_range_are_left_out() {
    for page in [
        Pagination::end().page_size(0),
        Pagination::end().page_size(-1),
        Pagination::end().total_count(-1),
        Pagination::end().total_count(u128::MAX),
    ] {
        assert_eq!(meta(|reply| reply.pagination(page))["pagination"], json!({"has_more": false}));
    }
    let failed =
        failure(&fail(ToolFailure::conflict("c").telemetry("duration_ms", -5).telemetry("n", -5)));
    assert_eq!(failed["meta"]["telemetry"], json!({"n": -5}));
}

#[test]
fn empty_metadata_is_left_out() {
    let empty = |reply: Reply<()>| {
        reply
            .rate_limit(RateLimit::new())
            .telemetry(Telemetry::new())
            .dropped_content_ids::<&str>([])
    };
    assert_eq!(meta(empty), json!({"version": "response-v2"}));
}

#[test]
fn extra_keys_do_not_shadow_reserved_keys() {
    let reserved = [
        "version",
        "request_id",
        "warnings",
        "warning_details",
        "pagination",
        "rate_limit",
        "telemetry",
        "content_fidelity",
        "content_fidelity_schema_version",
        "dropped_content_ids",
        "content_archive_hashes",
    ];
    for key in reserved {
        assert_eq!(
            meta(|reply| reply.extra_meta(key, 1)),
            json!({"version": "response-v2"}),
            "{key}"
        );
        let failed = failure(&fail(ToolFailure::conflict("c").meta(key, 1)));
        let kept = format!("meta_{key}");
        assert_eq!(failed["meta"], json!({"version": "response-v2", kept: 1}), "{key}");
    }
    assert_eq!(meta(|reply| reply.extra_meta("tenant", "acme"))["tenant"], "acme");
    let failed = failure(&fail(ToolFailure::conflict("c").meta("tenant", "acme")));
    assert_eq!(failed["meta"]["tenant"], "acme");

    let pagination = ["cursor", "has_more", "total_count", "page_size"]
        .into_iter()
        .fold(Pagination::end(), |pagination, key| pagination.extra(key, "shadow"));
    assert_eq!(
        meta(|reply| reply.pagination(pagination.extra("sort", "name")))["pagination"],
        json!({"has_more": false, "sort": "name"})
    );
    let rate_limit = ["limit", "remaining", "reset_at", "retry_after"]
        .into_iter()
        .fold(RateLimit::new(), |rate_limit, key| rate_limit.extra(key, "shadow"));
    assert_eq!(
        meta(|reply| reply.rate_limit(rate_limit.extra("policy", "burst")))["rate_limit"],
        json!({"policy": "burst"})
    );
    let telemetry = Telemetry::new().extra("duration_ms", "shadow").extra("calls", 1);
    assert_eq!(meta(|reply| reply.telemetry(telemetry))["telemetry"], json!({"calls": 1}));
}

#[test]
fn pagination_fields() {
    let next = meta(|reply| reply.pagination(Pagination::next("c").total_count(3).page_size(2)));
    assert_eq!(
        next["pagination"],
        json!({"cursor": "c", "has_more": true, "total_count": 3, "page_size": 2})
    );
    let end = meta(|reply| reply.pagination(Pagination::end().total_count(3)));
    assert_eq!(end["pagination"], json!({"has_more": false, "total_count": 3}));
}

#[test]
fn fidelity_levels() {
    for (level, name) in [
        (ContentFidelity::Full, "full"),
        (ContentFidelity::Partial, "partial"),
        (ContentFidelity::Summary, "summary"),
        (ContentFidelity::ReferenceOnly, "reference_only"),
    ] {
        let meta = meta(|reply| reply.content_fidelity(level));
        assert_eq!(meta["content_fidelity"], name);
        assert_eq!(meta["content_fidelity_schema_version"], "1.0");
    }
}

#[test]
fn warning_detail_fields() {
    let detail =
        |warning| meta(|reply| reply.warning_detail(warning))["warning_details"][0].clone();
    let full = Warning::new(WarningCode::FallbackUsed, "m").context("k", json!([1]));
    assert_eq!(
        detail(full),
        json!({"code": "FALLBACK_USED", "severity": "info", "message": "m", "context": {"k": [1]}})
    );
    assert_eq!(detail(Warning::uncoded("m")), json!({"message": "m"}));
    assert_eq!(
        detail(Warning::uncoded("m").severity(Severity::Error)),
        json!({"severity": "error", "message": "m"})
    );
}

#[test]
fn severities() {
    for (severity, name) in
        [(Severity::Info, "info"), (Severity::Warning, "warning"), (Severity::Error, "error")]
    {
        assert_eq!(serde_json::to_value(severity).unwrap(), name);
        assert_eq!(serde_json::from_value::<Severity>(json!(name)).unwrap(), severity);
    }
}

#[test]
fn standard_warning_codes() {
    for (code, name, severity) in [
        (WarningCode::ContentTruncated, "CONTENT_TRUNCATED", "info"),
        (WarningCode::StaleCache, "STALE_CACHE", "warning"),
        (WarningCode::PartialFailure, "PARTIAL_FAILURE", "warning"),
        (WarningCode::DeprecatedField, "DEPRECATED_FIELD", "info"),
        (WarningCode::RateLimitApproaching, "RATE_LIMIT_APPROACHING", "warning"),
        (WarningCode::FallbackUsed, "FALLBACK_USED", "info"),
    ] {
        let warning = Warning::new(code.clone(), "m");
        assert_eq!(
            meta(|reply| reply.warning_detail(warning))["warning_details"],
            json!([{"code": name, "severity": severity, "message": "m"}])
        );
        assert_eq!(Warning::custom(name, Severity::Error, "m").code, Some(code.clone()));
        // The name of a standard code in another case is that code.
        let lowercase = WarningCode::from(name.to_lowercase());
        assert_eq!(Warning::new(lowercase, "m"), Warning::new(code, "m"));
    }
}

/// The further warning codes of Foundry MCP. Their severities are defaults, since its documents contradict each other.
#[test]
fn warning_codes_of_foundry() {
    for (code, name, severity) in [
        (WarningCode::ContentDropped, "CONTENT_DROPPED", "info"),
        (WarningCode::PrioritySummarized, "PRIORITY_SUMMARIZED", "info"),
        (WarningCode::SummaryProviderFailed, "SUMMARY_PROVIDER_FAILED", "warning"),
        (WarningCode::TokenBudgetFloored, "TOKEN_BUDGET_FLOORED", "warning"),
        (WarningCode::ProtectedOverflow, "PROTECTED_OVERFLOW", "warning"),
        (WarningCode::TokenCountEstimateUsed, "TOKEN_COUNT_ESTIMATE_USED", "info"),
        (WarningCode::LimitsDefaulted, "LIMITS_DEFAULTED", "info"),
        (WarningCode::StateMigrationRecovered, "STATE_MIGRATION_RECOVERED", "info"),
        (WarningCode::ArchiveWriteFailed, "ARCHIVE_WRITE_FAILED", "warning"),
        (WarningCode::ArchiveReadCorrupt, "ARCHIVE_READ_CORRUPT", "warning"),
        (WarningCode::ArchiveDisabled, "ARCHIVE_DISABLED", "info"),
    ] {
        let warning = Warning::new(code.clone(), "m");
        assert_eq!(
            meta(|reply| reply.warning_detail(warning.clone()))["warning_details"],
            json!([{"code": name, "severity": severity, "message": "m"}])
        );
        // Another severity is valid, as `meta` checks.
        let other = meta(|reply| reply.warning_detail(warning.severity(Severity::Error)));
        let read: Read = serde_json::from_value(other).unwrap();
        assert_eq!(read.warning_details[0].code, Some(code));
        assert_eq!(read.warning_details[0].severity, Some(Severity::Error));
    }
}

#[test]
fn warning_codes_become_screaming_snake_case() {
    let code = |code: &str| Warning::custom(code, Severity::Info, "m").code;
    assert_eq!(code("index-stale"), Some(WarningCode::from("INDEX_STALE")));
    assert_eq!(code("staleCache"), Some(WarningCode::StaleCache));
}

#[test]
fn a_warning_detail_is_mirrored_once() {
    let warning = || Warning::new(WarningCode::StaleCache, "old");
    for mirrored in [
        meta(|reply| reply.warning_detail(warning())),
        meta(|reply| reply.warning("old").warning_detail(warning())),
        meta(|reply| reply.warning_detail(warning()).warning("old")),
        meta(|reply| reply.warning_detail(warning()).warning_detail(warning())),
    ] {
        assert_eq!(mirrored["warnings"], json!(["old"]));
    }
    let beside = meta(|reply| reply.warning_detail(warning()).warning("new"));
    assert_eq!(beside["warnings"], json!(["old", "new"]));
    for message in ["new", "old"] {
        let details_only = warning().details_only();
        let kept_apart = meta(|reply| reply.warning_detail(details_only).warning(message));
        assert_eq!(kept_apart["warnings"], json!([message]));
        assert_eq!(kept_apart["warning_details"][0]["message"], "old");
    }
}

#[test]
fn standard_error_fields() {
    let bare = failure(&fail(ToolFailure::conflict("m")));
    assert_eq!(bare["data"], json!({"error_code": "CONFLICT", "error_type": "conflict"}));
    let full = ToolFailure::conflict("m").remediation("r").detail("k", [1]);
    assert_eq!(
        failure(&fail(full))["data"],
        json!({
            "error_code": "CONFLICT",
            "error_type": "conflict",
            "remediation": "r",
            "details": {"k": [1]}
        })
    );
}

/// Each parameter of the contract's error helper is a method of `ToolFailure`.
#[test]
fn error_helper_parameters() {
    let error = ToolFailure::validation("message")
        .code("INVALID_FORMAT")
        .remediation("remediation")
        .data("attempt", 2)
        .detail("field", "id")
        .path("specs/a.json")
        .rate_limit(RateLimit::new().limit(1))
        .telemetry("duration_ms", 7)
        .meta("tenant", "acme");

    #[envelope_tool(dialect = "response-v2", request_id = "req_1")]
    fn fail(error: ToolFailure) -> Result<(), ToolFailure> {
        Err(error)
    }

    assert_eq!(
        failure(&fail(error)),
        json!({
            "success": false,
            "data": {
                "error_code": "INVALID_FORMAT",
                "error_type": "validation",
                "remediation": "remediation",
                "details": {"field": "id", "path": "specs/a.json"},
                "attempt": 2
            },
            "error": "message",
            "meta": {
                "version": "response-v2",
                "request_id": "req_1",
                "rate_limit": {"limit": 1},
                "telemetry": {"duration_ms": 7},
                "tenant": "acme"
            }
        })
    );
}

/// Values with reserved keys are kept, under a prefix.
#[test]
fn reserved_keys_of_failure_data_win() {
    let error = ["error_code", "error_type", "remediation", "details"]
        .into_iter()
        .fold(ToolFailure::conflict("m").remediation("r"), |error, key| error.data(key, "shadow"));
    assert_eq!(
        failure(&fail(error))["data"],
        json!({
            "error_code": "CONFLICT",
            "error_type": "conflict",
            "remediation": "r",
            "data_error_code": "shadow",
            "data_error_type": "shadow",
            "data_remediation": "shadow",
            "data_details": "shadow"
        })
    );
}

/// If response-v2 fixes another error type for a code, it sends the general code of the given error type instead.
#[test]
fn a_custom_failure_has_the_error_type_that_is_given() {
    let failed = || ToolFailure::custom("NOT_FOUND", ErrorType::Conflict, "The index is stale");
    let data = failure(&fail(failed()))["data"].clone();
    assert_eq!(data, json!({"error_code": "CONFLICT", "error_type": "conflict"}));
    assert_eq!(fail(failed()).status().http_status(), 409);
    let dotbot = wire(failed().envelope::<envelope_runtime::dotbot::Dotbot>());
    assert_eq!(dotbot["errors"][0]["code"], "NOT_FOUND");
    assert_eq!(failed().report().http_status(), 409);
}

#[test]
fn error_types() {
    for (error_type, name, http, retry, advice) in [
        (ErrorType::Validation, "validation", 400, Retry::AfterFix, RetryAdvice::No),
        (
            ErrorType::Authentication,
            "authentication",
            401,
            Retry::AfterAuthentication,
            RetryAdvice::No,
        ),
        (ErrorType::Authorization, "authorization", 403, Retry::Never, RetryAdvice::No),
        (ErrorType::NotFound, "not_found", 404, Retry::Never, RetryAdvice::No),
        (ErrorType::Conflict, "conflict", 409, Retry::AfterCheck, RetryAdvice::Maybe),
        (ErrorType::RateLimit, "rate_limit", 429, Retry::AfterDelay, RetryAdvice::Yes),
        (ErrorType::FeatureFlag, "feature_flag", 403, Retry::AfterEnabling, RetryAdvice::No),
        (ErrorType::Internal, "internal", 500, Retry::Once, RetryAdvice::Yes),
        (ErrorType::Unavailable, "unavailable", 503, Retry::Backoff, RetryAdvice::Yes),
    ] {
        let error = ToolFailure::custom("OWN_CODE", error_type, "m");
        let envelope = fail(error);
        assert_eq!(failure(&envelope)["data"]["error_type"], name);
        assert_eq!(envelope.error_type(), Some(error_type));
        assert_eq!(error_type.http_status(), http);
        assert_eq!(error_type.retry(), retry);
        assert_eq!(retry.advice(), advice);
        assert_eq!(error_type.as_str(), name);
        assert!(ErrorType::ALL.contains(&error_type));
        assert_eq!(serde_json::from_value::<ErrorType>(json!(name)).unwrap(), error_type);
    }
    assert_eq!(ErrorType::ALL.len(), 9);
}

/// Makes an enum with a variant for each code, so that the derive's copy of the table is tested, too.
macro_rules! codes {
    (
        general { $($variant:ident $code:literal $error_type:literal;)* }
        specifications { $($own_variant:ident $own:literal $own_type:literal;)* }
    ) => {
        #[derive(Debug, Clone, Copy, ToolError)]
        enum AnyCode {
            $(#[tool_error(code = $code, message = "m")] $variant,)*
            $(#[tool_error(code = $own, message = "m")] $own_variant,)*
        }

        #[test]
        fn standard_codes() {
            #[envelope_tool(dialect = "response-v2")]
            fn fail(error: AnyCode) -> Result<(), AnyCode> {
                Err(error)
            }

            for (error, name, error_type) in [
                $((AnyCode::$variant, $code, $error_type),)*
                $((AnyCode::$own_variant, $own, $own_type),)*
            ] {
                let data = failure(&fail(error))["data"].clone();
                let mut expected = json!({"error_code": name, "error_type": error_type});
                if error_type == "internal" {
                    expected["remediation"] = "Retry once, then report it".into();
                }
                assert_eq!(data, expected);
                assert_eq!(ErrorType::from_code(name).map(ErrorType::as_str), Some(error_type));
            }
            let general = [$((ErrorCode::$variant, $code, $error_type)),*];
            for &(code, name, error_type) in &general {
                assert_eq!(code.as_str(), name);
                assert_eq!(code.error_type().as_str(), error_type);
                assert_eq!(name.parse(), Ok(code));
            }
            assert_eq!(ErrorCode::ALL[..general.len()], general.map(|(code, ..)| code));
            assert!([$($own),*].iter().all(|own| own.parse::<ErrorCode>().is_err()));
        }
    };
}

codes! {
    general {
        // The common codes of the schema guide.
        ValidationError "VALIDATION_ERROR" "validation";
        InvalidFormat "INVALID_FORMAT" "validation";
        MissingRequired "MISSING_REQUIRED" "validation";
        NotFound "NOT_FOUND" "not_found";
        DuplicateEntry "DUPLICATE_ENTRY" "conflict";
        Conflict "CONFLICT" "conflict";
        Unauthorized "UNAUTHORIZED" "authentication";
        Forbidden "FORBIDDEN" "authorization";
        FeatureDisabled "FEATURE_DISABLED" "feature_flag";
        RateLimitExceeded "RATE_LIMIT_EXCEEDED" "rate_limit";
        InternalError "INTERNAL_ERROR" "internal";
        Unavailable "UNAVAILABLE" "unavailable";
        // Codes that only the user guide has.
        AlreadyExists "ALREADY_EXISTS" "conflict";
        InvalidState "INVALID_STATE" "conflict";
        DependencyError "DEPENDENCY_ERROR" "conflict";
    }
    specifications {
        SpecNotFound "SPEC_NOT_FOUND" "not_found";
        TaskNotFound "TASK_NOT_FOUND" "not_found";
    }
}

/// The edge cases: an empty result, a missing resource, blocked or partial work, several payloads.
#[test]
fn edge_cases() {
    #[envelope_tool(dialect = "response-v2", data("items", "count"))]
    fn query(found: Vec<u32>) -> Result<(Vec<u32>, usize), ToolFailure> {
        let count = found.len();
        Ok((found, count))
    }

    #[envelope_tool(dialect = "response-v2", data = "state")]
    fn work() -> Result<Reply<&'static str>, ToolFailure> {
        Ok(Reply::new("blocked").warning("waiting"))
    }

    #[envelope_tool(dialect = "response-v2", data("spec", "tasks"))]
    fn several() -> Result<(Value, Vec<u32>), ToolFailure> {
        Ok((json!({"id": "s"}), vec![1]))
    }

    let empty = wire(query(vec![]));
    assert_eq!(empty["success"], true);
    assert_eq!(empty["data"], json!({"items": [], "count": 0}));
    assert_eq!(empty["error"], Value::Null);

    let missing = failure(&fail(ToolFailure::not_found("Spec", "x")));
    assert_eq!(missing["error"], "Spec not found: x");
    assert_eq!(missing["data"]["details"], json!({"resource_type": "spec", "resource_id": "x"}));

    let blocked = wire(work());
    assert_eq!(blocked["success"], true);
    assert_eq!(blocked["data"], json!({"state": "blocked"}));
    assert_eq!(blocked["meta"]["warnings"], json!(["waiting"]));

    assert_eq!(wire(several())["data"], json!({"spec": {"id": "s"}, "tasks": [1]}));
}

/// The client reads the metadata of a tool back, and accepts missing values.
#[test]
fn metadata_is_read_back() {
    let written = meta(|reply| {
        reply
            .request_id("req_1")
            .warning_detail(Warning::custom("OWN", Severity::Info, "m").context("k", 1))
            .pagination(Pagination::next("c").total_count(2).page_size(1).extra("sort", "id"))
            .rate_limit(
                RateLimit::new()
                    .limit(1)
                    .remaining(0)
                    .reset_at("2025-12-04T12:00:00Z")
                    .retry_after(2),
            )
            .telemetry(Telemetry::new().duration_ms(Duration::from_millis(3)).cache_hit(false))
            .content_fidelity(ContentFidelity::ReferenceOnly)
            .dropped_content_ids(["d"])
            .content_archive_hash("a", "h")
            .extra_meta("tenant", "acme")
    });
    let read: Read = serde_json::from_value(written).unwrap();
    assert_eq!(read.request_id, Some(RequestId::new("req_1")));
    assert_eq!(read.warnings, ["m"]);
    assert_eq!(read.warning_details[0].code, Some(WarningCode::from("OWN")));
    assert_eq!(read.warning_details[0].context["k"], 1);
    let pagination = read.pagination.as_ref().unwrap();
    assert_eq!(pagination.cursor.as_deref(), Some("c"));
    assert_eq!(
        (pagination.has_next(), pagination.total_count, pagination.page_size),
        (true, Some(2), Some(1))
    );
    assert_eq!(pagination.extra["sort"], "id");
    let rate_limit = read.rate_limit.as_ref().unwrap();
    assert_eq!(
        (rate_limit.limit, rate_limit.remaining, rate_limit.retry_after),
        (Some(1), Some(0), Some(2))
    );
    let telemetry = read.telemetry.as_ref().unwrap();
    assert_eq!(telemetry.duration_ms, Some(3.into()));
    assert_eq!(telemetry.cache_hit, Some(false));
    assert_eq!(read.content_fidelity, Some(ContentFidelity::ReferenceOnly));
    assert_eq!(read.content_fidelity_schema_version.as_deref(), Some("1.0"));
    assert_eq!(read.dropped_content_ids, ["d"]);
    assert_eq!(read.content_archive_hashes["a"], "h");
    assert_eq!(read.extra["tenant"], "acme");

    let sparse = json!({"version": "response-v2", "warning_details": [{"message": "m"}],
        "pagination": {"cursor": null}, "telemetry": {"duration_ms": 4.5}});
    let sparse: Read = serde_json::from_value(sparse).unwrap();
    assert_eq!(sparse.warning_details[0].severity, None);
    assert!(!sparse.pagination.unwrap().has_next());
}

/// Codes and error types serialize as their names, and an unknown code is rejected.
#[test]
fn names_of_codes_and_error_types() {
    for &code in ErrorCode::ALL {
        let name = json!(code.as_str());
        assert_eq!(serde_json::to_value(code).unwrap(), name);
        assert_eq!(serde_json::from_value::<ErrorCode>(name).unwrap(), code);
        assert_eq!(code.to_string(), code.as_str());
    }
    for error_type in ErrorType::ALL {
        assert_eq!(error_type.to_string(), error_type.as_str());
    }
    let unknown = serde_json::from_value::<ErrorCode>(json!("INDEX_STALE")).unwrap_err();
    let message = "unknown variant `INDEX_STALE`, expected one of `VALIDATION_ERROR`, ";
    assert!(unknown.to_string().starts_with(message), "{unknown}");
}
