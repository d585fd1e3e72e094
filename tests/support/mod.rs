//! Helpers that the tests share.

#[allow(dead_code, reason = "not every test file needs it")]
pub mod broken;
#[allow(dead_code, reason = "not every test file needs it")]
pub mod envelopes;

use envelope_runtime::Envelope;
use serde_json::Value;

/// Parses an envelope, and asserts that it follows its contract, if `check` recognizes one.
#[track_caller]
pub fn wire(envelope: impl AsRef<str>) -> Value {
    if let Err(violations) = envelope_client::check(envelope.as_ref()) {
        assert_eq!(violations.dialect, None, "{violations}\nin {}", envelope.as_ref());
    }
    serde_json::from_str(envelope.as_ref()).expect("an envelope is JSON")
}

/// Asserts the rules for failures of response-v2, and returns the envelope.
#[track_caller]
#[allow(dead_code, reason = "not every test file has failures")]
pub fn failure(envelope: &Envelope) -> Value {
    let wire = wire(envelope);
    assert!(!envelope.is_success());
    assert_eq!(wire["success"], false);
    assert_eq!(wire["data"]["error_code"].as_str(), envelope.error_code());
    let error_type = envelope.error_type().map(|error_type| error_type.as_str());
    assert_eq!(wire["data"]["error_type"].as_str(), error_type);
    assert!(wire["error"].as_str().is_some_and(|message| !message.is_empty()));
    assert_eq!(wire["meta"]["version"], "response-v2");
    wire
}
