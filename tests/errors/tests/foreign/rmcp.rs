//! Errors of the MCP SDK.

use std::time::Duration;

use envelope_runtime::{Retry, ToolError, ToolFailure};
use rmcp::model::ErrorCode;
use rmcp::{ErrorData, ServiceError};
use serde_json::json;

use crate::support::{SECRET, check, hidden};

fn failure(code: ErrorCode) -> ToolFailure {
    ErrorData::new(code, "Choose another id", Some(json!({"known": ["auth"]}))).failure()
}

#[test]
fn protocol_errors() {
    const CLIENT: &str = "`INVALID_PARAMS`, `INVALID_REQUEST`, `PARSE_ERROR`";
    const MISSING: &str = "`RESOURCE_NOT_FOUND`, `METHOD_NOT_FOUND`";

    let from_client = [
        (CLIENT, failure(ErrorCode::INVALID_PARAMS)),
        (CLIENT, failure(ErrorCode::INVALID_REQUEST)),
        (CLIENT, failure(ErrorCode::PARSE_ERROR)),
        (MISSING, failure(ErrorCode::RESOURCE_NOT_FOUND)),
        (MISSING, failure(ErrorCode::METHOD_NOT_FOUND)),
    ];
    for (_, failure) in &from_client {
        assert_eq!(failure.report().message(), "Choose another id");
        let details = serde_json::to_value(failure.report().details()).unwrap();
        assert_eq!(details, json!({"data": {"known": ["auth"]}}));
    }
    let of_server = [
        ("any other", ErrorData::internal_error(SECRET, Some(json!(SECRET))).failure()),
        ("any other", ErrorData::new(ErrorCode(-32_099), SECRET, None).failure()),
    ];
    for (_, failure) in &of_server {
        assert!(hidden(failure).contains(SECRET), "{failure:?}");
    }
    let timeout = ServiceError::Timeout { timeout: Duration::from_secs(1) }.failure();
    let cancelled = ServiceError::Cancelled { reason: Some(SECRET.to_owned()) }.failure();
    for failure in [&timeout, &cancelled] {
        assert_eq!(failure.report().retry(), Retry::OutcomeUnknown);
        assert!(!hidden(failure).is_empty());
    }
    let of_call = [
        ("`ServiceError::Timeout`", timeout),
        ("`ServiceError::Cancelled`", cancelled),
        ("`TransportSend`, `TransportClosed`", ServiceError::TransportClosed.failure()),
        ("`UnexpectedResponse`", ServiceError::UnexpectedResponse.failure()),
        ("any other", ServiceError::InputRequiredRoundsExceeded { max_rounds: 3 }.failure()),
    ];
    let inner = ErrorData::resource_not_found("No such spec", None);
    let inner = ServiceError::McpError(inner).failure();
    assert_eq!(inner.report().code(), "NOT_FOUND");
    check("rmcp", from_client.into_iter().chain(of_server).chain(of_call).collect());
}

/// A tool can use helper functions that return an error of the SDK.
#[test]
fn an_error_of_the_sdk_is_the_error_of_a_tool() {
    fn find(id: &str) -> Result<(), ErrorData> {
        Err(ErrorData::resource_not_found(format!("There is no spec {id}"), None))
    }

    #[envelope_runtime::envelope_tool(dialect = "response-v2")]
    fn direct(id: &str) -> Result<(), ErrorData> {
        find(id)
    }

    #[envelope_runtime::envelope_tool(dialect = "response-v2")]
    fn converted(id: &str) -> Result<(), ToolFailure> {
        Ok(find(id)?)
    }

    for envelope in [direct("auth"), converted("auth")] {
        assert_eq!(envelope.error_code(), Some("NOT_FOUND"));
        assert!(envelope.as_str().contains("There is no spec auth"));
    }
}
