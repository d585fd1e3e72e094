use envelope_runtime::dialect::{AnyJson, Call, Dialect, Entries, PlainData};
use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};

// The author left the dialect for later.
// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect)]
fn dialect_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the dialect like a field of a struct.
// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect: "response-v2")]
fn dialect_after_a_colon() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the dialect like a call.
// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect("response-v2"))]
fn dialect_in_parentheses() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the dialect alone, as a word.
// why: Every argument has a name.
// fix: `dialect = "response-v2"`
#[envelope_tool(response_v2)]
fn dialect_as_a_word() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the dialect alone, without quotes.
// why: Every argument has a name.
// fix: `dialect = "dotbot-mcp-response@1"`
#[envelope_tool(dotbot-mcp-response@1, version = "1.0.0", summary("Pong."))]
fn dialect_alone_without_quotes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the dialect alone.
// why: Every argument has a name.
// fix: `dialect = "response-v2"`
#[envelope_tool("response-v2")]
fn dialect_without_its_name() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the id without quotes.
// why: An id has characters that no name in Rust has.
// fix: `dialect = "mcp-2025-11-25"`
#[envelope_tool(dialect = mcp-2025-11-25)]
fn dialect_without_quotes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the module of the dialect.
// why: An id has characters that no name in Rust has.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect = response_v2)]
fn dialect_as_a_module() -> Result<(), ToolFailure> {
    Ok(())
}

// The author numbers the contracts.
// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect = 2)]
fn dialect_as_a_number() -> Result<(), ToolFailure> {
    Ok(())
}

// The author left the dialect for later, in quotes.
// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialect = "")]
fn dialect_empty() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspelt the dialect.
// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
#[envelope_tool(dialect = "responsev2")]
fn unknown_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the dialect as clients do.
// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
#[envelope_tool(dialect = "v2")]
fn dialect_by_its_alias() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the protocol, which has several versions.
// why: The id selects a published contract.
// fix: `dialect = "mcp-2025-11-25"`
#[envelope_tool(dialect = "mcp")]
fn dialect_without_a_version() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the custom dialect by its id.
// why: The macro knows the ids of the contracts that the crate implements, and no other.
// fix: `dialect = Acme`
#[derive(Default)]
struct Acme;

impl PlainData<u8> for Acme {}

impl Dialect for Acme {
    const ID: &'static str = "acme";

    type Root = AnyJson;
    type Meta = ();

    fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) {
        envelope.only_data();
    }

    fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        envelope.only_value(error.message());
    }
}

#[envelope_tool(dialect = "acme")]
fn dialect_of_a_custom_name() -> Result<u8, ToolFailure> {
    Ok(7)
}

// The author misspells the dialect.
// why: The contract decides the shape of the envelope, and there is no default.
// fix: `dialect = "response-v2"`
#[envelope_tool(dialct = "response-v2", telemetry)]
fn misspelt_dialect() -> Result<(), ToolFailure> {
    Ok(())
}

// The author calls the dialect a contract.
// why: The contract decides the shape of the envelope, and there is no default.
// fix: `dialect = "response-v2"`
#[envelope_tool(contract = "response-v2")]
fn contract() -> Result<(), ToolFailure> {
    Ok(())
}

// The author wants one tool under two contracts.
// why: Only one value can apply.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
#[envelope_tool(dialect = "response-v2", dialect = "mcp-2025-11-25")]
fn dialect_twice() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", dialect_without_a_value());
    println!("{}", dialect_in_parentheses());
    println!("{}", dialect_without_its_name());
    println!("{}", dialect_as_a_number());
    println!("{}", dialect_empty());
    println!("{}", unknown_dialect());
    let _ = Acme;
    println!("{}", dialect_twice());
}
