//! The rules of dotbot, in the order of the contract's sections.

use super::ID;
use super::read::MARKS;
use crate::contract::check::shape::{
    array, code, count, object, relative_path, semantic_version, string, text, utc_time,
};
use crate::contract::check::{
    Field, Node, Report, Rule, Rulebook, must, optional, required, should,
};
use crate::json::Document;

const REQUIRED: &str = "Required Fields";
const OPTIONAL: &str = "Optional Fields";
const ISSUES: &str = "Error and Warning Objects";
const STATUS: &str = "Status Computation";

pub(crate) static RULEBOOK: Rulebook = Rulebook {
    marks: &MARKS,
    fields: &[&ENVELOPE_FIELDS, &AUDIT_FIELDS, &ISSUE_FIELDS, &INTENT_FIELDS, &ACTION_FIELDS],
    rules: &RULES,
    check,
};

#[rustfmt::skip]
static ENVELOPE_FIELDS: [Field; 11] = [
    required("schema_id", is_schema_id, "schema-id", "`schema_id` is `dotbot-mcp-response@1`", REQUIRED),
    required("tool", text, "tool", "`tool` is a name", REQUIRED),
    required("version", semantic_version, "version", "`version` is a semantic version", REQUIRED),
    required("status", is_status, "status", "`status` is `ok`, `warning` or `error`", REQUIRED),
    required("summary", text, "summary", "`summary` is a sentence", REQUIRED),
    required("data", object, "data", "`data` is an object", REQUIRED),
    required("warnings", array, "warnings", "`warnings` is an array", REQUIRED),
    required("errors", array, "errors", "`errors` is an array", REQUIRED),
    required("audit", object, "audit", "`audit` is an object", REQUIRED),
    optional("intent", object, "intent", "`intent` is an object", OPTIONAL),
    optional("actions", array, "actions", "`actions` is an array", OPTIONAL),
];

#[rustfmt::skip]
static AUDIT_FIELDS: [Field; 6] = [
    required("timestamp", utc_time, "timestamp", "`timestamp` is an ISO 8601 time in UTC", REQUIRED),
    required("duration_ms", count, "duration-ms", "`duration_ms` is a whole number of milliseconds", REQUIRED),
    required("source", relative_path, "source", "`source` is a relative path", REQUIRED),
    optional("host", is_host, "host", "`host` is `warp`, `claude-desktop` or `ci`", OPTIONAL),
    optional("correlation_id", string, "correlation-id", "`correlation_id` is a string", OPTIONAL),
    optional("write_to", relative_path, "write-to", "`write_to` is a relative path", OPTIONAL),
];

#[rustfmt::skip]
static ISSUE_FIELDS: [Field; 4] = [
    required("code", code, "code", "`code` is in SCREAMING_SNAKE_CASE", ISSUES),
    required("message", text, "message", "`message` is text that is not blank", ISSUES),
    optional("path", string, "path", "`path` is a string", ISSUES),
    optional("details", object, "details", "`details` is an object", ISSUES),
];

#[rustfmt::skip]
static INTENT_FIELDS: [Field; 3] = [
    required("recommended_next", string, "recommended-next", "`recommended_next` is a string", OPTIONAL),
    required("reason", string, "intent-reason", "`reason` of an intent is a string", OPTIONAL),
    required("parameters", object, "intent-parameters", "`parameters` of an intent is an object", OPTIONAL),
];

#[rustfmt::skip]
static ACTION_FIELDS: [Field; 6] = [
    required("id", string, "action-id", "`id` of an action is a string", OPTIONAL),
    required("type", string, "action-type", "`type` of an action is a string", OPTIONAL),
    required("label", string, "action-label", "`label` of an action is a string", OPTIONAL),
    required("reason", string, "action-reason", "`reason` of an action is a string", OPTIONAL),
    required("tool", string, "action-tool", "`tool` of an action is a string", OPTIONAL),
    required("parameters", object, "action-parameters", "`parameters` of an action is an object", OPTIONAL),
];

const COMPUTED_STATUS: Rule = must(
    "computed-status",
    "`status` is `error` if there are errors, else `warning` if there are warnings, else `ok`",
    STATUS,
);
const ISSUE: Rule = must("issue", "an entry of `warnings` or `errors` is an object", ISSUES);
const ACTION: Rule = must("action", "an entry of `actions` is an object", OPTIONAL);
const ONE_SENTENCE: Rule = should("one-sentence", "`summary` is on one line", REQUIRED);

static RULES: [Rule; 4] = [COMPUTED_STATUS, ISSUE, ACTION, ONE_SENTENCE];

fn check(envelope: &Node<'_>, report: &mut Report) {
    report.fields(envelope, &ENVELOPE_FIELDS);
    status(envelope, report);
    let summary = envelope.get("summary");
    let has_lines = summary.as_str().is_some_and(|summary| summary.trim().contains('\n'));
    report.require(!has_lines, &ONE_SENTENCE, &summary);
    for key in ["warnings", "errors"] {
        entries(&envelope.get(key), &ISSUE, &ISSUE_FIELDS, report);
    }
    report.fields(&envelope.get("audit"), &AUDIT_FIELDS);
    report.fields(&envelope.get("intent"), &INTENT_FIELDS);
    entries(&envelope.get("actions"), &ACTION, &ACTION_FIELDS, report);
}

fn status(envelope: &Node<'_>, report: &mut Report) {
    let status = envelope.get("status");
    let (warnings, errors) = (envelope.get("warnings"), envelope.get("errors"));
    if !status.value().is_some_and(is_status) || !warnings.is_array() || !errors.is_array() {
        return;
    }
    let computed = match (errors.has_items(), warnings.has_items()) {
        (true, _) => "error",
        (false, true) => "warning",
        (false, false) => "ok",
    };
    report.require(status.as_str() == Some(computed), &COMPUTED_STATUS, &status);
}

fn entries(array: &Node<'_>, is_object: &Rule, fields: &[Field], report: &mut Report) {
    for entry in array.items() {
        report.require(entry.is_object(), is_object, &entry);
        report.fields(&entry, fields);
    }
}

fn is_schema_id(value: &Document<'_>) -> bool {
    value.as_str() == Some(ID)
}

fn is_status(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("ok" | "warning" | "error"))
}

fn is_host(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("warp" | "claude-desktop" | "ci"))
}
