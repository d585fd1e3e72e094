//! Tools of the SDK's routers know the id and the contract of their request, even in a server without a handwritten handler.

use std::sync::Arc;
use std::time::Duration;

use crate::support::{call, call_as, connect};
use envelope_runtime::{RequestId, ToolFailure, envelope_tool};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, RequestMetaObject};
use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Wait {
    milliseconds: u64,
}

/// The ambient id, which the body sees.
fn ambient() -> Result<String, ToolFailure> {
    let id = RequestId::current().ok_or_else(|| ToolFailure::internal("no id"))?;
    Ok(id.as_str().to_owned())
}

/// A server with nothing but the two attributes.
struct Server;

#[envelope_tool(dialect = "response-v2", data = "id", output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// Runs when it is called.
    #[tool]
    fn sync(&self) -> Result<String, ToolFailure> {
        ambient()
    }

    /// Runs when it is awaited.
    #[tool]
    async fn waits(
        &self,
        Parameters(Wait { milliseconds }): Parameters<Wait>,
    ) -> Result<String, ToolFailure> {
        let before = ambient()?;
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        assert_eq!(before, ambient()?);
        Ok(before)
    }

    #[tool]
    #[envelope_tool(returns = rmcp::model::CallToolResult)]
    async fn alone() -> Result<String, ToolFailure> {
        ambient()
    }
}

#[tokio::test]
async fn a_body_knows_its_request() {
    let client = connect(Server).await;
    for (tool, arguments) in
        [("sync", json!({})), ("waits", json!({"milliseconds": 0})), ("alone", json!({}))]
    {
        let envelope = call(&client, tool, arguments).await.structured_content.unwrap();
        assert_eq!(envelope["data"]["id"], "own-id", "{tool}");
        assert_eq!(envelope["meta"]["request_id"], "own-id", "{tool}");
    }
    // The answer to a refused call also has the id.
    let refused = call(&client, "waits", json!({})).await.structured_content.unwrap();
    assert_eq!(refused["data"]["error_code"], "MISSING_REQUIRED");
    assert_eq!(refused["meta"]["request_id"], "own-id");

    // If the client sends no id, the JSON-RPC id is used.
    let result = client.call_tool(CallToolRequestParams::new("sync")).await.unwrap();
    let envelope = result.structured_content.unwrap();
    assert!(envelope["data"]["id"].as_str().unwrap().parse::<u64>().is_ok(), "{envelope}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn overlapping_calls_keep_their_ids_apart() {
    let client = Arc::new(connect(Server).await);
    let calls: Vec<_> = (0..200)
        .map(|number| {
            let client = Arc::clone(&client);
            tokio::spawn(async move {
                let id = format!("req-{number}");
                let arguments = json!({"milliseconds": number % 7});
                let result = call_as(&client, json!(id), "waits", arguments).await;
                let envelope = result.structured_content.unwrap();
                assert_eq!(envelope["data"]["id"], *id);
                assert_eq!(envelope["meta"]["request_id"], *id);
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
}

#[test]
fn tools_are_called_without_a_server() {
    assert_eq!(Server.sync().error_code(), Some("INTERNAL_ERROR"));
    let envelope = RequestId::new("req_1").sync_scope(|| Server.sync());
    assert_eq!(envelope_client::data::<Value>(&envelope).unwrap(), json!({"id": "req_1"}));
}

/// The attribute changes nothing in the SDK's list of tools.
#[tokio::test]
async fn the_tools_are_listed() {
    let client = connect(Server).await;
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["alone", "sync", "waits"]);
    assert_eq!(tools[1].description.as_deref(), Some("Runs when it is called."));
    assert_eq!(tools[2].input_schema["required"], json!(["milliseconds"]));
    assert!(Server.get_tool("waits").is_some() && Server.get_tool("no").is_none());
    assert_eq!(connect(Server).await.peer_info().unwrap().capabilities.tools, Some(<_>::default()));
}

/// A generic server with its own handler keeps the sum of two named routers in a field.
mod several {
    use super::*;

    pub(super) struct Generic<T> {
        router: ToolRouter<Self>,
        value: T,
    }

    #[envelope_tool(dialect = "response-v2", data("id", "value"))]
    #[tool_router(router = first, vis = "pub(super)")]
    impl<T> Generic<T>
    where
        T: Clone + ToString + Send + Sync + 'static,
    {
        #[tool]
        fn value(&self) -> Result<(String, String), ToolFailure> {
            Ok((ambient()?, self.value.to_string()))
        }
    }

    mod inner {
        use super::*;

        #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
        #[rmcp::tool_router(vis = "pub(in super::super)", router = "second")]
        impl<T: Clone + ToString + Send + Sync + 'static> Generic<T> {
            #[tool]
            async fn scan(&self) -> Result<String, ToolFailure> {
                ambient()
            }
        }
    }

    #[tool_handler(router = self.router, instructions = "Call value.")]
    impl<T: Clone + ToString + Send + Sync + 'static> ServerHandler for Generic<T> {}

    #[tokio::test]
    async fn of_any_name_and_use() {
        let router = Generic::first() + Generic::second();
        let client = connect(Generic { router, value: 7 }).await;
        assert_eq!(client.peer_info().unwrap().instructions.as_deref(), Some("Call value."));
        let value = call(&client, "value", json!({})).await.structured_content.unwrap();
        assert_eq!(value["data"], json!({"id": "own-id", "value": "7"}));
        let scan = call(&client, "scan", json!({})).await.structured_content.unwrap();
        assert_eq!((&scan["data"], &scan["request_id"]), (&json!("own-id"), &json!("own-id")));
    }

    /// The attribute is on a module, which contains the block with the router.
    #[envelope_tool(dialect = "response-v2", data = "id")]
    mod server {
        use super::*;

        pub(super) struct Server;

        #[tool_router(server_handler)]
        impl Server {
            #[tool]
            fn id(&self) -> Result<String, ToolFailure> {
                ambient()
            }
        }
    }

    #[tokio::test]
    async fn in_a_module() {
        let client = connect(server::Server).await;
        let envelope = call(&client, "id", json!({})).await.structured_content.unwrap();
        assert_eq!(envelope["data"]["id"], "own-id");
    }

    /// A generic server with the SDK's handler, and a conditional block.
    struct Handled<T>(T);

    #[envelope_tool(dialect = "response-v2", data = "id")]
    #[cfg(test)]
    #[tool_router(server_handler)]
    impl<T: Send + Sync + 'static> Handled<T> {
        #[tool]
        fn id(&self) -> Result<String, ToolFailure> {
            let _ = &self.0;
            ambient()
        }
    }

    #[allow(dead_code)]
    struct Absent;

    #[envelope_tool(dialect = "response-v2", data = "id")]
    #[cfg(not(test))]
    #[tool_router(server_handler)]
    impl Absent {
        #[tool]
        fn id(&self) -> Result<String, ToolFailure> {
            ambient()
        }
    }

    #[tokio::test]
    async fn under_a_handler_of_the_attribute() {
        let client = connect(Handled(())).await;
        let envelope = call(&client, "id", json!({})).await.structured_content.unwrap();
        assert_eq!(envelope["data"]["id"], "own-id");
    }
}

/// A server that names its contracts once.
struct Negotiating;

#[envelope_tool(dialects("response-v2", "code-scalpel-v1"), tier = "pro", data = "id")]
#[tool_router(server_handler)]
impl Negotiating {
    #[tool]
    async fn id(&self, Parameters(_): Parameters<Wait>) -> Result<String, ToolFailure> {
        ambient()
    }
}

#[tokio::test]
async fn a_call_names_its_contract() {
    let client = connect(Negotiating).await;
    let call = async |contract: Value, arguments: Value| {
        let mut params = CallToolRequestParams::new("id")
            .with_arguments(arguments.as_object().cloned().unwrap());
        let mut meta = RequestMetaObject::new();
        meta.insert("request_id".to_owned(), "req_7".into());
        meta.insert("response_contract".to_owned(), contract);
        params.meta = Some(meta);
        client.call_tool(params).await.unwrap().structured_content.unwrap()
    };
    let fitting = || json!({"milliseconds": 1});
    let first = call(Value::Null, fitting()).await;
    assert_eq!(
        (&first["meta"]["version"], &first["data"]["id"]),
        (&json!("response-v2"), &json!("req_7"))
    );
    let second = call(json!("code-scalpel-v1"), fitting()).await;
    assert_eq!((&second["tier"], &second["data"]["id"]), (&json!("pro"), &json!("req_7")));
    // The answer to wrong arguments is also in the contract of the call.
    let misfit = call(json!("code-scalpel-v1"), json!({})).await;
    assert_eq!(misfit["error"]["error_code"], "invalid_argument");

    let refused = call(json!("mcp-2025-11-25"), fitting()).await;
    assert_eq!(refused["data"]["error_code"], "VALIDATION_ERROR");
    assert_eq!(refused["data"]["details"]["supported"], json!(["response-v2", "code-scalpel-v1"]));
    assert_eq!(refused["meta"]["request_id"], "req_7");

    // A direct call uses the first contract.
    let called = Negotiating.id(json!({}).into()).await;
    assert_eq!(called.dialect(), "response-v2");
}
