//! How a result tells [`EnvelopeTransport`](super::EnvelopeTransport) that its structured content is JSON text.

use std::collections::hash_map::RandomState;
use std::future::Future;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::rmcp::model::Extensions;
use serde_json::{Map, Value};

use crate::scope::{Innermost, scope};
use crate::text::one_line;

thread_local! {
    static CURRENT: Innermost<Seal> = const { Innermost::none() };
}

/// The one key of an object that holds JSON text. It is random and never sent, so no client can guess it, and no data can contain it.
/// The value is an object because the SDK removes other structured content for older clients.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    key: Arc<str>,
    /// Whether a tool got a clone of the request. It can call other tools with it, whose results are not the answer.
    is_shared: Arc<AtomicBool>,
}

impl Seal {
    /// A new seal. Its randomness comes from the hash keys of the standard library.
    pub(super) fn new() -> Self {
        let random = || RandomState::new().hash_one(0);
        let key = format!("envelope-{:016x}{:016x}", random(), random()).into();
        Self { key, is_shared: Arc::default() }
    }

    /// Gives a request the seal of its transport.
    pub(super) fn attach(&self, request: &mut Extensions) {
        request.insert(Attached(Self { key: Arc::clone(&self.key), is_shared: Arc::default() }));
    }

    /// The seal of the transport that sends the answer to this request.
    pub(super) fn attached(request: &Extensions) -> Option<Self> {
        request.get::<Attached>().map(|attached| attached.0.clone())
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
        let seal = CURRENT.with(Innermost::cloned)?;
        (!seal.is_shared.load(Ordering::Relaxed)).then_some(seal)
    }

    /// An object, given as JSON, under the seal.
    pub(super) fn close(&self, json: &str) -> Value {
        // A line break would end the message.
        let json = one_line(json.to_owned());
        Map::from_iter([(self.key.to_string(), Value::String(json))]).into()
    }

    /// The JSON under the seal.
    pub(super) fn look_into<'a>(&self, structure: &'a Value) -> Option<&'a str> {
        structure.get(&*self.key)?.as_str()
    }

    /// Takes the JSON from under the seal, and leaves the [place](Self::place) for it.
    pub(super) fn open(&self, structure: &mut Value) -> Option<String> {
        match structure.as_object_mut()?.get_mut(&*self.key)? {
            Value::String(json) => Some(std::mem::take(json)),
            _ => None,
        }
    }

    /// An opened object, as it is in the text of a message.
    pub(super) fn place(&self) -> String {
        format!(r#"{{"{}":""}}"#, self.key)
    }

    /// Whether the seal is in the text of a message.
    pub(super) fn is_in(&self, text: &str) -> bool {
        text.contains(&*self.key)
    }
}

/// A seal in the extensions of a request.
struct Attached(Seal);

impl Clone for Attached {
    fn clone(&self) -> Self {
        self.0.is_shared.store(true, Ordering::Relaxed);
        Self(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_seal_opens_what_it_has_closed_and_nothing_else() {
        let (seal, other) = (Seal::new(), Seal::new());
        let mut sealed = seal.close("{\"a\":1}");
        assert!(sealed.is_object() && seal.is_in(&sealed.to_string()));
        assert_eq!(other.open(&mut sealed), None);
        assert_eq!(seal.open(&mut sealed).as_deref(), Some("{\"a\":1}"));
        assert_eq!(sealed.to_string(), seal.place());
        for mut structure in [json!(null), json!("a"), json!({"a": "b"})] {
            assert_eq!(seal.open(&mut structure), None);
        }
    }

    #[test]
    fn json_under_a_seal_is_one_line() {
        let seal = Seal::new();
        let json = seal.open(&mut seal.close("{\r\n\"a\":\n1}"));
        assert_eq!(json.as_deref(), Some("{  \"a\": 1}"));
    }

    #[test]
    fn a_clone_of_the_request_ends_the_sealing() {
        let mut request = Extensions::new();
        Seal::new().attach(&mut request);
        pollster::block_on(Seal::scope(Seal::attached(&request), async {
            assert!(Seal::current().is_some());
            let _clone = request.clone();
            assert!(Seal::current().is_none());
        }));
        assert!(Seal::current().is_none());
    }
}
