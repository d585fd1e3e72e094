// The author exempts a function, and gives it a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[envelope_tool]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(skip, data = "task")]
    fn first_task() -> &'static str {
        "task-001"
    }
}

fn main() {}

// why: A function that is exempt has no settings.
// fix: `#[envelope_tool(skip)]`
