// The author misspells a setting of a contract, in a list with a custom dialect.
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

// It could be a method of `Acme`, so the message is only the compiler's.
#[envelope_tool(dialects("response-v2", Acme), telemtry, data = "n")]
fn ping() -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    println!("{}", ping());
}

// why: A setting that no contract in the list has is a method of the custom dialect, which only the compiler knows.
// fix: `telemetry`
