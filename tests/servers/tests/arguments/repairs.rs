//! Arguments that serde refuses and that have one clear meaning, in every contract and every way to call a tool.

use axum::extract::{FromRequest, FromRequestParts, Request};
use envelope_runtime::axum08::{Json, Query};
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::tool;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Find {
    query: String,
    page_size: Option<u8>,
    order: Option<Order>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

fn found(find: Find) -> Result<String, ToolFailure> {
    Ok(format!("{} {:?} {:?}", find.query, find.page_size, find.order))
}

struct Server;

#[envelope_tool(dialect = "response-v2", data = "found")]
impl Server {
    #[tool]
    fn find(Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
        found(find)
    }

    #[envelope_tool(unknown_arguments = "ignore")]
    #[tool]
    async fn ignores(Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
        found(find)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found."))]
    #[tool]
    fn in_dotbot(Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
        found(find)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    #[tool]
    fn in_mcp(Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
        found(find)
    }

    #[envelope_tool(exact_arguments, unknown_arguments = "warn")]
    #[tool]
    fn exact(Parameters(find): Parameters<Find>) -> Result<String, ToolFailure> {
        found(find)
    }
}

#[envelope_tool(dialect = "response-v2", data = "found")]
async fn by_body(Json(find): Json<Find>) -> Result<String, ToolFailure> {
    found(find)
}

#[envelope_tool(dialect = "response-v2", data = "found")]
async fn by_query(Query(find): Query<Find>) -> Result<String, ToolFailure> {
    found(find)
}

fn call() -> Value {
    json!({"query": "auth", "pageSize": "20", "order": "NEWEST"})
}

const FOUND: &str = "auth Some(20) Some(Newest)";

fn value(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_str()).unwrap()
}

async fn post(json: &Value) -> Envelope {
    let request = Request::post("/").header("content-type", "application/json");
    let request = request.body(json.to_string().into()).unwrap();
    let Ok(json) = Json::<Find>::from_request(request, &()).await;
    by_body(json).await
}

#[tokio::test]
async fn a_repair_is_noted_where_the_contract_has_warnings() {
    for repaired in
        [Server::find(call().into()), Server::ignores(call().into()).await, post(&call()).await]
    {
        let repaired = value(&repaired);
        assert_eq!(repaired["data"]["found"], FOUND, "{repaired}");
        assert_eq!(
            repaired["meta"]["warnings"],
            json!([
                "The argument `pageSize` was read as `page_size`",
                "The argument `order` was read as `newest`",
                "The argument `pageSize` was repaired: it has to be an integer from 0 to 255",
            ])
        );
    }
    let repaired = value(&Server::in_dotbot(call().into()));
    assert_eq!(repaired["data"]["found"], FOUND, "{repaired}");
    assert_eq!(repaired["status"], "warning");
    assert_eq!(repaired["warnings"][0]["code"], "REPAIRED_ARGUMENT");

    let repaired = Server::in_mcp(call().into());
    assert!(repaired.is_success() && repaired.as_str().contains(FOUND), "{repaired:?}");
    assert!(!repaired.as_str().contains("pageSize"), "{repaired:?}");

    let whole = value(&Server::find(json!("{\"query\": \"auth\"}").into()));
    let warning = "The arguments were repaired: they have to be an object";
    assert_eq!(whole["meta"]["warnings"], json!([warning]));
}

#[tokio::test]
async fn exact_arguments_are_refused() {
    let refused = value(&Server::exact(call().into()));
    assert_eq!(refused["data"]["error_code"], "VALIDATION_ERROR");
    assert_eq!(refused["data"]["details"]["problems"].as_array().unwrap().len(), 3, "{refused}");

    // The keys of a query string are not repaired.
    let request = Request::get("/?query=auth&pageSize=20").body(axum::body::Body::empty()).unwrap();
    let (mut parts, _) = request.into_parts();
    let Ok(query) = Query::from_request_parts(&mut parts, &()).await;
    let refused = by_query(query).await;
    assert!(refused.as_str().contains("did you mean `page_size`?"), "{refused}");
}
