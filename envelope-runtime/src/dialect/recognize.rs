//! Which contract an envelope is of, for reading and for checking.

use envelope_contracts::{Contract, code_scalpel, dotbot, mcp, response_v2};

use crate::json::Document;

/// An envelope with one distinctive key each of several contracts is of the first of them.
static CONTRACTS: [&Contract; 5] = [
    &dotbot::CONTRACT,
    &code_scalpel::CONTRACT,
    &response_v2::CONTRACT,
    &mcp::CONTRACT_2026_07_28,
    &mcp::CONTRACT_2025_11_25,
];

/// The contract that an envelope names. Otherwise, the contract of whose required keys the envelope has the largest share, which
/// is at least half; of two such contracts, the one with more keys. Otherwise, the contract with a distinctive key.
pub(crate) fn recognize(envelope: &Document<'_>) -> Option<&'static Contract> {
    let contracts = || CONTRACTS.into_iter();
    contracts().find(|contract| is_named(envelope, contract)).or_else(|| {
        let shares = contracts().map(|contract| {
            let required = contract.envelope.required();
            (present(envelope, required.clone()), required.count(), contract)
        });
        let half = shares.filter(|(present, required, _)| present * 2 >= *required);
        // A share is compared without a fraction: each is multiplied by the other's number of keys.
        let best = half.max_by(|(one, of_one, _), (other, of_other, _)| {
            (one * of_other, one).cmp(&(other * of_one, other))
        });
        best.map(|(_, _, contract)| contract).or_else(|| {
            let is_marked =
                |contract: &&Contract| present(envelope, contract.distinctive.iter().copied()) > 0;
            contracts().find(is_marked)
        })
    })
}

/// The contract of an envelope inside a result of MCP. A tool's own data can have some of the same keys, so the envelope has to
/// name its contract, or to have all keys that are required.
pub(crate) fn recognize_inside(value: &Document<'_>) -> Option<&'static Contract> {
    recognize(value).filter(|contract| {
        let mut required = contract.envelope.required();
        let is_whole = required.all(|key| value.get(key).is_some());
        let is_result = contract.envelope.has("content");
        !is_result && (is_whole || is_named(value, contract))
    })
}

fn is_named(envelope: &Document<'_>, contract: &Contract) -> bool {
    let named = contract.mark.iter().try_fold(envelope, |value, key| value.get(key));
    named.and_then(Document::as_str) == Some(contract.id)
}

fn present(envelope: &Document<'_>, keys: impl Iterator<Item = &'static str>) -> usize {
    keys.filter(|key| envelope.get(key).is_some()).count()
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
