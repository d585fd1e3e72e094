//! A custom dialect works like the crate's own: its settings, its replies, its failures.

#[path = "../../examples/problem_details/dialect.rs"]
mod dialect;

use crate::support::wire;
use dialect::{Linked, ProblemDetails};
use envelope_runtime::{
    Envelope, ErrorType, Reply, RequestId, ToolError, ToolFailure, envelope_tool,
};
use serde_json::{Value, json};

#[envelope_tool(
    dialect = ProblemDetails,
    types = "https://example.com/problems/",
    instance = format_args!("/orders/{id}")
)]
fn read(id: u64) -> Result<u64, ToolFailure> {
    match id {
        1 => Ok(4_200),
        _ => Err(ToolFailure::not_found("Order", id)
            .remediation("List the orders")
            .detail("order_id", id)
            .data("status", "shadow")),
    }
}

#[test]
fn success_is_the_data() {
    assert_eq!(wire(read(1)), json!(4_200));
}

#[test]
fn failure_is_a_problem() {
    let envelope = read(7);
    assert_eq!(envelope.error_type(), Some(ErrorType::NotFound));
    assert_eq!(
        wire(envelope),
        json!({
            "type": "https://example.com/problems/not-found",
            "title": "Not Found",
            "status": 404,
            "detail": "Order not found: 7",
            "instance": "/orders/7",
            "code": "NOT_FOUND",
            "remediation": "List the orders",
            "resource_type": "order",
            "resource_id": "7",
            "order_id": 7
        })
    );
}

#[test]
fn a_reply_has_the_dialects_own_metadata() {
    #[envelope_tool(dialect = crate::custom::dialect::ProblemDetails, data = "total")]
    async fn linked() -> Result<Reply<u64, ProblemDetails>, ToolFailure> {
        Ok(4_200.link("customer", "/customers/9"))
    }

    assert_eq!(
        wire(pollster::block_on(linked())),
        json!({"data": {"total": 4_200}, "links": {"customer": "/customers/9"}})
    );
}

/// Where its method is declared, such a name is a raw identifier.
#[test]
fn a_setting_can_be_a_keyword() {
    use dialect::ProblemSettings;

    trait Keywords {
        fn r#static(self) -> Self;
        fn r#type(self, base: &'static str) -> Self;
    }

    impl Keywords for ProblemSettings {
        fn r#static(self) -> Self {
            self.untitled()
        }

        fn r#type(self, base: &'static str) -> Self {
            self.types(base)
        }
    }

    #[envelope_tool(dialect = ProblemDetails, static, r#type = "https://example.com/")]
    fn fail() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken"))
    }

    #[envelope_tool(
        dialects(ProblemDetails, "response-v2"),
        r#static,
        type = "https://example.com/"
    )]
    fn negotiated() -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("taken"))
    }

    let problem = json!({
        "type": "https://example.com/conflict",
        "status": 409,
        "detail": "taken",
        "code": "CONFLICT",
    });
    assert_eq!(wire(fail()), problem);
    assert_eq!(wire(negotiated()), problem);
}

#[test]
fn settings_are_methods() {
    #[envelope_tool(dialect = ProblemDetails, untitled, catch_panic)]
    fn fail() -> Result<(), ToolFailure> {
        std::panic::resume_unwind(Box::new("secret"))
    }

    let envelope: Envelope = RequestId::new("req_1").sync_scope(fail);
    assert_eq!(
        wire(envelope),
        json!({
            "type": "about:blank",
            "status": 500,
            "detail": "An internal error occurred (request req_1)",
            "code": "INTERNAL_ERROR",
            "request_id": "req_1"
        })
    );
}

/// Every category has the title of its status.
#[test]
fn titles() {
    #[envelope_tool(dialect = ProblemDetails)]
    fn fail(error: ToolFailure) -> Result<Value, ToolFailure> {
        Err(error)
    }

    for (error, status, title) in [
        (ToolFailure::validation("m"), 400, "Bad Request"),
        (ToolFailure::unauthorized("m"), 401, "Unauthorized"),
        (ToolFailure::forbidden("m"), 403, "Forbidden"),
        (ToolFailure::not_found("m", 1), 404, "Not Found"),
        (ToolFailure::conflict("m"), 409, "Conflict"),
        (ToolFailure::rate_limited(1, "m", 1), 429, "Too Many Requests"),
        (ToolFailure::feature_disabled("m"), 403, "Forbidden"),
        (ToolFailure::internal("m"), 500, "Internal Server Error"),
        (ToolFailure::unavailable("m"), 503, "Service Unavailable"),
    ] {
        let problem = wire(fail(error));
        assert_eq!((&problem["status"], &problem["title"]), (&json!(status), &json!(title)));
    }
}

/// A custom dialect can have codes of its own, even one whose id is close to a known one.
#[test]
fn codes_for_custom_dialects() {
    #[derive(Debug, thiserror::Error, ToolError)]
    enum StoreError {
        #[error("The order has been shipped")]
        #[tool_error(code = "CONFLICT", codes("rfc-9457" = "ORDER_SHIPPED", "response-v3" = "SHIPPED"))]
        Shipped,
    }

    #[envelope_tool(dialect = ProblemDetails)]
    fn custom() -> Result<(), StoreError> {
        Err(StoreError::Shipped)
    }

    #[envelope_tool(dialect = "response-v2")]
    fn response_v2() -> Result<(), StoreError> {
        Err(StoreError::Shipped)
    }

    assert_eq!(wire(custom())["code"], "ORDER_SHIPPED");
    assert_eq!(custom().error_code(), Some("ORDER_SHIPPED"));
    assert_eq!(response_v2().error_code(), Some("CONFLICT"));
    assert_eq!(StoreError::Shipped.failure().report().code_for("response-v3"), Some("SHIPPED"));
}
