//! A client calls the running server.

use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use tokio::process::Command;

const SERVER: &str = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));

#[tokio::test]
async fn it_answers_a_client() {
    let client = ().serve(TokioChildProcess::new(Command::new(SERVER)).unwrap()).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["complete_task", "list_tasks"]);

    let arguments = json!({"id": 7}).as_object().unwrap().clone();
    let call = CallToolRequestParams::new("complete_task").with_arguments(arguments);
    let result = client.call_tool(call).await.unwrap();
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content.unwrap()["data"]["error_code"], "TASK_NOT_FOUND");
    client.cancel().await.unwrap();
}
