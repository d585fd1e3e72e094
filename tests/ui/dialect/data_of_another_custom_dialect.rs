// The author returns data that a custom dialect in the list has no plain form for.
// errors: 1

use envelope_runtime::dialect::{Context, Data, Dialect, Json, PlainData, Settings};
use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};
use serde::Serialize;

struct Acme;
struct AcmeSettings(Context);

impl Settings for AcmeSettings {
    type Dialect = Acme;

    fn context(&self) -> &Context {
        &self.0
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.0
    }
}

impl PlainData<u8> for AcmeSettings {
    fn meta(&mut self, _: &u8) {}
}

impl Dialect for Acme {
    const ID: &'static str = "acme";

    type Root = Json;
    type Settings = AcmeSettings;
    type Meta = ();

    fn settings(context: Context) -> AcmeSettings {
        AcmeSettings(context)
    }

    fn success<'a>(_: &'a AcmeSettings, data: Data, _: &'a ()) -> impl Serialize + use<'a> {
        data
    }

    fn failure<'a>(_: &'a AcmeSettings, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        report.message()
    }
}

#[envelope_tool(dialects("response-v2", Acme))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A custom dialect decides which data needs no metadata, with `PlainData`.
// fix: the dialect's `Reply`, or `impl<T> PlainData<T> for AcmeSettings`
