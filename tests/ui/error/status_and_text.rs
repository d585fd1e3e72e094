// The author returns a status and text as the error, as in axum.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<(), (u16, String)> {
    Err((404, "not found".to_owned()))
}

fn main() {
    println!("{}", read());
}

// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
