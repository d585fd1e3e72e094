//! The cases of a benchmark, and their candidates.

use std::hint::black_box;

use serde_json::Value;

/// Candidates that do the same task.
#[allow(missing_debug_implementations, reason = "closures have none")]
pub struct Case<'a> {
    /// The name of the task.
    pub name: String,
    /// The first candidate is the baseline for the others.
    pub candidates: Vec<Candidate<'a>>,
}

/// A way to make an envelope.
#[allow(missing_debug_implementations, reason = "closures have none")]
pub struct Candidate<'a> {
    /// The name in the figures.
    pub name: &'static str,
    /// The function that is measured.
    pub call: Box<dyn Call + 'a>,
}

impl<'a> Candidate<'a> {
    /// A candidate with this name.
    pub fn new<R: Into<String>>(name: &'static str, call: impl Fn() -> R + 'a) -> Self {
        Self { name, call: Box::new(call) }
    }
}

/// A function that returns an envelope.
pub trait Call {
    /// Calls the function this many times. The loop is compiled with the function, so that its cost is the same for all candidates.
    fn repeat(&self, times: u32);

    /// Calls the function once, and returns the envelope as JSON.
    fn json(&self) -> String;
}

impl<F: Fn() -> R, R: Into<String>> Call for F {
    fn repeat(&self, times: u32) {
        for _ in 0..times {
            // By reference, since by value the envelope would be moved once more, which takes longer for a larger type.
            black_box(&self());
        }
    }

    fn json(&self) -> String {
        self().into()
    }
}

impl Case<'_> {
    /// Checks that all candidates give the same JSON, apart from results that are cut.
    ///
    /// # Panics
    ///
    /// If two candidates give different JSON.
    pub fn check(&self) {
        let envelope = |candidate: &Candidate<'_>| {
            let json = candidate.call.json();
            let mut envelope: Value = serde_json::from_str(&json).expect("an envelope is JSON");
            equalize(&mut envelope);
            envelope
        };
        let mut candidates = self.candidates.iter();
        let first = envelope(candidates.next().expect("a case has candidates"));
        for candidate in candidates.filter(|_| !self.name.contains("cut from")) {
            assert_eq!(envelope(candidate), first, "{}: {}", self.name, candidate.name);
        }
    }
}

/// Replaces the values that differ from call to call: times, durations and generated ids. JSON in a text becomes a value, since
/// the SDK sorts its keys.
fn equalize(envelope: &mut Value) {
    if let Some(fields) = envelope.as_object_mut() {
        for (key, value) in fields {
            match key.as_str() {
                "timestamp" if value.as_str().is_some_and(|time| time.len() == 20) => {
                    *value = "time".into();
                }
                "duration_ms" if value.is_u64() => *value = 0.into(),
                "request_id" if value.as_str().is_some_and(|id| id.len() == 32) => {
                    *value = "id".into();
                }
                "audit" => equalize(value),
                "content" => value.as_array_mut().into_iter().flatten().for_each(equalize),
                "text" => {
                    if let Some(Ok(json)) = value.as_str().map(serde_json::from_str) {
                        *value = json;
                    }
                }
                _ => {}
            }
        }
    }
}
