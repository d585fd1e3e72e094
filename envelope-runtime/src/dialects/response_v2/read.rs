//! Reading the envelopes of response-v2.

use super::{ID, Meta};
use crate::error::{Slot, ToolFailure};
use crate::json::{Document, Lenient, Parts};
use crate::metadata::UpgradeHint;
use crate::read::{self, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// The response of a response-v2 tool. The contract requires `success`, `data`, `error`, `meta` and `meta.version`: an envelope
/// without any of them is an error.
pub type Response<T> = read::Response<T, Meta>;

/// The data of a response-v2 tool, with its metadata.
pub type Success<T> = read::Success<T, Meta>;

/// A failure that a response-v2 tool answered with.
pub type Failure = read::Failure<Meta>;

impl Take for Meta {
    const DIALECTS: &'static [&'static str] = &[ID];

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        let mut envelope = Parts::of_envelope(envelope)?;
        let is_success: bool = envelope.require("success")?;
        let data = envelope.require_parts("data")?;
        let error = Error::take(&mut envelope, is_success)?;
        let sent_meta = envelope.require_parts("meta")?;
        let sent = error.map(|error| (error, sent_meta.clone()));
        let meta = Self::of(sent_meta)?;
        let outcome = match sent {
            None => Ok(Payload::of_data(data.into_document())),
            Some((Error(message), sent_meta)) => Err(received(data, &message, sent_meta, &meta)),
        };
        Ok(Taken { meta, extra: envelope.into_extra(), outcome })
    }
}

/// The message of a failure.
struct Error(String);

impl Error {
    /// Takes `error`, which has to agree with `success`.
    fn take(envelope: &mut Parts<'_>, is_success: bool) -> Result<Option<Self>, ReadError> {
        match (is_success, envelope.take_any("error")) {
            (true, Some(Document::Null)) => Ok(None),
            (true, other) => {
                Err(envelope.unexpected("error", "null beside `success: true`", other.as_ref()))
            }
            (false, Some(Document::String(message))) => Ok(Some(Self(message.into_owned()))),
            (false, other) => {
                let expected = "the message beside `success: false`";
                Err(envelope.unexpected("error", expected, other.as_ref()))
            }
        }
    }
}

fn received(mut data: Parts<'_>, message: &str, sent_meta: Parts<'_>, meta: &Meta) -> Received {
    let all = data.as_document().to_json();
    let code: Option<String> = data.take("error_code");
    let error_type: Option<String> = data.take("error_type");
    let received = Received::new(code.as_deref(), error_type.as_deref(), message);
    let received = received.with(|failure| {
        let failure = with_data(failure, data);
        with_meta(failure, sent_meta, meta)
    });
    Received { request_id: meta.request_id.clone(), data: all, ..received }
}

/// The failure with the contents of its `data`, except the code and the category.
fn with_data(mut failure: ToolFailure, mut data: Parts<'_>) -> ToolFailure {
    if let Some(remediation) = data.take::<String>("remediation") {
        failure = failure.remediation(remediation);
    }
    if let Some(details) = data.get_mut("details") {
        for hint in take_upgrades(details) {
            failure = failure.upgrade_hint(&hint);
        }
    }
    failure = data.take_details("details", failure);
    failure.with_entries(Slot::Data, data.entries())
}

/// Takes the upgrades among the details. Another server can have other facts under this key.
fn take_upgrades(details: &mut Document<'_>) -> Vec<UpgradeHint> {
    let is_hint =
        |hint: &Document<'_>| hint.get("feature").is_some() && hint.get("reason").is_some();
    let are_hints = matches!(details.get("upgrades"), Some(Document::Array(hints)) if hints.iter().all(is_hint));
    let hints = if are_hints { details.take("upgrades") } else { None };
    hints.and_then(|hints| Lenient::read(hints).ok()).unwrap_or_default()
}

/// The failure with its metadata, except for the duration of the call.
fn with_meta(failure: ToolFailure, mut sent: Parts<'_>, meta: &Meta) -> ToolFailure {
    for key in ["version", "request_id", "warnings", "warning_details"] {
        sent.take_any(key);
    }
    let failure = sent.take_measurements(failure);
    failure
        .with_warnings(|warnings| warnings.extend_read(&meta.warnings, &meta.warning_details))
        .with_entries(Slot::Meta, sent.entries())
}
