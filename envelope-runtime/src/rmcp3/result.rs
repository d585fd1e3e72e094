//! An envelope as the SDK's `CallToolResult`.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{
    CallToolResponse, CallToolResult, ContentBlock, MetaObject, ResourceContents, ResultType,
};
use serde::de::Error as _;
use serde_json::{Error, Map, Value};

use crate::envelope::Envelope;
use crate::json::Reader;
use crate::output::Output;

/// `returns = CallToolResult` makes the result without parsing the data.
impl Output for CallToolResult {
    const TAKES_TREE: bool = true;

    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into()
    }
}

/// An envelope with the tree of its data.
#[derive(Debug)]
pub struct WithTree(Envelope);

impl Output for WithTree {
    const TAKES_TREE: bool = true;

    fn from_envelope(envelope: Envelope) -> Self {
        Self(envelope)
    }
}

/// The output of a tool with `#[tool]` that returns an envelope.
#[inline]
pub fn with_tree(WithTree(envelope): WithTree) -> Envelope {
    envelope
}

/// The result in which an MCP server sends an envelope. The envelope of a tool with `#[tool]` already has the tree of its data; any other
/// envelope is parsed.
impl From<Envelope> for CallToolResult {
    fn from(mut envelope: Envelope) -> Self {
        if envelope.is_call_tool_result() {
            let result = read(&envelope.json.reader().exact());
            let is_failure = !envelope.is_success();
            let mut result = result.unwrap_or_else(|_| unread(envelope));
            if is_failure {
                // Another server can send a failed envelope in a result that is not marked as an error.
                result.is_error = Some(true);
            }
            return result;
        }
        let structure = envelope.json.reader().exact().tree().ok();
        enveloped(envelope, structure)
    }
}

/// Makes a function that returns an [`Envelope`] a tool of the SDK.
impl IntoCallToolResult for Envelope {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::from(self).into())
    }
}

const STRUCTURE: &str = "structuredContent";

/// Reads the result that a dialect of MCP wrote. Fails if the SDK cannot represent it, for example a kind of content block that the SDK
/// does not know. The SDK adapts `resultType` to the version that the client speaks.
fn read(json: &Reader<'_>) -> Result<CallToolResult, Error> {
    let mut content = None;
    let mut result = CallToolResult::success(Vec::new());
    result.is_error = None;
    json.entries(|key, value| {
        match &*key {
            "content" => {
                let blocks = content.insert(Vec::new());
                value.items(|json| {
                    blocks.push(block(json)?);
                    Ok(())
                })?;
            }
            STRUCTURE => result.structured_content = Some(value.tree()?),
            "isError" => result.is_error = value.tree()?.as_bool(),
            "_meta" => result.meta = object(value.tree()?).map(Into::into),
            _ => drop(value.tree()?),
        }
        Ok(())
    })?;
    result.content = content.ok_or_else(|| Error::missing_field("content"))?;
    result.result_type = Some(ResultType::COMPLETE);
    Ok(result)
}

/// Reads a content block. Most blocks are plain texts: to deserialize one with serde would take longer than the call.
fn block(json: &Reader<'_>) -> Result<ContentBlock, Error> {
    let (mut kind, mut text) = (Value::Null, Value::Null);
    let mut others = Map::new();
    json.entries(|key, value| {
        match (&*key, value.tree()?) {
            ("type", value) => kind = value,
            ("text", value) => text = value,
            (_, value) => drop(others.insert(key.into_owned(), value)),
        }
        Ok(())
    })?;
    if let Value::String(text) = &mut text
        && kind == "text"
        && others.is_empty()
    {
        return Ok(ContentBlock::text(std::mem::take(text)));
    }
    let known = [("type", kind), ("text", text)].into_iter().filter(|(_, value)| !value.is_null());
    others.extend(known.map(|(key, value)| (key.to_owned(), value)));
    // When it deserializes, `serde_json` could take some keys of the metadata for its own.
    let meta = take_meta(&mut others);
    let resource = others.get_mut("resource").and_then(Value::as_object_mut);
    let meta_of_resource = resource.and_then(take_meta);
    let mut block = serde_json::from_value(others.into())?;
    match &mut block {
        ContentBlock::Text(block) => block.meta = meta,
        ContentBlock::Image(block) => block.meta = meta,
        ContentBlock::Audio(block) => block.meta = meta,
        ContentBlock::Resource(block) => {
            block.meta = meta;
            match &mut block.resource {
                ResourceContents::TextResourceContents { meta, .. }
                | ResourceContents::BlobResourceContents { meta, .. } => *meta = meta_of_resource,
                _ => return Err(Error::custom("a new kind of resource")),
            }
        }
        ContentBlock::ResourceLink(block) => block.meta = meta,
        // The SDK has a kind of block that this crate does not write.
        _ => return Err(Error::custom("a new kind of block")),
    }
    Ok(block)
}

fn take_meta(block: &mut Map<String, Value>) -> Option<MetaObject> {
    block.remove("_meta").and_then(object).map(Into::into)
}

fn object(json: Value) -> Option<Map<String, Value>> {
    match json {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// If the SDK cannot represent a result, it is sent as text, after the text of the data, so that nothing is lost.
fn unread(mut envelope: Envelope) -> CallToolResult {
    let json = envelope.json.reader().exact().tree().ok();
    let structure = json.and_then(|mut json| Some(json.get_mut(STRUCTURE)?.take()));
    let copies = &envelope.json.copies;
    let has_text = !copies.text.is_empty();
    let data = envelope.as_str().get(copies.json.clone()).filter(|_| has_text);
    let data = data.map(ContentBlock::text);
    let mut result = enveloped(envelope, structure);
    result.content.splice(..0, data);
    result
}

/// The result for an envelope of a dialect that is not of MCP.
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
    use serde_json::{Value, json};

    use super::*;
    use crate::mcp::ContentBlock;
    use crate::mcp_2025_11_25::Reply;
    use crate::{RequestId, ToolFailure, envelope_tool};

    type Outcome = Result<Reply<Value>, ToolFailure>;

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "a", structured_errors, returns = CallToolResult)]
    fn direct(outcome: Outcome) -> Outcome {
        outcome
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", data = "a", structured_errors)]
    fn envelope(outcome: Outcome) -> Outcome {
        outcome
    }

    fn outcomes() -> [Outcome; 5] {
        let reply = || Reply::new(json!({"\"": [1]}));
        [
            Ok(reply()),
            Ok(reply().text("given").extra_meta("trace", "1")),
            Ok(reply().content(ContentBlock::image(b"GIF89a", "image/gif"))),
            Ok(reply().content(ContentBlock::text("after"))),
            Err(ToolFailure::conflict("Taken").remediation("Choose another")),
        ]
    }

    /// The SDK deserializes the same result from the JSON.
    #[test]
    fn every_result_is_read() {
        for outcome in outcomes() {
            let tool = || (direct(outcome.clone()), envelope(outcome.clone()));
            for (direct, envelope) in [tool(), RequestId::new("a\"b").sync_scope(tool)] {
                let read: CallToolResult = serde_json::from_str(envelope.as_str()).unwrap();
                let mut read = json!(read);
                assert_eq!(json!(CallToolResult::from(envelope)), json!(direct));
                read["resultType"] = json!(direct)["resultType"].clone();
                assert_eq!(json!(direct), read);
            }
        }
    }

    /// The only copy of such data is a text.
    #[test]
    fn a_result_without_structured_content_is_read() {
        #[envelope_tool(dialect = "mcp-2025-11-25", returns = CallToolResult)]
        fn direct() -> Result<(), ToolFailure> {
            Ok(())
        }

        #[envelope_tool(dialect = "mcp-2025-11-25")]
        fn envelope() -> Result<(), ToolFailure> {
            Ok(())
        }

        for result in [direct(), envelope().into()] {
            assert_eq!(json!(result.content), json!([{"type": "text", "text": "{}"}]));
            assert_eq!(result.structured_content, None);
        }
    }

    /// With its feature `raw_value`, `serde_json` takes such an object for raw JSON.
    #[test]
    fn the_private_keys_of_serde_json_are_keys_like_any_other() {
        for text in ["no JSON", "[1]"] {
            let private = json!({"$serde_json::private::RawValue": text});
            let block = ContentBlock::text("more").meta("own", private.clone());
            let reply =
                Reply::new(private.clone()).extra_meta("key", private.clone()).content(block);
            for result in [direct(Ok(reply.clone())), envelope(Ok(reply)).into()] {
                let result = json!(result);
                assert_eq!(result["structuredContent"]["a"], private);
                assert_eq!(result["_meta"]["key"], private);
                assert_eq!(result["content"][1]["_meta"]["own"], private);
                assert_eq!(result["content"].as_array().unwrap().len(), 2);
            }
        }
    }

    /// This includes a resource that another server has sent.
    #[test]
    fn the_metadata_of_a_resource_is_as_it_was_sent() {
        for contents in [json!({"text": "t"}), json!({"blob": "dA=="})] {
            let meta = json!({"k": {"$serde_json::private::RawValue": "no JSON"}});
            let mut resource = contents;
            resource["uri"] = json!("file:///a");
            resource["_meta"] = meta;
            let block = json!({"type": "resource", "resource": resource, "_meta": {"of": "it"}});
            let text = json!({"content": [block]}).to_string();
            let result = read(&Reader::around(&text, [None, None])).unwrap();
            assert_eq!(json!(result)["content"], json!([block]));
        }
    }
}
