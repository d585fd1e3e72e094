// The author exempts a function at the wrong place.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2", skip)]
impl Server {
    #[envelope_tool]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    fn first_task() -> &'static str {
        "task-001"
    }
}

fn main() {}

// why: The attribute of a block gives its arguments to the tools in it.
// fix: `#[envelope_tool(dialect = "response-v2")]`
