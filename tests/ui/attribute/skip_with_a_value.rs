// The author gives the flag a value.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    #[envelope_tool]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(skip = true)]
    fn first_task() -> &'static str {
        "task-001"
    }
}

fn main() {}

// why: A flag is written alone.
// fix: `#[envelope_tool(skip)]`
