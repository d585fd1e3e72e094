//! A tool for `swiftide`.

// ANCHOR: tool
use envelope_runtime::{Envelope, ToolFailure, envelope_tool};
use swiftide::chat_completion::ToolOutput;
use swiftide::chat_completion::errors::ToolError;
use swiftide::traits::AgentContext;

#[envelope_tool(
    dialect = "mcp-2025-11-25",
    text,
    returns = Result<ToolOutput, ToolError>,
    via = to_output,
)]
#[swiftide::tool(
    description = "Reads a file",
    param(name = "path", description = "The path of the file")
)]
pub async fn read_file(_context: &dyn AgentContext, path: &str) -> Result<String, ToolFailure> {
    Ok(std::fs::read_to_string(path)?)
}

/// For all tools of the agent. A failure that the model can act on does not stop the agent.
fn to_output(envelope: Envelope) -> Result<ToolOutput, ToolError> {
    let text = envelope.model_text().into_owned();
    Ok(if envelope.is_success() { ToolOutput::Text(text) } else { ToolOutput::Fail(text) })
}
// ANCHOR_END: tool

#[cfg(test)]
mod tests {
    use swiftide::chat_completion::ToolCall;

    use super::*;

    #[tokio::test]
    async fn a_failed_envelope_is_a_failed_output() {
        let call = async |path: &str| {
            let arguments = serde_json::json!({ "path": path }).to_string();
            let call = ToolCall::builder().id("1").name("read_file").args(arguments).build();
            read_file().invoke(&(), &call.unwrap()).await.unwrap()
        };
        let text = "Error: The file or resource was not found\n(NOT_FOUND, do not retry)";
        assert_eq!(call("/no/such/file").await, ToolOutput::Fail(text.to_owned()));
        let output = call("Cargo.toml").await;
        assert_eq!(output, ToolOutput::Text(include_str!("../Cargo.toml").to_owned()));
    }
}
