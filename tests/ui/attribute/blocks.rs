use envelope_runtime::{ToolFailure, envelope_tool};

// The author meant each method of the block.
// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
struct Server;

#[envelope_tool(dialect = "response-v2")]
impl Server {
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author meant every function of the module.
// why: A block gives its arguments to the functions in it that are marked. The others stay as they are.
// fix: `#[envelope_tool]`, or the SDK's `#[tool]`, on each function that should be a tool
#[envelope_tool(dialect = "response-v2")]
mod tools {}

// The author marked a constant in a block.
// why: Only a function can be a tool.
// fix: remove `#[envelope_tool]` from the constant
struct BlockWithAMarkedConstant;

#[envelope_tool(dialect = "response-v2")]
impl BlockWithAMarkedConstant {
    #[envelope_tool]
    const LIMIT: usize = 5;

    #[envelope_tool(data = "limit")]
    fn ping(&self) -> Result<usize, ToolFailure> {
        Ok(Self::LIMIT)
    }
}

// The author left an argument in the block that each tool has.
// why: An argument of a tool overrides the argument of its block. Here, every tool overrides it.
// fix: `#[envelope_tool(dialect = "response-v2")]` on the block
struct BlockWithAnArgumentOfEachTool;

#[envelope_tool(dialect = "response-v2", data = "values")]
impl BlockWithAnArgumentOfEachTool {
    #[envelope_tool(data = "pings")]
    fn ping(&self) -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![])
    }
}

// The author gives a tool of a block two attributes.
// why: The second attribute would wrap the envelope of the first.
// fix: `#[envelope_tool(dialect = "response-v2", telemetry)]`
struct BlockWithTwoAttributesOnATool;

#[envelope_tool(dialect = "response-v2")]
impl BlockWithTwoAttributesOnATool {
    #[envelope_tool(data = "n")]
    #[envelope_tool(telemetry)]
    fn count(&self) -> Result<u8, ToolFailure> {
        Ok(1)
    }
}

// The author writes the attribute twice.
// why: The second attribute would wrap the envelope of the first.
// fix: `#[envelope_tool(dialect = "response-v2", telemetry)]`
#[envelope_tool(dialect = "response-v2")]
#[envelope_tool(dialect = "response-v2")]
async fn the_same_attribute_twice() -> Result<(), ToolFailure> {
    Ok(())
}

// The author writes a second attribute for a setting.
// why: The second attribute would wrap the envelope of the first.
// fix: `#[envelope_tool(dialect = "response-v2", telemetry)]`
#[envelope_tool(dialect = "response-v2")]
#[envelope_tool(telemetry)]
fn two_attributes() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = Server.ping();
    let _ = BlockWithAMarkedConstant.ping();
    let _ = BlockWithAnArgumentOfEachTool.ping();
    let _ = BlockWithTwoAttributesOnATool.count();
}
