use envelope_runtime::{ToolFailure, envelope_tool};

// The author turns a flag on.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
#[envelope_tool(dialect = "response-v2", catch_panic = true)]
fn catch_panic_with_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author turns telemetry on.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
#[envelope_tool(dialect = "response-v2", telemetry = true)]
fn telemetry_with_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes a flag like a field of a struct.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
#[envelope_tool(dialect = "response-v2", telemetry: true)]
fn flag_after_a_colon() -> Result<(), ToolFailure> {
    Ok(())
}

// The author turns a flag on in parentheses.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
#[envelope_tool(dialect = "response-v2", telemetry(true))]
fn flag_in_parentheses() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gave a setting twice.
// why: Only one value can apply.
// fix: a single argument, such as `dialect = "response-v2"`
#[envelope_tool(dialect = "response-v2", telemetry, telemetry)]
fn setting_twice() -> Result<(), ToolFailure> {
    Ok(())
}

// The author turns indentation on.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `pretty`
#[envelope_tool(dialect = "mcp-2025-11-25", pretty = true)]
fn pretty_with_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", catch_panic_with_a_value());
    println!("{}", telemetry_with_a_value());
    println!("{}", flag_after_a_colon());
    println!("{}", setting_twice());
    println!("{}", pretty_with_a_value());
}
