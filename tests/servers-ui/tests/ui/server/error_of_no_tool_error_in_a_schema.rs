// The error of a tool with a schema has no code.
// errors: 1

use envelope_runtime::envelope_tool;
use rmcp::{tool, tool_router};

#[derive(Debug)]
struct Broken;

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema, list_failures)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    fn ping(&self) -> Result<(), Broken> {
        Err(Broken)
    }
}

fn main() {}

// why: A failure needs a code and a category, and this type has neither.
// fix: `#[derive(ToolError)]` on the type, or `ToolFailure` as the error, made with `.map_err(ToolFailure::internal)`
