// The author meant to say that there may be no spec, and forgot that a tool tells why.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn find(id: &str) -> Option<()> {
    (!id.is_empty()).then_some(())
}

fn main() {
    find("auth");
}
