//! An envelope as the SDK's `CallToolResult`.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ResultType};
use serde_json::{Map, Value};

use super::seal::Seal;
use crate::envelope::{Beside, Envelope};
use crate::json::{Apart, tree_and_text, tree_of};
use crate::output::Output;

/// `returns = CallToolResult`: the result is made without parsing the data.
impl Output for CallToolResult {
    const IS_TREE: bool = true;
    const IS_CALL_TOOL_RESULT: bool = true;

    fn from_envelope(mut envelope: Envelope) -> Self {
        match envelope.take_beside() {
            Some(Beside::Data(data)) => joined(envelope, data),
            Some(Beside::Tree(tree)) if envelope.is_call_tool_result() => {
                read(tree).unwrap_or_else(|| unread(envelope))
            }
            Some(Beside::Tree(tree)) => enveloped(envelope, Some(tree)),
            None => envelope.into(),
        }
    }
}

/// The result in which an MCP server sends an envelope. It parses the JSON for the structured content.
impl From<Envelope> for CallToolResult {
    fn from(envelope: Envelope) -> Self {
        converted(envelope, None)
    }
}

/// Makes a function that returns an [`Envelope`] a tool of the SDK. Only the SDK calls it, with the answer to a request: code of
/// your own converts an envelope with `CallToolResult::from`.
impl IntoCallToolResult for Envelope {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(converted(self, Seal::current().as_ref()).into())
    }
}

const STRUCTURE: &str = "structuredContent";

/// The result that a dialect of MCP wrote. `None` if the SDK cannot represent it: it does not know each kind of content block. It
/// adapts `resultType` to the version that the client speaks.
fn read(mut json: Value) -> Option<CallToolResult> {
    // Deserialized, these parts would be made anew, and `serde_json` could take some of their keys for its own.
    let structure = json.as_object_mut()?.remove(STRUCTURE);
    let meta = take_meta(&mut json);
    let blocks = json.get_mut("content").and_then(Value::as_array_mut);
    let metas: Vec<_> = blocks.into_iter().flatten().map(take_meta).collect();
    let mut result: CallToolResult = serde_json::from_value(json).ok()?;
    result.structured_content = structure;
    result.result_type = Some(ResultType::COMPLETE);
    result.meta = meta.map(Into::into);
    for (block, meta) in result.content.iter_mut().zip(metas) {
        let meta = meta.map(Into::into);
        match block {
            ContentBlock::Text(block) => block.meta = meta,
            ContentBlock::Image(block) => block.meta = meta,
            ContentBlock::Audio(block) => block.meta = meta,
            ContentBlock::Resource(block) => block.meta = meta,
            ContentBlock::ResourceLink(block) => block.meta = meta,
            // The SDK has a kind of block that this crate does not write.
            _ => return None,
        }
    }
    Some(result)
}

/// Takes `_meta` out of a result or a content block.
fn take_meta(json: &mut Value) -> Option<Map<String, Value>> {
    match json.as_object_mut()?.remove("_meta")? {
        Value::Object(meta) => Some(meta),
        _ => None,
    }
}

/// The result for an envelope. With a seal, its transport writes the structured content without a tree.
fn converted(envelope: Envelope, seal: Option<&Seal>) -> CallToolResult {
    let structured = |json: &str| match seal {
        Some(seal) if json.starts_with('{') => Some(seal.close(json)),
        _ => tree_of(json).ok(),
    };
    if !envelope.is_call_tool_result() {
        let structure = structured(envelope.as_str());
        return enveloped(envelope, structure);
    }
    let read = || {
        let (json, structure) = tree_and_text(envelope.as_str(), STRUCTURE).ok()?;
        let mut result = read(json)?;
        if let Some(json) = structure {
            result.structured_content = Some(structured(json)?);
        }
        Some(result)
    };
    read().unwrap_or_else(|| unread(envelope))
}

/// A result that the SDK cannot represent, as text. Nothing of it is lost.
fn unread(envelope: Envelope) -> CallToolResult {
    let json = envelope.to_value().ok();
    let structure = json.and_then(|mut json| Some(json.get_mut(STRUCTURE)?.take()));
    enveloped(envelope, structure)
}

/// What the dialects of MCP write around data, before the request id if there is one.
const AROUND_DATA: [&str; 2] = [
    r#"{"content":[{"type":"text","text":""}],"structuredContent":null,"isError":false"#,
    r#"{"resultType":"complete","content":[{"type":"text","text":""}],"structuredContent":null,"isError":false"#,
];
const REQUEST_ID: &str = r#","_meta":{"request_id":""#;

/// The result around data that has nothing beside it but the request id, as most data has. Reading it would take longer than
/// writing it.
fn around_data(envelope: &Envelope) -> Option<CallToolResult> {
    let json = envelope.as_str();
    let end = AROUND_DATA.iter().find_map(|around| json.strip_prefix(around))?;
    let mut result = CallToolResult::success(vec![ContentBlock::text("")]);
    if end != "}" {
        let id = envelope.request_id()?.as_str();
        // Where something in the id is escaped, it is not the same.
        let rest = end.strip_prefix(REQUEST_ID)?.strip_prefix(id)?;
        if rest != "\"}}" {
            return None;
        }
        result.meta.get_or_insert_default().insert("request_id".to_owned(), id.into());
    }
    Some(result)
}

/// The result that a dialect of MCP wrote without its data, and the data.
fn joined(envelope: Envelope, apart: Apart) -> CallToolResult {
    let text = apart.text.map(ContentBlock::text);
    let read = around_data(&envelope).or_else(|| read(envelope.to_value().ok()?));
    let mut result = if let Some(mut result) = read {
        if let (Some(text), Some(first)) = (text, result.content.first_mut()) {
            *first = text;
        }
        result
    } else {
        let mut result = enveloped(envelope, None);
        result.content.splice(..0, text);
        result
    };
    if apart.structure.is_some() {
        result.structured_content = apart.structure;
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
    use serde_json::json;

    use super::*;
    use crate::mcp::{V_2025_11_25, V_2026_07_28};
    use crate::{RequestId, ToolFailure, envelope_tool, mcp};

    type Reply<V> = mcp::Reply<Map<String, Value>, V>;

    #[envelope_tool(dialect = "mcp-2025-11-25")]
    fn earlier(reply: Reply<V_2025_11_25>) -> Result<Reply<V_2025_11_25>, ToolFailure> {
        Ok(reply)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    fn later(reply: Reply<V_2026_07_28>) -> Result<Reply<V_2026_07_28>, ToolFailure> {
        Ok(reply)
    }

    /// An envelope, as it is without its data.
    fn without_data(envelope: &Envelope) -> Envelope {
        let json = envelope.as_str().replace("\"{}\"", "\"\"").replace("{}", "null");
        let (status, id) = (envelope.status().clone(), envelope.request_id().cloned());
        Envelope::new(json, None, status, id, envelope.contract(), true)
    }

    /// Whether the result is made without reading. If it is, it is the one that would be read.
    #[track_caller]
    fn is_made(envelope: &Envelope) -> bool {
        let envelope = without_data(envelope);
        let made = around_data(&envelope);
        let mut read = read(envelope.to_value().unwrap()).unwrap();
        // The data takes its place.
        assert_eq!(read.structured_content.take(), Some(Value::Null));
        made.is_some_and(|made| {
            assert_eq!(serde_json::to_value(made).unwrap(), serde_json::to_value(&read).unwrap());
            true
        })
    }

    #[test]
    fn what_is_around_data_is_what_the_dialects_write() {
        let [earlier, later] =
            [|| earlier(Reply::new(Map::new())), || later(Reply::new(Map::new()))];
        for tool in [earlier, later] {
            assert!(is_made(&tool()));
            assert!(is_made(&RequestId::new("req_1").sync_scope(tool)));
        }
    }

    /// With its feature `raw_value`, `serde_json` takes such an object for raw JSON.
    #[test]
    fn the_private_keys_of_serde_json_are_keys_like_any_other() {
        for text in ["no JSON", "[1]"] {
            let private = json!({"$serde_json::private::RawValue": text});
            let data = Map::from_iter([("data".to_owned(), private.clone())]);
            let block = mcp::ContentBlock::text("more").meta("own", private.clone());
            let reply = Reply::new(data).extra_meta("key", private.clone()).content(block);
            let envelope = earlier(reply);
            let result = CallToolResult::from(envelope.clone());
            assert_eq!(serde_json::to_value(result).unwrap()["_meta"]["key"], private);
            let result = joined(without_data(&envelope), Apart { text: None, structure: None });
            let result = serde_json::to_value(result).unwrap();
            assert_eq!(result["_meta"]["key"], private);
            assert_eq!(result["content"][1]["_meta"]["own"], private);
            assert_eq!(result["content"].as_array().unwrap().len(), 2);
        }
    }

    #[test]
    fn what_has_more_around_its_data_is_read() {
        let reply = || Reply::new(Map::new());
        assert!(!is_made(&RequestId::new("a\"b").sync_scope(|| earlier(reply()))));
        assert!(!is_made(&earlier(reply().extra_meta("trace", "1"))));
        let with_both = || later(Reply::new(Map::new()).extra_meta("trace", "req_1"));
        assert!(!is_made(&RequestId::new("req_1").sync_scope(with_both)));
    }
}
