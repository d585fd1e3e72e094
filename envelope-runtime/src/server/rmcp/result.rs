//! An envelope as the SDK's `CallToolResult`.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::IntoCallToolResult;
use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock, ResultType};
use serde_json::Value;

use super::seal::Seal;
use crate::envelope::Envelope;
use crate::json::{Known, tree_with};
use crate::output::Output;

/// `returns = CallToolResult`: the result is made without parsing the data.
impl Output for CallToolResult {
    const TAKES_TREE: bool = true;

    /// A transport with a seal takes text.
    fn takes_tree() -> bool {
        Seal::current().is_none()
    }

    fn from_envelope(envelope: Envelope) -> Self {
        envelope.into()
    }
}

/// The result as which an MCP server sends an envelope. It parses the JSON for the structured content, unless the tool has
/// `returns = CallToolResult`.
impl From<Envelope> for CallToolResult {
    fn from(mut envelope: Envelope) -> Self {
        let seal = Seal::current();
        if envelope.is_call_tool_result() {
            let sealed = seal.and_then(|seal| sealed(&envelope, &seal));
            let result = sealed.or_else(|| read(envelope.take_value().ok()?));
            return result.unwrap_or_else(|| unread(envelope));
        }
        let structure = match seal {
            Some(seal) => Some(seal.close(envelope.as_str().to_owned())),
            None => envelope.take_value().ok(),
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

const STRUCTURE: &str = "structuredContent";

/// The result that a dialect of MCP wrote. `None` if the SDK cannot represent it: it does not know each kind of content block. It
/// adapts `resultType` to the version that the client speaks.
fn read(tree: Value) -> Option<CallToolResult> {
    let Value::Object(mut tree) = tree else { return None };
    let Value::Array(blocks) = tree.remove("content")? else { return None };
    let content = blocks.into_iter().map(block).collect::<Option<_>>()?;
    let mut result = CallToolResult::success(content);
    result.structured_content = tree.remove(STRUCTURE);
    result.is_error = tree.remove("isError").and_then(|is_error| is_error.as_bool());
    if let Some(Value::Object(meta)) = tree.remove("_meta") {
        let to = result.meta.get_or_insert_default();
        for (key, value) in meta {
            to.insert(key, value);
        }
    }
    result.result_type = Some(ResultType::COMPLETE);
    Some(result)
}

/// A content block. Most are texts with nothing beside them, for which serde would take longer than the call.
fn block(mut json: Value) -> Option<ContentBlock> {
    let is_plain = json.as_object().is_some_and(|block| block.len() == 2);
    if is_plain && json.get("type").is_some_and(|kind| kind == "text") {
        if let Some(Value::String(text)) = json.get_mut("text").map(Value::take) {
            return Some(ContentBlock::text(text));
        }
        return None;
    }
    serde_json::from_value(json).ok()
}

/// The result of data, with the JSON of the data as it is, for the transport with this seal. `None` if the data is not the
/// structured content.
fn sealed(envelope: &Envelope, seal: &Seal) -> Option<CallToolResult> {
    let copies = envelope.copies();
    let data = envelope.as_str().get(copies.json.clone()).filter(|data| !data.is_empty())?;
    let known = [
        Known { range: copies.json.clone(), tree: seal.close(data.to_owned()) },
        Known { range: copies.text.clone(), tree: data.into() },
    ];
    let result = read(tree_with(envelope.as_str(), known).ok()?)?;
    seal.open(result.structured_content.as_ref()?)?;
    Some(result)
}

/// A result that the SDK cannot represent, as text, after the text of the data. Nothing of it is lost.
fn unread(envelope: Envelope) -> CallToolResult {
    let json = envelope.to_value().ok();
    let structure = json.and_then(|mut json| Some(json.get_mut(STRUCTURE)?.take()));
    let copies = envelope.copies();
    let has_text = !copies.text.is_empty();
    let data = envelope.as_str().get(copies.json.clone()).filter(|_| has_text);
    let data = data.map(ContentBlock::text);
    let mut result = enveloped(envelope, structure);
    result.content.splice(..0, data);
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
    use serde_json::{Value, json};

    use super::*;
    use crate::mcp_2025_11_25::{ContentBlock, Reply};
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

    /// The result is the one that the SDK itself reads.
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

    #[test]
    fn the_data_of_a_sealed_result_is_as_it_was_written() {
        let seal = Seal::new();
        let data = "{\"a\":{\"\\\"\":[1]}}";
        for (at, outcome) in outcomes().into_iter().enumerate() {
            let sealed = sealed(&envelope(outcome.clone()), &seal);
            if outcome.is_err() {
                assert!(sealed.is_none(), "a failure has no data");
                continue;
            }
            let mut sealed = sealed.unwrap();
            let structure = sealed.structured_content.take().unwrap();
            assert_eq!(seal.open(&structure), Some(data), "{at}");
            sealed.structured_content = Some(serde_json::from_str(data).unwrap());
            assert_eq!(json!(sealed), json!(direct(outcome)), "{at}");
        }
    }
}
