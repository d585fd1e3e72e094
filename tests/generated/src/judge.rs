//! Checks the rules for every envelope.

use envelope_runtime::Envelope;
use serde::de::DeserializeOwned;

/// Asserts that an envelope follows the contract that it is written for, by the contract's own rules.
#[track_caller]
pub(crate) fn follows(dialect: &str, envelope: &str) {
    if let Err(violations) = envelope_client::check_as(dialect, envelope) {
        panic!("{violations}\nin {envelope}");
    }
}

/// The envelope as its client reads it, once it follows its contract.
#[track_caller]
pub(crate) fn parse<T: DeserializeOwned>(envelope: &Envelope) -> T {
    follows(envelope.dialect(), envelope.as_str());
    serde_json::from_str(envelope.as_str())
        .unwrap_or_else(|error| panic!("{error}\nin {}", envelope.as_str()))
}
