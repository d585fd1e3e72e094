use envelope_runtime::{ToolFailure, envelope_tool};

// The author left the id for later.
// why: Each call has its own id, so the value is an expression.
// fix: `request_id = id`, or `request_id = format!("req_{}", 7)`
#[envelope_tool(dialect = "response-v2", request_id)]
fn request_id_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author left the id for later, in quotes.
// why: An empty id links an envelope to nothing.
// fix: `request_id = id`, or no setting: the id that the server has set for the request is then used
#[envelope_tool(dialect = "response-v2", request_id = "")]
fn request_id_empty() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the request id in parentheses.
// why: Each call has its own id, so the value is an expression.
// fix: `request_id = id`, or `request_id = format!("req_{}", 7)`
#[envelope_tool(dialect = "response-v2", request_id(id))]
fn request_id_in_parentheses(id: &str) -> Result<(), ToolFailure> {
    let _ = id;
    Ok(())
}

// The author formats the id like a summary.
// why: Each call has its own id, so the value is an expression.
// fix: `request_id = id`, or `request_id = format!("req_{}", 7)`
#[envelope_tool(dialect = "response-v2", request_id("req_{}", 7))]
fn request_id_as_a_format() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has begun to write the value of a setting.
// why: A value is a Rust expression.
// fix: the rest of it: `request_id = &context.id`
struct Context {
    id: String,
}

#[envelope_tool(dialect = "response-v2", request_id = &context.)]
fn half_of_an_expression(context: &Context) -> Result<(), ToolFailure> {
    Ok(())
}

// The author takes a flag for an id.
// why: A request id is text that links the envelope to the logs of one call.
// fix: `request_id = id`, where `id` is a `&str`, a `String` or an integer
#[envelope_tool(dialect = "response-v2", request_id = id)]
fn not_a_request_id(id: bool) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", request_id_without_a_value());
    println!("{}", request_id_empty());
    println!("{}", request_id_as_a_format());
    let context = Context { id: String::new() };
    println!("{} {}", context.id, half_of_an_expression(&context));
    println!("{}", not_a_request_id(true));
}
