#![deny(dead_code, unreachable_pub)]

use envelope_runtime::server::axum::Query;
use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Deserialize)]
struct Search {
    text: String,
}

// The author never routes to the handler.
#[envelope_tool(dialect = "response-v2", data = "found")]
async fn unused_handler(Query(search): Query<Search>) -> Result<String, ToolFailure> {
    Ok(search.text)
}

// The author never routes to the handler that returns a future.
#[envelope_tool(dialect = "response-v2", data = "found")]
fn unused_future(
    Query(search): Query<Search>,
) -> impl Future<Output = Result<String, ToolFailure>> + Send {
    async move { Ok(search.text) }
}

// The author writes `pub` on a handler in a private module.
mod handlers {
    use envelope_runtime::server::axum::Query;
    use envelope_runtime::{ToolFailure, envelope_tool};

    #[envelope_tool(dialect = "response-v2", data = "found")]
    pub async fn unreachable_handler(
        Query(search): Query<super::Search>,
    ) -> Result<String, ToolFailure> {
        Ok(search.text)
    }
}

// The author writes `pub` on a tool of the SDK in a private module.
mod servers {
    use envelope_runtime::{ToolFailure, envelope_tool};
    use rmcp::{tool, tool_router};

    pub(super) struct Server;

    #[envelope_tool(dialect = "response-v2", data = "found")]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        pub fn unreachable_tool(&self) -> Result<String, ToolFailure> {
            Ok(String::new())
        }
    }
}

fn main() {
    let _ = (handlers::unreachable_handler, servers::Server);
}
