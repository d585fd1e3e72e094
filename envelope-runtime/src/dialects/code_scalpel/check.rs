//! The rules of Code Scalpel about several keys.

use envelope_contracts::code_scalpel::{CONTRACT, UPGRADE_REQUIRED};

use crate::check::{Node, Report, Rule, Rulebook, must, should};
use crate::dialects::recognize::recognize;
use crate::envelope::DialectFacts;

const ENVELOPE: &str = "Envelope Schema (All Tools)";

pub(crate) static RULEBOOKS: &[Rulebook] = &[Rulebook {
    contract: &CONTRACT,
    dialect: DialectFacts::of::<super::CodeScalpel>(),
    rules: &[OTHER_CONTRACT, PAID_DURATION, COMMUNITY_DURATION, HAS_HINT],
    check,
}];

// Code Scalpel leaves out so many keys that envelopes of other contracts would have the rest.
const OTHER_CONTRACT: Rule =
    must("other-contract", "an envelope does not have the marks of another contract", ENVELOPE);
const PAID_DURATION: Rule = must(
    "has-duration-ms",
    "an envelope of the tier `pro` or `enterprise` has a `duration_ms`",
    ENVELOPE,
);
const COMMUNITY_DURATION: Rule = should(
    "community-duration-ms",
    "an envelope of the tier `community` has a `duration_ms`",
    ENVELOPE,
);
const HAS_HINT: Rule = should(
    "has-upgrade-hint",
    "a failure with the code `upgrade_required` has an upgrade hint",
    "Upgrade Hints",
);

fn check(envelope: &Node<'_>, report: &mut Report) {
    let other = envelope.value().and_then(recognize).filter(|contract| contract.id != CONTRACT.id);
    report.require(other.is_none(), &OTHER_CONTRACT, envelope);
    match envelope.get("tier").as_str() {
        Some("pro" | "enterprise") => report.require_key(envelope, "duration_ms", &PAID_DURATION),
        Some("community") => report.require_key(envelope, "duration_ms", &COMMUNITY_DURATION),
        _ => {}
    }
    let (error, hints) = (envelope.get("error"), envelope.get("upgrade_hints"));
    if error.get("error_code").as_str() == Some(UPGRADE_REQUIRED) && hints.is_array() {
        report.require(hints.has_items(), &HAS_HINT, &hints);
    }
}
