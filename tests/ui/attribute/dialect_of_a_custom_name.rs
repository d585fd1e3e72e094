// The author names the custom dialect by its id.
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

#[envelope_tool(dialect = "acme")]
fn ping() -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    let _ = Acme;
}

// why: The macro knows the ids of the contracts that the crate implements, and no other.
// fix: `dialect = Acme`
