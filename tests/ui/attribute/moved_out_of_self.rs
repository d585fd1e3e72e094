// The author moves a field of `self` into a setting.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

struct Server {
    id: String,
}

impl Server {
    #[envelope_tool(dialect = "response-v2", request_id = self.id)]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

fn main() {}

// why: A setting is an expression like any in the body: it can't move out of a reference.
// fix: `request_id = &self.id`
