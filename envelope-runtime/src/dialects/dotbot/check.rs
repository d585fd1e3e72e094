//! The rules of dotbot that do not follow from its table.

use envelope_contracts::dotbot::{CONTRACT, codes};
use envelope_contracts::format::is_screaming_snake_case;

use crate::check::{Rule, Rulebook, note, should};
use crate::envelope::DialectFacts;

pub(crate) static RULEBOOKS: &[Rulebook] = &[Rulebook {
    contract: &CONTRACT,
    dialect: DialectFacts::of::<super::Dotbot>(),
    rules: &[ONE_SENTENCE, CATALOGUE],
    check: |envelope, report| {
        let summary = envelope.get("summary");
        let has_lines = summary.as_str().is_some_and(|summary| summary.trim().contains('\n'));
        report.require(!has_lines, &ONE_SENTENCE, &summary);
        for error in envelope.get("errors").items() {
            let code = error.get("code");
            let is_known = |code: &str| codes().any(|known| known.name == code);
            let is_foreign =
                code.as_str().is_some_and(|code| is_screaming_snake_case(code) && !is_known(code));
            report.require(!is_foreign, &CATALOGUE, &code);
        }
    },
}];

const CATALOGUE: Rule =
    note("known-code", "`code` of an error is in the catalogue", "Error Code Catalog");
const ONE_SENTENCE: Rule = should("one-sentence", "`summary` is on one line", "Required Fields");
