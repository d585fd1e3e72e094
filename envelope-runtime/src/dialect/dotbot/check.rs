//! The rule of dotbot that does not follow from its table.

use envelope_contracts::dotbot::CONTRACT;

use crate::contract::check::{Rule, Rulebook, should};

pub(crate) static RULEBOOK: Rulebook = Rulebook {
    contract: &CONTRACT,
    rules: &[ONE_SENTENCE],
    check: |envelope, report| {
        let summary = envelope.get("summary");
        let has_lines = summary.as_str().is_some_and(|summary| summary.trim().contains('\n'));
        report.require(!has_lines, &ONE_SENTENCE, &summary);
    },
};

const ONE_SENTENCE: Rule = should("one-sentence", "`summary` is on one line", "Required Fields");
