//! Walks pages over MCP and HTTP, and checks cut results against the output schemas of their tools.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::routing::get;
use envelope_client::response_v2::{AsyncPages, Response};
use envelope_runtime::code_scalpel::CodeScalpel;
use envelope_runtime::dotbot::Dotbot;
use envelope_runtime::response_v2::{Reply, ResponseV2};
use envelope_runtime::{AnyDialect, Envelope, Page, ToolFailure, envelope_tool};
use futures_util::stream;
use jsonschema::Validator;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::{call, connect, seeds};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    id: usize,
    text: String,
}

/// Items of all sizes up to some 300 bytes, with characters that need escaping.
fn items(seed: usize) -> impl Iterator<Item = Item> + Clone {
    let text = move |id: usize| "é\"\\\n7".repeat((id * 31 + seed * 17) % 40);
    (0..seed * 37 % 300).map(move |id| Item { id, text: text(id) })
}

/// Budgets from 1,500 to 11,500 bytes.
fn budget(seed: usize) -> usize {
    1_500 + seed * 7_919 % 10_000
}

#[derive(Clone, Deserialize, JsonSchema)]
struct List {
    seed: usize,
    #[serde(default)]
    cursor: Option<String>,
}

type Listed = Result<Reply<Vec<Item>>, ToolFailure>;

fn after(List { seed, cursor }: &List) -> Result<impl Iterator<Item = Item> + use<>, ToolFailure> {
    let start = cursor.as_deref().map_or(Ok(0), str::parse::<usize>)?;
    Ok(items(*seed).skip(start))
}

#[envelope_tool(dialect = "response-v2", data = "items")]
fn list(list: &List) -> Listed {
    Ok(Reply::page(Page::fitting(after(list)?, budget(list.seed), |last| {
        (last.id + 1).to_string()
    })?))
}

struct Server;

#[envelope_tool(dialect = "response-v2", output_schema)]
#[tool_router(server_handler)]
impl Server {
    /// From a stream.
    #[envelope_tool(data = "items")]
    #[tool]
    async fn list(&self, Parameters(list): Parameters<List>) -> Listed {
        let items = stream::iter(after(&list)?);
        let cursor = |last: &Item| (last.id + 1).to_string();
        Ok(Reply::page(Page::fitting_stream(items, budget(list.seed), cursor).await?))
    }
}

/// The items that a client gets by following the cursors.
async fn walk(seed: usize, list: impl AsyncFn(List) -> String) -> Vec<Item> {
    let list = &list;
    let mut pages = AsyncPages::new(|cursor| async move {
        let envelope = list(List { seed, cursor }).await;
        assert!(envelope.len() <= budget(seed), "{} of {}", envelope.len(), budget(seed));
        Ok::<_, ToolFailure>(Response::<Vec<Item>>::under("items", &envelope)?)
    });
    let mut items = Vec::new();
    while let Some(page) = pages.next().await {
        items.extend(page.expect("a page").data);
    }
    items
}

#[tokio::test]
async fn pages_over_mcp_contain_each_item_once() {
    let client = connect(Server).await;
    for seed in seeds(60) {
        let walked = walk(seed, async |List { seed, cursor }| {
            let result = call(&client, "list", json!({"seed": seed, "cursor": cursor})).await;
            let [block] = &result.content[..] else { panic!("{result:?}") };
            let text = block.as_text().expect("the envelope").text.clone();
            let structure: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(result.structured_content, Some(structure));
            text
        });
        assert_eq!(walked.await, items(seed).collect::<Vec<_>>(), "{seed}");
    }
}

#[tokio::test]
async fn pages_over_http_contain_each_item_once() {
    async fn handle(axum::extract::Query(query): axum::extract::Query<List>) -> Envelope {
        list(&query)
    }

    let router = Router::new().route("/items", get(handle));
    for seed in seeds(60).map(|seed| seed + 1_000) {
        let walked = walk(seed, async |List { seed, cursor }| {
            let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let request = Request::get(format!("/items?seed={seed}{cursor}")).body(Body::empty());
            let response = router.clone().oneshot(request.unwrap()).await.unwrap();
            let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            String::from_utf8(bytes.into()).unwrap()
        });
        assert_eq!(walked.await, items(seed).collect::<Vec<_>>(), "{seed}");
    }
}

#[envelope_tool(dialect = "response-v2", data = "items", output_schema, budget = 3_000)]
fn response_v2(seed: usize) -> Result<Vec<Item>, ToolFailure> {
    Ok(items(seed).collect())
}

#[envelope_tool(
    dialect = "dotbot-mcp-response@1",
    data = "items",
    summary("Done."),
    output_schema,
    budget = 3_000
)]
fn dotbot(seed: usize) -> Result<Vec<Item>, ToolFailure> {
    Ok(items(seed).collect())
}

#[envelope_tool(dialect = "mcp-2026-07-28", data = "items", output_schema, budget = 3_000)]
fn mcp(seed: usize) -> Result<Vec<Item>, ToolFailure> {
    Ok(items(seed).collect())
}

/// A type that allows no other keys.
#[derive(Serialize, JsonSchema, envelope_runtime::Payload)]
#[serde(deny_unknown_fields)]
struct Found {
    items: Vec<Item>,
    next: Option<Box<Found>>,
}

#[envelope_tool(dialect = "mcp-2025-11-25", output_schema, budget = 3_000)]
fn closed(seed: usize) -> Result<Found, ToolFailure> {
    Ok(Found { items: items(seed).collect(), next: None })
}

/// Returns the SDK's own result, which is built without parsing the text.
#[envelope_tool(
    dialect = "mcp-2026-07-28",
    data = "items",
    budget = 3_000,
    returns = CallToolResult
)]
fn direct(seed: usize) -> Result<Vec<Item>, ToolFailure> {
    Ok(items(seed).collect())
}

#[envelope_tool(dialect = "response-v2", data = "items", budget = 3_000, returns = CallToolResult)]
fn direct_envelope(seed: usize) -> Result<Vec<Item>, ToolFailure> {
    Ok(items(seed).collect())
}

struct CursorServer;

#[envelope_tool(dialect = "mcp-2025-11-25", output_schema)]
#[tool_router(server_handler)]
impl CursorServer {
    /// Returns pages, which MCP does not define for results.
    #[envelope_tool(data = "items")]
    #[tool]
    async fn list(&self, Parameters(list): Parameters<List>) -> Result<Page<Item>, ToolFailure> {
        // The result has the data twice, and its text needs more escaping.
        Page::fitting(after(&list)?, budget(list.seed) / 4 + 1_024, |last| {
            (last.id + 1).to_string()
        })
    }
}

#[tokio::test]
async fn pages_of_mcp_contain_each_item_once() {
    let client = connect(CursorServer).await;
    for seed in seeds(25) {
        let (mut walked, mut cursor) = (Vec::<Item>::new(), Value::Null);
        loop {
            let result = call(&client, "list", json!({"seed": seed, "cursor": cursor})).await;
            let mut page = result.structured_content.expect("a page");
            walked.extend(serde_json::from_value::<Vec<Item>>(page["items"].take()).unwrap());
            cursor = page["next_cursor"].take();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(walked, items(seed).collect::<Vec<_>>(), "{seed}");
    }
}

fn page_of(seed: usize) -> Result<Page<Item>, ToolFailure> {
    Page::fitting(items(seed), 3_000, |last| last.id.to_string())
}

#[envelope_tool(
    dialects("response-v2", "dotbot-mcp-response@1", "mcp-2025-11-25", "code-scalpel-v1"),
    data = "items",
    summary("{} items.", data.len()),
    tier = "pro",
    output_schema
)]
fn any_page(seed: usize) -> Result<Page<Item>, ToolFailure> {
    page_of(seed)
}

#[envelope_tool(dialect = "response-v2", data = "items", output_schema)]
fn page(seed: usize) -> Result<Page<Item>, ToolFailure> {
    page_of(seed)
}

#[envelope_tool(dialect = "mcp-2025-11-25", data = "items", output_schema)]
fn mcp_page(seed: usize) -> Result<Page<Item>, ToolFailure> {
    page_of(seed)
}

#[envelope_tool(dialect = "mcp-2026-07-28", output_schema)]
fn page_without_a_key(seed: usize) -> Result<Page<Item>, ToolFailure> {
    page_of(seed)
}

#[test]
fn a_page_matches_its_output_schema() {
    let schema = Value::Object((*page_output_schema()).clone());
    assert!(!schema.to_string().contains("next_cursor"), "the contract has pages");
    let own = validator(&page_output_schema());
    let any = validator(&any_page_output_schema());
    let structures = [
        (mcp_page as Tool, validator(&mcp_page_output_schema())),
        (page_without_a_key, validator(&page_without_a_key_output_schema())),
    ];
    let spoken = [
        AnyDialect::of::<ResponseV2>(),
        AnyDialect::of::<Dotbot>(),
        AnyDialect::of::<CodeScalpel>(),
    ];
    let mut cursors = 0;
    for seed in seeds(25) {
        own.validate(&page(seed).to_value().unwrap()).expect("the schema");
        for contract in &spoken {
            let envelope = contract.clone().sync_scope(|| any_page(seed)).to_value().unwrap();
            any.validate(&envelope).expect("the schema");
        }
        for (tool, schema) in &structures {
            let mut page = tool(seed).to_value().unwrap()["structuredContent"].take();
            schema.validate(&page).expect("the schema");
            cursors += usize::from(page.get("next_cursor").is_some());
            page["next_cursor"] = 5.into();
            assert!(!schema.is_valid(&page), "a cursor is a string");
            page.as_object_mut().unwrap().remove("next_cursor");
            page["total_count"] = 5.into();
            assert!(schema.is_valid(&page), "a page can tell how many items there are");
        }
    }
    let pages = 2 * seeds(25).len();
    assert!((pages / 2..pages).contains(&cursors), "some pages are the last one: {cursors}");
}

type Tool = fn(usize) -> Envelope;

fn validator(schema: &Arc<serde_json::Map<String, Value>>) -> Validator {
    jsonschema::validator_for(&Value::Object((**schema).clone())).expect("a schema")
}

#[test]
fn what_is_cut_matches_its_output_schema() {
    let envelopes: [(Tool, Validator); 2] = [
        (response_v2, validator(&response_v2_output_schema())),
        (dotbot, validator(&dotbot_output_schema())),
    ];
    let structures: [(Tool, Validator); 2] =
        [(mcp, validator(&mcp_output_schema())), (closed, validator(&closed_output_schema()))];
    let mut cut = 0;
    for seed in seeds(75) {
        for (tool, schema) in &envelopes {
            let envelope = tool(seed);
            assert!(envelope.as_str().len() <= 3_000);
            schema.validate(&envelope.to_value().unwrap()).expect("the schema");
            cut += usize::from(envelope.as_str().contains("CONTENT_TRUNCATED"));
        }
        for (tool, schema) in &structures {
            let mut structure = tool(seed).to_value().unwrap()["structuredContent"].take();
            schema.validate(&structure).expect("the schema");
            cut += usize::from(structure.get("truncation").is_some());
            structure["truncation"] = 5.into();
            assert!(!schema.is_valid(&structure), "a notice is a text");
        }
    }
    assert!(cut > seeds(75).len(), "{cut}");
    let without = Value::Object((*any_page_output_schema()).clone()).to_string();
    assert!(!without.contains("truncation"), "the tool has no budget");
}

/// A schema that is built from types, without a tool.
#[test]
fn an_output_schema_by_types_has_the_key_of_a_cut() {
    use envelope_runtime::mcp_2025_11_25::Mcp;
    use envelope_runtime::schema::OutputSchema;

    let schema = OutputSchema::<Mcp, Vec<u8>>::under(["items"]).budget().into_object();
    assert_eq!(schema["properties"]["truncation"], json!({"type": "string"}));
    assert_eq!(schema["required"], json!(["items"]));
    let v2 = OutputSchema::<ResponseV2, Vec<u8>>::under(["items"]).budget().into_object();
    assert!(!Value::Object(v2).to_string().contains("truncation"));
}

/// The output schema requires 200 items, which fit into the first budget, but not into the second.
#[test]
fn a_cut_keeps_as_many_items_as_the_output_schema_requires() {
    #[derive(Serialize, JsonSchema, envelope_runtime::Payload)]
    struct Found {
        #[schemars(length(min = 200))]
        items: Vec<u32>,
    }

    macro_rules! check {
        ($($name:ident($($settings:tt)*);)*) => {$({
            #[envelope_tool($($settings)*, output_schema, budget = 1_500)]
            fn $name(last: u32) -> Result<Found, ToolFailure> {
                Ok(Found { items: (0..last).collect() })
            }

            assert!($name(250).is_success(), "{}", $name(250));
            let large = $name(1_000);
            assert!(large.is_success() && large.as_str().contains("are here"), "{large}");

            #[envelope_tool($($settings)*, output_schema, budget = 600)]
            fn small(last: u32) -> Result<Found, ToolFailure> {
                Ok(Found { items: (0..last).collect() })
            }

            assert!(small(1_000).as_str().contains("RESULT_TOO_LARGE"), "{}", small(1_000));
        })*};
    }

    check! {
        response_v2(dialect = "response-v2");
        dotbot(dialect = "dotbot-mcp-response@1", summary("Done."));
        mcp_2025(dialect = "mcp-2025-11-25");
        mcp_2026(dialect = "mcp-2026-07-28");
        rfc9457(dialect = "rfc9457");
        several(dialects("response-v2", "mcp-2025-11-25"));
    }
}

#[test]
fn the_tree_of_the_sdk_is_cut_as_the_text_is() {
    for seed in seeds(75) {
        let (direct, converted) = (direct(seed), CallToolResult::from(mcp(seed)));
        assert_eq!(json!(direct), json!(converted), "{seed}");
        let converted = CallToolResult::from(response_v2(seed));
        assert_eq!(json!(direct_envelope(seed)), json!(converted), "{seed}");
    }
}

/// The text and the structure both contain the notice, since a client can read either copy alone.
#[test]
fn each_copy_has_the_report() {
    let result = direct(299);
    let [block] = &result.content[..] else { panic!("{result:?}") };
    let text: Value = serde_json::from_str(&block.as_text().expect("a text").text).unwrap();
    let notice = text["truncation"].as_str().expect("a notice");
    assert!(notice.starts_with("The first ") && notice.contains("are here"), "{notice}");
    assert_eq!(result.structured_content, Some(text));
}
