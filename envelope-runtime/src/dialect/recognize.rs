//! Which contract an envelope is of.

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
    let named = RULEBOOKS.into_iter().find(|rulebook| (rulebook.is_named)(envelope));
    named.or_else(|| {
        let known =
            RULEBOOKS.into_iter().map(|rulebook| (present(envelope, rulebook.keys), rulebook));
        let half = known.filter(|(present, rulebook)| present * 2 >= rulebook.keys.len());
        // A share is compared without a fraction: each is multiplied by the other's number of keys.
        let best = half.max_by(|(one, of_one), (other, of_other)| {
            let share_of_one = one * of_other.keys.len();
            let share_of_other = other * of_one.keys.len();
            (share_of_one, one).cmp(&(share_of_other, other))
        });
        best.map(|(_, rulebook)| rulebook)
    })
}

fn present(envelope: &Document<'_>, keys: &[&str]) -> usize {
    keys.iter().filter(|key| envelope.get(key).is_some()).count()
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
            assert_eq!(recognize(&document).map(|rulebook| rulebook.id), expected, "{envelope}");
        }
    }
}
