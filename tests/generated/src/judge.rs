//! Checks envelopes against the rules of their contracts.

use envelope_runtime::Envelope;
use serde::de::DeserializeOwned;

/// Asserts that an envelope follows the rules of its contract.
#[track_caller]
pub(crate) fn follows(dialect: &str, envelope: &str) {
    if let Err(violations) = envelope_client::check_as(dialect, envelope) {
        panic!("{violations}\nin {envelope}");
    }
}

/// Parses an envelope, after checking it.
#[track_caller]
pub(crate) fn parse<T: DeserializeOwned>(envelope: &Envelope) -> T {
    follows(envelope.dialect(), envelope.as_str());
    serde_json::from_str(envelope.as_str())
        .unwrap_or_else(|error| panic!("{error}\nin {}", envelope.as_str()))
}
