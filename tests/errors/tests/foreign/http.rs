//! Statuses of `http`.

use envelope_runtime::ToolError;
use http::StatusCode;

use crate::support::check;

#[test]
fn statuses() {
    let status = |status: u16| StatusCode::from_u16(status).unwrap().failure();
    check(
        "http",
        vec![
            ("404", status(404)),
            ("503", status(503)),
            ("500", status(500)),
            ("304, which is not a failure", status(304)),
        ],
    );
    assert_eq!(status(410).report().http_status(), 410);
    assert_eq!(status(304).report().http_status(), 500);
    assert_eq!(serde_json::to_value(status(503).report().details()).unwrap()["status"], 503);
}
