use envelope_runtime::{RequestId, ToolFailure, envelope_tool};

// The author prints an async tool without waiting for it.
// why: An async tool returns a future of its envelope.
// fix: `not_awaited().await`, or `pollster::block_on(not_awaited())`
#[envelope_tool(dialect = "response-v2")]
async fn not_awaited() -> Result<(), ToolFailure> {
    Ok(())
}

fn not_awaited_main() {
    println!("{}", not_awaited());
}

// The author calls an async tool in a scope that ends before the tool runs.
// why: A future runs after `sync_scope` has returned it, so the tool would not have the request id.
// fix: `RequestId::from_static("req_1").scope(scoped()).await`
#[envelope_tool(dialect = "response-v2")]
async fn scoped() -> Result<(), ToolFailure> {
    Ok(())
}

async fn scoped_main() {
    let _ = RequestId::from_static("req_1").sync_scope(|| scoped()).await;
}

// The author awaits in a function that is not async.
// why: The body of a tool follows the rules of its function: only an `async` function can await.
// fix: `async fn await_in_a_sync_tool() -> Result<(), ToolFailure>`
async fn later() {}

#[envelope_tool(dialect = "response-v2")]
fn await_in_a_sync_tool() -> Result<(), ToolFailure> {
    later().await;
    Ok(())
}

// The author unwraps what a tool returns.
// why: A tool answers with an envelope, also on failure.
// fix: `assert!(unwrapped_envelope().is_success())`, or `envelope_client::data::<T>(&unwrapped_envelope())`
#[envelope_tool(dialect = "response-v2")]
fn unwrapped_envelope() -> Result<(), ToolFailure> {
    Ok(())
}

fn unwrapped_envelope_main() {
    unwrapped_envelope().unwrap();
}

// The author implements a trait whose method returns the `Result`.
// why: The attribute changes the return type of the method to `Envelope`, and the trait has to declare the same type.
// fix: `fn ping(&self) -> envelope_runtime::Envelope;` in the trait
trait Tools {
    fn ping(&self) -> Result<(), ToolFailure>;
}

struct Server;

impl Tools for Server {
    #[envelope_tool(dialect = "response-v2")]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {}
