//! How a result tells [`EnvelopeTransport`](super::EnvelopeTransport) that a string of it is JSON to be written as it is.

use std::cell::RefCell;
use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::sync::Arc;

use serde_json::Value;

use crate::scope::scope;
use crate::text::one_line;

thread_local! {
    static CURRENT: RefCell<Option<Seal>> = const { RefCell::new(None) };
}

/// What a string of JSON ends with. It is random and never sent, so no client can guess it, and no data can contain it.
#[derive(Clone, Debug)]
pub(super) struct Seal(Arc<str>);

impl Seal {
    /// A new seal. Its randomness comes from the hash keys of the standard library.
    pub(super) fn new() -> Self {
        let random = || RandomState::new().hash_one(0);
        Self(format!("envelope-{:016x}{:016x}", random(), random()).into())
    }

    /// Runs a call whose result goes through a transport with this seal, if there is one.
    pub(super) async fn scope<F: Future>(seal: Option<Self>, call: F) -> F::Output {
        match seal {
            Some(seal) => scope(&CURRENT, seal, call).await,
            None => call.await,
        }
    }

    /// The seal of the transport that this call's result goes through.
    pub(super) fn current() -> Option<Self> {
        // There is none while the thread ends.
        CURRENT.try_with(|seal| seal.borrow().clone()).ok().flatten()
    }

    /// JSON as a string with the seal.
    pub(super) fn close(&self, json: String) -> Value {
        // A line break would end the message.
        let mut json = one_line(json);
        json.push_str(&self.0);
        Value::String(json)
    }

    /// The JSON before the seal, if it is one.
    pub(super) fn open<'a>(&self, sealed: &'a Value) -> Option<&'a str> {
        sealed.as_str()?.strip_suffix(&*self.0)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_opens_what_it_has_closed_and_nothing_else() {
        let (seal, other) = (Seal::new(), Seal::new());
        let sealed = seal.close("{\"a\":1}".to_owned());
        assert_eq!(sealed, Value::String(format!("{{\"a\":1}}{}", seal.as_str())));
        assert_eq!(seal.open(&sealed), Some("{\"a\":1}"));
        assert_ne!(seal.as_str(), other.as_str());
        assert_eq!(other.open(&sealed), None);
        assert_eq!(seal.open(&Value::Null), None);
    }

    #[test]
    fn json_under_a_seal_is_one_line() {
        let seal = Seal::new();
        let sealed = seal.close("{\r\n\"a\":\n1}".to_owned());
        assert_eq!(seal.open(&sealed), Some("{  \"a\": 1}"));
    }
}
