//! Tools that return the same records, each in another way.

use std::sync::LazyLock;

use envelope_runtime::dotbot::Summary;
use envelope_runtime::rmcp3::with_request_ids;
use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers of records that calls ask for.
pub(crate) const SIZES: [usize; 3] = [1, 20, 1_000];

#[derive(Clone, Serialize, JsonSchema)]
struct Record {
    id: usize,
    title: &'static str,
    labels: [&'static str; 2],
    done: bool,
    score: f64,
}

#[derive(Serialize, Payload, JsonSchema)]
pub(crate) struct Page {
    records: Vec<Record>,
    total: usize,
}

impl Page {
    fn of(size: usize) -> Self {
        let title = "Write the release notes and publish them";
        let record =
            |id| Record { id, title, labels: ["backend", "urgent"], done: false, score: 0.5 };
        Self { records: (0..size).map(record).collect(), total: size }
    }
}

impl Summary for Page {
    fn summary(&self) -> String {
        format!("Found {} records.", self.total)
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct List {
    size: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Server;

/// Declares a tool for each dialect and output.
macro_rules! tools {
    ($($dialect:literal $(($($setting:tt)+))?: $envelope:ident, $result:ident;)*) => {
        #[tool_router]
        impl Server {
            #[tool]
            async fn sdk(&self, Parameters(list): Parameters<List>) -> Json<Page> {
                Json(Page::of(list.size))
            }

            #[tool]
            async fn by_hand(
                &self,
                Parameters(list): Parameters<List>,
            ) -> Result<CallToolResult, ErrorData> {
                let page = serde_json::to_value(Page::of(list.size))
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                Ok(CallToolResult::structured(page))
            }

            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)+)?)]
                #[tool]
                async fn $envelope(&self, Parameters(list): Parameters<List>) -> Result<Page, ToolFailure> {
                    Ok(Page::of(list.size))
                }

                #[envelope_tool(dialect = $dialect $(, $($setting)+)?, returns = CallToolResult)]
                #[tool]
                async fn $result(&self, Parameters(list): Parameters<List>) -> Result<Page, ToolFailure> {
                    Ok(Page::of(list.size))
                }
            )*
        }
    };
}

tools! {
    "mcp-2025-11-25": mcp_envelope, mcp_result;
    "response-v2": response_v2_envelope, response_v2_result;
    "dotbot-mcp-response@1": dotbot_envelope, dotbot_result;
    "code-scalpel-v1" (tier = "pro"): code_scalpel_envelope, code_scalpel_result;
}

/// Built once for all calls, as in an optimized server.
static ROUTER: LazyLock<ToolRouter<Server>> =
    LazyLock::new(|| with_request_ids(Server::tool_router()));

#[tool_handler(router = ROUTER)]
impl ServerHandler for Server {}
