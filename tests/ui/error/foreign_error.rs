// The author returns the error of another crate, which has no code.
// errors: 1

use envelope_runtime::envelope_tool;

mod database {
    #[derive(Debug)]
    pub struct Error;
}

#[envelope_tool(dialect = "response-v2")]
async fn read() -> Result<(), database::Error> {
    Err(database::Error)
}

fn main() {
    let _ = read();
}

// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
