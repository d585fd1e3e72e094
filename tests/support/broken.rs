//! A dialect that fails.

use std::collections::BTreeMap;

use envelope_runtime::ErrorReport;
use envelope_runtime::dialect::{Context, Data, Dialect, Json, PlainData, Settings};
use serde::Serialize;

/// A dialect that can write no envelope.
pub struct Broken;

/// Its settings.
pub struct BrokenSettings(Context);

impl Settings for BrokenSettings {
    type Dialect = Broken;

    fn context(&self) -> &Context {
        &self.0
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.0
    }
}

impl<T> PlainData<T> for BrokenSettings {
    fn meta(&mut self, _data: &T) {}
}

impl Dialect for Broken {
    const ID: &'static str = "broken";
    type Root = Json;
    type Settings = BrokenSettings;
    type Meta = ();

    fn settings(context: Context) -> BrokenSettings {
        BrokenSettings(context)
    }

    fn success<'a>(_: &'a BrokenSettings, _: Data, _: &'a ()) -> impl Serialize + use<'a> {
        BTreeMap::from([([1], "a key that is not a string")])
    }

    fn failure<'a>(_: &'a BrokenSettings, _: &'a ErrorReport) -> impl Serialize + use<'a> {
        BTreeMap::from([([1], "a key that is not a string")])
    }
}
