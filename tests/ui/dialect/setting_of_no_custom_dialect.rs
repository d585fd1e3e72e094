// The author misspells a setting of the custom dialect in the list.
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

#[envelope_tool(dialects("response-v2", Acme), tenan = "blue", data = "n")]
fn ping() -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    println!("{}", ping());
}

// why: The settings of a custom dialect are the methods of its `Settings`.
// fix: leave it out, or add the method to `AcmeSettings`
