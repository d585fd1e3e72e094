//! The messages of an MCP server: an `Envelope` and a `CallToolResult` are the same on the wire.

use envelope_runtime::{Payload, ToolFailure, envelope_tool, mcp, response_v2};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::lines::{Lines, without_chance};

#[derive(Serialize, Payload)]
struct Records {
    records: Vec<Record>,
    count: usize,
    /// Raw JSON, with a line break of its own.
    quoted: Box<RawValue>,
}

#[derive(Serialize)]
struct Record {
    title: String,
    id: u32,
    score: f64,
}

#[derive(Deserialize, JsonSchema)]
struct List {
    count: usize,
    title: String,
}

impl List {
    fn records(self) -> Result<Records, ToolFailure> {
        if self.title.is_empty() {
            return Err(ToolFailure::missing_required("title").detail("count", self.count));
        }
        let record = |id: u32| Record { title: self.title.clone(), id, score: f64::from(id) / 3.0 };
        let quoted = RawValue::from_string("{\"b\":\r\n [1.5, 2],\n\"a\": \"\\n\"}".to_owned())?;
        let records = (0..).take(self.count).map(record).collect();
        Ok(Records { records, count: self.count, quoted })
    }
}

struct Server;

/// A tool for each output in each dialect.
macro_rules! tools {
    ($($dialect:literal $(($($setting:tt)*))?: $envelope:ident, $result:ident -> $data:ty;)*) => {
        #[tool_router]
        impl Server {
            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                #[tool]
                async fn $envelope(
                    &self,
                    Parameters(list): Parameters<List>,
                ) -> Result<$data, ToolFailure> {
                    Ok(list.records()?.into())
                }

                #[envelope_tool(dialect = $dialect $(, $($setting)*)?, returns = CallToolResult)]
                #[tool]
                async fn $result(
                    &self,
                    Parameters(list): Parameters<List>,
                ) -> Result<$data, ToolFailure> {
                    Ok(list.records()?.into())
                }
            )*
        }

        const TOOLS: &[(&str, &str)] =
            &[$((stringify!($envelope), stringify!($result))),*];
    };
}

tools! {
    "response-v2": v2_envelope, v2_result -> Records;
    "response-v2": v2_reply_envelope, v2_reply_result -> response_v2::Reply<Records>;
    "dotbot-mcp-response@1" (source = "list.rs", host = None, summary("Found {}.", data.count)): dotbot_envelope, dotbot_result -> Records;
    "code-scalpel-v1" (tier = "pro"): code_scalpel_envelope, code_scalpel_result -> Records;
    "mcp-2025-11-25": mcp_envelope, mcp_result -> Records;
    "mcp-2025-11-25" (structured_errors): mcp_reply_envelope, mcp_reply_result -> mcp::Reply<Records, mcp::V_2025_11_25>;
    "mcp-2025-11-25" (pretty): mcp_pretty_envelope, mcp_pretty_result -> Records;
    "mcp-2026-07-28": mcp_2026_envelope, mcp_2026_result -> Records;
}

impl From<Records> for response_v2::Reply<Records> {
    fn from(records: Records) -> Self {
        Self::new(records).warning("\"stale\"\n")
    }
}

impl From<Records> for mcp::Reply<Records, mcp::V_2025_11_25> {
    fn from(records: Records) -> Self {
        Self::new(records)
            .text("Some records.")
            .content(mcp::ContentBlock::text("And more."))
            .extra_meta("tenant", "acme")
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::test]
async fn an_envelope_and_a_result_are_the_same_message() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut client = Lines::of(Server, version).await;
        for (envelope, result) in TOOLS {
            for (count, title) in [(0, "a"), (2, "naïve \"変更\"\n\u{1}"), (50, "Notes"), (1, "")]
            {
                let arguments = json!({"count": count, "title": title});
                let line = client.call(envelope, arguments.clone()).await;
                assert_eq!(
                    without_chance(&line).replace(envelope, result),
                    without_chance(&client.call(result, arguments).await),
                );
                assert_eq!(line.contains("resultType"), version == "2026-07-28", "{line}");
            }
        }
    }
}

/// The maximum depth of data leaves room for the message around it.
#[tokio::test]
async fn the_deepest_data_is_sent() {
    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "deep")]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        async fn deep(&self) -> Result<Value, ToolFailure> {
            Ok((1..119).fold(json!([]), |inner, _| json!([inner])))
        }
    }

    let line = Lines::of(Server, "2025-11-25").await.call("deep", json!({})).await;
    assert!(line.contains(r#""isError":false"#), "{line}");
    assert!(serde_json::from_str::<Value>(&line).is_ok());
}

/// The SDK's tree would round such an integer, so the tool fails.
#[tokio::test]
async fn an_integer_beyond_a_tree_is_an_internal_error() {
    struct Server;

    #[envelope_tool(dialect = "response-v2", data = "wide")]
    #[tool_router(server_handler)]
    impl Server {
        #[tool]
        async fn wide(&self) -> Result<u128, ToolFailure> {
            Ok(u128::MAX)
        }
    }

    let line = Lines::of(Server, "2025-11-25").await.call("wide", json!({})).await;
    let message: Value = serde_json::from_str(&line).unwrap();
    let envelope = &message["result"]["structuredContent"];
    assert_eq!(envelope["data"]["error_code"], "INTERNAL_ERROR");
}
