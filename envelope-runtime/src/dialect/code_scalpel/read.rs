//! Reading the envelopes of Code Scalpel.

use serde_json::Number;

use super::{ID, Tier, UpgradeHint};
use crate::error::{Slot, ToolFailure};
use crate::json::Document;
use crate::metadata::Warning;
use crate::read::{self, Parts, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// What a Code Scalpel tool answered.
///
/// The contract requires `tier`, `tool_version`, `tool_id`, `request_id`, `capabilities`, `error`, `upgrade_hints` and `data`,
/// and in an error `error` and `error_code`: an envelope without one of them is an error.
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of a Code Scalpel tool, with its metadata.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// A failure that a Code Scalpel tool answered with.
pub type Failure = read::Failure<ResponseMeta>;

/// The metadata of an envelope, as a client reads it.
///
/// ```
/// use envelope_runtime::code_scalpel::{Response, Tier};
///
/// let text = r#"{
///     "tier": "pro", "tool_version": "3.2.8", "tool_id": "security_scan", "request_id": "8b3e5f6c",
///     "capabilities": ["envelope-v1"], "duration_ms": 27, "error": null, "upgrade_hints": [],
///     "data": {"risk_level": "high"}
/// }"#;
/// let success = Response::<serde_json::Value>::read(text)?.into_result()?;
/// assert_eq!(success.meta.tier, Some(Tier::Pro));
/// assert_eq!(success.data["risk_level"], "high");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResponseMeta {
    /// The tier of the caller: `tier`. `None` if it is none of the three.
    pub tier: Option<Tier>,
    /// The name of the tier, as it was sent.
    pub tier_name: String,
    /// The semantic version of the tool.
    pub tool_version: String,
    /// The id of the tool.
    pub tool_id: String,
    /// The request id.
    pub request_id: RequestId,
    /// What the call supports.
    pub capabilities: Vec<String>,
    /// The duration of the call, in milliseconds.
    pub duration_ms: Option<Number>,
    /// The features that need a higher tier.
    pub upgrade_hints: Vec<UpgradeHint>,
    /// Warnings, which some servers send beside the keys of the contract.
    pub warnings: Vec<Warning>,
}

impl Take for ResponseMeta {
    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        let mut envelope = Parts::of_envelope(envelope)?;
        let meta = Self::of(&mut envelope)?;
        if envelope.get("error").is_none() {
            return Err(envelope.unexpected("error", "an object or null", None));
        }
        let error = envelope.optional_parts("error")?;
        let Some(data) = envelope.take_any("data") else {
            return Err(envelope.unexpected("data", "the data or null", None));
        };
        let outcome = match error {
            None => Ok(Payload::of_data(data)),
            Some(error) => Err(received(error, data, &meta)?),
        };
        Ok(Taken { meta, extra: envelope.into_extra(), outcome })
    }
}

impl ResponseMeta {
    fn of(envelope: &mut Parts<'_>) -> Result<Self, ReadError> {
        let tier_name: String = envelope.require("tier")?;
        Ok(Self {
            tier: read::Lenient::read(Document::String(tier_name.as_str().into())).ok(),
            tier_name,
            tool_version: envelope.require("tool_version")?,
            tool_id: envelope.require("tool_id")?,
            request_id: envelope.require("request_id")?,
            capabilities: envelope.require("capabilities")?,
            duration_ms: envelope.take("duration_ms"),
            upgrade_hints: envelope.require("upgrade_hints")?,
            warnings: envelope.take_or_default("warnings"),
        })
    }
}

fn received(
    mut error: Parts<'_>,
    data: Document<'_>,
    meta: &ResponseMeta,
) -> Result<Received, ReadError> {
    let message: String = error.require("error")?;
    let code: String = error.require("error_code")?;
    let all = data.to_json();
    let received = Received::new(Some(&code), None, &message).with(|failure| {
        let failure = failure.read_in(ID);
        let failure = match error.take_any("error_details").map(Parts::of) {
            None | Some(Err(Document::Null)) => failure,
            Some(Ok(details)) => with_details(failure, details),
            Some(Err(other)) => failure.detail("error_details", other),
        };
        let failure = failure.with_warnings(|to| to.extend_mixed(meta.warnings.clone()));
        let failure = meta.upgrade_hints.iter().fold(failure, ToolFailure::upgrade_hint);
        with_data(failure, data, &message)
    });
    Ok(Received { request_id: Some(meta.request_id.clone()), data: all, ..received })
}

fn with_details(mut failure: ToolFailure, mut details: Parts<'_>) -> ToolFailure {
    failure = details.take_beside_details(failure);
    let warnings: Vec<Warning> = details.take_or_default("warnings");
    details.into_details(failure).with_warnings(|to| to.extend_mixed(warnings))
}

/// The failure with its `data`, except for a copy of the message.
fn with_data(failure: ToolFailure, data: Document<'_>, message: &str) -> ToolFailure {
    match Parts::of(data) {
        Ok(mut data) => {
            if data.get("success") == Some(&Document::Bool(false))
                && data.text("error") == Some(message)
            {
                data.take_any("success");
                data.take_any("error");
            }
            failure.with_entries(Slot::Data, data.entries())
        }
        Err(Document::Null) => failure,
        Err(other) => failure.data("data", other),
    }
}
