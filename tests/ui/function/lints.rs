#![deny(dead_code, deprecated, unreachable_pub)]

use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use std::pin::Pin;

// The author never calls the function.
#[envelope_tool(dialect = "response-v2")]
fn unused_function() -> Result<(), ToolFailure> {
    Ok(())
}

// The author never calls the async function.
#[envelope_tool(dialect = "response-v2", catch_panic)]
async fn unused_async() -> Result<(), ToolFailure> {
    Ok(())
}

// The author never calls the function that returns a future.
#[envelope_tool(dialect = "response-v2")]
fn unused_future() -> impl Future<Output = Result<(), ToolFailure>> {
    async { Ok(()) }
}

// The author never calls the function that returns a boxed future.
#[envelope_tool(dialect = "response-v2")]
fn unused_boxed_future() -> Pin<Box<dyn Future<Output = Result<(), ToolFailure>>>> {
    Box::pin(async { Ok(()) })
}

// The author never calls the tool with several dialects.
#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1"), summary("Pinged."))]
fn unused_with_dialects() -> Result<(), ToolFailure> {
    Ok(())
}

// The author never calls the generic function.
#[envelope_tool(dialect = "response-v2", data = "value")]
fn unused_generic<T: serde::Serialize>(value: T) -> Result<T, ToolFailure> {
    Ok(value)
}

// The author never calls the method.
struct Server;

impl Server {
    #[envelope_tool(dialect = "response-v2")]
    fn unused_method(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author calls only one of two methods of a block.
struct Block;

#[envelope_tool(dialect = "response-v2")]
impl Block {
    #[envelope_tool]
    fn called(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn unused_in_a_block(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author never calls the tool of a module.
#[envelope_tool(dialect = "response-v2")]
mod tools {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool]
    pub(super) fn unused_in_a_module() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author writes `pub` in a private module.
mod functions {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2")]
    pub fn unreachable_function() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author writes `pub` on an async function in a private module.
mod asynchronous {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2", catch_panic)]
    pub async fn unreachable_async() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author writes `pub` on a function that returns a future in a private module.
mod futures {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2")]
    pub fn unreachable_future() -> impl Future<Output = Result<(), ToolFailure>> {
        async { Ok(()) }
    }
}

// The author writes `pub` on a method of a block in a private module.
mod blocks {
    use envelope_runtime::{ToolFailure, envelope_tool};

    pub(super) struct Server;

    #[envelope_tool(dialect = "response-v2")]
    impl Server {
        #[envelope_tool]
        pub fn unreachable_method(&self) -> Result<(), ToolFailure> {
            Ok(())
        }
    }
}

// The author writes `pub` in a block that is a private module.
#[envelope_tool(dialect = "response-v2")]
mod private_block {
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool]
    pub fn unreachable_in_a_module() -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author has a deprecated function make the failure.
#[deprecated]
fn failure_of_io(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = failure_of_io)]
    Io(std::io::Error),
}

fn main() {
    let _ = (Server, Block.called(), StoreError::Io);
    let _ = (functions::unreachable_function, asynchronous::unreachable_async);
    let _ = (futures::unreachable_future, blocks::Server, blocks::Server::unreachable_method);
    let _ = private_block::unreachable_in_a_module;
}
