//! A tool for `rig`.

// ANCHOR: tool
use envelope_runtime::{Envelope, ErrorCode, ErrorType, RetryAdvice, ToolFailure, envelope_tool};
use rig_core::tool::{Tool, ToolContext, ToolErrorKind, ToolExecutionError};

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct ReadDocs {
    /// The name of a crate.
    name: String,
}

pub struct Docs;

impl Tool for Docs {
    const NAME: &'static str = "read_docs";
    type Args = ReadDocs;
    type Output = String;
    type Error = ToolExecutionError;

    fn description(&self) -> String {
        "Reads the docs of a crate".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        schemars::schema_for!(ReadDocs).to_value()
    }

    async fn call(
        &self,
        _: &mut ToolContext,
        args: ReadDocs,
    ) -> Result<String, ToolExecutionError> {
        read_docs(&args.name)
    }
}

#[envelope_tool(
    dialect = "mcp-2025-11-25",
    text,
    returns = Result<String, ToolExecutionError>,
    via = to_result,
)]
fn read_docs(name: &str) -> Result<String, ToolFailure> {
    match name {
        "serde" => Ok("# serde".to_owned()),
        _ => Err(ToolFailure::not_found("Crate", name).remediation("Call cache_crate first")),
    }
}

/// For all tools of the agent.
fn to_result(envelope: Envelope) -> Result<String, ToolExecutionError> {
    let text = envelope.model_text().into_owned();
    let Some(error_type) = envelope.error_type() else { return Ok(text) };
    let kind = match error_type {
        _ if envelope.error_code() == Some(ErrorCode::Timeout.as_str()) => ToolErrorKind::Timeout,
        ErrorType::Validation | ErrorType::Conflict => ToolErrorKind::InvalidArgs,
        ErrorType::NotFound => ToolErrorKind::NotFound,
        ErrorType::Authentication | ErrorType::Authorization | ErrorType::FeatureFlag => {
            ToolErrorKind::PermissionDenied
        }
        ErrorType::RateLimit => ToolErrorKind::RateLimited,
        ErrorType::Unavailable => ToolErrorKind::Network,
        _ => ToolErrorKind::Other,
    };
    let is_retryable = envelope.retry().is_some_and(|retry| retry.advice() == RetryAdvice::Yes);
    Err(ToolExecutionError::new(kind, text)
        .with_retryable(is_retryable)
        .with_code(envelope.error_code().unwrap_or_default())
        .with_http_status(envelope.status().http_status()))
}
// ANCHOR_END: tool

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failed_envelope_is_an_error_of_rig() {
        let call = async |name: &str| {
            let args = ReadDocs { name: name.to_owned() };
            Docs.call(&mut ToolContext::new(), args).await
        };
        assert_eq!(call("serde").await.unwrap(), "# serde");

        let error = call("tokio").await.unwrap_err();
        assert_eq!(error.kind(), ToolErrorKind::NotFound);
        assert_eq!(error.code(), Some("NOT_FOUND"));
        assert_eq!(error.http_status(), Some(404));
        assert_eq!(error.retryable(), Some(false));
        let text =
            "Error: Crate not found: tokio\nCall cache_crate first\n(NOT_FOUND, do not retry)";
        assert_eq!(error.model_feedback(), Some(text));
    }
}
