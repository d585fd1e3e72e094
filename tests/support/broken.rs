//! A dialect that fails.

use std::collections::BTreeMap;

use envelope_runtime::ErrorReport;
use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};

/// A dialect whose envelopes all fail to serialize.
#[derive(Default)]
pub struct Broken;

impl<T> PlainData<T> for Broken {}

impl Dialect for Broken {
    const ID: &'static str = "broken";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.value("envelope", &BTreeMap::from([([1], "a key that is not a string")]));
    }

    fn failure(&self, _: &Call, _: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.value("envelope", &BTreeMap::from([([1], "a key that is not a string")]));
    }
}
