use envelope_runtime::{ToolFailure, envelope_tool};

// The author exempts a function, and gives it a setting.
// why: A function that is exempt has no settings.
// fix: `#[envelope_tool(skip)]`
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

// The author exempts a function that is in no block.
// why: Only a block gives its arguments to other functions.
// fix: `fn skip_of_a_lone_function()` without the attribute
#[envelope_tool(skip)]
fn skip_of_a_lone_function() -> &'static str {
    "task-001"
}

// The author exempts a function at the wrong place.
// why: The attribute of a block gives its arguments to the tools in it.
// fix: `#[envelope_tool(dialect = "response-v2")]`
struct SkipOnABlock;

#[envelope_tool(dialect = "response-v2", skip)]
impl SkipOnABlock {
    #[envelope_tool]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    fn first_task() -> &'static str {
        "task-001"
    }
}

// The author gives the flag a value.
// why: A flag is written alone.
// fix: `#[envelope_tool(skip)]`
struct SkipWithAValue;

#[envelope_tool(dialect = "response-v2")]
impl SkipWithAValue {
    #[envelope_tool]
    fn ping() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(skip = true)]
    fn first_task() -> &'static str {
        "task-001"
    }
}

fn main() {
    skip_of_a_lone_function();
}
