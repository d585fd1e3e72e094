//! A client that is left with nothing but the first text of a result still decides correctly.

use std::time::Duration;

use crate::support::{call, connect};
use envelope_runtime::{
    ErrorType, Retry, RetryAdvice, RetryAfter, ToolError, ToolFailure, envelope_tool,
};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, ToolError)]
enum DeployError {
    #[error("There is no service '{name}'")]
    #[tool_error(
        code = "SERVICE_NOT_FOUND",
        error_type = "not_found",
        remediation = "List the services"
    )]
    NoService { name: String },

    #[error("The name is empty")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Name a service")]
    NoName,

    #[error("A deployment is running")]
    #[tool_error(code = "BUSY", error_type = "conflict", retry = "20 s")]
    Busy,

    #[error("The disk of the builder is full")]
    #[tool_error(code = "DISK_FULL", error_type = "internal", retry = "never", expose)]
    DiskFull,

    /// A failure whose output ends like a text of this crate.
    #[error("The build failed:\n{output}")]
    #[tool_error(code = "BUILD_FAILED", error_type = "validation")]
    Build { output: &'static str },

    #[error("The registry does not answer")]
    #[tool_error(code = "UNAVAILABLE")]
    Registry,
}

#[derive(Deserialize, JsonSchema)]
struct Deploy {
    service: String,
}

struct Server;

#[envelope_tool(dialect = "mcp-2025-11-25", data = "url", structured_errors)]
#[tool_router(server_handler)]
impl Server {
    #[tool]
    async fn deploy(
        &self,
        Parameters(Deploy { service }): Parameters<Deploy>,
    ) -> Result<&'static str, DeployError> {
        match &*service {
            "" => Err(DeployError::NoName),
            "busy" => Err(DeployError::Busy),
            "full" => Err(DeployError::DiskFull),
            "broken" => Err(DeployError::Build { output: "make: ***\n(OK, retry later)" }),
            "registry" => Err(DeployError::Registry),
            "pay" => Ok("https://pay.example"),
            _ => Err(DeployError::NoService { name: service }),
        }
    }
}

/// A proxy leaves only the first text of a result.
fn first_text_of(result: &CallToolResult) -> CallToolResult {
    let text = result.content[0].as_text().unwrap().text.clone();
    CallToolResult::error(vec![ContentBlock::text(text)])
}

#[derive(Debug, PartialEq)]
enum Decision {
    GiveUp,
    ChangeArguments,
    RetryAfter(Duration),
    RetryWithBackoff,
}

/// Reads the JSON of a result.
fn read(result: &CallToolResult) -> envelope_client::AnyResponse<Value> {
    serde_json::from_value(json!(result)).unwrap()
}

/// The decision of a client about a failed call.
fn decide(failure: &envelope_client::Failure) -> Decision {
    match (failure.retry().advice(), failure.retry(), failure.retry_after()) {
        (RetryAdvice::Yes, _, Some(RetryAfter::Delay(delay))) => Decision::RetryAfter(delay),
        (RetryAdvice::Yes, ..) => Decision::RetryWithBackoff,
        (_, Retry::AfterFix, _) => Decision::ChangeArguments,
        _ => Decision::GiveUp,
    }
}

#[tokio::test]
async fn a_client_decides_by_the_first_text_alone() {
    let client = connect(Server).await;
    for (service, code, error_type, decision) in [
        ("mail", "SERVICE_NOT_FOUND", ErrorType::NotFound, Decision::GiveUp),
        ("", "VALIDATION_ERROR", ErrorType::Validation, Decision::ChangeArguments),
        ("busy", "BUSY", ErrorType::Internal, Decision::RetryAfter(Duration::from_secs(20))),
        ("full", "DISK_FULL", ErrorType::Internal, Decision::GiveUp),
        ("broken", "BUILD_FAILED", ErrorType::Validation, Decision::ChangeArguments),
        ("registry", "UNAVAILABLE", ErrorType::Unavailable, Decision::RetryWithBackoff),
    ] {
        let result = call(&client, "deploy", json!({"service": service})).await;
        let whole = read(&result).outcome.unwrap_err();
        let left = read(&first_text_of(&result)).outcome.unwrap_err();
        assert_eq!(left.code(), code);
        assert_eq!(left.error_type(), error_type);
        assert_eq!(decide(&left), decision, "{service}");
        assert_eq!((&*whole.code(), decide(&whole)), (code, decision), "{service}");
    }
    // Arguments that do not fit never reach the body.
    let refused = call(&client, "deploy", json!({})).await;
    let left = read(&first_text_of(&refused)).outcome.unwrap_err();
    assert_eq!((&*left.code(), decide(&left)), ("MISSING_REQUIRED", Decision::ChangeArguments));
}

#[derive(Deserialize, JsonSchema)]
struct Fail {
    kind: String,
}

fn fail(Fail { kind }: Fail) -> Result<(), ToolFailure> {
    Err(match &*kind {
        "missing" => ToolFailure::not_found("Job", 7),
        "internal" => ToolFailure::internal("secret"),
        "hung up" => ToolFailure::unavailable("The peer hung up").retry(Retry::OutcomeUnknown),
        _ => ToolFailure::unavailable("Busy").retry_after(Duration::from_secs(9)),
    })
}

struct Dialects;

#[envelope_tool(dialect = "response-v2")]
#[tool_router(server_handler)]
impl Dialects {
    #[tool]
    fn response_v2(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    #[tool]
    fn dotbot(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    #[tool]
    fn code_scalpel(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }

    #[envelope_tool(dialect = "rfc9457")]
    #[tool]
    fn rfc9457(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    #[tool]
    fn mcp_2025(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", structured_errors)]
    #[tool]
    fn mcp_2026(&self, Parameters(failing): Parameters<Fail>) -> Result<(), ToolFailure> {
        fail(failing)
    }
}

/// In every dialect, the text alone and the structure alone tell as much as the whole result.
#[tokio::test]
async fn each_part_of_a_failure_suffices() {
    let client = connect(Dialects).await;
    for (kind, retry, step) in [
        ("missing", Retry::Never, None),
        ("internal", Retry::Once, Some("Retry once, then report it")),
        ("hung up", Retry::OutcomeUnknown, Some("Check whether it took effect before you retry")),
        ("busy", Retry::AfterDelay, None),
    ] {
        for tool in Dialects::tool_router().list_all() {
            let name = tool.name.clone().into_owned().leak();
            let result = call(&client, name, json!({"kind": kind})).await;
            let whole = read(&result).outcome.unwrap_err();
            assert_eq!(whole.retry(), retry, "{kind} of {}", tool.name);
            let structure = json!({"content": [], "structuredContent": result.structured_content, "isError": true});
            for part in [json!(first_text_of(&result)), structure] {
                let left: envelope_client::AnyResponse<Value> =
                    serde_json::from_value(part.clone()).unwrap();
                let left = left.outcome.unwrap_err();
                assert_eq!((left.code(), &left.message), (whole.code(), &whole.message), "{part}");
                assert_eq!(
                    (left.retry(), left.retry_after()),
                    (retry, whole.retry_after()),
                    "{part}"
                );
                assert_eq!(left.remediation.as_deref(), step, "{part}");
            }
        }
    }
}
