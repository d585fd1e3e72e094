//! Errors of `url` and `uuid`.

use envelope_runtime::ToolError;
use url::Url;
use uuid::Uuid;

use crate::support::{check, hidden};

#[test]
fn urls() {
    let parse = |text: &str| text.parse::<Url>().unwrap_err().failure();
    for text in ["hunter2", "https://user:hunter2@host:99999/hunter2", "https://[hunter2]/"] {
        check("url", vec![("`ParseError`", parse(text))]);
    }
    assert_eq!(parse("a").to_string(), "The URL is malformed: relative URL without a base");
}

#[test]
fn uuids() {
    let parse = |text: &str| text.parse::<Uuid>().unwrap_err().failure();
    for text in ["hunter2", "hunter2-4f1e-4d8a-9d2c-hunter2hunter", ""] {
        check("uuid", vec![("`Error`", parse(text))]);
    }
    assert!(hidden(&parse("67e55044-10b1-426f-9247-bb680e5fe0cg")).contains("found `g`"));
}
