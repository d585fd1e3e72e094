//! `response-v2`: the contract of Foundry MCP.

use crate::Kind::{Amount, Any, Bool, Const, Count, Facts, Format, Is, List, Map, Null, Object as Nested, Objects, String, Words};
use crate::Presence::{Nullable, Optional, Recommended, Required};
use crate::error_types::ERROR_TYPE_NAMES;
use crate::shared::{RATE_LIMIT, SEVERITIES};
use crate::{CODES, Code, Contract, Form, Object, Setting, format, key, variant};

/// The contract.
pub static CONTRACT: Contract = Contract {
    settings: &[
        Setting::new("request_id", Form::RequestId),
        Setting::new("telemetry", Form::Flag),
    ],
    name: &["meta", "version"],
    marks: &[&["success", "data", "error", "meta"]],
    failure_data: Some(&FAILURE),
    meta: Some(&META),
    ..Contract::new(ID, &["response_v2", "ResponseV2"], &ENVELOPE)
};

const ID: &str = "response-v2";

static ENVELOPE: Object = Object::new("", "Top-Level Fields", "An envelope.", &[
    key("success", Required, Bool, "Whether the tool succeeded."),
    key("data", Required, Facts, "The tool's data, or facts about its error."),
    key("error", Nullable, String, "The message of a failure."),
    key("meta", Required, Nested(&META), "Metadata."),
]).with_variants(&[
    variant("Success", "success", Is(true), &SUCCEEDED),
    variant("Failure", "success", Is(false), &FAILED),
]);

static SUCCEEDED: Object = Object::new("a success", "The `error` Field", "", &[
    key("error", Required, Null, ""),
]);

static FAILED: Object = Object::new("a failure", "The `error` Field", "", &[
    key("error", Required, Format(&format::TEXT), ""),
    key("data", Required, Nested(&FAILURE), ""),
]);

/// An error type that Foundry MCP 0.16.0 sends, but the contract's documents lack.
pub const AI_PROVIDER: &str = "ai_provider";

/// The contract's error types and `AI_PROVIDER`.
const SENT_ERROR_TYPES: &[&str] = &{
    let mut words = [AI_PROVIDER; ERROR_TYPE_NAMES.len() + 1];
    let (of_contract, _) = words.split_at_mut(ERROR_TYPE_NAMES.len());
    of_contract.copy_from_slice(ERROR_TYPE_NAMES);
    words
};

/// The `data` of a failure.
pub static FAILURE: Object = Object::new("a failure", "Standard Error Fields", "Facts about the error.", &[
    key("error_code", Recommended, Format(&format::CODE), "The code of the error.").always(),
    key("error_type", Recommended, Words(SENT_ERROR_TYPES), "The error type.")
        .always()
        .in_section("Error Type Categories"),
    key("remediation", Recommended, String, "How the caller can solve the problem."),
    key("details", Optional, Facts, "Facts about the error."),
]);

/// The metadata.
pub static META: Object = Object::new("", "Metadata Field Semantics", "Metadata.", &[
    key("version", Required, Const(ID), "The contract."),
    key("request_id", Recommended, String, "The id that connects the envelope to logs and traces."),
    key("warnings", Optional, List(&String), "Problems that did not make the call fail."),
    key("warning_details", Optional, Objects(&WARNING), "The same problems with code, severity and context."),
    key("pagination", Optional, Nested(&PAGINATION), "The page of a list that the data is."),
    key("rate_limit", Optional, Nested(&RATE_LIMIT), "The state of a rate limit."),
    key("telemetry", Optional, Nested(&TELEMETRY), "Measurements of the call."),
    key("content_fidelity", Optional, Words(FIDELITIES), "How complete the data is.").in_section("Content Fidelity Levels"),
    key("content_fidelity_schema_version", Optional, String, "The version of the content keys, which is `1.0`.").in_section(FIDELITY),
    key("dropped_content_ids", Optional, List(&String), "Ids of content that was left out.").in_section(FIDELITY),
    key("content_archive_hashes", Optional, Map(&String), "Hashes of archived content, by archive id.").in_section(FIDELITY),
]);

const FIDELITY: &str = "Content Fidelity Field Definitions";

/// The version of the content keys.
pub const FIDELITY_VERSION: &str = "1.0";

/// The levels of completeness, from the highest.
pub const FIDELITIES: &[&str] = &["full", "partial", "summary", "reference_only"];

/// A warning with details beyond its message.
pub static WARNING: Object = Object::new("a warning", "Warning Detail Field Definitions", "A warning with more than its message.", &[
    key("code", Recommended, String, "The subject of the warning, such as `STALE_CACHE`."),
    key("severity", Recommended, Words(SEVERITIES), "How much the warning matters.").in_section("Warning Severity Levels"),
    key("message", Required, String, "The message."),
    key("context", Optional, Facts, "Facts about the warning."),
]);

/// The page of a list.
pub static PAGINATION: Object = Object::new("", "Pagination Fields", "The page of a list that the data is.", &[
    key("cursor", Optional, String, "The value that requests the next page."),
    key("has_more", Optional, Bool, "Whether there is a next page.").always(),
    key("total_count", Optional, Count, "How many items all pages have."),
    key("page_size", Optional, Count, "How many items a page has."),
    key("page", Optional, Any, "The number of the page, from 1. Foundry MCP sends it."),
]);

/// Measurements of a call.
pub static TELEMETRY: Object = Object::new("", "Metadata Field Semantics", "Measurements of the call.", &[
    key("duration_ms", Optional, Amount, "The duration of the call, in milliseconds."),
    key("downstream_calls", Optional, Any, "How many other services the call needed. Foundry MCP sends it."),
    key("cache_hit", Optional, Any, "Whether the data comes from a cache."),
]);

/// The standard codes of the contract, each with its `error_type`.
pub fn typed_codes() -> impl Iterator<Item = &'static Code> + Clone {
    CODES.iter().filter(|code| code.source == ID)
}

impl Code {
    /// The contract that fixes the error type of the code.
    pub fn fixed_by(&self) -> Option<&'static Contract> {
        (self.source == ID).then_some(&CONTRACT)
    }
}
