//! Envelopes that cost a reader as much as possible, and raw JSON that tries to break the envelope around it.

use envelope_client::read;
use envelope_runtime::ToolError;
use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp_sdk::model::CallToolResult;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::fillings::ALL;
use crate::judge::parse;
use crate::passing_on::passing_on;
use crate::random::Random;

/// The longest of these envelopes, in bytes.
const MAX_BYTES: usize = 5_000;

/// Reads and checks an envelope with many or long parts, and answers with its failure in each dialect.
pub(crate) fn filled(random: &mut Random) -> u64 {
    let text = random.pick(&ALL).envelope(random.below(MAX_BYTES));
    let answer = read::<IgnoredAny>(&text);
    let checked = envelope_client::check(&text);
    assert!(checked.is_err() || answer.is_ok(), "{:?}\n{text}", answer.err());
    let found = match &checked {
        Ok(checked) => checked.warnings.as_slice(),
        Err(violations) => &violations.violations,
    };
    for violation in found {
        assert!(violation.to_string().len() < 10_000, "{violation}");
    }
    let Ok(Err(failure)) = answer.map(|answer| answer.outcome) else { return 1 };
    let tools = passing_on();
    for tool in tools {
        let passed_on = tool(failure.failure());
        let _: Value = parse(&passed_on);
        let again = read::<IgnoredAny>(passed_on.as_str()).map(|again| again.outcome);
        let again = again.unwrap().unwrap_err();
        // An empty message is replaced by the fixed sentence of the error type.
        let sent = failure.failure();
        assert_eq!(
            (&*again.message, again.error_type()),
            (sent.report().message(), failure.error_type())
        );
    }
    1 + tools.len() as u64
}

/// Answers with raw JSON that has line breaks of every kind between its values.
pub(crate) fn raw_json(random: &mut Random) -> u64 {
    type Raw = Box<RawValue>;

    #[envelope_tool(dialect = "response-v2", data = "raw")]
    fn response_v2(raw: Raw) -> Result<Raw, ToolFailure> {
        Ok(raw)
    }

    #[envelope_tool(dialect = "response-v2", data = "raw", returns = CallToolResult)]
    fn result(raw: Raw) -> Result<Raw, ToolFailure> {
        Ok(raw)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28", request_id = "r")]
    fn mcp(raw: Raw) -> Result<Raw, ToolFailure> {
        Ok(raw)
    }

    let value = Value::Array(random.list(3, |random| random.value(3)));
    let line_break = random.pick(&["\n", "\r\n", "\r", "\n\n\t"]);
    let text = serde_json::to_string_pretty(&value).unwrap().replace('\n', line_break);
    let raw = || RawValue::from_string(text.clone()).unwrap();
    let envelope: Value = parse(&response_v2(raw()));
    assert_eq!(envelope["data"]["raw"], value);
    let of_sdk = serde_json::to_value(result(raw())).unwrap();
    assert_eq!(of_sdk["structuredContent"]["data"]["raw"], value);
    let of_mcp: Value = parse(&mcp(raw()));
    assert_eq!(of_mcp["structuredContent"], value);
    let text = of_mcp["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), value);
    3
}
