//! RFC 9457: the shape and the kinds of problems, and the bodies that are read as problems.

use std::time::Duration;

use crate::support::wire;
use envelope_client::rfc9457::{Response, read_problem};
use envelope_client::{Failure, read};
use envelope_runtime::ToolError;
use envelope_runtime::{
    Envelope, ErrorType, Page, RateLimit, RequestId, Retry, RetryAfter, Tier, ToolFailure, Warning,
    WarningCode, envelope_tool,
};
use serde_json::{Value, json};

#[envelope_tool(dialect = "rfc9457")]
fn fail(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems")]
fn fail_with_type(failure: ToolFailure) -> Result<(), ToolFailure> {
    Err(failure)
}

#[envelope_tool(dialect = "rfc9457")]
fn succeed(data: Value) -> Result<Value, ToolFailure> {
    Ok(data)
}

#[test]
fn a_success_is_the_data() {
    for data in [json!({"id": 7}), json!([1, 2]), json!("tea"), json!(null), json!({})] {
        let envelope = RequestId::new("req_1").sync_scope(|| succeed(data.clone()));
        assert_eq!(wire(envelope.clone()), data);
        assert_eq!(envelope.media_type(), "application/json");
        assert!(envelope_client::check_as("rfc9457", envelope.as_str()).is_ok());
        let read = Response::<Value>::read(envelope.as_str()).unwrap().into_result().unwrap();
        assert_eq!(read.data, data);
    }

    #[envelope_tool(dialect = "rfc9457", data = "orders")]
    fn list() -> Result<Vec<u8>, ToolFailure> {
        Ok(vec![7])
    }

    #[envelope_tool(dialect = "rfc9457")]
    fn page() -> Result<Page<u8>, ToolFailure> {
        Page::fitting([7, 8, 9], 1_028, |last| last.to_string())
    }

    assert_eq!(wire(list()), json!({"orders": [7]}));
    assert_eq!(wire(page()), json!({"items": [7], "next_cursor": "7"}));
}

/// The members of the RFC come first, then the extension members.
#[test]
fn a_failure_is_a_problem() {
    let failure = ToolFailure::rate_limited(100, "minute", 45)
        .detail("tenant", "acme")
        .path("orders/7.json")
        .data("queue", 3)
        .warning(Warning::new(WarningCode::StaleCache, "It is old"))
        .telemetry("rows", 2)
        .meta("region", "eu")
        .upgrade("burst", Tier::Pro, "It allows more");
    let envelope = RequestId::new("req_1").sync_scope(|| fail(failure));
    assert_eq!(envelope.media_type(), "application/problem+json");
    assert_eq!(
        envelope.as_str(),
        concat!(
            r#"{"type":"about:blank","title":"Too Many Requests","status":429,"#,
            r#""detail":"Rate limit exceeded: 100 requests per minute","code":"RATE_LIMIT_EXCEEDED","#,
            r#""category":"rate_limit","retryable":true,"retry_after":45,"#,
            r#""remediation":"Wait 45 seconds before retrying","details":{"tenant":"acme","path":"orders/7.json"},"#,
            r#""request_id":"req_1","meta":{"region":"eu"},"#,
            r#""warnings":[{"code":"STALE_CACHE","severity":"warning","message":"It is old"}],"#,
            r#""rate_limit":{"limit":100,"remaining":0},"telemetry":{"rows":2},"#,
            r#""upgrades":[{"feature":"burst","tier":"pro","reason":"It allows more"}],"queue":3}"#,
        )
    );
}

#[test]
fn the_type_is_the_uri_of_the_code() {
    let typed = |envelope: Envelope| {
        let problem = wire(envelope);
        (problem["type"].clone(), problem["title"].clone(), problem["status"].clone())
    };
    let gone = || ToolFailure::custom("ORDER_GONE", ErrorType::NotFound, "m").status(410);
    assert_eq!(
        typed(fail_with_type(gone())),
        (json!("https://example.com/problems/order-gone"), json!("Order gone"), json!(410))
    );
    assert_eq!(typed(fail(gone())), (json!("about:blank"), json!("Gone"), json!(410)));
    let own = gone().code_for("rfc9457", "ORDER_ARCHIVED");
    assert_eq!(typed(fail_with_type(own.clone())).0, "https://example.com/problems/order-archived");
    assert_eq!(wire(fail(own))["code"], "ORDER_ARCHIVED");
}

/// The title of a problem without a type is the phrase of its status, as HTTP recommends it.
#[test]
fn the_title_of_a_status() {
    for (error_type, status, title) in [
        (ErrorType::Validation, 422, "Unprocessable Content"),
        (ErrorType::Validation, 413, "Content Too Large"),
        (ErrorType::Validation, 499, "Bad Request"),
        (ErrorType::Unavailable, 504, "Gateway Timeout"),
        (ErrorType::FeatureFlag, 501, "Not Implemented"),
        (ErrorType::Internal, 599, "Internal Server Error"),
    ] {
        let envelope = fail(ToolFailure::custom("OWN_CODE", error_type, "m").status(status));
        assert_eq!(envelope.status().http_status(), status);
        let problem = wire(envelope);
        assert_eq!((&problem["status"], &problem["title"]), (&json!(status), &json!(title)));
    }
}

#[test]
fn the_instance_is_a_uri_reference() {
    #[envelope_tool(dialect = "rfc9457", instance = format_args!("/orders/{id}"))]
    fn order(id: &str) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Order", id))
    }

    #[envelope_tool(dialect = "rfc9457", types = base)]
    fn typed(base: String) -> Result<(), ToolFailure> {
        Err(ToolFailure::conflict("c"))
    }

    assert_eq!(wire(order("7"))["instance"], "/orders/7");
    assert_eq!(wire(order("tea pot/ü"))["instance"], "/orders/tea%20pot/%C3%BC");
    assert_eq!(wire(typed("https://a.b/<x>".to_owned()))["type"], "https://a.b/%3Cx%3Econflict");
    for envelope in [order("tea pot/ü"), typed("a b".to_owned())] {
        assert!(envelope_client::check(envelope.as_str()).is_ok(), "{envelope}");
    }
}

/// `retry_after` is a whole number of seconds, like the header `Retry-After`.
#[test]
fn the_delay_is_a_whole_number_of_seconds() {
    let down = || ToolFailure::unavailable("down");
    for (failure, retry_after, data) in [
        (down(), json!(null), json!(null)),
        (down().retry_after(Duration::from_millis(1_500)), json!(2), json!(null)),
        (down().data("retry_after_seconds", 1.5), json!(2), json!(1.5)),
        (down().data("retry_after_seconds", "soon"), json!(null), json!("soon")),
        (down().rate_limit(RateLimit::new().retry_after(7)), json!(7), json!(null)),
        (
            down().rate_limit(RateLimit::new().retry_after(7)).data("retry_after_seconds", 7),
            json!(7),
            json!(7),
        ),
        (down().data("retry_after_seconds", 7).retry(Retry::Never), json!(null), json!(7)),
        (
            down()
                .rate_limit(RateLimit::new().reset_at("2030-01-01T00:00:00Z"))
                .data("retry_after_seconds", 7),
            json!(7),
            json!(null),
        ),
    ] {
        let envelope = fail(failure.clone());
        let problem = wire(envelope.clone());
        assert_eq!(problem["retry_after"], retry_after, "{envelope}");
        assert_eq!(problem["retry_after_seconds"], data, "{envelope}");
        let read = read_problem(envelope.as_str()).unwrap();
        assert_eq!(
            json!(read.failure().report().data()),
            json!(failure.report().data()),
            "{envelope}"
        );
        assert_eq!(read.retry_after(), failure.report().retry_after());
    }
}

/// An author's value does not replace a member of the problem.
#[test]
fn a_value_with_the_name_of_a_member_gets_a_prefix() {
    let failure = ToolFailure::conflict("c").data("status", "shadow").data("order", 7);
    let problem = wire(fail(failure.detail("title", "d")));
    assert_eq!((&problem["status"], &problem["data_status"]), (&json!(409), &json!("shadow")));
    assert_eq!(problem["order"], 7);
    assert_eq!(problem["details"], json!({"title": "d"}));
}

#[test]
fn a_success_that_is_too_large_is_a_problem() {
    #[envelope_tool(dialect = "rfc9457", budget = 100)]
    fn list() -> Result<Vec<u32>, ToolFailure> {
        Ok((0..1_000).collect())
    }

    assert_eq!(wire(list())["code"], "RESULT_TOO_LARGE");
}

/// The two examples in section 3 of the RFC.
fn examples() -> [Value; 2] {
    [
        json!({
            "type": "https://example.com/probs/out-of-credit",
            "title": "You do not have enough credit.",
            "detail": "Your current balance is 30, but that costs 50.",
            "instance": "/account/12345/msgs/abc",
            "balance": 30,
            "accounts": ["/account/12345", "/account/67890"],
        }),
        json!({
            "type": "https://example.net/validation-error",
            "title": "Your request is not valid.",
            "errors": [
                {"detail": "must be a positive integer", "pointer": "#/age"},
                {"detail": "must be 'green', 'red' or 'blue'", "pointer": "#/profile/color"},
            ],
        }),
    ]
}

fn problem(body: &Value) -> Failure {
    read_problem(&body.to_string()).unwrap()
}

#[test]
fn the_examples_of_the_rfc_are_read() {
    let [credit, validation] = examples();
    let failure = problem(&credit);
    assert_eq!(&*failure.code(), "OUT_OF_CREDIT");
    assert_eq!(
        (failure.sent_code.as_deref(), failure.sent_error_type.as_deref()),
        (Some("OUT_OF_CREDIT"), None)
    );
    assert_eq!(failure.message, "Your current balance is 30, but that costs 50.");
    assert_eq!(failure.retry(), Retry::Unknown);
    let meta = Response::<Value>::read(&credit.to_string()).unwrap().meta;
    assert_eq!(meta.problem_type.as_deref(), Some("https://example.com/probs/out-of-credit"));
    assert_eq!(meta.title.as_deref(), Some("You do not have enough credit."));
    assert_eq!((meta.status, meta.instance.as_deref()), (None, Some("/account/12345/msgs/abc")));
    assert_eq!(
        json!(failure.failure().report().data()),
        json!({"balance": 30, "accounts": ["/account/12345", "/account/67890"]})
    );

    let failure = problem(&validation);
    assert_eq!(
        (&*failure.code(), failure.error_type()),
        ("VALIDATION_ERROR", ErrorType::Validation)
    );
    assert_eq!(failure.message, "Your request is not valid.");
    assert_eq!(json!(failure.failure().report().data())["errors"], validation["errors"]);
    assert!(Response::<Value>::read(&credit.to_string()).unwrap().into_result().is_err());
}

/// Problems of Spring, ASP.NET Core and another server.
#[test]
fn problems_of_other_servers_are_read() {
    for (body, code, error_type, message) in [
        (
            json!({"type": "about:blank", "title": "Not Found", "status": 404, "detail": "No endpoint GET /a.", "instance": "/a"}),
            "NOT_FOUND",
            ErrorType::NotFound,
            "No endpoint GET /a.",
        ),
        (
            json!({"type": "https://tools.ietf.org/html/rfc9110#section-15.5.10", "title": "Conflict", "status": 409, "traceId": "00-982607166a542147b435be3a847ddd71-fc75498eb9f09d48-00"}),
            "CONFLICT",
            ErrorType::Conflict,
            "Conflict",
        ),
        (
            json!({"title": "Unprocessable Entity", "status": 422, "detail": "validation failed", "errors": []}),
            "VALIDATION_ERROR",
            ErrorType::Validation,
            "validation failed",
        ),
    ] {
        let response = Response::<Value>::read(&body.to_string()).unwrap();
        let failure = response.into_result().unwrap_err();
        assert_eq!((&*failure.code(), failure.error_type()), (code, error_type));
        assert_eq!(failure.message, message);
        assert_eq!(failure.retry(), error_type.retry());
    }
}

/// A body without the members of a problem, or with members of other types, is data.
#[test]
fn a_body_without_the_members_of_a_problem_is_data() {
    for body in [
        json!({"type": "bug", "title": "It crashes", "status": "open", "detail": "Often"}),
        json!({"type": "book", "title": "Dune", "detail": "A novel"}),
        json!({"type": "page", "title": "Home", "status": 200, "detail": "It is up"}),
        json!({"title": "Home", "status": 404}),
        json!({"type": "about:blank", "title": "Home"}),
        json!({"type": "page", "title": 3, "status": 404, "detail": "It is down"}),
        json!({"status": 404, "detail": "It is down"}),
        json!([{"type": "about:blank", "title": "Not Found", "status": 404, "detail": "m"}]),
    ] {
        let text = body.to_string();
        let success = Response::<Value>::read(&text).unwrap().into_result().unwrap();
        assert_eq!(success.data, body);
        // `read_problem` relies on the content type, so it reads any object as a problem.
        assert_eq!(read_problem(&text).is_ok(), body.is_object());
    }
    assert_eq!(problem(&json!({})).failure().report().message(), "An internal error occurred");
    assert_eq!(problem(&json!({"status": "404"})).code(), "INTERNAL_ERROR");
}

/// `read` recognizes a problem, but not the plain data of a success.
#[test]
fn only_problems_are_recognized() {
    let envelope = fail_with_type(ToolFailure::conflict("c"));
    let response: envelope_client::AnyResponse<Value> = read(envelope.as_str()).unwrap();
    assert_eq!(response.dialect, "rfc9457");
    assert_eq!(response.outcome.unwrap_err().code(), "CONFLICT");
    assert_eq!(envelope_client::check(envelope.as_str()).unwrap().dialect, "rfc9457");
    let success = succeed(json!({"id": 7}));
    assert!(
        read::<Value>(success.as_str()).is_err()
            && envelope_client::data::<Value>(&success).is_err()
    );

    // Without an error status, data with the keys of a problem is not a problem.
    for status in [json!(200), json!("open"), json!(null)] {
        let page = json!({"type": "page", "title": "Home", "status": status, "detail": "It is up"});
        assert!(read::<Value>(&page.to_string()).is_err());
        let result = json!({"content": [], "structuredContent": page}).to_string();
        let response = read::<Value>(&result).unwrap();
        assert_eq!(response.dialect, "mcp-2025-11-25");
        assert_eq!(response.outcome.unwrap(), page);
    }
}

#[test]
fn advice_is_read() {
    let of = |members: Value| {
        let mut body = json!({"type": "about:blank", "title": "t", "status": 503, "detail": "d"});
        body.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        let failure = problem(&body);
        (failure.retry(), failure.retry_after())
    };
    let delay = |seconds| Some(RetryAfter::Delay(Duration::from_secs(seconds)));
    for (members, expected) in [
        (json!({}), (Retry::Backoff, None)),
        (json!({"retryable": false}), (Retry::Never, None)),
        (json!({"status": 400, "retryable": true}), (Retry::Backoff, None)),
        (json!({"retryable": true, "retry_after": 3}), (Retry::AfterDelay, delay(3))),
        (json!({"retryable": "yes", "retry_after": "soon"}), (Retry::Backoff, None)),
        (json!({"category": "billing", "code": "QUOTA"}), (Retry::Unknown, None)),
    ] {
        assert_eq!(of(members.clone()), expected, "{members}");
    }
}

/// `?` makes a new problem, which keeps all members except the type, the title and the instance.
#[test]
fn a_problem_is_passed_on_with_its_members() {
    let [credit, validation] = examples();
    let own = fail_with_type(ToolFailure::conflict("c").retry_after(Duration::from_secs(3)));
    for sent in [
        credit,
        validation,
        own.to_value().unwrap(),
        json!({"type": "about:blank", "title": "Nicht gefunden", "status": 404, "detail": "m", "code": "ORDER_GONE", "category": "not_found"}),
        json!({"type": "about:blank", "title": "Not Found", "status": 410, "detail": "m", "code": "GONE", "category": "not_found", "extra": [1]}),
        json!({"type": "/probs/x", "title": "X", "status": 500, "detail": "m", "retryable": true, "retry_after": 3}),
        json!({"type": "/probs/y", "title": "X", "status": 500, "detail": "m", "retryable": false}),
        json!({"title": "T", "status": 429, "detail": "m", "meta": {"a": 1}, "warnings": [{"message": "w"}]}),
    ] {
        let passed_on = wire(fail_with_type(problem(&sent).failure()));
        for (member, value) in sent.as_object().unwrap() {
            if !["type", "title", "instance"].contains(&&**member) {
                assert_eq!(&passed_on[member], value, "{member} of {passed_on}");
            }
        }
    }
}
