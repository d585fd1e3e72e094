//! The rules of response-v2 about several keys.

use envelope_contracts::format::is_request_id_byte;
use envelope_contracts::response_v2::{
    AI_PROVIDER, CONTRACT, FIDELITIES, FIDELITY_VERSION, typed_codes,
};
use envelope_contracts::shared::SEVERITIES;
use envelope_contracts::warning_severity;

use crate::check::{Node, Report, Rule, Rulebook, must, note, should};
use crate::envelope::DialectFacts;
use crate::error::ErrorType;

const FIDELITY: &str = "Content Fidelity Field Definitions";

pub(crate) static RULEBOOKS: &[Rulebook] = &[Rulebook {
    contract: &CONTRACT,
    dialect: DialectFacts::of::<super::ResponseV2>(),
    rules: &[
        OTHER_KEYS,
        REQUEST_ID_CHARACTERS,
        ERROR_TYPE_OF_CODE,
        FURTHER_ERROR_TYPE,
        SEVERITY_OF_CODE,
        HAS_HAS_MORE,
        HAS_CURSOR,
        HAS_FIDELITY,
        HAS_FIDELITY_VERSION,
        KNOWN_FIDELITY_VERSION,
    ],
    check,
}];

const OTHER_KEYS: Rule = must(
    "other-keys",
    "an envelope has no other keys than `success`, `data`, `error` and `meta`",
    "Top-Level Fields",
);
const REQUEST_ID_CHARACTERS: Rule = should(
    "request-id-characters",
    "`request_id` has letters, digits, `_` and `-`",
    "Foundry MCP, `tests/contract/response_schema.json`",
);
const FURTHER_ERROR_TYPE: Rule = note(
    "further-error-type",
    "`error_type` is one of the contract's nine; `ai_provider` is from Foundry MCP 0.16.0",
    "Error Type Categories",
);
const HAS_HAS_MORE: Rule = should("has-has-more", "a page has a `has_more`", "Pagination Fields");
const KNOWN_FIDELITY_VERSION: Rule = should(
    "known-content-fidelity-schema-version",
    "`content_fidelity_schema_version` is `1.0`",
    FIDELITY,
);
const ERROR_TYPE_OF_CODE: Rule = must(
    "error-type-of-code",
    "a standard code has the `error_type` of its row",
    "Common Error Codes",
);
const SEVERITY_OF_CODE: Rule = should(
    "severity-of-code",
    "a standard code has the `severity` of its row",
    "Standard Warning Codes",
);
const HAS_CURSOR: Rule =
    should("has-cursor", "a page with `has_more` has a `cursor`", "Pagination Fields");
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

fn check(envelope: &Node<'_>, report: &mut Report) {
    for (key, value) in envelope.entries() {
        report.require(CONTRACT.envelope.has(key), &OTHER_KEYS, &value);
    }
    if envelope.get("success").is(false) {
        failure(&envelope.get("data"), report);
    }
    let meta = envelope.get("meta");
    let request_id = meta.get("request_id");
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(is_request_id_byte);
    report.require(request_id.as_str().is_none_or(is_id), &REQUEST_ID_CHARACTERS, &request_id);
    for warning in meta.get("warning_details").items() {
        severity(&warning, report);
    }
    let pagination = meta.get("pagination");
    if pagination.is_object() {
        report.require_key(&pagination, "has_more", &HAS_HAS_MORE);
    }
    if pagination.get("has_more").is(true) {
        report.require_key(&pagination, "cursor", &HAS_CURSOR);
    }
    content_fidelity(&meta, report);
}

fn failure(data: &Node<'_>, report: &mut Report) {
    let (code, error_type) = (data.get("error_code"), data.get("error_type"));
    let is_further = error_type.as_str() == Some(AI_PROVIDER);
    report.require(!is_further, &FURTHER_ERROR_TYPE, &error_type);
    let standard = typed_codes().find(|standard| code.as_str() == Some(standard.name));
    let is_known = |name| ErrorType::ALL.iter().any(|known| known.as_str() == name);
    if let (Some(standard), Some(given)) = (standard, error_type.as_str())
        && is_known(given)
    {
        report.require(given == standard.error_type, &ERROR_TYPE_OF_CODE, &error_type);
    }
}

fn severity(warning: &Node<'_>, report: &mut Report) {
    let (code, severity) = (warning.get("code"), warning.get("severity"));
    let standard = code.as_str().and_then(|code| warning_severity(code, CONTRACT.id));
    if let (Some(standard), Some(given)) = (standard, severity.as_str())
        && SEVERITIES.contains(&given)
    {
        report.require(given == standard, &SEVERITY_OF_CODE, &severity);
    }
}

fn content_fidelity(meta: &Node<'_>, report: &mut Report) {
    let fidelity = meta.get("content_fidelity");
    let is_incomplete = meta.get("dropped_content_ids").has_items();
    let is_below_full = fidelity.is_given() && fidelity.as_str() != FIDELITIES.first().copied();
    report.require(!is_incomplete || is_below_full, &HAS_FIDELITY, &fidelity);
    if is_below_full {
        report.require_key(meta, "content_fidelity_schema_version", &HAS_FIDELITY_VERSION);
    }
    let version = meta.get("content_fidelity_schema_version");
    let is_known = version.as_str().is_none_or(|version| version == FIDELITY_VERSION);
    report.require(is_known, &KNOWN_FIDELITY_VERSION, &version);
}
