//! A tool for `rig`.

// ANCHOR: tool
use envelope_runtime::rig044::to_result;
use envelope_runtime::{ToolFailure, envelope_tool};
use rig_core::tool::{Tool, ToolContext, ToolExecutionError};
use serde_json::Value;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct ReadDocs {
    /// The name of a crate.
    name: String,
}

pub struct Docs;

impl Tool for Docs {
    const NAME: &'static str = "read_docs";
    type Args = Value;
    type Output = String;
    type Error = ToolExecutionError;

    fn description(&self) -> String {
        "Reads the docs of a crate".to_owned()
    }

    fn parameters(&self) -> Value {
        schemars::schema_for!(ReadDocs).to_value()
    }

    #[envelope_tool(
        dialect = "mcp-2025-11-25",
        text,
        returns = Result<String, ToolExecutionError>,
        via = to_result,
    )]
    async fn call(&self, _: &mut ToolContext, arguments: Value) -> Result<String, ToolFailure> {
        let ReadDocs { name } = envelope_arguments::from_value(arguments)?;
        match name.as_str() {
            "serde" => Ok("# serde".to_owned()),
            _ => Err(ToolFailure::not_found("Crate", name).remediation("Call cache_crate first")),
        }
    }
}
// ANCHOR_END: tool

#[cfg(test)]
mod tests {
    use super::*;
    use rig_core::tool::ToolErrorKind;
    use serde_json::json;

    #[tokio::test]
    async fn a_failed_envelope_is_an_error_of_rig() {
        let call = async |arguments| Docs.call(&mut ToolContext::new(), arguments).await;
        assert_eq!(call(json!({"name": "serde"})).await.unwrap(), "# serde");

        let error = call(json!({"name": "tokio"})).await.unwrap_err();
        assert_eq!(error.kind(), ToolErrorKind::NotFound);
        assert_eq!(error.code(), Some("NOT_FOUND"));
        assert_eq!(error.http_status(), Some(404));
        assert_eq!(error.retryable(), Some(false));
        let text =
            "Error: Crate not found: tokio\n(NOT_FOUND, do not retry)\nCall cache_crate first";
        assert_eq!(error.model_feedback(), Some(text));

        let error = call(json!({"crate": "serde"})).await.unwrap_err();
        assert_eq!(error.kind(), ToolErrorKind::InvalidArgs);
        assert!(error.model_feedback().unwrap().contains("name"));
    }
}
