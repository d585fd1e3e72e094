//! Reads results of the official Rust SDK, pages as a `Stream`, and envelopes as raw JSON.

use std::pin::pin;

use ::rmcp::model::{CallToolResult, ContentBlock};
use envelope_client::response_v2::AsyncPages;
use envelope_client::{ReadError, Success, response_v2};
use envelope_runtime::response_v2::{Pagination, Reply};
use envelope_runtime::{Envelope, ErrorType, Payload, ToolFailure, envelope_tool};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Serialize, Deserialize, Payload)]
struct Spec {
    id: String,
}

fn spec(id: &str) -> Result<Spec, ToolFailure> {
    if id.is_empty() {
        return Err(ToolFailure::missing_required("id").warning("It is old"));
    }
    Ok(Spec { id: id.to_owned() })
}

#[envelope_tool(dialect = "response-v2")]
fn foundry(id: &str) -> Result<Spec, ToolFailure> {
    spec(id)
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Read."))]
fn dotbot(id: &str) -> Result<Spec, ToolFailure> {
    spec(id)
}

#[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
fn mcp(id: &str) -> Result<Spec, ToolFailure> {
    spec(id)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
fn code_scalpel(id: &str) -> Result<Spec, ToolFailure> {
    spec(id)
}

type Tool = fn(&str) -> Envelope;

const TOOLS: [Tool; 4] = [foundry, dotbot, mcp, code_scalpel];

/// Converts an envelope into a result of the SDK, and into a result with text alone, as a server without structured content sends.
fn results(envelope: Envelope) -> [CallToolResult; 2] {
    let is_result = envelope.is_call_tool_result();
    let result = CallToolResult::from(envelope);
    let mut text_alone = result.clone();
    if !is_result {
        text_alone.structured_content = None;
        text_alone.is_error = None;
    }
    [result, text_alone]
}

/// Reads a result of the SDK.
fn read<T: DeserializeOwned>(
    result: CallToolResult,
) -> Result<envelope_client::AnyResponse<T>, ReadError> {
    envelope_client::AnyResponse::from_value(serde_json::to_value(result)?)
}

#[test]
fn results_of_the_sdk() {
    for tool in TOOLS {
        for result in results(tool("auth")) {
            let response = read::<Spec>(result).unwrap();
            assert_eq!(response.outcome.unwrap(), Spec { id: "auth".to_owned() });
        }
        for result in results(tool("")) {
            let failure = read::<Spec>(result).unwrap().outcome.unwrap_err();
            assert_eq!(
                failure.code().replace("INVALID_ARGUMENT", "MISSING_REQUIRED"),
                "MISSING_REQUIRED"
            );
            assert_eq!(failure.error_type(), ErrorType::Validation);
            assert_eq!(failure.remediation.as_deref(), Some("Provide a non-empty id parameter"));
            assert_eq!(failure.warnings[0].message, "It is old");
        }
    }
}

/// Results without an envelope.
#[test]
fn plain_results_of_the_sdk() {
    let text = CallToolResult::success(vec![ContentBlock::text("Sunny")]);
    assert_eq!(read::<String>(text).unwrap().outcome.unwrap(), "Sunny");
    let structured = CallToolResult::structured(json!({"id": "auth"}));
    assert_eq!(read::<Spec>(structured).unwrap().outcome.unwrap().id, "auth");
    let failed = CallToolResult::error(vec![ContentBlock::text("Error: It rains")]);
    let failure = read::<Spec>(failed).unwrap().outcome.unwrap_err();
    assert_eq!(failure.message, "It rains");
}

#[envelope_tool(dialect = "response-v2", data = "tasks")]
fn list_tasks(cursor: Option<&str>) -> Result<Reply<Vec<u32>>, ToolFailure> {
    let start: u32 = cursor.unwrap_or("0").parse()?;
    let next = start + 2;
    let page = if next < 5 { Pagination::next(next.to_string()) } else { Pagination::end() };
    Ok(Reply::new((start..next.min(5)).collect()).pagination(page.total_count(5).page_size(2)))
}

async fn call(cursor: Option<String>) -> Result<response_v2::Response<Vec<u32>>, ToolFailure> {
    tokio::task::yield_now().await;
    Ok(response_v2::Response::under("tasks", list_tasks(cursor.as_deref()).as_str())?)
}

/// Turns pages into a stream, as the docs of `AsyncPages` show.
fn stream_of<F, Fut>(
    pages: AsyncPages<F, Fut>,
) -> impl Stream<Item = Result<Success<Vec<u32>, response_v2::Meta>, ToolFailure>>
where
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<response_v2::Response<Vec<u32>>, ToolFailure>>,
{
    stream::unfold(pages, async |mut pages| Some((pages.next().await?, pages)))
}

#[tokio::test]
async fn pages_become_a_stream() {
    let pages = stream_of(AsyncPages::new(call));
    let pages: Vec<_> = pages.map_ok(|page| page.data).try_collect().await.unwrap();
    assert_eq!(pages, [vec![0, 1], vec![2, 3], vec![4]]);

    let items = stream_of(AsyncPages::new(call))
        .map_ok(|page| stream::iter(page.data.into_iter().map(Ok::<_, ToolFailure>)));
    let mut items = pin!(items.try_flatten());
    assert_eq!(StreamExt::next(&mut items).await.unwrap().unwrap(), 0);
    assert_eq!(items.try_collect::<Vec<_>>().await.unwrap(), [1, 2, 3, 4]);
}

/// A stream of a server's pages can be sent to another thread.
#[tokio::test]
async fn a_stream_is_spawned() {
    let pages = stream_of(AsyncPages::new(call).starting_at("not a number"));
    let all = tokio::spawn(async move { pages.collect::<Vec<_>>().await }).await.unwrap();
    let [Err(failure)] = &all[..] else { panic!("{all:?}") };
    assert_eq!(failure.report().code(), "INVALID_FORMAT");
}

#[derive(Serialize)]
struct Message<'a> {
    result: &'a RawValue,
}

#[test]
fn envelopes_are_raw_json() {
    for tool in TOOLS {
        let envelope = tool("auth");
        let raw = serde_json::to_string(&Message { result: envelope.to_raw().unwrap() }).unwrap();
        assert_eq!(raw, format!(r#"{{"result":{envelope}}}"#));
        assert_eq!(
            serde_json::from_str::<Value>(&raw).unwrap()["result"],
            envelope.to_value().unwrap()
        );
    }
}
