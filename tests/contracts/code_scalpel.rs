//! `code-scalpel-v1`: the examples, fields and vocabulary of its document.

use crate::support::wire;
use envelope_runtime::code_scalpel::{MAX_ERROR_TEXT, Reply};
use envelope_runtime::{
    Envelope, ErrorCode, ErrorType, RateLimit, RequestId, Tier, ToolError, ToolFailure,
    UpgradeHint, envelope_tool,
};
use serde::Serialize;
use serde_json::{Value, json};

/// Returns the envelope without its duration, after checking that the duration is a number.
#[track_caller]
fn timeless(envelope: impl AsRef<str>) -> Value {
    let mut wire = wire(envelope);
    let duration = wire.as_object_mut().and_then(|wire| wire.remove("duration_ms"));
    assert!(duration.expect("a duration").is_u64());
    wire
}

#[derive(Serialize)]
struct Scan {
    success: bool,
    risk_level: &'static str,
    findings: Vec<u8>,
}

#[test]
fn successful_response() {
    #[envelope_tool(
        dialect = "code-scalpel-v1",
        tool = "security_scan",
        version = "3.2.8",
        tier = "pro",
        request_id = "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a"
    )]
    fn scan() -> Result<Scan, ToolFailure> {
        Ok(Scan { success: true, risk_level: "high", findings: vec![] })
    }

    assert_eq!(
        timeless(scan()),
        json!({
            "tier": "pro",
            "tool_version": "3.2.8",
            "tool_id": "security_scan",
            "request_id": "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a",
            "capabilities": ["envelope-v1"],
            "error": null,
            "upgrade_hints": [],
            "data": {"success": true, "risk_level": "high", "findings": []}
        })
    );
}

#[test]
fn error_response() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("File not found: {path}.")]
    #[tool_error(code = "NOT_FOUND")]
    struct Missing {
        path: &'static str,
    }

    #[envelope_tool(
        dialect = "code-scalpel-v1",
        version = "3.2.8",
        tier = "community",
        request_id = "0a46e6c2b6df4e938e8d16ffb567a9b2",
        mirror_failure
    )]
    fn extract_code() -> Result<(), Missing> {
        Err(Missing { path: "/missing.py" })
    }

    assert_eq!(
        timeless(extract_code()),
        json!({
            "tier": "community",
            "tool_version": "3.2.8",
            "tool_id": "extract_code",
            "request_id": "0a46e6c2b6df4e938e8d16ffb567a9b2",
            "capabilities": ["envelope-v1"],
            "error": {
                "error": "File not found: /missing.py.",
                "error_code": "not_found",
                "error_details": null
            },
            "upgrade_hints": [],
            "data": {"success": false, "error": "File not found: /missing.py."}
        })
    );
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = tier)]
fn fail(tier: Tier, error: ToolFailure) -> Result<(), ToolFailure> {
    Err(error)
}

/// Each field is sent on success and on failure: null or empty, but never absent.
#[test]
fn every_field_is_always_there() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = Tier::Enterprise)]
    fn nothing() -> Result<(), ToolFailure> {
        Ok(())
    }

    let keys = [
        "tier",
        "tool_version",
        "tool_id",
        "request_id",
        "capabilities",
        "duration_ms",
        "error",
        "upgrade_hints",
        "data",
    ];
    for envelope in [nothing(), fail(Tier::Community, ToolFailure::conflict("c"))] {
        let wire = wire(envelope);
        assert_eq!(wire.as_object().map(serde_json::Map::len), Some(keys.len()));
        assert!(keys.iter().all(|key| wire.get(key).is_some()));
        assert_eq!(wire["data"], Value::Null);
        assert_eq!(wire["upgrade_hints"], json!([]));
        assert_eq!(wire["tool_version"], env!("CARGO_PKG_VERSION"));
    }
}

#[test]
fn tiers() {
    for (tier, name) in
        [(Tier::Community, "community"), (Tier::Pro, "pro"), (Tier::Enterprise, "enterprise")]
    {
        assert_eq!(wire(fail(tier, ToolFailure::conflict("c")))["tier"], name);
        assert_eq!(serde_json::from_value::<Tier>(json!(name)).unwrap(), tier);
    }
    assert!(Tier::Community < Tier::Pro && Tier::Pro < Tier::Enterprise);
}

#[test]
fn request_ids_are_given_ambient_or_made() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", request_id = id)]
    fn ping(id: Option<&str>) -> Result<(), ToolFailure> {
        Ok(())
    }

    let id = |envelope: Envelope| wire(envelope)["request_id"].as_str().unwrap().to_owned();
    assert_eq!(id(ping(Some("given"))), "given");
    assert_eq!(RequestId::new("ambient").sync_scope(|| id(ping(None))), "ambient");
    let (one, other) = (id(ping(None)), id(ping(None)));
    assert_ne!(one, other);
    assert_eq!(one.len(), 32);
    assert!(one.bytes().all(|byte| byte.is_ascii_hexdigit()));
}

#[test]
fn capabilities_and_any_data() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", capabilities = ["a", "b"])]
    async fn numbers() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![1])
    }

    let wire = timeless(pollster::block_on(numbers()));
    assert_eq!(wire["capabilities"], json!(["a", "b"]));
    assert_eq!(wire["data"], json!([1]));
}

/// Settings that are expressions are checked in the call; invalid values are ignored.
#[test]
fn settings_that_break_the_contract() {
    #[envelope_tool(
        dialect = "code-scalpel-v1",
        tier = "pro",
        tool = tool.to_owned(),
        version = version.to_owned()
    )]
    fn scan(tool: &str, version: &str) -> Result<(), ToolFailure> {
        if version.is_empty() { Err(ToolFailure::conflict("c")) } else { Ok(()) }
    }

    for (tool, version) in [("", ""), (" ", "3.2"), ("\n", "03.2.8")] {
        let wire = wire(scan(tool, version));
        assert_eq!(wire["tool_id"], "scan");
        assert_eq!(wire["tool_version"], env!("CARGO_PKG_VERSION"));
    }
    assert_eq!(wire(scan("security_scan", "3.2.8"))["tool_version"], "3.2.8");
}

/// The error model, with every part that an error can have.
#[test]
fn error_model() {
    let error = ToolFailure::validation("Bad")
        .remediation("Mend it")
        .detail("field", "path")
        .path("src/a.py")
        .data("attempt", 2)
        .rate_limit(RateLimit::new().limit(1))
        .telemetry("rows", 3)
        .meta("tenant", "acme");
    let wire = timeless(fail(Tier::Pro, error));
    assert_eq!(
        wire["error"],
        json!({
            "error": "Bad",
            "error_code": "invalid_argument",
            "error_details": {
                "remediation": "Mend it",
                "field": "path",
                "path": "src/a.py",
                "rate_limit": {"limit": 1},
                "telemetry": {"rows": 3},
                "tenant": "acme"
            }
        })
    );
    assert_eq!(wire["data"], json!({"attempt": 2}));
}

#[test]
fn upgrade_hints() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum ScanError {
        #[error("{feature} is not part of this tier")]
        #[tool_error(
            code = "UPGRADE_REQUIRED",
            upgrade(
                feature = "{feature}",
                tier = "enterprise",
                reason = "It follows {files} files"
            ),
            upgrade(feature = "{feature}", tier = "pro", reason = "It follows one file")
        )]
        Upgrade { feature: &'static str, files: u32 },
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "community")]
    fn scan() -> Result<(), ScanError> {
        Err(ScanError::Upgrade { feature: "taint", files: 3 })
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "community")]
    fn partial() -> Result<Reply<u8>, ScanError> {
        Ok(Reply::new(1).upgrade_hint(UpgradeHint::new("taint", Tier::Pro, "why")))
    }

    let failed = timeless(scan());
    assert_eq!(failed["error"]["error_code"], "upgrade_required");
    assert_eq!(
        failed["upgrade_hints"],
        json!([
            {"feature": "taint", "tier": "enterprise", "reason": "It follows 3 files"},
            {"feature": "taint", "tier": "pro", "reason": "It follows one file"}
        ])
    );
    let partial = timeless(partial());
    assert_eq!(partial["error"], Value::Null);
    assert_eq!(
        partial["upgrade_hints"],
        json!([{"feature": "taint", "tier": "pro", "reason": "why"}])
    );
}

/// Without an upgrade hint, `upgrade_required` becomes `not_implemented`.
#[test]
fn an_upgrade_has_a_hint() {
    for failure in [
        ToolFailure::feature_disabled("taint"),
        ToolFailure::new(ErrorCode::UpgradeRequired, "m"),
        ToolFailure::custom("OWN_CODE", ErrorType::FeatureFlag, "m"),
        ToolFailure::forbidden("m").code_for("code-scalpel-v1", "upgrade_required"),
    ] {
        let bare = wire(fail(Tier::Community, failure.clone()));
        assert_eq!(bare["error"]["error_code"], "not_implemented");
        assert_eq!(bare["upgrade_hints"], json!([]));
        let hinted = wire(fail(Tier::Community, failure.upgrade("taint", Tier::Pro, "r")));
        assert_eq!(hinted["error"]["error_code"], "upgrade_required");
        let hint = json!({"feature": "taint", "tier": "pro", "reason": "r"});
        assert_eq!(hinted["upgrade_hints"], json!([hint]));
    }
}

/// The word for an I/O error can be more specific than its standard code.
#[test]
fn io_errors() {
    use std::io::{Error, ErrorKind};

    for (kind, code, word) in [
        (ErrorKind::TimedOut, "UNAVAILABLE", "timeout"),
        (ErrorKind::OutOfMemory, "INTERNAL_ERROR", "resource_exhausted"),
        (ErrorKind::Unsupported, "INTERNAL_ERROR", "not_implemented"),
        (ErrorKind::ConnectionRefused, "UNAVAILABLE", "dependency_unavailable"),
        (ErrorKind::Other, "INTERNAL_ERROR", "internal_error"),
    ] {
        let envelope = fail(Tier::Pro, Error::new(kind, "/srv/secret").into());
        assert_eq!(envelope.error_code(), Some(code));
        let wire = wire(envelope);
        assert_eq!(wire["error"]["error_code"], word);
        assert!(!wire.to_string().contains("secret"));
    }
}

fn with_upgrade(failure: ToolFailure) -> ToolFailure {
    match failure.report().error_type() {
        ErrorType::FeatureFlag => failure.upgrade("taint", Tier::Pro, "It follows files"),
        _ => failure,
    }
}

/// Each word of the vocabulary comes from the code of the same name, or from an error type.
#[test]
fn vocabulary() {
    for (code, error_type, word) in [
        (ErrorCode::InvalidArgument, "validation", "invalid_argument"),
        (ErrorCode::InvalidPath, "validation", "invalid_path"),
        (ErrorCode::Forbidden, "authorization", "forbidden"),
        (ErrorCode::NotFound, "not_found", "not_found"),
        (ErrorCode::Timeout, "unavailable", "timeout"),
        (ErrorCode::TooLarge, "validation", "too_large"),
        (ErrorCode::ResourceExhausted, "rate_limit", "resource_exhausted"),
        (ErrorCode::NotImplemented, "feature_flag", "not_implemented"),
        (ErrorCode::UpgradeRequired, "feature_flag", "upgrade_required"),
        (ErrorCode::DependencyUnavailable, "unavailable", "dependency_unavailable"),
        (ErrorCode::CorrectionNeeded, "validation", "correction_needed"),
        (ErrorCode::InternalError, "internal", "internal_error"),
    ] {
        let envelope = fail(Tier::Pro, with_upgrade(ToolFailure::new(code, "m")));
        assert_eq!(code.error_type().as_str(), error_type);
        assert_eq!(envelope.error_code(), Some(code.as_str()));
        assert_eq!(wire(envelope)["error"]["error_code"], word);
    }
    for (error_type, word) in [
        (ErrorType::Validation, "invalid_argument"),
        (ErrorType::Authentication, "forbidden"),
        (ErrorType::Authorization, "forbidden"),
        (ErrorType::NotFound, "not_found"),
        (ErrorType::Conflict, "correction_needed"),
        (ErrorType::RateLimit, "resource_exhausted"),
        (ErrorType::FeatureFlag, "upgrade_required"),
        (ErrorType::Internal, "internal_error"),
        (ErrorType::Unavailable, "dependency_unavailable"),
    ] {
        let own = with_upgrade(ToolFailure::custom("OWN_CODE", error_type, "m"));
        assert_eq!(wire(fail(Tier::Pro, own))["error"]["error_code"], word);
    }
}

#[test]
fn a_code_can_be_overridden_for_one_dialect() {
    #[derive(Debug, ToolError)]
    #[tool_error(
        code = "VALIDATION_ERROR",
        message = "no such path",
        codes("code-scalpel-v1" = "invalid_path", "response-v2" = "BAD_PATH")
    )]
    struct BadPath;

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn scalpel() -> Result<(), BadPath> {
        Err(BadPath)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn response() -> Result<(), BadPath> {
        Err(BadPath)
    }

    assert_eq!(wire(scalpel())["error"]["error_code"], "invalid_path");
    assert_eq!(wire(response())["data"]["error_code"], "BAD_PATH");
    assert_eq!(response().error_code(), Some("BAD_PATH"));
    assert_eq!(scalpel().error_code(), Some("VALIDATION_ERROR"));
}

/// Source text in unmarked fields of an error does not reach the envelope.
#[test]
fn no_code_contents() {
    const SOURCE: &str = "def secret_algorithm(): return 42";

    #[derive(Debug, thiserror::Error, ToolError)]
    enum ParseError {
        #[error("cannot parse: {0}")]
        #[tool_error(code = "INTERNAL_ERROR")]
        Internal(String),

        #[error("{source_text}")]
        #[tool_error(code = "INVALID_ARGUMENT", message = "The file does not parse")]
        Given {
            #[allow(dead_code, reason = "it must not get out")]
            source_text: &'static str,
            #[tool_error(detail)]
            line: u32,
            source: std::io::Error,
        },

        #[error(transparent)]
        #[tool_error(transparent)]
        Io(std::io::Error),

        #[error(transparent)]
        #[tool_error(transparent)]
        Json(serde_json::Error),
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", mirror_failure)]
    fn parse(error: ParseError) -> Result<(), ParseError> {
        Err(error)
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", catch_panic)]
    fn panics() -> Result<(), ParseError> {
        std::panic::resume_unwind(Box::new(SOURCE))
    }

    let io = || std::io::Error::new(std::io::ErrorKind::InvalidData, SOURCE);
    let json = serde_json::from_value::<u8>(json!(SOURCE)).unwrap_err();
    assert!(json.to_string().contains(SOURCE));
    for envelope in [
        parse(ParseError::Internal(SOURCE.to_owned())),
        parse(ParseError::Given { source_text: SOURCE, line: 3, source: io() }),
        parse(ParseError::Io(io())),
        parse(ParseError::Json(json)),
        panics(),
    ] {
        assert!(!envelope.is_success());
        assert!(!envelope.as_str().contains("secret_algorithm"), "{envelope}");
    }
}

/// Keys that differ only after the limit stay different when they are truncated.
#[test]
fn truncated_keys_stay_different() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn fail(keys: usize) -> Result<(), ToolFailure> {
        let long = "x".repeat(MAX_ERROR_TEXT);
        let mut failure = ToolFailure::validation("no");
        let mut nested = serde_json::Map::new();
        for index in 0..keys {
            failure = failure.detail(&format!("{long}{index}"), index);
            nested.insert(format!("{long}{index}"), index.into());
        }
        Err(failure.detail("nested", nested))
    }

    let keys = 200;
    let details = wire(fail(keys))["error"]["error_details"].clone();
    assert_eq!(details.as_object().unwrap().len(), keys + 1);
    assert_eq!(details["nested"].as_object().unwrap().len(), keys);
    let is_short = |key: &String| key.chars().count() <= MAX_ERROR_TEXT;
    assert!(details["nested"].as_object().unwrap().keys().all(is_short));
    assert!(details.as_object().unwrap().keys().all(is_short));
}

/// Truncating a string leaves the rest of raw JSON unchanged.
#[test]
fn raw_values_of_an_error() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn fail(raw: Box<serde_json::value::RawValue>) -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c").detail("raw", raw))
    }

    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let long = format!("\"{}\"", "x".repeat(MAX_ERROR_TEXT + 1));
    for json in [
        deep.as_str(),
        "1e400",
        r#""\ud800""#,
        "123456789012345678901234567890",
        r#"{"a":1,"a":2}"#,
    ] {
        for json in [json.to_owned(), format!("[{json},{long}]")] {
            let raw = serde_json::value::RawValue::from_string(json.clone()).unwrap();
            let envelope = fail(raw);
            assert_eq!(envelope.error_code(), Some("CONFLICT"));
            let expected = json.replace(r#"xx""#, r#"…""#);
            assert!(envelope.as_str().contains(&format!(r#"{{"raw":{expected}}}"#)), "{envelope}");
        }
    }
}

/// Marked values are truncated at any depth.
#[test]
fn strings_of_an_error_are_truncated() {
    let long = "é".repeat(MAX_ERROR_TEXT + 1);
    let fits = "é".repeat(MAX_ERROR_TEXT);
    let cut = format!("{}…", "é".repeat(MAX_ERROR_TEXT - 1));

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", mirror_failure)]
    fn fail(text: &str) -> Result<(), ToolFailure> {
        Err(ToolFailure::validation(text)
            .remediation(text)
            .detail("deep", json!([{"deeper": text}]))
            .data("text", text)
            .detail("raw", serde_json::value::to_raw_value(&[text]).unwrap())
            .rate_limit(RateLimit::new().extra("note", text))
            .code_for("code-scalpel-v1", text)
            .meta("meta", text)
            .telemetry("note", text)
            .path(text)
            .upgrade(text, Tier::Pro, text))
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn fail_with_keys(text: &str) -> Result<(), ToolFailure> {
        Err(ToolFailure::validation("m").detail(text, json!({text: 1})).data(text, 2))
    }

    for (text, expected) in [(&long, &cut), (&fits, &fits)] {
        let wire = timeless(fail(text));
        let details = &wire["error"]["error_details"];
        for value in [
            &wire["error"]["error"],
            &details["remediation"],
            &details["deep"][0]["deeper"],
            &details["path"],
            &details["raw"][0],
            &details["rate_limit"]["note"],
            &details["meta"],
            &details["telemetry"]["note"],
            &wire["data"]["text"],
            &wire["data"]["error"],
            &wire["upgrade_hints"][0]["feature"],
            &wire["upgrade_hints"][0]["reason"],
        ] {
            assert_eq!(value.as_str(), Some(expected.as_str()));
        }
        assert_eq!(wire["error"]["error_code"], "invalid_argument");
        let keys = timeless(fail_with_keys(text));
        assert_eq!(keys["error"]["error_details"], json!({expected: {expected: 1}}));
        assert_eq!(keys["data"], json!({expected: 2}));
    }
}
