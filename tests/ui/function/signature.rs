use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use std::time::Duration;

// The author meant every implementation of the trait to be a tool.
// why: The attribute turns the outcome of a body into an envelope, and a declaration has no body.
// fix: `#[envelope_tool(dialect = "response-v2")]` on the method in `impl Tools for Server`
trait Tools {
    #[envelope_tool(dialect = "response-v2")]
    fn ping(&self) -> Result<(), std::fmt::Error>;
}

struct Server;

impl Tools for Server {
    fn ping(&self) -> Envelope {
        unreachable!()
    }
}

// The author meant every implementation of an async method to be a tool.
// why: The attribute turns the outcome of a body into an envelope, and a declaration has no body.
// fix: `#[envelope_tool(dialect = "response-v2")]` on the method in `impl Later for Worker`
trait Later {
    #[envelope_tool(dialect = "response-v2")]
    async fn ping(&self) -> Result<(), std::fmt::Error>;
}

// The author meant to evaluate a tool when compiling.
// why: An envelope is made when the tool is called, not when it is compiled.
// fix: `fn const_fn() -> Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
const fn const_fn() -> Result<(), ToolFailure> {
    Ok(())
}

// The author meant to call a tool from C.
// why: An envelope is a Rust type, which other languages cannot receive.
// fix: `fn extern_fn() -> Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
extern "C" fn extern_fn() -> Result<(), ToolFailure> {
    Ok(())
}

// The author wants any number of arguments.
// why: A Rust function takes a fixed number of arguments.
// fix: `fn variadic(numbers: &[u8]) -> Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
fn variadic(_first: u8, _: ...) -> Result<(), ToolFailure> {
    Ok(())
}

// The author meant a tool without data.
// why: A failure needs an error with a code and a message, so a tool returns a `Result`, with `()` if there is no data.
// fix: `fn no_return_type() -> Result<(), ToolFailure>`
#[envelope_tool(dialect = "response-v2")]
fn no_return_type() {}

// The author returns a future from an async function.
// why: The caller would have to await twice.
// fix: `fn async_that_returns_a_future() -> impl Future<Output = Result<(), ToolFailure>>`
#[envelope_tool(dialect = "response-v2")]
async fn async_that_returns_a_future() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

// The author returns a boxed future from an async function.
// why: The caller would have to await twice.
// fix: `fn async_that_returns_a_box() -> impl Future<Output = Result<(), ToolFailure>>`
#[envelope_tool(dialect = "response-v2")]
async fn async_that_returns_a_box() -> std::pin::Pin<Box<dyn Future<Output = Result<(), ToolFailure>>>> {
    Box::pin(async { Ok(()) })
}

// The author limits the time of a tool that is not async.
// why: The body is dropped when its time is over, which only a future can be.
// fix: `async fn timeout_of_a_sync_tool() -> …`
#[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(5))]
fn timeout_of_a_sync_tool() -> Result<(), ToolFailure> {
    Ok(())
}

// The author logs the caller of a tool.
// why: The caller of the body is the expansion, so that a location in the body would be the attribute's.
// fix: `fn with_caller() -> Result<(), ToolFailure>`, and `#[track_caller]` on a function that it calls
#[envelope_tool(dialect = "response-v2")]
#[track_caller]
fn with_caller() -> Result<(), ToolFailure> {
    println!("{}", std::panic::Location::caller());
    Ok(())
}

// The author meant the function in the constant.
// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
const PING: fn() = || {};

// The author meant the methods of the struct.
// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
struct OnAStruct;

// The author meant every method of the trait.
// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
trait OnATrait {}

// The author meant the functions of another language.
// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
unsafe extern "C" {
    safe fn abs(number: i32) -> i32;
}

fn main() {
    println!("{}", Server.ping());
    println!("{}", const_fn());
    println!("{}", extern_fn());
    println!("{}", variadic(1));
    println!("{}", no_return_type());
    println!("{}", with_caller());
    println!("{}", timeout_of_a_sync_tool());
    PING();
    let _ = OnAStruct;
    let _ = abs(-1);
}
