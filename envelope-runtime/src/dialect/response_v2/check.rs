//! The rules of response-v2, in the order of the contract's tables.

use super::ID;
use super::read::MARKS;
use crate::contract::check::shape::{
    amount, array, boolean, code, count, object, object_of_strings, string, strings, time,
};
use crate::contract::check::{
    Field, Node, Report, Rule, Rulebook, must, optional, required, should,
};
use crate::error::{ErrorCode, ErrorType};
use crate::json::Document;
use crate::metadata::{Severity, WarningCode};
use crate::text::{all_bytes, is_blank};

const ENVELOPE: &str = "Top-Level Fields";
const ERROR: &str = "The `error` Field";
const META: &str = "Metadata Field Semantics";
const FIDELITY: &str = "Content Fidelity Field Definitions";
const FIDELITY_LEVELS: &str = "Content Fidelity Levels";
const WARNING_DETAIL: &str = "Warning Detail Field Definitions";
const SEVERITY_LEVELS: &str = "Warning Severity Levels";
const WARNING_CODES: &str = "Standard Warning Codes";
const PAGINATION: &str = "Pagination Fields";
const FAILURE: &str = "Standard Error Fields";
const ERROR_TYPES: &str = "Error Type Categories";
const ERROR_CODES: &str = "Common Error Codes";

pub(crate) static RULEBOOK: Rulebook = Rulebook {
    marks: &MARKS,
    fields: &[
        &ENVELOPE_FIELDS,
        &META_FIELDS,
        &WARNING_FIELDS,
        &PAGINATION_FIELDS,
        &RATE_LIMIT_FIELDS,
        &TELEMETRY_FIELDS,
        &FAILURE_FIELDS,
    ],
    rules: &RULES,
    check,
};

#[rustfmt::skip]
static ENVELOPE_FIELDS: [Field; 4] = [
    required("success", boolean, "success", "`success` is a boolean", ENVELOPE),
    required("data", object, "data", "`data` is an object", ENVELOPE),
    required("error", string_or_null, "error", "`error` is a string or null", ENVELOPE),
    required("meta", object, "meta", "`meta` is an object", ENVELOPE),
];

#[rustfmt::skip]
static META_FIELDS: [Field; 11] = [
    required("version", is_version, "version", "`version` is `response-v2`", META),
    optional("request_id", is_request_id, "request-id", "`request_id` has only letters, digits, `_` and `-`", META),
    optional("warnings", strings, "warnings", "`warnings` is an array of strings", META),
    optional("warning_details", array, "warning-details", "`warning_details` is an array", META),
    optional("pagination", object, "pagination", "`pagination` is an object", META),
    optional("rate_limit", object, "rate-limit", "`rate_limit` is an object", META),
    optional("telemetry", object, "telemetry", "`telemetry` is an object", META),
    optional("content_fidelity", is_fidelity, "content-fidelity", "`content_fidelity` is `full`, `partial`, `summary` or `reference_only`", FIDELITY_LEVELS),
    optional("content_fidelity_schema_version", is_fidelity_version, "content-fidelity-schema-version", "`content_fidelity_schema_version` is `1.0`", FIDELITY),
    optional("dropped_content_ids", strings, "dropped-content-ids", "`dropped_content_ids` is an array of strings", FIDELITY),
    optional("content_archive_hashes", object_of_strings, "content-archive-hashes", "`content_archive_hashes` is an object of strings", FIDELITY),
];

#[rustfmt::skip]
static WARNING_FIELDS: [Field; 4] = [
    optional("code", string, "warning-code", "`code` of a warning is a string", WARNING_DETAIL),
    optional("severity", is_severity, "severity", "`severity` is `info`, `warning` or `error`", SEVERITY_LEVELS),
    required("message", string, "warning-message", "`message` of a warning is a string", WARNING_DETAIL),
    optional("context", object, "warning-context", "`context` of a warning is an object", WARNING_DETAIL),
];

#[rustfmt::skip]
static PAGINATION_FIELDS: [Field; 4] = [
    optional("cursor", string, "cursor", "`cursor` is a string", PAGINATION),
    required("has_more", boolean, "has-more", "`has_more` is a boolean", PAGINATION),
    optional("total_count", count, "total-count", "`total_count` is a whole number", PAGINATION),
    optional("page_size", count, "page-size", "`page_size` is a whole number", PAGINATION),
];

#[rustfmt::skip]
static RATE_LIMIT_FIELDS: [Field; 4] = [
    optional("limit", count, "limit", "`limit` is a whole number", META),
    optional("remaining", count, "remaining", "`remaining` is a whole number", META),
    optional("reset_at", time, "reset-at", "`reset_at` is an ISO 8601 time", META),
    optional("retry_after", amount, "retry-after", "`retry_after` is a number of seconds", META),
];

#[rustfmt::skip]
static TELEMETRY_FIELDS: [Field; 1] = [
    optional("duration_ms", amount, "duration-ms", "`duration_ms` is a number of milliseconds", META),
];

#[rustfmt::skip]
static FAILURE_FIELDS: [Field; 4] = [
    optional("error_code", code, "error-code", "`error_code` is in SCREAMING_SNAKE_CASE", FAILURE),
    optional("error_type", is_error_type, "error-type", "`error_type` is one of the nine categories", ERROR_TYPES),
    optional("remediation", string, "remediation", "`remediation` is a string", FAILURE),
    optional("details", object, "details", "`details` is an object", FAILURE),
];

const SUCCESS_ERROR: Rule = must("success-error", "`error` of a success is null", ERROR);
const FAILURE_ERROR: Rule =
    must("failure-error", "`error` of a failure is a message that is not blank", ERROR);
const WARNING: Rule =
    must("warning-detail", "an entry of `warning_details` is an object", WARNING_DETAIL);
const ERROR_TYPE_OF_CODE: Rule =
    must("error-type-of-code", "a standard code has the `error_type` of its row", ERROR_CODES);
const HAS_REQUEST_ID: Rule = should("has-request-id", "an envelope has a `request_id`", META);
const HAS_ERROR_CODE: Rule = should("has-error-code", "a failure has an `error_code`", FAILURE);
const HAS_ERROR_TYPE: Rule = should("has-error-type", "a failure has an `error_type`", FAILURE);
const HAS_REMEDIATION: Rule = should("has-remediation", "a failure has a `remediation`", FAILURE);
const HAS_WARNING_CODE: Rule =
    should("has-warning-code", "a detailed warning has a `code`", WARNING_DETAIL);
const HAS_SEVERITY: Rule =
    should("has-severity", "a detailed warning has a `severity`", WARNING_DETAIL);
const SEVERITY_OF_CODE: Rule =
    should("severity-of-code", "a standard code has the `severity` of its row", WARNING_CODES);
const HAS_CURSOR: Rule = should("has-cursor", "a page with `has_more` has a `cursor`", PAGINATION);
const HAS_FIDELITY: Rule = should(
    "has-content-fidelity",
    "an envelope without all of its content has a `content_fidelity` below `full`",
    FIDELITY,
);
const HAS_FIDELITY_VERSION: Rule = should(
    "has-content-fidelity-schema-version",
    "a `content_fidelity` below `full` has a `content_fidelity_schema_version`",
    FIDELITY,
);

static RULES: [Rule; 14] = [
    SUCCESS_ERROR,
    FAILURE_ERROR,
    WARNING,
    ERROR_TYPE_OF_CODE,
    HAS_REQUEST_ID,
    HAS_ERROR_CODE,
    HAS_ERROR_TYPE,
    HAS_REMEDIATION,
    HAS_WARNING_CODE,
    HAS_SEVERITY,
    SEVERITY_OF_CODE,
    HAS_CURSOR,
    HAS_FIDELITY,
    HAS_FIDELITY_VERSION,
];

/// The codes of the contract that have an `error_type` there.
pub(super) const TYPED_CODES: [ErrorCode; 14] = [
    ErrorCode::ValidationError,
    ErrorCode::InvalidFormat,
    ErrorCode::MissingRequired,
    ErrorCode::NotFound,
    ErrorCode::SpecNotFound,
    ErrorCode::TaskNotFound,
    ErrorCode::DuplicateEntry,
    ErrorCode::Conflict,
    ErrorCode::Unauthorized,
    ErrorCode::Forbidden,
    ErrorCode::FeatureDisabled,
    ErrorCode::RateLimitExceeded,
    ErrorCode::InternalError,
    ErrorCode::Unavailable,
];

fn check(envelope: &Node<'_>, report: &mut Report) {
    report.fields(envelope, &ENVELOPE_FIELDS);
    let error = envelope.get("error");
    if envelope.get("success").is(true) {
        report.require(!error.is_string(), &SUCCESS_ERROR, &error);
    }
    if envelope.get("success").is(false) {
        let is_message = error.as_str().is_some_and(|message| !is_blank(message));
        let has_type = error.value().is_some_and(string_or_null);
        report.require(is_message || !has_type, &FAILURE_ERROR, &error);
        failure(&envelope.get("data"), report);
    }
    meta(&envelope.get("meta"), report);
}

fn failure(data: &Node<'_>, report: &mut Report) {
    if !data.is_object() {
        return;
    }
    report.fields(data, &FAILURE_FIELDS);
    for (key, rule) in [
        ("error_code", &HAS_ERROR_CODE),
        ("error_type", &HAS_ERROR_TYPE),
        ("remediation", &HAS_REMEDIATION),
    ] {
        report.recommend(data, key, rule);
    }
    let code = data.get("error_code");
    let standard = TYPED_CODES.iter().find(|standard| code.as_str() == Some(standard.as_str()));
    let error_type = data.get("error_type");
    if let Some(standard) = standard
        && error_type.value().is_some_and(is_error_type)
    {
        let is_own = error_type.as_str() == Some(standard.error_type().as_str());
        report.require(is_own, &ERROR_TYPE_OF_CODE, &error_type);
    }
}

fn meta(meta: &Node<'_>, report: &mut Report) {
    if !meta.is_object() {
        return;
    }
    report.fields(meta, &META_FIELDS);
    report.recommend(meta, "request_id", &HAS_REQUEST_ID);
    for entry in meta.get("warning_details").items() {
        warning(&entry, report);
    }
    let pagination = meta.get("pagination");
    report.fields(&pagination, &PAGINATION_FIELDS);
    if pagination.get("has_more").is(true) {
        report.recommend(&pagination, "cursor", &HAS_CURSOR);
    }
    report.fields(&meta.get("rate_limit"), &RATE_LIMIT_FIELDS);
    report.fields(&meta.get("telemetry"), &TELEMETRY_FIELDS);
    content_fidelity(meta, report);
}

fn warning(warning: &Node<'_>, report: &mut Report) {
    report.require(warning.is_object(), &WARNING, warning);
    if !warning.is_object() {
        return;
    }
    report.fields(warning, &WARNING_FIELDS);
    report.recommend(warning, "code", &HAS_WARNING_CODE);
    report.recommend(warning, "severity", &HAS_SEVERITY);
    let severity = warning.get("severity");
    let standard = warning.get("code").as_str().and_then(severity_of);
    if let Some(standard) = standard
        && severity.value().is_some_and(is_severity)
    {
        report.require(severity.as_str() == Some(standard), &SEVERITY_OF_CODE, &severity);
    }
}

fn content_fidelity(meta: &Node<'_>, report: &mut Report) {
    let fidelity = meta.get("content_fidelity");
    let is_incomplete = meta.get("dropped_content_ids").has_items();
    let is_below_full = fidelity.is_given() && fidelity.as_str() != Some("full");
    report.require(!is_incomplete || is_below_full, &HAS_FIDELITY, &fidelity);
    if is_below_full {
        report.recommend(meta, "content_fidelity_schema_version", &HAS_FIDELITY_VERSION);
    }
}

fn is_version(value: &Document<'_>) -> bool {
    value.as_str() == Some(ID)
}

fn string_or_null(value: &Document<'_>) -> bool {
    value.is_null() || string(value)
}

fn is_request_id(value: &Document<'_>) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    value.as_str().is_some_and(|id| !id.is_empty() && all_bytes(id, fits))
}

fn is_fidelity(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("full" | "partial" | "summary" | "reference_only"))
}

fn is_fidelity_version(value: &Document<'_>) -> bool {
    value.as_str() == Some("1.0")
}

fn is_severity(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("info" | "warning" | "error"))
}

fn is_error_type(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(|name| ErrorType::ALL.iter().any(|known| known.as_str() == name))
}

/// The severity of a standard code.
fn severity_of(code: &str) -> Option<&'static str> {
    let code = serde_json::from_value::<WarningCode>(code.into()).ok()?;
    code.severity().map(Severity::as_str)
}
