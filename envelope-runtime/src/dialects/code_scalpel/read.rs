//! Reading the envelopes of Code Scalpel.

use serde_json::Number;

use super::ID;
use crate::dialects::recognize::recognize;
use crate::error::{Sent, Slot, ToolFailure};
use crate::json::{Document, Lenient, Parts};
use crate::metadata::{Tier, UpgradeHint, Warning};
use crate::read::{self, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// The response of a Code Scalpel tool.
///
/// Code Scalpel leaves out nearly every key of the contract, depending on its profile. An envelope needs `data` or `error`, and an error
/// a message: in `error.error`, or as the `error` itself. Data with `"success": false` and a text `error` is a failure, too.
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of a Code Scalpel tool, with its metadata.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// A failure that a Code Scalpel tool answered with.
pub type Failure = read::Failure<ResponseMeta>;

/// The metadata of an envelope, as a client reads it.
///
/// ```
/// use envelope_runtime::code_scalpel::Response;
/// use envelope_runtime::Tier;
///
/// let text = r#"{
///     "tier": "pro", "tool_version": "3.2.8", "tool_id": "security_scan", "request_id": "8b3e5f6c",
///     "capabilities": ["envelope-v1"], "duration_ms": 27, "error": null, "upgrade_hints": [],
///     "data": {"risk_level": "high"}
/// }"#;
/// let success = Response::<serde_json::Value>::read(text)?.into_result()?;
/// assert_eq!(success.meta.tier, Some(Tier::Pro));
/// assert_eq!(success.meta.tool_id.as_deref(), Some("security_scan"));
/// assert_eq!(success.data["risk_level"], "high");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResponseMeta {
    /// The tier of the caller: `tier`. `None` if it is none of the three, or was not sent.
    pub tier: Option<Tier>,
    /// The name of the tier, as it was sent.
    pub tier_name: Option<String>,
    /// The semantic version of the tool.
    pub tool_version: Option<String>,
    /// The id of the tool.
    pub tool_id: Option<String>,
    /// The request id.
    pub request_id: Option<RequestId>,
    /// The capabilities of the call.
    pub capabilities: Vec<String>,
    /// The duration of the call, in milliseconds.
    pub duration_ms: Option<Number>,
    /// The features that need a higher tier.
    pub upgrade_hints: Vec<UpgradeHint>,
    /// Warnings, which Code Scalpel sends in addition to the keys of the contract.
    pub warnings: Vec<Warning>,
}

impl Take for ResponseMeta {
    const DIALECTS: &'static [&'static str] = &[ID];

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        if let Some(other) = recognize(&envelope).filter(|contract| contract.id != ID) {
            let found = Document::String(other.id.into());
            return Err(ReadError::expected("", "an envelope of code-scalpel-v1", Some(&found)));
        }
        let mut envelope = Parts::of_envelope(envelope)?;
        if envelope.get("error").is_none() && envelope.get("data").is_none() {
            return Err(envelope.unexpected("data", "the data or null", None));
        }
        let meta = Self::of(&mut envelope);
        let data = envelope.take_any("data").unwrap_or(Document::Null);
        let outcome = match Error::take(&mut envelope, &data)? {
            None => Ok(Payload::of_data(data)),
            Some(error) => Err(received(error, data, &meta)),
        };
        Ok(Taken { meta, extra: envelope.into_extra(), outcome })
    }
}

impl ResponseMeta {
    fn of(envelope: &mut Parts<'_>) -> Self {
        let tier_name: Option<String> = envelope.take("tier");
        let tier = tier_name.as_deref().map(|name| Lenient::read(Document::String(name.into())));
        Self {
            tier: tier.and_then(Result::ok),
            tier_name,
            tool_version: envelope.take("tool_version"),
            tool_id: envelope.take("tool_id"),
            request_id: envelope.take("request_id"),
            capabilities: envelope.take_or_default("capabilities"),
            duration_ms: envelope.take("duration_ms"),
            upgrade_hints: envelope.take_or_default("upgrade_hints"),
            warnings: envelope.take_or_default("warnings"),
        }
    }
}

/// The error of a failure.
struct Error<'de> {
    message: String,
    code: Option<String>,
    details: Option<Document<'de>>,
}

impl<'de> Error<'de> {
    /// Takes `error`, which is null or absent for a success.
    fn take(envelope: &mut Parts<'de>, data: &Document<'de>) -> Result<Option<Self>, ReadError> {
        if let Some(message) = envelope.text("error") {
            let message = message.to_owned();
            envelope.take_any("error");
            return Ok(Some(Self::of_message(message)));
        }
        let Some(mut error) = envelope.optional_parts("error")? else {
            return Ok(message_in(data).map(Self::of_message));
        };
        let message = error.require("error")?;
        let (code, details) = (error.take("error_code"), error.take_any("error_details"));
        Ok(Some(Self { message, code, details }))
    }

    fn of_message(message: String) -> Self {
        Self { message, code: None, details: None }
    }
}

/// The message of a failure that only the data has.
fn message_in(data: &Document<'_>) -> Option<String> {
    let is_failed = data.get("success") == Some(&Document::Bool(false));
    data.get("error").filter(|_| is_failed).and_then(Document::as_str).map(str::to_owned)
}

fn received(error: Error<'_>, data: Document<'_>, meta: &ResponseMeta) -> Received {
    let Error { message, code, details } = error;
    let all = data.to_json();
    let is_mirrored = message_in(&data).as_ref() == Some(&message);
    let received = Received::new(code.as_deref(), None, &message).with(|failure| {
        let failure = match details.map(Parts::of) {
            None | Some(Err(Document::Null)) => failure,
            Some(Ok(details)) => with_details(failure, details),
            Some(Err(other)) => failure.detail("error_details", other),
        };
        let warnings = meta.warnings.iter().cloned().map(Warning::beside_data);
        let failure = failure.with_warnings(|to| to.extend_details(warnings));
        let failure = meta.upgrade_hints.iter().fold(failure, ToolFailure::upgrade_hint);
        with_data(failure, data, is_mirrored)
    });
    let sent = Sent { is_mirrored, ..received.sent };
    Received { request_id: meta.request_id.clone(), data: all, sent, ..received }
}

fn with_details(mut failure: ToolFailure, mut details: Parts<'_>) -> ToolFailure {
    failure = details.take_beside_details(failure);
    let warnings: Vec<Warning> = details.take_or_default("warnings");
    details.into_details(failure).with_warnings(|to| to.extend_mixed(warnings))
}

/// The failure with its `data`, except for a copy of the message.
fn with_data(failure: ToolFailure, data: Document<'_>, is_mirrored: bool) -> ToolFailure {
    match Parts::of(data) {
        Ok(mut data) => {
            if is_mirrored {
                data.take_any("success");
                data.take_any("error");
            }
            failure.with_entries(Slot::Data, data.entries())
        }
        Err(Document::Null) => failure,
        Err(other) => failure.data("data", other),
    }
}
