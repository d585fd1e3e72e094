// The author writes a format setting of a custom dialect like any other setting.
// errors: 1

use envelope_runtime::dialect::{Call, Dialect, Entries, Json, PlainData};
use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

#[derive(Default)]
struct Acme {
    note: Option<String>,
}

impl Acme {
    fn note(mut self, text: String) -> Self {
        self.note = Some(text);
        self
    }
}

impl PlainData<u8> for Acme {}

impl Dialect for Acme {
    const ID: &'static str = "acme";

    type Root = Json;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.optional_string("note", self.note.as_deref());
        envelope.data("result");
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = Acme, note("{} found", data))]
fn count() -> Result<u8, ToolFailure> {
    Ok(7)
}

fn main() {
    println!("{}", count());
}

// why: A format string reads the data, and a failure has none: the method gets `None` then.
// fix: `fn note(mut self, text: Option<String>) -> Self`
