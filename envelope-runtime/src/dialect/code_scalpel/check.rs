//! The rules of Code Scalpel, in the order of the contract's sections.

use super::code::VOCABULARY;
use super::read::MARKS;
use crate::contract::check::shape::{
    amount, anything, array, object, semantic_version, string, strings, text,
};
use crate::contract::check::{
    Field, Node, Report, Rule, Rulebook, must, optional, required, should,
};
use crate::json::Document;

const ENVELOPE: &str = "Envelope Schema (All Tools)";
const ERROR: &str = "Error Model";
const HINTS: &str = "Upgrade Hints";

pub(crate) static RULEBOOK: Rulebook = Rulebook {
    marks: &MARKS,
    fields: &[&ENVELOPE_FIELDS, &ERROR_FIELDS, &HINT_FIELDS],
    rules: &RULES,
    check,
};

#[rustfmt::skip]
static ENVELOPE_FIELDS: [Field; 9] = [
    required("tier", is_tier, "tier", "`tier` is `community`, `pro` or `enterprise`", ENVELOPE),
    required("tool_version", semantic_version, "tool-version", "`tool_version` is a semantic version", ENVELOPE),
    required("tool_id", text, "tool-id", "`tool_id` is an id", ENVELOPE),
    required("request_id", text, "request-id", "`request_id` is an id", ENVELOPE),
    required("capabilities", strings, "capabilities", "`capabilities` is an array of strings", ENVELOPE),
    optional("duration_ms", amount, "duration-ms", "`duration_ms` is a number of milliseconds", ENVELOPE),
    required("error", object_or_null, "error", "`error` is an object or null", ENVELOPE),
    required("upgrade_hints", array, "upgrade-hints", "`upgrade_hints` is an array", ENVELOPE),
    required("data", anything, "data", "an envelope has `data`, which can be null", ENVELOPE),
];

#[rustfmt::skip]
static ERROR_FIELDS: [Field; 3] = [
    required("error", text, "error-message", "`error` of an error is a message that is not blank", ERROR),
    required("error_code", is_code, "error-code", "`error_code` is a code of the contract", ERROR),
    required("error_details", object_or_null, "error-details", "`error_details` is an object or null", ERROR),
];

#[rustfmt::skip]
static HINT_FIELDS: [Field; 3] = [
    required("feature", string, "hint-feature", "`feature` of an upgrade hint is a string", HINTS),
    required("tier", is_tier, "hint-tier", "`tier` of an upgrade hint is `community`, `pro` or `enterprise`", HINTS),
    required("reason", string, "hint-reason", "`reason` of an upgrade hint is a string", HINTS),
];

const HINT: Rule = must("upgrade-hint", "an entry of `upgrade_hints` is an object", HINTS);
const PAID_DURATION: Rule = must(
    "has-duration-ms",
    "an envelope of the tier `pro` or `enterprise` has a `duration_ms`",
    ENVELOPE,
);
const COMMUNITY_DURATION: Rule = should(
    "community-duration-ms",
    "an envelope of the tier `community` has a `duration_ms`",
    ENVELOPE,
);
const HAS_HINT: Rule = should(
    "has-upgrade-hint",
    "a failure with the code `upgrade_required` has an upgrade hint",
    HINTS,
);

static RULES: [Rule; 4] = [HINT, PAID_DURATION, COMMUNITY_DURATION, HAS_HINT];

fn check(envelope: &Node<'_>, report: &mut Report) {
    report.fields(envelope, &ENVELOPE_FIELDS);
    match envelope.get("tier").as_str() {
        Some("pro" | "enterprise") => report.recommend(envelope, "duration_ms", &PAID_DURATION),
        Some("community") => report.recommend(envelope, "duration_ms", &COMMUNITY_DURATION),
        _ => {}
    }
    let error = envelope.get("error");
    report.fields(&error, &ERROR_FIELDS);
    let hints = envelope.get("upgrade_hints");
    if error.get("error_code").as_str() == Some("upgrade_required") && hints.is_array() {
        report.require(hints.has_items(), &HAS_HINT, &hints);
    }
    for hint in hints.items() {
        report.require(hint.is_object(), &HINT, &hint);
        report.fields(&hint, &HINT_FIELDS);
    }
}

fn is_tier(value: &Document<'_>) -> bool {
    matches!(value.as_str(), Some("community" | "pro" | "enterprise"))
}

fn is_code(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(|code| VOCABULARY.contains(&code))
}

fn object_or_null(value: &Document<'_>) -> bool {
    value.is_null() || object(value)
}
