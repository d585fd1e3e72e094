//! A loop over function calls, with the types of `async-openai`.

// ANCHOR: tool
use async_openai::types::chat::{ChatCompletionMessageToolCall, ChatCompletionRequestToolMessage};
use envelope_runtime::response_v2::ResponseV2;
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct ReadDocs {
    /// The name of a crate.
    name: String,
}

#[envelope_tool(dialect = "response-v2", data = "docs")]
fn read_docs(arguments: &str) -> Result<String, ToolFailure> {
    let arguments: ReadDocs = envelope_arguments::from_str(arguments)?;
    match arguments.name.as_str() {
        "serde" => Ok("# serde".to_owned()),
        name => Err(ToolFailure::not_found("Crate", name)),
    }
}

/// The answer to a call of the model.
pub fn answer(call: ChatCompletionMessageToolCall) -> ChatCompletionRequestToolMessage {
    let envelope = dispatch(&call.function.name, &call.function.arguments);
    ChatCompletionRequestToolMessage {
        content: envelope.model_text().into_owned().into(),
        tool_call_id: call.id,
    }
}

/// Every call gets an envelope, even if there is no such tool, or if the arguments are not JSON.
fn dispatch(name: &str, arguments: &str) -> Envelope {
    match name {
        "read_docs" => read_docs(arguments),
        _ => ToolFailure::not_found("Tool", name).envelope::<ResponseV2>(),
    }
}
// ANCHOR_END: tool

#[cfg(test)]
mod tests {
    use async_openai::types::chat::{ChatCompletionRequestToolMessageContent, FunctionCall};

    use super::*;

    fn answered(name: &str, arguments: &str) -> String {
        let function = FunctionCall { name: name.to_owned(), arguments: arguments.to_owned() };
        let message = answer(ChatCompletionMessageToolCall { id: "call_1".to_owned(), function });
        assert_eq!(message.tool_call_id, "call_1");
        match message.content {
            ChatCompletionRequestToolMessageContent::Text(text) => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_call_gets_an_envelope() {
        for (name, arguments, part) in [
            ("read_docs", r#"{"name":"serde"}"#, r##""data":{"docs":"# serde"}"##),
            ("read_docs", r#"{"name":"tokio"}"#, r#""error_code":"NOT_FOUND""#),
            ("read_docs", r#"{"nmae":"serde"}"#, r#""did_you_mean":"name""#),
            ("read_docs", "{", r#""success":false"#),
            ("write_docs", "{}", r#""error":"Tool not found: write_docs""#),
        ] {
            let text = answered(name, arguments);
            assert!(text.contains(part), "{text}");
        }
    }
}
