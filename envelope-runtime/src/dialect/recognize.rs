//! Which contract an envelope is of, for reading and for checking.

use super::{code_scalpel, dotbot, mcp, response_v2};
use crate::json::Document;

/// The keys by which the envelopes of a contract are recognized.
#[derive(Debug)]
pub(crate) struct Marks {
    /// The id of the contract.
    pub(crate) id: &'static str,
    /// The keys that every envelope has.
    pub(crate) required: &'static [&'static str],
    /// Each of these keys alone is a mark.
    pub(crate) distinctive: &'static [&'static str],
    /// Whether an envelope names the contract.
    pub(crate) is_named: fn(&Document<'_>) -> bool,
}

/// An envelope with one distinctive key each of several contracts is of the first of them.
static CONTRACTS: [&Marks; 5] = [
    &dotbot::MARKS,
    &code_scalpel::MARKS,
    &response_v2::MARKS,
    &mcp::MARKS_2026_07_28,
    &mcp::MARKS_2025_11_25,
];

/// The contract that an envelope names. Otherwise, the contract of whose required keys the envelope has the largest share, which
/// is at least half; of two such contracts, the one with more keys. Otherwise, the contract with a distinctive key.
pub(crate) fn recognize(envelope: &Document<'_>) -> Option<&'static Marks> {
    let contracts = || CONTRACTS.into_iter();
    contracts().find(|contract| (contract.is_named)(envelope)).or_else(|| {
        let shares = contracts().map(|contract| (present(envelope, contract.required), contract));
        let half = shares.filter(|(present, contract)| present * 2 >= contract.required.len());
        // A share is compared without a fraction: each is multiplied by the other's number of keys.
        let best = half.max_by(|(one, of_one), (other, of_other)| {
            let share_of_one = one * of_other.required.len();
            let share_of_other = other * of_one.required.len();
            (share_of_one, one).cmp(&(share_of_other, other))
        });
        let best = best.map(|(_, contract)| contract);
        best.or_else(|| contracts().find(|contract| present(envelope, contract.distinctive) > 0))
    })
}

/// The contract of an envelope inside a result of MCP. A tool's own data can have some of the same keys, so the envelope has to
/// name its contract, or to have all keys that are required.
pub(crate) fn recognize_inside(value: &Document<'_>) -> Option<&'static Marks> {
    recognize(value).filter(|contract| {
        let is_whole = present(value, contract.required) == contract.required.len();
        let is_result = contract.required.contains(&"content");
        !is_result && (is_whole || (contract.is_named)(value))
    })
}

fn present(envelope: &Document<'_>, keys: &[&str]) -> usize {
    keys.iter().filter(|key| envelope.get(key).is_some()).count()
}

#[cfg(test)]
mod tests {
    use super::{recognize, recognize_inside};

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
            (r#"{"success":false,"error":"x"}"#, Some("response-v2")),
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
            (r#"{"success":true,"tool_id":"t"}"#, Some("code-scalpel-v1")),
            (r#"{"upgrade_hints":[]}"#, Some("code-scalpel-v1")),
            (r#"{"success":true}"#, Some("response-v2")),
            (r#"{"schema_id":1,"success":true}"#, Some("dotbot-mcp-response@1")),
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
            let document = serde_json::from_str(envelope).unwrap();
            assert_eq!(recognize(&document).map(|contract| contract.id), expected, "{envelope}");
        }
    }

    #[test]
    fn data_inside_a_result_is_no_envelope_unless_it_names_a_contract_or_is_whole() {
        for (value, expected) in [
            (
                r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v1"}}"#,
                Some("response-v2"),
            ),
            (r#"{"success":true,"meta":{"version":"response-v2"}}"#, Some("response-v2")),
            (r#"{"success":true,"meta":{"version":"1.2"},"rows":[]}"#, None),
            (r#"{"success":false,"error":"x"}"#, None),
            (r#"{"tier":"pro","tool_id":"t"}"#, None),
            (r#"{"content":[],"isError":true}"#, None),
            ("[]", None),
        ] {
            let document = serde_json::from_str(value).unwrap();
            let contract = recognize_inside(&document).map(|contract| contract.id);
            assert_eq!(contract, expected, "{value}");
        }
    }
}
