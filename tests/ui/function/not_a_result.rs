// The author returns an `Option`, and forgot that a tool says why there is no data.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn find(id: &str) -> Option<()> {
    (!id.is_empty()).then_some(())
}

fn main() {
    find("auth");
}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
