//! A handwritten `call_tool` keeps the id and the dialect of a request, and passes on the SDK's other outcomes.

use crate::lines::Lines;
use envelope_runtime::mcp_2025_11_25::Mcp;
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::rmcp3::{scope_dialect, scope_request};
use envelope_runtime::{Dialects, RequestId, ToolFailure, envelope_tool};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CreateTaskResult, InputRequiredResult,
    Task, TaskStatus,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_router};
use serde_json::{Value, json};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), returns = CallToolResult)]
async fn find(name: String) -> Result<(), ToolFailure> {
    tokio::task::yield_now().await;
    Err(ToolFailure::not_found("Tool", name))
}

fn input_required() -> CallToolResponse {
    assert_eq!(RequestId::current().unwrap().as_str(), "req_1");
    InputRequiredResult::from_request_state("state").into()
}

fn task() -> CallToolResponse {
    assert_eq!(RequestId::current().unwrap().as_str(), "req_1");
    let now = "2026-07-28T12:00:00Z";
    CreateTaskResult::new(Task::new("task_1", TaskStatus::Working, now, now)).into()
}

/// The ways in which the server calls its tools.
#[derive(Clone, Copy)]
enum Way {
    Request,
    Dialect,
    Router,
}

#[derive(Clone, Copy)]
struct Server(Way);

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
#[tool_router]
impl Server {
    #[tool]
    async fn find(&self) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Tool", "find"))
    }

    #[envelope_tool(skip)]
    #[tool]
    async fn input_required(&self) -> Result<CallToolResponse, ErrorData> {
        Ok(input_required())
    }

    #[envelope_tool(skip)]
    #[tool]
    async fn task(&self) -> Result<CallToolResponse, ErrorData> {
        Ok(task())
    }
}

async fn dispatch(name: String) -> Result<CallToolResponse, ErrorData> {
    Ok(match name.as_str() {
        "input_required" => input_required(),
        "task" => task(),
        _ => find(name).await.into(),
    })
}

impl ServerHandler for Server {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.clone().into_owned();
        match self.0 {
            Way::Request => scope_request(&context, dispatch(name)).await,
            Way::Dialect => {
                let dialects = Dialects::of::<ResponseV2>().and::<Mcp>();
                scope_dialect(&context, &dialects, dispatch(name)).await
            }
            Way::Router => {
                Self::tool_router().call(ToolCallContext::new(self, request, context)).await
            }
        }
    }
}

async fn result(client: &mut Lines, tool: &str) -> Value {
    let line = client.call(tool, json!({})).await;
    serde_json::from_str::<Value>(&line).unwrap()["result"].take()
}

#[tokio::test]
async fn other_outcomes_pass_through() {
    let mut tasks = Vec::new();
    for way in [Way::Request, Way::Dialect, Way::Router] {
        let mut client = Lines::of(Server(way), "2026-07-28").await;
        let asked = result(&mut client, "input_required").await;
        assert_eq!(asked["resultType"], "input_required");
        assert_eq!(asked["requestState"], "state");
        assert!(asked.get("content").is_none(), "{asked}");
        // The SDK answers with an error to a client that has not asked for a task.
        tasks.push(client.call("task", json!({})).await);
    }
    assert!(tasks.iter().all(|task| *task == tasks[0]), "{tasks:?}");
}

#[tokio::test]
async fn a_call_by_hand_keeps_the_id() {
    for way in [Way::Request, Way::Dialect, Way::Router] {
        let mut client = Lines::of(Server(way), "2025-11-25").await;
        let answer = result(&mut client, "find").await["structuredContent"].take();
        assert_eq!(answer["meta"]["request_id"], "req_1");
        assert_eq!(answer["data"]["error_code"], "NOT_FOUND");
    }
}

#[tokio::test]
async fn a_call_by_hand_keeps_the_contract() {
    let mut client = Lines::of(Server(Way::Dialect), "2025-11-25").await;
    for (dialect, is_known) in [("mcp-2025-11-25", true), ("mcp-1999", false)] {
        let meta = json!({"request_id": "req_1", "response_contract": dialect});
        let params = json!({"name": "find", "arguments": {}, "_meta": meta});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let message: Value = serde_json::from_str(&client.ask(&call).await).unwrap();
        let result = &message["result"];
        assert_eq!(result["isError"], true);
        if is_known {
            assert!(result.get("structuredContent").is_none(), "{result}");
            assert_eq!(result["_meta"]["request_id"], "req_1");
        } else {
            let answer = &result["structuredContent"];
            assert_eq!(answer["data"]["error_code"], "VALIDATION_ERROR");
            assert_eq!(answer["meta"]["request_id"], "req_1");
        }
    }
}
