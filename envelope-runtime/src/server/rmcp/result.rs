//! An envelope as the SDK's `CallToolResult`.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ResultType};
use serde_json::Value;

use super::seal::Seal;
use crate::envelope::{Beside, Envelope};
use crate::json::{Apart, Structure};
use crate::output::Output;

/// `returns = CallToolResult`: the result is made without parsing the data.
impl Output for CallToolResult {
    const IS_TREE: bool = true;
    const IS_CALL_TOOL_RESULT: bool = true;

    fn is_spliced() -> bool {
        Seal::current().is_some()
    }

    fn from_envelope(mut envelope: Envelope) -> Self {
        match envelope.take_beside() {
            Some(Beside::Data(data)) => joined(envelope, data),
            Some(Beside::Tree(tree)) if envelope.is_call_tool_result() => {
                completed(serde_json::from_value(tree), envelope)
            }
            Some(Beside::Tree(tree)) => enveloped(envelope, Some(tree)),
            None => envelope.into(),
        }
    }
}

/// The result as which an MCP server sends an envelope. It parses the JSON for the structured content.
impl From<Envelope> for CallToolResult {
    fn from(envelope: Envelope) -> Self {
        if envelope.is_call_tool_result() {
            return result(envelope);
        }
        let structure = match Seal::current() {
            Some(seal) => Some(seal.close(envelope.as_str())),
            None => serde_json::from_str(envelope.as_str()).ok(),
        };
        enveloped(envelope, structure)
    }
}

/// Makes a function that returns an [`Envelope`] a tool of the SDK.
impl IntoCallToolResult for Envelope {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::from(self).into())
    }
}

/// The result that a dialect of MCP wrote.
fn result(envelope: Envelope) -> CallToolResult {
    completed(serde_json::from_str(envelope.as_str()), envelope)
}

/// The result, or the envelope in one if it cannot be read. The SDK adapts `resultType` to the version that the client speaks.
fn completed(result: serde_json::Result<CallToolResult>, envelope: Envelope) -> CallToolResult {
    match result {
        Ok(mut result) => {
            result.result_type = Some(ResultType::COMPLETE);
            result
        }
        Err(_) => enveloped(envelope, None),
    }
}

/// What the dialects of MCP write around data that is alone. Reading it again would take longer than writing it.
const AROUND_DATA: [&str; 2] = [
    r#"{"content":[{"type":"text","text":""}],"structuredContent":null,"isError":false}"#,
    r#"{"resultType":"complete","content":[{"type":"text","text":""}],"structuredContent":null,"isError":false}"#,
];

/// The result that a dialect of MCP wrote without its data, and the data.
fn joined(envelope: Envelope, apart: Apart) -> CallToolResult {
    let mut result = if AROUND_DATA.contains(&envelope.as_str()) {
        completed(Ok(CallToolResult::success(vec![ContentBlock::text("")])), envelope)
    } else {
        result(envelope)
    };
    if let (Some(text), Some(first)) = (apart.text, result.content.first_mut()) {
        *first = ContentBlock::text(text);
    }
    match apart.structure {
        Some(Structure::Tree(tree)) => result.structured_content = Some(tree),
        Some(Structure::Json(json)) => {
            result.structured_content = Seal::current().map(|seal| seal.close(&json));
        }
        None => {}
    }
    result
}

/// The result for an envelope that is not one itself.
fn enveloped(envelope: Envelope, structure: Option<Value>) -> CallToolResult {
    let is_failure = !envelope.is_success();
    let content = vec![ContentBlock::text(envelope.into_string())];
    let mut result =
        if is_failure { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = structure;
    result
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;
    use crate::{ToolFailure, envelope_tool};

    #[test]
    fn what_is_around_data_is_what_the_dialects_write() {
        #[envelope_tool(dialect = "mcp-2025-11-25")]
        fn earlier() -> Result<Map<String, Value>, ToolFailure> {
            Ok(Map::new())
        }

        #[envelope_tool(dialect = "mcp-2026-07-28")]
        fn later() -> Result<Map<String, Value>, ToolFailure> {
            Ok(Map::new())
        }

        for (envelope, around) in [earlier(), later()].into_iter().zip(AROUND_DATA) {
            let json = envelope.as_str();
            assert_eq!(json.replace("\"{}\"", "\"\"").replace("{}", "null"), around);
            let made = CallToolResult::success(vec![ContentBlock::text("")]);
            let made = completed(Ok(made), envelope);
            let mut read = completed(serde_json::from_str(around), later());
            // The data takes its place.
            assert_eq!(read.structured_content.take(), Some(Value::Null));
            assert_eq!(serde_json::to_value(made).unwrap(), serde_json::to_value(read).unwrap());
        }
    }
}
