use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use std::future::Future;

// The author forgot the final `Ok(())`.
#[envelope_tool(dialect = "response-v2")]
fn missing_end() -> Result<(), ToolFailure> {
    let _ = 1;
}

// The author forgot the final `Ok(())` of an async tool.
#[envelope_tool(dialect = "response-v2")]
async fn missing_end_of_async() -> Result<(), ToolFailure> {
    let _ = 1;
}

// The author uses an argument after it is gone: the error is in the body.
#[envelope_tool(dialect = "response-v2")]
fn moved_twice(id: String) -> Result<(), ToolFailure> {
    drop(id);
    drop(id);
    Ok(())
}

// The author returns a number instead of text in an async tool.
#[derive(serde::Serialize, Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
async fn type_error_in_async_body(id: &str) -> Result<Spec, ToolFailure> {
    count(id)
}

fn count(id: &str) -> Result<usize, ToolFailure> {
    Ok(id.len())
}

// The author returns the outcome of another function: the error is in the body, once.
#[derive(serde::Serialize, Payload)]
struct TypeErrorInBody {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
fn type_error_in_body(id: &str) -> Result<TypeErrorInBody, ToolFailure> {
    if id.is_empty() {
        return type_error_in_body_count();
    }
    Ok(TypeErrorInBody { id: id.to_owned() })
}

fn type_error_in_body_count() -> Result<u8, ToolFailure> {
    Ok(0)
}

// The author makes a mistake in the body.
#[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "mcp-2026-07-28"))]
fn type_error_in_body_of_several() -> Result<(), ToolFailure> {
    let _count: u8 = "seven";
    Ok(())
}

// The author returns a number in a future: like the compiler itself, the error names the signature.
#[envelope_tool(dialect = "response-v2")]
fn type_error_in_future() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(5) }
}

// The author misspelt a name: the error is in the body, and nothing else is reported.
#[envelope_tool(dialect = "response-v2")]
fn unknown_name_in_body() -> Result<(), ToolFailure> {
    helqer();
    Ok(())
}

// The author misspelt the path of their dialect.
#[envelope_tool(dialect = crate::Nope)]
fn unresolved() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", missing_end());
    let _ = missing_end_of_async();
    println!("{}", moved_twice(String::new()));
    let _ = type_error_in_async_body("auth");
    println!("{}", type_error_in_body("auth"));
    println!("{}", type_error_in_body_of_several());
    let _ = type_error_in_future();
    println!("{}", unknown_name_in_body());
    println!("{}", unresolved());
}
