//! Reads responses of Code Scalpel, and checks the contract's rules that relate keys.

use envelope_contracts::code_scalpel::{CONTRACT, UPGRADE_REQUIRED};
use envelope_runtime::{RequestId, Tier};
use serde_json::{Number, Value};

use crate::failure::Failure;
use crate::metadata::{UpgradeHint, Warning};
use crate::object::{Entries, object, take, take_facts};
use crate::read_error::ReadError;
use crate::recognize::recognize;
use crate::response::{self, Data, Metadata, entries, require};
use crate::rulebook::{Node, Report, Rulebook, rules};

pub(crate) const ID: &str = CONTRACT.id;

/// The response of a Code Scalpel tool.
///
/// Code Scalpel leaves out nearly every key of the contract, depending on its profile. An envelope needs `data` or `error`. An error needs
/// a message, in `error.error` or as the `error` itself. Failures of its document V2.0 have no other keys:
/// `{"error":{"error":"…","error_code":"…"}}`. Data with `"success": false` and an `error` that is a text, or has a `message`, is also a
/// failure.
pub type Response<T> = response::Response<T, Meta>;

object! {
    /// The metadata: every key of the envelope but `data` and `error`.
    ///
    /// ```
    /// use envelope_client::code_scalpel::Response;
    /// use envelope_runtime::Tier;
    ///
    /// let text = r#"{
    ///     "tier": "pro", "tool_version": "3.2.8", "tool_id": "security_scan", "request_id": "8b3e5f6c",
    ///     "capabilities": ["envelope-v1"], "duration_ms": 27, "error": null, "upgrade_hints": [],
    ///     "data": {"risk_level": "high"}
    /// }"#;
    /// let response = Response::<serde_json::Value>::read(text)?;
    /// assert_eq!(response.meta.tier, Some(Tier::Pro));
    /// assert_eq!(response.meta.tool_id.as_deref(), Some("security_scan"));
    /// assert_eq!(response.outcome?["risk_level"], "high");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Meta {
        /// The tier of the caller. An unknown tier is in `extra`.
        tier: Option<Tier> = "tier",
        /// The semantic version of the tool.
        tool_version: Option<String> = "tool_version",
        /// The id of the tool.
        tool_id: Option<String> = "tool_id",
        /// The request id.
        request_id: Option<RequestId> = "request_id",
        /// The capabilities of the server.
        capabilities: Vec<String> = "capabilities",
        /// The duration of the call, in milliseconds.
        duration_ms: Option<Number> = "duration_ms",
        /// The features that need a higher tier.
        upgrade_hints: Vec<UpgradeHint> = "upgrade_hints",
        /// Warnings, which Code Scalpel sends in addition to the keys of the contract.
        warnings: Vec<Warning> = "warnings",
    }
}

impl Metadata for Meta {
    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(envelope: Value, _pointer: &mut String) -> Result<Response<Data>, ReadError> {
        if let Some(other) = recognize(&envelope).filter(|contract| contract.id != ID) {
            let expected = "an envelope of code-scalpel-v1";
            return Err(ReadError::expected("", expected, Some(&other.id.into())));
        }
        let mut envelope = entries(envelope)?;
        let (error, data) = (envelope.remove("error"), envelope.remove("data"));
        if error.is_none() && data.is_none() {
            return Err(ReadError::expected("/data", "the data or null", None));
        }
        let (error, data) = (error.unwrap_or_default(), data.unwrap_or_default());
        let mut meta = Self::from_entries(envelope);
        let in_data = || message_in(&data).map(|message| (message.to_owned(), Entries::new()));
        let outcome = match take_error(error)?.or_else(in_data) {
            None => Ok(Data::new("/data", data)),
            Some((message, error)) => Err(failure(message, error, data, &mut meta).into()),
        };
        Ok(Response { dialect: ID, outcome, extra: std::mem::take(&mut meta.extra), meta })
    }
}

/// Splits `error` into its message and its other keys. Null means a success.
fn take_error(error: Value) -> Result<Option<(String, Entries)>, ReadError> {
    match error {
        Value::Null => Ok(None),
        Value::String(message) => Ok(Some((message, Entries::new()))),
        Value::Object(mut error) => match require(&mut error, "error", "a string") {
            Ok(message) => Ok(Some((message, error))),
            Err(problem) => Err(problem.inside("/error")),
        },
        other => Err(ReadError::expected("/error", "an object", Some(&other))),
    }
}

/// Returns the message of a failure that only the data reports.
fn message_in(data: &Value) -> Option<&str> {
    let is_failed = data.get("success") == Some(&Value::Bool(false));
    let error = data.get("error").filter(|_| is_failed)?;
    error.as_str().or_else(|| error.get("message")?.as_str())
}

pub(crate) fn is_failure(envelope: &Value) -> bool {
    let has_error = envelope.get("error").is_some_and(|error| !error.is_null());
    has_error || envelope.get("data").and_then(message_in).is_some()
}

fn failure(message: String, mut error: Entries, mut data: Value, meta: &mut Meta) -> Failure {
    let is_mirrored = message_in(&data) == Some(&message);
    if let Some(data) = data.as_object_mut().filter(|_| is_mirrored) {
        data.remove("success");
        data.remove("error");
    }
    let sent_code = take(&mut error, "error_code");
    let mut details = take_facts(&mut error, "error_details");
    let mut failure = Failure::take_from(&mut details);
    failure.warnings.splice(..0, std::mem::take(&mut meta.warnings));
    failure.upgrades.splice(..0, std::mem::take(&mut meta.upgrade_hints));
    let request_id = meta.request_id.clone();
    Failure { sent_code, message, data, request_id, ..failure }.with_details(details)
}

pub(crate) static RULEBOOK: Rulebook = Rulebook { contract: &CONTRACT, rules: RULES, check };

rules! {
    // Code Scalpel requires so few keys that envelopes of other contracts could follow the other rules.
    OTHER_CONTRACT: Must "other-contract" "Envelope Schema (All Tools)"
        "an envelope does not have the marks of another contract";
    PAID_DURATION: Must "has-duration-ms" "Envelope Schema (All Tools)"
        "an envelope of the tier `pro` or `enterprise` has a `duration_ms`";
    COMMUNITY_DURATION: Should "community-duration-ms" "Envelope Schema (All Tools)"
        "an envelope of the tier `community` has a `duration_ms`";
    HAS_DETAILS: Should "has-failure-error-details" "Error Model"
        "a failure has `error_details`, which can be null; failures of the document V2.0 have none";
    HAS_DATA: Should "has-data" "Envelope Schema (All Tools)"
        "a failure has `data`, which can be null; failures of the document V2.0 have none";
    HAS_HINT: Should "has-upgrade-hint" "Upgrade Hints"
        "a failure with the code `upgrade_required` has an upgrade hint";
}

fn check(envelope: &Node<'_>, report: &mut Report) {
    let other = envelope.value.and_then(recognize).filter(|contract| contract.id != ID);
    report.require(other.is_none(), &OTHER_CONTRACT, envelope);
    match envelope.get("tier").as_str() {
        Some("pro" | "enterprise") => report.require_key(envelope, "duration_ms", &PAID_DURATION),
        Some("community") => report.require_key(envelope, "duration_ms", &COMMUNITY_DURATION),
        _ => {}
    }
    let (error, hints) = (envelope.get("error"), envelope.get("upgrade_hints"));
    if error.is_object() {
        let (details, data) = (error.get("error_details"), envelope.get("data"));
        report.require(details.value.is_some(), &HAS_DETAILS, &details);
        report.require(data.value.is_some(), &HAS_DATA, &data);
    }
    if error.get("error_code").as_str() == Some(UPGRADE_REQUIRED) {
        report.require(hints.as_array().is_none_or(|hints| !hints.is_empty()), &HAS_HINT, &hints);
    }
}
