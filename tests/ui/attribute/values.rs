use envelope_runtime::{ToolFailure, envelope_tool};

// The author left the path for later.
// why: The path tells the macro where the runtime is, if it is renamed or re-exported.
// fix: `crate = my_crate::envelope`
#[envelope_tool(dialect = "response-v2", crate)]
fn crate_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The function that gives the schema has a name already.
// why: The function that returns the schema has the name of the tool, and a schema has the types of its data.
// fix: the flag alone, or `output_schema = "described"`
#[envelope_tool(dialect = "response-v2", output_schema = "Spec")]
fn output_schema_with_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author turns the schema on as in a configuration.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, or `output_schema = "described"`
#[envelope_tool(dialect = "response-v2", output_schema = true)]
fn output_schema_is_true() -> Result<(), ToolFailure> {
    Ok(())
}

// The author means the status of one of the tool's failures.
// why: `status` applies to successes. The error type of a failure decides its status.
// fix: no `status`: a `not_found` failure has the status 404
#[envelope_tool(dialect = "response-v2", status = 404)]
fn status_of_a_failure() -> Result<(), ToolFailure> {
    Err(ToolFailure::not_found("Spec", "auth"))
}

// The tool deletes something, and its success should have the status 204.
// why: A response with the status 204 or 205 has no body, and a tool always answers with an envelope.
// fix: no `status`, which is `status = 200`
#[envelope_tool(dialect = "response-v2", status = 204)]
fn status_without_a_body() -> Result<(), ToolFailure> {
    Ok(())
}

// The author chooses the copies that clients get for a single tool.
// why: A server decides once which copy of the data a client gets, where results leave it.
// fix: `copies = …` above `#[tool_router]`
#[envelope_tool(dialect = "response-v2", copies = Copies::Text)]
fn copies_of_a_tool() -> Result<(), ToolFailure> {
    Ok(())
}

// The author forgot a comma between arguments.
// why: Arguments are separated by commas.
// fix: `dialect = "response-v2", telemetry`
#[envelope_tool(dialect = "response-v2" telemetry)]
fn missing_comma() -> Result<(), ToolFailure> {
    Ok(())
}

// The author made a mistake in each of three arguments, and one in the signature.
// errors: 4, one for each mistake
// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
// why: An envelope is made when the tool is called, not when it is compiled.
// fix: `fn several_mistakes() -> Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2", telemetry = true, data = "", returns)]
const fn several_mistakes() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", crate_without_a_value());
    println!("{}", output_schema_with_value());
    println!("{}", output_schema_is_true());
    let _ = status_of_a_failure();
    let _ = status_without_a_body();
    println!("{}", copies_of_a_tool());
    println!("{}", missing_comma());
    println!("{}", several_mistakes());
}
