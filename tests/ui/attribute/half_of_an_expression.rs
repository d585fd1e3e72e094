// The author has begun to write the value of a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Context {
    id: String,
}

#[envelope_tool(dialect = "response-v2", request_id = &context.)]
fn ping(context: &Context) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let context = Context { id: String::new() };
    println!("{} {}", context.id, ping(&context));
}

// why: A value is a Rust expression.
// fix: the rest of it: `request_id = &context.id`
