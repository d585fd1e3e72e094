//! Recognizes the contract of an envelope, for reading and for checking.

use envelope_contracts::{CONTRACTS, Contract};

use serde_json::Value;

use crate::rfc9457;

/// Returns the contract that an envelope names. Otherwise, it is the contract with the longest mark: a set of keys that the envelope has.
///
/// A tool's own data can have some of the same keys: `success` alone is no mark of response-v2, and the keys of an RFC 9457 problem are no
/// mark if their values do not make it a problem.
pub(crate) fn recognize(envelope: &Value) -> Option<&'static Contract> {
    let contracts = || CONTRACTS.iter().copied();
    let named = contracts().find(|contract| is_named(envelope, contract));
    let contract = named.or_else(|| {
        let best = contracts().max_by_key(|contract| marked(envelope, contract));
        best.filter(|contract| is_marked(envelope, contract))
    });
    contract.filter(|contract| contract.id != rfc9457::ID || rfc9457::is_problem(envelope))
}

fn is_named(envelope: &Value, contract: &Contract) -> bool {
    at(envelope, contract.name.iter().copied()).and_then(Value::as_str) == Some(contract.id)
}

/// Whether the envelope has a mark of the contract.
pub(crate) fn is_marked(envelope: &Value, contract: &Contract) -> bool {
    marked(envelope, contract) > 0
}

/// The number of keys in the longest mark that the envelope has.
fn marked(envelope: &Value, contract: &Contract) -> usize {
    let has = |path: &&'static str| at(envelope, path.split('/')).is_some();
    let marks = contract.marks.iter().filter(|mark| mark.iter().all(has));
    marks.map(|mark| mark.len()).max().unwrap_or_default()
}

fn at(envelope: &Value, mut path: impl Iterator<Item = &'static str>) -> Option<&Value> {
    path.try_fold(envelope, |value, key| value.get(key))
}

#[cfg(test)]
mod tests {
    use super::recognize;

    #[test]
    fn an_envelope_is_recognized_by_its_keys() {
        for (envelope, expected) in [
            (
                r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}"#,
                Some("response-v2"),
            ),
            (
                r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v1"}}"#,
                Some("response-v2"),
            ),
            (r#"{"meta":{"version":"response-v2"}}"#, Some("response-v2")),
            (
                r#"{"success":true,"data":{},"error":null,"meta":{},"tier":"pro","tool_id":"t"}"#,
                Some("response-v2"),
            ),
            (r#"{"schema_id":"dotbot-mcp-response@1"}"#, Some("dotbot-mcp-response@1")),
            (
                r#"{"schema_id":"dotbot","tool":"t","version":"1","status":"ok","summary":"s"}"#,
                Some("dotbot-mcp-response@1"),
            ),
            (r#"{"content":[]}"#, Some("mcp-2025-11-25")),
            (r#"{"content":[],"isError":true}"#, Some("mcp-2025-11-25")),
            (r#"{"content":[],"isError":true,"resultType":"complete"}"#, Some("mcp-2026-07-28")),
            (
                r#"{"tier":"pro","tool_id":"t","request_id":"r","error":null,"data":{}}"#,
                Some("code-scalpel-v1"),
            ),
            (r#"{"data":{}}"#, None),
            (r#"{"error":"x"}"#, None),
            (r#"{"tool":"t","version":"1"}"#, None),
            (r#"{"meta":{"version":"response-v1"}}"#, None),
            (
                r#"{"error":{"error":"x","error_code":"timeout"},"data":null,"warnings":[]}"#,
                Some("code-scalpel-v1"),
            ),
            (r#"{"type":"about:blank","title":"t","status":404,"detail":"d"}"#, Some("rfc9457")),
            (
                r#"{"type":"a","title":"t","status":404,"detail":"d","schema_id":"dotbot-mcp-response@1"}"#,
                Some("dotbot-mcp-response@1"),
            ),
            // These keys are a tool's own data.
            (r#"{"type":"bug","title":"t","status":"open"}"#, None),
            (r#"{"success":true}"#, None),
            (r#"{"success":false,"error":"x"}"#, None),
            (r#"{"success":true,"data":[],"error":null}"#, None),
            (r#"{"success":true,"meta":{"version":"1.2"},"rows":[]}"#, None),
            (r#"{"success":true,"tool_id":"t"}"#, None),
            (r#"{"upgrade_hints":[]}"#, None),
            (r#"{"schema_id":1,"success":true}"#, None),
            (r#"{"error":{"code":3},"data":null}"#, None),
            (r#"{"structuredContent":{}}"#, Some("mcp-2025-11-25")),
            (r#"{"content":[],"resultType":"input_required"}"#, Some("mcp-2026-07-28")),
            (
                r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"},"tool_id":"t"}"#,
                Some("response-v2"),
            ),
            ("{}", None),
            ("[]", None),
            ("null", None),
            (r#""response-v2""#, None),
        ] {
            let value = serde_json::from_str(envelope).unwrap();
            assert_eq!(recognize(&value).map(|contract| contract.id), expected, "{envelope}");
        }
    }
}
