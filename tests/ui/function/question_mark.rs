use envelope_runtime::{ToolError, ToolFailure, bail, ensure, envelope_tool};

// The author uses `?` on an error that has no code.
// why: A failure needs a code and an error type, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
#[envelope_tool(dialect = "response-v2")]
fn question_mark_without_a_code() -> Result<(), ToolFailure> {
    std::fmt::write(&mut String::new(), format_args!("pong"))?;
    Ok(())
}

// The author uses `?` on text.
// why: A failure needs a code and an error type, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
#[envelope_tool(dialect = "response-v2", data = "id")]
fn question_mark_on_text(id: Option<u8>) -> Result<u8, ToolFailure> {
    Ok(id.ok_or_else(|| "no id".to_owned())?)
}

// The author uses `?` on any error.
// why: A failure needs a code and an error type, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
fn parse(text: &str) -> Result<u8, Box<dyn std::error::Error>> {
    Ok(text.parse()?)
}

#[envelope_tool(dialect = "response-v2", data = "id")]
fn question_mark_on_a_box(id: &str) -> Result<u8, ToolFailure> {
    Ok(parse(id)?)
}

// The author uses `?` on an error that the tool's own error has no variant for.
// why: `?` converts with `From`, and `SpecError` has no such conversion.
// fix: a variant with `#[tool_error(transparent)]` and `#[from] std::io::Error`
#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

#[envelope_tool(dialect = "response-v2", data = "text")]
fn question_mark_into_an_enum(path: &str) -> Result<String, SpecError> {
    if path.is_empty() {
        return Err(SpecError::NotFound);
    }
    Ok(std::fs::read_to_string(path)?)
}

// The author uses `?` on a value that may not be there.
// why: `None` has no code and no message.
// fix: `id.ok_or_else(|| ToolFailure::not_found("Spec", "auth"))?`
#[envelope_tool(dialect = "response-v2", data = "id")]
fn question_mark_on_an_option(id: Option<u8>) -> Result<u8, ToolFailure> {
    Ok(id?)
}

// The author uses `?` on another tool.
// why: A tool returns an envelope, which `?` can't unwrap. Put shared logic into a plain function.
// fix: `ping()?`, the function that both tools call
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn question_mark_on_a_tool() -> Result<(), ToolFailure> {
    ping()
}

#[envelope_tool(dialect = "response-v2")]
fn pong() -> Result<(), ToolFailure> {
    question_mark_on_a_tool()?;
    Ok(())
}

// The author returns text where the error is a failure.
// why: A failure needs a code and an error type, and a text has neither.
// fix: `Err(ToolFailure::internal("no"))`
#[envelope_tool(dialect = "response-v2")]
fn text_as_an_error() -> Result<(), ToolFailure> {
    Err("no".into())
}

// The author writes the code in quotes, as in the envelope.
// why: A failure needs a code, which tells the caller how to go on, and a message.
// fix: `bail!(ValidationError, "no spec")`
fn code_as_text() -> Result<(), ToolFailure> {
    bail!("NOT_FOUND", "no spec");
}

// The author passes a failure to `bail!`, as with `anyhow`.
// why: A failure needs a code, which tells the caller how to go on, and a message.
// fix: `return Err(ToolFailure::internal("no").into())`
fn failure_in_bail() -> Result<(), ToolFailure> {
    bail!(ToolFailure::internal("no"));
}

// The author ensures a condition without more words, as with `anyhow`.
// why: A failure needs a code, which tells the caller how to go on, and a message.
// fix: `ensure!(!id.is_empty(), ValidationError, "The id is empty")`
fn condition_alone(id: &str) -> Result<(), ToolFailure> {
    ensure!(!id.is_empty());
    Ok(())
}

// The author writes the code in quotes.
// why: A failure needs a code, which tells the caller how to go on, and a message.
// fix: `ensure!(!id.is_empty(), ValidationError, "no spec")`
fn code_as_text_in_ensure(id: &str) -> Result<(), ToolFailure> {
    ensure!(!id.is_empty(), "NOT_FOUND", "no spec");
    Ok(())
}

// The author passes a failure to `ensure!`.
// why: A failure needs a code, which tells the caller how to go on, and a message.
// fix: `if !(!id.is_empty()) { return Err(ToolFailure::internal("no").into()) }`
fn failure_in_ensure(id: &str) -> Result<(), ToolFailure> {
    ensure!(!id.is_empty(), ToolFailure::internal("no"));
    Ok(())
}

fn main() {
    println!("{}", question_mark_without_a_code());
}
