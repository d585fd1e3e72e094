// The author returns any error, and forgets the feature.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn ping() -> anyhow::Result<()> {
    Ok(())
}

fn main() {}

// why: The errors of other crates have codes behind features of their names.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow"] }`
