//! The rules of MCP about several keys, for both versions.

use envelope_contracts::mcp::{CONTRACT_2025_11_25, CONTRACT_2026_07_28};
use envelope_contracts::time::is_iso_8601_date;

use super::{Mcp, V_2025_11_25, V_2026_07_28};
use crate::check::{Node, Report, Rule, Rulebook, should};
use crate::envelope::DialectFacts;

pub(crate) static RULEBOOKS: &[Rulebook] = &[
    Rulebook {
        contract: &CONTRACT_2025_11_25,
        dialect: DialectFacts::of::<Mcp<V_2025_11_25>>(),
        rules: RULES,
        check,
    },
    Rulebook {
        contract: &CONTRACT_2026_07_28,
        dialect: DialectFacts::of::<Mcp<V_2026_07_28>>(),
        rules: RULES,
        check,
    },
];

const RULES: &[Rule] = &[HAS_IS_ERROR, STRUCTURED_TEXT, LAST_MODIFIED];

const HAS_IS_ERROR: Rule =
    should("has-is-error", "a result has an `isError`", "Field Definitions, `isError`");
const LAST_MODIFIED: Rule = should(
    "last-modified-time",
    "`lastModified` is a time, and not a date alone",
    "Schema, `Annotations`",
);
const STRUCTURED_TEXT: Rule = should(
    "structured-text",
    "a result with a `structuredContent` has a text in its `content`, too",
    "Field Definitions, `content`",
);

fn check(result: &Node<'_>, report: &mut Report) {
    let (content, structure) = (result.get("content"), result.get("structuredContent"));
    let is_error = result.get("isError");
    report.require(is_error.value().is_some(), &HAS_IS_ERROR, &is_error);
    for block in content.items() {
        let annotations = block.get("annotations");
        let time = annotations.get("lastModified");
        let is_date = time.as_str().is_some_and(is_iso_8601_date);
        report.require(!is_date, &LAST_MODIFIED, &time);
    }
    let is_failure = is_error.is(true);
    if structure.value().is_some() && content.is_array() && !is_failure {
        let has_text = content.items().any(|block| block.get("type").as_str() == Some("text"));
        report.require(has_text, &STRUCTURED_TEXT, &content);
    }
}
