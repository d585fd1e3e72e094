#![deny(dead_code, deprecated, unreachable_pub)]

use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use std::pin::Pin;

// Nothing calls the function.
#[envelope_tool(dialect = "response-v2")]
fn unused_function() -> Result<(), ToolFailure> {
    Ok(())
}

// Nothing calls the async function.
#[envelope_tool(dialect = "response-v2", catch_panic)]
async fn unused_async() -> Result<(), ToolFailure> {
    Ok(())
}

// Nothing calls the function that returns a future.
#[envelope_tool(dialect = "response-v2")]
fn unused_future() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

// Nothing calls the function that returns a boxed future.
#[envelope_tool(dialect = "response-v2")]
fn unused_boxed_future() -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>>>> {
    Box::pin(async { Ok(()) })
}

// Nothing calls the tool with several dialects.
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pinged."))]
fn unused_with_dialects() -> Result<(), ToolFailure> {
    Ok(())
}

// Nothing calls the generic function.
#[envelope_tool(dialect = "response-v2", data = "value")]
fn unused_generic<T: serde::Serialize>(value: T) -> Result<T, ToolFailure> {
    Ok(value)
}

// Nothing calls the method.
struct Server;

impl Server {
    #[envelope_tool(dialect = "response-v2")]
    fn unused_method(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// Nothing calls one of the methods of a block.
struct Block;

#[envelope_tool(dialect = "response-v2")]
impl Block {
    #[envelope_tool]
    fn used_in_a_block(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn unused_in_a_block(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// Nothing calls the tool of a module.
#[envelope_tool(dialect = "response-v2")]
mod tools {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool]
    pub(super) fn unused_in_a_module() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The functions are public, and their module is not.
mod private {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2")]
    pub fn unreachable_function() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2", returns = String)]
    pub async fn unreachable_async() -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool(dialect = "response-v2")]
    pub fn unreachable_future() -> impl Future<Output = Result<(), ToolFailure>> {
        async { Ok(()) }
    }
}

// The methods and the functions of a block are public, and their module is not.
mod blocks {
    use envelope_runtime::{ToolFailure, envelope_tool};

    pub(crate) struct Server;

    #[envelope_tool(dialect = "response-v2")]
    impl Server {
        #[envelope_tool]
        pub fn unreachable_method(&self) -> Result<(), ToolFailure> {
            Ok(())
        }
    }

    #[envelope_tool(dialect = "response-v2")]
    pub(crate) mod tools {
        use envelope_runtime::{ToolFailure, envelope_tool};

        #[envelope_tool]
        pub fn unreachable_in_a_module() -> Result<(), ToolFailure> {
            Ok(())
        }
    }
}

// The function that makes the failure is deprecated.
#[deprecated]
fn old_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = old_failure)]
    Io(std::io::Error),
}

fn main() {
    let _ = StoreError::Io;
    let _ = Server;
    let _ = Block.used_in_a_block();
    let _ = (private::unreachable_function, private::unreachable_async);
    let _ = private::unreachable_future;
    let _ = (blocks::Server::unreachable_method, blocks::tools::unreachable_in_a_module);
    let _ = blocks::Server;
}
