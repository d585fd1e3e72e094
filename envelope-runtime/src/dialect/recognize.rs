//! Which contract an envelope is of.

use envelope_contracts::Contract;

use super::{code_scalpel, dotbot, mcp, response_v2};
use crate::contract::check::Rulebook;
use crate::json::Document;

/// The rules of every contract.
pub(crate) static RULEBOOKS: [&Rulebook; 5] = [
    &response_v2::RULEBOOK,
    &dotbot::RULEBOOK,
    &mcp::RULEBOOK_2025_11_25,
    &mcp::RULEBOOK_2026_07_28,
    &code_scalpel::RULEBOOK,
];

/// The contract that an envelope names. Otherwise, the one of whose required keys the envelope has the largest share, which is
/// at least half; of two such contracts, the one with more keys.
pub(crate) fn recognize(envelope: &Document<'_>) -> Option<&'static Rulebook> {
    let named = RULEBOOKS.into_iter().find(|rulebook| is_named(envelope, rulebook.contract));
    named.or_else(|| {
        let shares = RULEBOOKS.into_iter().map(|rulebook| {
            let keys = rulebook.contract.envelope.keys.iter().filter(|key| key.is_required());
            let present = keys.clone().filter(|key| envelope.get(key.name).is_some());
            (present.count(), keys.count(), rulebook)
        });
        let half = shares.filter(|(present, keys, _)| present * 2 >= *keys);
        // A share is compared without a fraction: each is multiplied by the other's number of keys.
        let best = half.max_by(|(one, of_one, _), (other, of_other, _)| {
            (one * of_other, one).cmp(&(other * of_one, other))
        });
        best.map(|(_, _, rulebook)| rulebook)
    })
}

fn is_named(envelope: &Document<'_>, contract: &Contract) -> bool {
    let named = contract.mark.iter().try_fold(envelope, |value, key| value.get(key));
    named.and_then(Document::as_str) == Some(contract.id)
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
            ("{}", None),
            ("[]", None),
            ("null", None),
            (r#""response-v2""#, None),
        ] {
            let document = serde_json::from_str(envelope).unwrap();
            assert_eq!(
                recognize(&document).map(|rulebook| rulebook.contract.id),
                expected,
                "{envelope}"
            );
        }
    }
}
