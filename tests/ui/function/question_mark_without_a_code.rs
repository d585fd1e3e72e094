// The author uses `?` on an error that has no code.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    std::fmt::write(&mut String::new(), format_args!("pong"))?;
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A failure needs a code and a category, and only a `ToolError` has them.
// fix: `.map_err(ToolFailure::internal)?`, or a variant of your error for it
