//! Reads responses of response-v2, and checks the contract's rules that relate keys.

use std::collections::HashSet;

use envelope_contracts::format::is_request_id_byte;
use envelope_contracts::response_v2::{
    AI_PROVIDER, CONTRACT, FIDELITIES, FIDELITY_VERSION, typed_codes,
};
use envelope_contracts::shared::SEVERITIES;
use envelope_contracts::{ERROR_TYPES, warning_severity};
use envelope_runtime::RequestId;
use envelope_runtime::response_v2::ContentFidelity;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::metadata::{RateLimit, Telemetry, Warning};
use crate::object::{Entries, object, take, take_facts};
use crate::read_error::ReadError;
use crate::response::{self, Data, Metadata, ensure, entries, require};
use crate::rulebook::{Node, Report, Rulebook, rules};

pub use crate::pages::{AsyncPages, Pages};

pub(crate) const ID: &str = CONTRACT.id;

/// The response of a response-v2 tool. The contract requires `success`, `data`, `error`, `meta` and `meta.version`: if one is missing,
/// reading fails.
pub type Response<T> = response::Response<T, Meta>;

object! {
    /// The metadata: `{"version":"response-v2","request_id":"req_1","warnings":["…"],"pagination":{…}}`.
    ///
    /// ```
    /// use envelope_client::response_v2::Meta;
    ///
    /// let text = r#"{"version":"response-v2","warnings":["The cache is old"],"tenant":"acme"}"#;
    /// let meta: Meta = serde_json::from_str(text)?;
    /// assert_eq!(meta.warnings, ["The cache is old"]);
    /// assert_eq!(meta.extra["tenant"], "acme");
    /// assert_eq!(serde_json::to_string(&meta)?, text);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub struct Meta {
        /// The name of the contract: `response-v2`.
        version: String = "version",
        /// The request id.
        request_id: Option<RequestId> = "request_id",
        /// The messages of all warnings.
        warnings: Vec<String> = "warnings",
        /// The warnings with a code, a severity or facts.
        warning_details: Vec<Warning> = "warning_details",
        /// The current page.
        pagination: Option<Pagination> = "pagination",
        /// The state of the rate limit.
        rate_limit: Option<RateLimit> = "rate_limit",
        /// Measurements.
        telemetry: Option<Telemetry> = "telemetry",
        /// How complete the content is. An unknown word is in `extra`.
        content_fidelity: Option<ContentFidelity> = "content_fidelity",
        /// The version of the fidelity fields.
        content_fidelity_schema_version: Option<String> = "content_fidelity_schema_version",
        /// The ids of the content that was left out.
        dropped_content_ids: Vec<String> = "dropped_content_ids",
        /// The hashes of archived content, by the archive's id.
        content_archive_hashes: Map<String, Value> = "content_archive_hashes",
    }
}

object! {
    /// The current page of a list: `{"cursor":"b","has_more":true,"total_count":150,"page_size":20}`.
    pub struct Pagination {
        /// The cursor of the next page.
        cursor: Option<String> = "cursor",
        /// Whether there is another page, if it was sent: see [`has_next`](Self::has_next).
        has_more: Option<bool> = "has_more",
        /// The number of items on all pages.
        total_count: Option<u64> = "total_count",
        /// The number of items on a page.
        page_size: Option<u64> = "page_size",
        /// The number of the page, which some servers send instead of a cursor.
        page: Option<u64> = "page",
    }
}

impl Pagination {
    /// Whether there is another page. If the server leaves `has_more` out, a cursor means that there is one.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.has_more.unwrap_or(self.cursor.is_some())
    }
}

impl Metadata for Meta {
    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(envelope: Value, _pointer: &mut String) -> Result<Response<Data>, ReadError> {
        let mut envelope = entries(envelope)?;
        let is_success: bool = require(&mut envelope, "success", "true or false")?;
        let data: Entries = require(&mut envelope, "data", "an object")?;
        let message = take_message(&mut envelope, is_success)?;
        let meta: Entries = require(&mut envelope, "meta", "an object")?;
        ensure(&meta, "version", &format!("{ID:?}"), |version| version == ID)
            .map_err(|error| error.inside("/meta"))?;
        let mut meta = Self::from_entries(meta);
        let outcome = match message {
            None => Ok(Data::new("/data", data)),
            Some(message) => Err(failure(message, data, &mut meta).into()),
        };
        Ok(Response { dialect: ID, outcome, meta, extra: envelope })
    }
}

/// Takes `error`, which has to agree with `success`.
fn take_message(envelope: &mut Entries, is_success: bool) -> Result<Option<String>, ReadError> {
    if !is_success {
        return require(envelope, "error", "the message beside `success: false`").map(Some);
    }
    ensure(envelope, "error", "null beside `success: true`", Value::is_null)?;
    envelope.remove("error");
    Ok(None)
}

pub(crate) fn is_failure(envelope: &Value) -> bool {
    let is_null = envelope.get("error").is_some_and(Value::is_null);
    !is_null || envelope.get("success") != Some(&Value::Bool(true))
}

fn failure(message: String, mut data: Entries, meta: &mut Meta) -> Failure {
    let (sent_code, sent_error_type) =
        (take(&mut data, "error_code"), take(&mut data, "error_type"));
    let remediation = take(&mut data, "remediation");
    let mut details = take_facts(&mut data, "details");
    Failure {
        sent_code,
        sent_error_type,
        message,
        remediation,
        upgrades: Failure::take_upgrades(&mut details),
        data: data.into(),
        warnings: take_warnings(meta),
        rate_limit: meta.rate_limit.take(),
        telemetry: meta.telemetry.take(),
        extra: std::mem::take(&mut meta.extra),
        request_id: meta.request_id.clone(),
        ..Failure::default()
    }
    .with_details(details)
}

/// Takes each warning once: the messages without details, and then the details.
fn take_warnings(meta: &mut Meta) -> Vec<Warning> {
    let details = std::mem::take(&mut meta.warning_details);
    let detailed: HashSet<_> = details.iter().map(|warning| warning.message.as_str()).collect();
    let messages = std::mem::take(&mut meta.warnings).into_iter();
    let alone = messages.filter(|message| !detailed.contains(message.as_str()));
    let mut warnings: Vec<_> =
        alone.map(|message| Warning { message, ..Warning::default() }).collect();
    warnings.extend(details);
    warnings
}

pub(crate) static RULEBOOK: Rulebook = Rulebook { contract: &CONTRACT, rules: RULES, check };

rules! {
    OTHER_KEYS: Must "other-keys" "Top-Level Fields"
        "an envelope has no other keys than `success`, `data`, `error` and `meta`";
    REQUEST_ID_CHARACTERS: Should "request-id-characters" "Foundry MCP, `tests/contract/response_schema.json`"
        "`request_id` has letters, digits, `_` and `-`";
    ERROR_TYPE_OF_CODE: Must "error-type-of-code" "Common Error Codes"
        "a standard code has the `error_type` of its row";
    FURTHER_ERROR_TYPE: Note "further-error-type" "Error Type Categories"
        "`error_type` is one of the contract's nine; `ai_provider` is from Foundry MCP 0.16.0";
    SEVERITY_OF_CODE: Should "severity-of-code" "Standard Warning Codes"
        "a standard code has the `severity` of its row";
    HAS_HAS_MORE: Should "has-has-more" "Pagination Fields"
        "a page has a `has_more`";
    HAS_CURSOR: Should "has-cursor" "Pagination Fields"
        "a page with `has_more` has a `cursor`";
    HAS_FIDELITY: Should "has-content-fidelity" "Content Fidelity Field Definitions"
        "an envelope without all of its content has a `content_fidelity` below `full`";
    HAS_FIDELITY_VERSION: Should "has-content-fidelity-schema-version" "Content Fidelity Field Definitions"
        "a `content_fidelity` below `full` has a `content_fidelity_schema_version`";
    KNOWN_FIDELITY_VERSION: Should "known-content-fidelity-schema-version" "Content Fidelity Field Definitions"
        "`content_fidelity_schema_version` is `1.0`";
}

fn check(envelope: &Node<'_>, report: &mut Report) {
    for (key, value) in envelope.entries() {
        report.require(CONTRACT.envelope.has(key), &OTHER_KEYS, &value);
    }
    if envelope.get("success").is(false) {
        check_failure(&envelope.get("data"), report);
    }
    let meta = envelope.get("meta");
    let request_id = meta.get("request_id");
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(is_request_id_byte);
    report.require(request_id.as_str().is_none_or(is_id), &REQUEST_ID_CHARACTERS, &request_id);
    for warning in meta.get("warning_details").items() {
        check_severity(&warning, report);
    }
    let pagination = meta.get("pagination");
    if pagination.is_object() {
        report.require_key(&pagination, "has_more", &HAS_HAS_MORE);
    }
    if pagination.get("has_more").is(true) {
        report.require_key(&pagination, "cursor", &HAS_CURSOR);
    }
    check_fidelity(&meta, report);
}

fn check_failure(data: &Node<'_>, report: &mut Report) {
    let (code, error_type) = (data.get("error_code"), data.get("error_type"));
    let is_further = error_type.as_str() == Some(AI_PROVIDER);
    report.require(!is_further, &FURTHER_ERROR_TYPE, &error_type);
    let standard = typed_codes().find(|standard| code.as_str() == Some(standard.name));
    let is_known = |given: &&str| ERROR_TYPES.iter().any(|known| known.name == *given);
    let row = standard.zip(error_type.as_str().filter(is_known));
    let is_of_row = row.is_none_or(|(standard, given)| given == standard.error_type);
    report.require(is_of_row, &ERROR_TYPE_OF_CODE, &error_type);
}

fn check_severity(warning: &Node<'_>, report: &mut Report) {
    let (code, severity) = (warning.get("code"), warning.get("severity"));
    let standard = code.as_str().and_then(|code| warning_severity(code, ID));
    let row = standard.zip(severity.as_str().filter(|given| SEVERITIES.contains(given)));
    let is_of_row = row.is_none_or(|(standard, given)| given == standard);
    report.require(is_of_row, &SEVERITY_OF_CODE, &severity);
}

fn check_fidelity(meta: &Node<'_>, report: &mut Report) {
    let fidelity = meta.get("content_fidelity");
    let is_incomplete = meta.get("dropped_content_ids").items().next().is_some();
    let is_below_full = fidelity.is_given() && fidelity.as_str() != FIDELITIES.first().copied();
    report.require(!is_incomplete || is_below_full, &HAS_FIDELITY, &fidelity);
    if is_below_full {
        report.require_key(meta, "content_fidelity_schema_version", &HAS_FIDELITY_VERSION);
    }
    let version = meta.get("content_fidelity_schema_version");
    let is_known = version.as_str().is_none_or(|version| version == FIDELITY_VERSION);
    report.require(is_known, &KNOWN_FIDELITY_VERSION, &version);
}
