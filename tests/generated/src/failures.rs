//! Failures with every part that an error can have are read back to the same report.

use envelope_client::read;
use envelope_runtime::ToolError;
use envelope_runtime::{Envelope, ErrorReport, ErrorType, Tier, ToolFailure, envelope_tool};
use serde_json::{Map, Value, json};

use crate::judge::follows;
use crate::random::Random;
use crate::values::{object, rate_limit, warning};

/// A failure with every part, a code that every dialect can send, and the code's usual error type.
pub(crate) fn failure(random: &mut Random) -> ToolFailure {
    failure_of(random, |code| ErrorType::from_code(code).unwrap_or(ErrorType::Internal))
}

/// A failure with every part. Its error type is random, unless response-v2 fixes the error type of the code.
fn categorized_failure(random: &mut Random) -> ToolFailure {
    let error_type = random.pick(ErrorType::ALL);
    failure_of(random, |code| match code {
        "FORBIDDEN" | "NOT_FOUND" | "INTERNAL_ERROR" => ErrorType::from_code(code).unwrap(),
        _ => error_type,
    })
}

fn failure_of(random: &mut Random, error_type: impl FnOnce(&str) -> ErrorType) -> ToolFailure {
    const CODES: [&str; 12] = [
        "INVALID_ARGUMENT",
        "INVALID_PATH",
        "FORBIDDEN",
        "NOT_FOUND",
        "TIMEOUT",
        "TOO_LARGE",
        "RESOURCE_EXHAUSTED",
        "NOT_IMPLEMENTED",
        "UPGRADE_REQUIRED",
        "DEPENDENCY_UNAVAILABLE",
        "CORRECTION_NEEDED",
        "INTERNAL_ERROR",
    ];
    let code = random.pick(&CODES);
    let mut failure = ToolFailure::custom(code, error_type(code), random.line()).expose();
    if random.flip() {
        failure = failure.remediation(random.line());
    }
    if random.flip() {
        failure = failure.path(random.line());
    }
    for (key, value) in random.entries("detail") {
        failure = failure.detail(&key, value);
    }
    for (key, value) in random.entries("data") {
        failure = failure.data(&key, value);
    }
    for (key, value) in random.named("meta") {
        failure = failure.meta(&key, value);
    }
    for (key, value) in random.entries("telemetry") {
        failure = failure.telemetry(&key, value);
    }
    if random.flip() {
        failure = failure.data("retry_after_seconds", random.below(100));
    }
    if random.flip() {
        failure = failure.rate_limit(rate_limit(random));
    }
    for message in random.list(2, |random| format!("only {}", random.line())) {
        failure = failure.warning(message);
    }
    for warning in random.list(2, warning) {
        failure = failure.warning(warning);
    }
    // `UPGRADE_REQUIRED` needs an upgrade hint.
    let required = usize::from(failure.report().code() == "UPGRADE_REQUIRED");
    for _ in 0..required + random.below(3) {
        failure = failure.upgrade(
            random.text(),
            random.pick(&[Tier::Community, Tier::Pro, Tier::Enterprise]),
            random.text(),
        );
    }
    failure
}

/// The details, the data and the metadata of a report.
fn marked(report: &ErrorReport) -> [Map<String, Value>; 3] {
    [object(report.details()), object(report.data()), object(report.meta())]
}

/// Compares the values that every dialect sends.
#[track_caller]
fn assert_same(read: &ErrorReport, written: &ErrorReport) {
    assert_eq!(read.code(), written.code());
    assert_eq!(read.error_type(), written.error_type());
    assert_eq!(read.message(), written.message());
    // With a request id, the remediation of an internal error names it.
    let is_named = |text: &str| text.starts_with("Retry once, then report the request ");
    let remediation = read
        .remediation()
        .map(|text| if is_named(text) { "Retry once, then report it" } else { text });
    assert_eq!(remediation, written.remediation());
    assert_eq!(read.path(), written.path());
    assert_eq!(object(read.telemetry()), object(written.telemetry()));
    let limit = |report: &ErrorReport| json!(report.rate_limit());
    assert_eq!(limit(read), limit(written));
    assert_eq!(json!(read.upgrades()), json!(written.upgrades()));
    let warnings = |report: &ErrorReport| {
        let mut warnings: Vec<_> = report.warnings().iter().map(|warning| json!(warning)).collect();
        warnings.sort_by_key(Value::to_string);
        warnings
    };
    assert_eq!(warnings(read), warnings(written));
}

#[envelope_tool(dialect = "response-v2")]
fn v2_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
fn dotbot_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
fn mcp_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn mcp_fails_in_text(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", mirror_failure)]
fn scalpel_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "rfc9457")]
fn problem_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", instance = "/a")]
fn typed_problem_fails(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

/// Reads the failure of an envelope, after checking the envelope.
fn received(envelope: &Envelope) -> Box<envelope_client::Failure> {
    follows(envelope.dialect(), envelope.as_str());
    read::<Value>(envelope.as_str()).unwrap().outcome.unwrap_err()
}

pub(crate) fn of_response_v2(random: &mut Random) -> u64 {
    let written = categorized_failure(random);
    let read = received(&v2_fails(written.clone()));
    assert_same(read.failure().report(), written.report());
    assert_eq!(marked(read.failure().report()), marked(written.report()));
    assert_eq!(read.failure().report().warnings(), written.report().warnings());
    assert_eq!(read.retry_after(), written.report().retry_after());
    1
}

/// dotbot sends details, data and metadata as one object.
pub(crate) fn of_dotbot(random: &mut Random) -> u64 {
    let summary = random.line();
    let written = failure(random).summary(&summary);
    let read = received(&dotbot_fails(written.clone()));
    assert_same(read.failure().report(), written.report());
    let all =
        |report: &ErrorReport| -> Map<_, _> { marked(report).into_iter().flatten().collect() };
    assert_eq!(all(read.failure().report()), all(written.report()));
    assert_eq!(read.failure().report().summary(), summary);
    1
}

pub(crate) fn of_mcp(random: &mut Random) -> u64 {
    let written = categorized_failure(random);
    let read = received(&mcp_fails(written.clone()));
    assert_same(read.failure().report(), written.report());
    assert_eq!(marked(read.failure().report()), marked(written.report()));
    assert_eq!(read.retry_after(), written.report().retry_after());

    // Without structured errors, the text has the code and the advice, but no details.
    let written = failure(random);
    let read = received(&mcp_fails_in_text(written.clone()));
    assert_eq!(read.message, written.report().message());
    assert_eq!(read.remediation.as_deref(), written.report().remediation());
    assert_eq!(read.code(), written.report().code());
    assert_eq!(read.retry().advice(), written.report().retry().advice());
    assert_eq!(object(read.failure().report().meta()), object(written.report().meta()));
    2
}

/// Code Scalpel sends details and metadata as one object.
pub(crate) fn of_code_scalpel(random: &mut Random) -> u64 {
    let written = failure(random);
    let read = received(&scalpel_fails(written.clone()));
    assert_same(read.failure().report(), written.report());
    let [details, data, meta] = marked(written.report());
    assert_eq!(
        object(read.failure().report().details()),
        details.into_iter().chain(meta).collect::<Map<_, _>>()
    );
    assert_eq!(object(read.failure().report().data()), data);
    assert_eq!(read.retry_after(), written.report().retry_after());
    1
}

/// The type and the instance of a problem are read as metadata of the response, not as parts of the failure.
pub(crate) fn of_rfc9457(random: &mut Random) -> u64 {
    let written = categorized_failure(random);
    let read = received(&problem_fails(written.clone()));
    assert_same(read.failure().report(), written.report());
    assert_eq!(marked(read.failure().report()), marked(written.report()));
    assert_eq!(read.retry_after(), written.report().retry_after());
    assert_eq!(read.retry().advice(), written.report().retry().advice());

    let envelope = typed_problem_fails(written.clone());
    let read = received(&envelope);
    assert_same(read.failure().report(), written.report());
    let [_, _, meta] = marked(read.failure().report());
    assert_eq!(meta, object(written.report().meta()));
    let sent = envelope.to_value().unwrap();
    let problem: envelope_client::rfc9457::Response<Value> =
        serde_json::from_value(sent.clone()).unwrap();
    assert_eq!(problem.meta.problem_type.as_deref(), sent["type"].as_str());
    assert_eq!(problem.meta.instance.as_deref(), sent["instance"].as_str());
    2
}

macro_rules! forward {
    ($($name:ident($($settings:tt)*);)*) => {$(
        #[envelope_tool($($settings)*)]
        fn $name(answer: &str) -> Result<(), Box<envelope_client::Failure>> {
            read::<Value>(answer).unwrap().outcome.map(drop)
        }
    )*};
}

forward! {
    v2_forwards(dialect = "response-v2");
    dotbot_forwards(dialect = "dotbot-mcp-response@1", summary("Done."));
    mcp_forwards(dialect = "mcp-2026-07-28", structured_errors);
    scalpel_forwards(dialect = "code-scalpel-v1", tier = "pro");
    problem_forwards(dialect = "rfc9457");
}

/// Two services pass a failure on, one after the other.
pub(crate) fn forwarded(random: &mut Random) -> u64 {
    let failure = failure(random).telemetry("duration_ms", 86_399_999);
    let (first, forward): (Envelope, fn(&str) -> Envelope) = match random.below(5) {
        0 => (v2_fails(failure), v2_forwards),
        1 => (dotbot_fails(failure), dotbot_forwards),
        2 => (mcp_fails(failure), mcp_forwards),
        3 => (typed_problem_fails(failure), problem_forwards),
        _ => (scalpel_fails(failure), scalpel_forwards),
    };
    let mut answer = first.to_value().unwrap();
    if first.dialect() == "response-v2" && random.flip() {
        // response-v2 does not fix the error types of these codes.
        let error_type = random.pick(ErrorType::ALL);
        answer["data"]["error_code"] = random.pick(&["CIRCULAR_DEPENDENCY", "TIMEOUT"]).into();
        answer["data"]["error_type"] = error_type.as_str().into();
    }
    let read = read::<Value>(&answer.to_string()).unwrap().outcome.unwrap_err();
    let envelope = forward(forward(&answer.to_string()).as_str());
    let again = received(&envelope);
    assert_eq!(again.code(), read.code());
    assert_eq!(again.error_type(), read.error_type());
    assert_eq!(again.message, read.message);
    assert_eq!(again.remediation, read.remediation);
    assert_eq!(again.path, read.path);
    assert_eq!(marked(again.failure().report()), marked(read.failure().report()));
    assert!(!envelope.as_str().contains("86399999"), "{envelope}");
    2
}
