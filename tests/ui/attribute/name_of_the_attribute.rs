use envelope_runtime::{ToolFailure, envelope_tool};

// The author forgets the import.
// why: The attribute is an item of the crate.
// fix: `use envelope_runtime::envelope_tool;`
mod not_imported {
    use envelope_runtime::ToolFailure;

    #[envelope_tool(dialect = "response-v2")]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author calls the attribute by the crate's name.
// why: The attribute is an item of the crate.
// fix: `#[envelope_tool(dialect = "response-v2")]`
#[envelope(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn another_name() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}
