use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

// The author names only the function that makes the output.
// why: The signature of the tool needs the type, and a macro does not see the signature of another function.
// fix: `returns = ToolOutput, via = to_output`
#[envelope_tool(dialect = "response-v2", via = to_output)]
fn via_without_returns() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes the path as serde takes it.
// why: A path is not text.
// fix: `via = to_output`
#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = "to_output")]
fn via_in_quotes() -> Result<(), ToolFailure> {
    Ok(())
}

// The author calls the function.
// why: The function is called when the tool has answered.
// fix: `via = to_output`
#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = to_output())]
fn via_called() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes a closure.
// why: A function has a type that messages can name.
// fix: `via = to_output`
#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = |envelope| to_output(envelope))]
fn via_of_a_closure() -> Result<(), ToolFailure> {
    Ok(())
}

// The author explains what makes the output.
// why: The value names the function that makes the output.
// fix: `via = to_output`
#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = "a conversion to text")]
fn via_as_a_sentence() -> Result<(), ToolFailure> {
    Ok(())
}

// The author names another type than the function makes.
// why: The function makes the type that the tool returns.
// fix: `returns = ToolOutput`
#[envelope_tool(dialect = "response-v2", returns = String, via = to_output)]
fn via_to_another_type() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = via_without_returns();
    let _ = via_in_quotes();
    let _ = via_called();
    let _ = via_of_a_closure();
    let _ = via_as_a_sentence();
    let _ = via_to_another_type();
}
