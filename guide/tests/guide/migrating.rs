//! The servers of the chapter about migrating: both answer with the same JSON.

#[path = "../../samples/migrating/after.rs"]
mod after;
#[path = "../../samples/migrating/before.rs"]
mod before;
#[path = "../../samples/migrating/halfway.rs"]
mod halfway;
#[path = "../../samples/migrating/store.rs"]
pub(crate) mod store;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use envelope_client::assert_contract;
use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::{RoleClient, RoleServer, Service, ServiceExt};
use serde_json::{Value, json};
use store::Store;

type Client = RunningService<RoleClient, ()>;

/// A client of a server whose type is hidden: the SDK's connections take long to compile, and are compiled for each type.
async fn connect(server: impl Service<RoleServer>) -> Client {
    let server = server.into_dyn();
    let (ours, theirs) = tokio::io::duplex(4096);
    tokio::spawn(async { server.serve(theirs).await.unwrap().waiting().await });
    ().serve(ours).await.unwrap()
}

/// Makes the calls in turn, and returns their answers. Asserts that the text of each answer equals its structured content.
async fn answers(client: &Client, calls: &[(&'static str, Value)]) -> Vec<(Option<bool>, Value)> {
    let mut answers = Vec::new();
    for (tool, arguments) in calls {
        let arguments = arguments.as_object().unwrap().clone();
        let params = CallToolRequestParams::new(*tool).with_arguments(arguments);
        let result = client.call_tool(params).await.unwrap();
        let text = &result.content[0].as_text().unwrap().text;
        let envelope = result.structured_content.unwrap();
        assert_contract!("response-v2", text);
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), envelope);
        answers.push((result.is_error, envelope));
    }
    answers
}

#[tokio::test]
async fn both_servers_answer_with_the_same() {
    let calls = [
        ("list_tasks", json!({})),
        ("list_tasks", json!({"cursor": "2"})),
        ("list_tasks", json!({"cursor": "7"})),
        ("list_tasks", json!({"cursor": "no number"})),
        ("complete_task", json!({"id": 2})),
        ("complete_task", json!({"id": 2})),
        ("complete_task", json!({"id": 7})),
    ];
    let before = answers(&connect(before::Server(Store::new())).await, &calls).await;
    let after = answers(&connect(after::Server(Store::new())).await, &calls).await;
    assert_eq!(before, after);

    assert_eq!(after[1].1["data"]["tasks"][0]["title"], "Reset the password");
    let code = |(_, envelope): &(_, Value)| envelope["data"]["error_code"].clone();
    assert_eq!(
        Value::Array(after.iter().map(code).collect()),
        json!([null, null, null, "INVALID_FORMAT", null, "INVALID_STATE", "TASK_NOT_FOUND"])
    );
}

#[tokio::test]
async fn both_servers_hide_what_is_internal() {
    let broken = || {
        let store = Store::new();
        let lost = catch_unwind(AssertUnwindSafe(|| {
            let _tasks = store.0.lock().unwrap();
            panic!("the lock is poisoned on purpose");
        }));
        assert!(lost.is_err());
        store
    };
    let calls = [("complete_task", json!({"id": 2}))];
    let before = answers(&connect(before::Server(broken())).await, &calls).await;
    let after = answers(&connect(after::Server(broken())).await, &calls).await;
    assert_eq!(before, after);
    assert_eq!(after[0].1["data"]["error_code"], "INTERNAL_ERROR");
}

/// One tool has moved, and the other has not.
#[tokio::test]
async fn a_server_can_be_halfway() {
    let calls = [("list_tasks", json!({})), ("count_tasks", json!({}))];
    let answers = answers(&connect(halfway::Server).await, &calls).await;
    assert_eq!(answers[0].1["data"], json!({"tasks": []}));
    assert_eq!(answers[1].1["data"], json!({"open": 3}));
    assert!(answers[1].1["meta"]["request_id"].is_string());
}

/// The handwritten server leaves wrong arguments to the SDK.
#[tokio::test]
async fn arguments_that_do_not_fit_get_an_envelope_afterwards() {
    let before = connect(before::Server(Store::new())).await;
    let after = connect(after::Server(Store::new())).await;
    for (arguments, code) in
        [(json!({}), "MISSING_REQUIRED"), (json!({"id": "two"}), "VALIDATION_ERROR")]
    {
        let arguments = arguments.as_object().unwrap().clone();
        let params = CallToolRequestParams::new("complete_task").with_arguments(arguments);
        let answer = before.call_tool(params.clone()).await.unwrap();
        assert_eq!(answer.structured_content, None);

        let envelope = after.call_tool(params).await.unwrap().structured_content.unwrap();
        assert_eq!(envelope["data"]["error_code"], code);
        assert_eq!(envelope["data"]["details"]["field"], "id");
    }
}

/// The chapter counts the lines of both servers.
#[test]
fn the_lines_are_counted() {
    let read =
        |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let lines = |path| {
        let source = read(path);
        source.lines().filter(|line| !line.trim().is_empty()).count()
    };
    let before = lines("samples/migrating/before.rs");
    let after = lines("samples/migrating/after.rs");
    let claim = format!("{before} lines before, {after} after");
    assert!(read("src/migrating.md").contains(&claim), "{claim}");
}
