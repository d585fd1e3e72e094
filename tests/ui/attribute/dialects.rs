use envelope_runtime::{ToolFailure, envelope_tool};

// The author gives several dialects in an array.
// why: The dialects are a list.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
#[envelope_tool(dialect = ["response-v2", "mcp-2025-11-25"])]
fn dialect_as_an_array() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives one dialect several ids.
// why: This value decides which contract the envelope follows.
// fix: `dialects("response-v2", "rfc9457")`
#[envelope_tool(dialect("response-v2", "rfc9457"))]
fn dialect_of_several() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the default beside the list.
// why: The list contains all dialects of the tool, and the first is the default.
// fix: `dialects("response-v2", "mcp-2025-11-25")` alone
#[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), dialect = "response-v2")]
fn dialect_beside_dialects() -> Result<(), ToolFailure> {
    Ok(())
}

// The author adds a list to the one dialect.
// why: The list contains all dialects of the tool, and the first is the default.
// fix: `dialects("response-v2", "mcp-2025-11-25")` alone
#[envelope_tool(dialect = "response-v2", dialects("response-v2", "mcp-2025-11-25"))]
fn dialects_beside_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the list like a value.
// why: The dialects are a list.
// fix: `dialects("response-v2")`
#[envelope_tool(dialects = "response-v2")]
fn dialects_as_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the list in brackets.
// why: The dialects are a list.
// fix: `dialects("response-v2", "rfc9457")`
#[envelope_tool(dialects = ["response-v2", "rfc9457"])]
fn dialects_as_an_array() -> Result<(), ToolFailure> {
    Ok(())
}

// The author left the dialects for later.
// why: A tool answers in a dialect from its list, by default the first.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
#[envelope_tool(dialects())]
fn dialects_empty() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives a version instead of an id.
// why: A contract is named by its id, and a custom dialect by its type.
// fix: `dialects("response-v2", crate::Legacy)`
#[envelope_tool(dialects("response-v2", 1))]
fn dialects_of_a_number() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the list twice.
// why: The list contains all dialects of the tool, and the first is the default.
// fix: `dialects("response-v2", "mcp-2025-11-25")` alone
#[envelope_tool(dialects("response-v2"), dialects("mcp-2025-11-25"))]
fn dialects_twice() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspells one of the dialects.
// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
#[envelope_tool(dialects("respons-v2", "mcp-2025-11-25"))]
fn dialects_with_an_unknown_one() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names a dialect twice.
// why: A caller chooses a dialect by its name, so each is in the list once.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "response-v2"))]
fn dialects_with_one_twice() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", dialect_beside_dialects());
    println!("{}", dialects_beside_dialect());
    println!("{}", dialects_as_a_value());
    println!("{}", dialects_empty());
    println!("{}", dialects_of_a_number());
    println!("{}", dialects_twice());
    println!("{}", dialects_with_an_unknown_one());
    println!("{}", dialects_with_one_twice());
}
