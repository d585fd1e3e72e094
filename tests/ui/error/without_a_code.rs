use envelope_runtime::{ErrorCode, ToolError, ToolFailure, envelope_tool};

// The author forgot to derive `ToolError`.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[derive(Debug)]
enum SpecError {
    NotFound,
}

#[envelope_tool(dialect = "response-v2")]
fn without_tool_error() -> Result<(), SpecError> {
    Err(SpecError::NotFound)
}

// The author derives the error for thiserror only.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[derive(Debug, thiserror::Error)]
enum OnlyThiserror {
    #[error("not found")]
    NotFound,
}

#[envelope_tool(dialect = "response-v2")]
fn only_thiserror() -> Result<(), OnlyThiserror> {
    Err(OnlyThiserror::NotFound)
}

// The author writes the codes, and forgets the derive.
// errors: 2, since the compiler reports an unknown attribute, whatever else is wrong
// why: The attribute belongs to a derive.
// fix: `#[derive(ToolError)]` on the type
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[derive(Debug, thiserror::Error)]
enum AttributeWithoutTheDerive {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

#[envelope_tool(dialect = "response-v2")]
fn attribute_without_the_derive() -> Result<(), AttributeWithoutTheDerive> {
    Err(AttributeWithoutTheDerive::NotFound)
}

// The author returns the error of another crate, which has no code.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
mod database {
    #[derive(Debug)]
    pub struct Error;
}

#[envelope_tool(dialect = "response-v2")]
async fn foreign_error() -> Result<(), database::Error> {
    Err(database::Error)
}

// The author has nothing but a message.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[envelope_tool(dialect = "response-v2")]
fn string() -> Result<(), String> {
    Err("no".to_owned())
}

// The author has nothing but a message, under an alias of `Result`.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
mod string_under_an_alias {
    use envelope_runtime::envelope_tool;

    type Result<T> = std::result::Result<T, String>;

    #[envelope_tool(dialect = "response-v2")]
    fn read() -> Result<()> {
        Err("no".to_owned())
    }

    fn print() {
        println!("{}", read());
    }
}

// The author returns text as the error.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[envelope_tool(dialect = "response-v2")]
fn static_text() -> Result<(), &'static str> {
    Err("not found")
}

// The author returns a status and text as the error, as in axum.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[envelope_tool(dialect = "response-v2")]
fn status_and_text() -> Result<(), (u16, String)> {
    Err((404, "not found".to_owned()))
}

// The author returns nothing as the error.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
#[envelope_tool(dialect = "response-v2")]
fn unit() -> Result<(), ()> {
    Err(())
}

// The author returns the code alone as the error.
// why: A failure has a message and a code, and this type has no message.
// fix: `Result<(), ToolFailure>`, with `ToolFailure::new(ErrorCode::NotFound, "no such spec")`
#[envelope_tool(dialect = "response-v2")]
fn code_as_the_error() -> Result<(), ErrorCode> {
    Err(ErrorCode::NotFound)
}

// The author boxes a failure.
// why: A `ToolFailure` needs no box: it is the size of a pointer.
// fix: `Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
fn boxed_failure() -> Result<(), Box<ToolFailure>> {
    Err(Box::new(ToolFailure::not_found("Spec", "auth")))
}

// The author returns any error type.
// why: Any error could be in the box, and nothing gives a client its code.
// fix: `Result<(), ToolFailure>`, with `.map_err(ToolFailure::internal)?` in the body
#[envelope_tool(dialect = "response-v2")]
fn boxed_dyn_error() -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}

// The author returns an error that is no tool error.
// why: A failure needs a code and an error type, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
struct Broken;

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
fn no_tool_error_in_several() -> Result<(), Broken> {
    Err(Broken)
}

// The author implements the trait, and leaves the method out.
// why: The trait makes a failure of the error, with a code and a message.
// fix: `fn failure(&self) -> ToolFailure { … }`, or `#[derive(ToolError)]`
struct NotFound;

impl ToolError for NotFound {}

fn main() {
    println!("{}", without_tool_error());
    println!("{}", only_thiserror());
    println!("{}", attribute_without_the_derive());
    let _ = foreign_error();
    println!("{}", string());
    println!("{}", static_text());
    println!("{}", status_and_text());
    println!("{}", unit());
    println!("{}", code_as_the_error());
    println!("{}", boxed_failure());
    println!("{}", boxed_dyn_error());
    println!("{}", no_tool_error_in_several());
}
