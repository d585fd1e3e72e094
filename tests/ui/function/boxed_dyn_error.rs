// The author returns any error type.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Any error could be in the box, and nothing gives a client its code.
// fix: `Result<(), ToolFailure>`, with `.map_err(ToolFailure::internal)?` in the body
