#![deny(dead_code, unreachable_pub)]

use envelope_runtime::server::axum::Query;
use envelope_runtime::server::rmcp::Parameters;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::{tool, tool_router};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Search {
    text: String,
}

// No router has the handler.
#[envelope_tool(dialect = "response-v2", data = "found")]
async fn unused_handler(Query(search): Query<Search>) -> Result<String, ToolFailure> {
    Ok(search.text)
}

// No router has the tool of the SDK. The SDK replaces the braces of an async one, which hides it.
struct Server;

#[envelope_tool(dialect = "response-v2", data = "found")]
impl Server {
    #[tool]
    fn unused_tool(&self, Parameters(search): Parameters<Search>) -> Result<String, ToolFailure> {
        Ok(search.text)
    }
}

// The handler is public, and its module is not. The router has the other tools.
mod private {
    use super::*;

    #[envelope_tool(dialect = "response-v2", data = "found")]
    pub async fn unreachable_handler(
        Query(search): Query<Search>,
    ) -> Result<String, ToolFailure> {
        Ok(search.text)
    }

    pub(super) struct Router;

    #[envelope_tool(dialect = "response-v2", data = "found")]
    #[tool_router(server_handler)]
    impl Router {
        #[tool]
        async fn used(
            &self,
            Parameters(search): Parameters<Search>,
        ) -> Result<String, ToolFailure> {
            Ok(search.text)
        }

        #[tool]
        pub fn unreachable_tool(&self) -> Result<String, ToolFailure> {
            Ok(String::new())
        }
    }
}

fn main() {
    let _ = Server;
    let _ = private::unreachable_handler;
    let _ = private::Router;
}
