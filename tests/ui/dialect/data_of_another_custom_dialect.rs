// The author returns data that a custom dialect in the list has no plain form for.
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

#[envelope_tool(dialects("response-v2", Acme))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A custom dialect decides which data needs no metadata, with `PlainData`.
// fix: the dialect's `Reply`, or `impl<T> PlainData<T> for Acme {}`
