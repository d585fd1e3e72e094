// The author misspells a setting of the custom dialect in the list.
// errors: 1

use envelope_runtime::dialect::{Call, Dialect, Entries, Json, PlainData};
use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

#[derive(Default)]
struct Acme;

impl PlainData<u8> for Acme {}

impl Dialect for Acme {
    const ID: &'static str = "acme";

    type Root = Json;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialects("response-v2", Acme), tenan = "blue", data = "n")]
fn ping() -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    println!("{}", ping());
}

// why: The settings of a custom dialect are its methods.
// fix: leave it out, or add the method to `Acme`
