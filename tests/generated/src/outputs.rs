//! A tool gives the same envelope as a text, as bytes, as a tree, as an HTTP response and as the SDK's result, with and without
//! an ambient request id.

use envelope_runtime::testing::Frozen;
use envelope_runtime::{Envelope, RequestId, ToolFailure};
use http_types::Response;
use rmcp_sdk::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::failures::failure;
use crate::judge::parse;
use crate::random::Random;
use crate::values::Data;

type Outcome = Result<Data, ToolFailure>;

/// The tools of a dialect, one for each output.
struct Tools {
    envelope: fn(Outcome) -> Envelope,
    text: fn(Outcome) -> String,
    bytes: fn(Outcome) -> Vec<u8>,
    tree: fn(Outcome) -> Value,
    response: fn(Outcome) -> Response<String>,
    result: fn(Outcome) -> CallToolResult,
    /// Whether the envelope is itself an MCP result, rather than the text of one.
    is_result: bool,
}

macro_rules! tools {
    ($is_result:literal, $($settings:tt)*) => {{
        use envelope_runtime::envelope_tool;

        #[envelope_tool($($settings)*)]
        fn envelope(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        #[envelope_tool($($settings)*, returns = String)]
        fn text(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        #[envelope_tool($($settings)*, returns = Vec<u8>)]
        fn bytes(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        #[envelope_tool($($settings)*, returns = Value)]
        fn tree(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        #[envelope_tool($($settings)*, returns = Response<String>)]
        fn response(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        #[envelope_tool($($settings)*, returns = CallToolResult)]
        fn result(outcome: Outcome) -> Result<Data, ToolFailure> {
            outcome
        }

        Tools { envelope, text, bytes, tree, response, result, is_result: $is_result }
    }};
}

fn dialects() -> [Tools; 7] {
    [
        tools!(false, dialect = "response-v2", telemetry),
        tools!(false, dialect = "response-v2", data = "item"),
        tools!(
            false,
            dialect = "dotbot-mcp-response@1",
            tool = "a.b",
            summary("{}", data.tags.len())
        ),
        tools!(true, dialect = "mcp-2025-11-25", pretty),
        tools!(true, dialect = "mcp-2025-11-25", text("{}", data.text), structured_errors),
        tools!(true, dialect = "mcp-2026-07-28"),
        tools!(false, dialect = "code-scalpel-v1", tool = "scan", tier = "pro", mirror_failure),
    ]
}

/// Calls the tools of one dialect with the same outcome.
pub(crate) fn agree(random: &mut Random) -> u64 {
    let dialects = dialects();
    let tools = &dialects[random.below(dialects.len())];
    let data = Data::any(random);
    let failure = random.maybe(failure);
    let id = random.maybe(Random::line);
    let outcome = || failure.clone().map_or_else(|| Ok(data.clone()), Err);
    let compare = || Frozen::new().sync_scope(|| compare(tools, outcome));
    match id {
        Some(id) => RequestId::new(id).sync_scope(compare),
        None => compare(),
    }
    6
}

fn compare(tools: &Tools, outcome: impl Fn() -> Outcome) {
    let envelope = (tools.envelope)(outcome());
    let tree: Value = parse(&envelope);
    let (text, is_success) = (envelope.as_str(), envelope.is_success());
    assert_eq!(is_success, outcome().is_ok(), "{text}");
    assert_eq!((tools.text)(outcome()), text);
    assert_eq!((tools.bytes)(outcome()), text.as_bytes());
    assert_eq!((tools.tree)(outcome()), tree, "{text}");

    let response = (tools.response)(outcome());
    assert_eq!(response.body(), text);
    assert_eq!(response.status().is_success(), is_success, "{text}");

    let result = (tools.result)(outcome());
    assert_eq!(result.is_error, Some(!is_success), "{text}");
    if tools.is_result {
        // The SDK's result always has `resultType`; the SDK removes it only for clients of earlier versions.
        let mut tree = tree;
        tree["resultType"] = "complete".into();
        assert_eq!(serde_json::to_value(&result).ok(), Some(tree), "{text}");
    } else {
        assert_eq!(result.structured_content, Some(tree));
        let [ContentBlock::Text(block)] = &result.content[..] else { panic!("{result:?}") };
        assert_eq!(block.text, text);
    }
}
