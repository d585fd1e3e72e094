use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

// The author left the output for later.
// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
#[envelope_tool(dialect = "response-v2", returns)]
fn returns_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the type in parentheses.
// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
#[envelope_tool(dialect = "response-v2", returns(String))]
fn returns_in_parentheses() -> Result<(), ToolFailure> {
    Ok(())
}

// The author puts the type in quotes.
// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
#[envelope_tool(dialect = "response-v2", returns = "String")]
fn returns_in_quotes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author returns what the framework takes.
// why: The function returns this type instead of `Envelope`.
// fix: the tool without `returns`, or with the name of a type
#[envelope_tool(dialect = "response-v2", returns = impl Into<String>)]
fn any_type() -> Result<(), ToolFailure> {
    Ok(())
}

// The author wants two outputs.
// why: Only one value can apply.
// fix: a single argument, such as `dialect = "response-v2"`
#[envelope_tool(dialect = "response-v2", returns = String, returns = Vec<u8>)]
fn returns_twice() -> Result<(), ToolFailure> {
    Ok(())
}

// The author wants the status alone.
// why: An envelope has to convert into the return type, and this type has no conversion.
// fix: `returns = String`, or `impl Output for Status` for your own type
#[envelope_tool(dialect = "response-v2", returns = bool)]
fn not_an_output() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names the type of a framework, and not the function that makes it.
// why: A foreign type cannot implement `Output` in another crate.
// fix: `returns = ToolOutput, via = to_output`
/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", returns = ToolOutput)]
fn output_of_a_framework() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", returns_without_a_value());
    println!("{}", returns_in_quotes());
    println!("{}", any_type());
    println!("{}", returns_twice());
    println!("{}", not_an_output());
    let _ = output_of_a_framework();
}
