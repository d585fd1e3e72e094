//! The rules of MCP about several keys, for both versions.

use envelope_contracts::mcp::{CONTRACT_2025_11_25, CONTRACT_2026_07_28};

use crate::contract::check::{Node, Report, Rule, Rulebook, should};

pub(crate) static RULEBOOK_2025_11_25: Rulebook =
    Rulebook { contract: &CONTRACT_2025_11_25, rules: RULES, check };

pub(crate) static RULEBOOK_2026_07_28: Rulebook =
    Rulebook { contract: &CONTRACT_2026_07_28, rules: RULES, check };

const RULES: &[Rule] = &[HAS_STRUCTURE, STRUCTURED_TEXT];

const HAS_STRUCTURE: Rule = should(
    "has-structured-content",
    "a success has a `structuredContent`",
    "Field Definitions, `structuredContent`",
);
const STRUCTURED_TEXT: Rule = should(
    "structured-text",
    "a result with a `structuredContent` has a text in its `content`, too",
    "Field Definitions, `content`",
);

fn check(result: &Node<'_>, report: &mut Report) {
    let (content, structure) = (result.get("content"), result.get("structuredContent"));
    if result.get("isError").is(false) {
        report.require(structure.value().is_some(), &HAS_STRUCTURE, &structure);
    }
    let is_failure = result.get("isError").is(true);
    if structure.value().is_some() && content.is_array() && !is_failure {
        let has_text = content.items().any(|block| block.get("type").as_str() == Some("text"));
        report.require(has_text, &STRUCTURED_TEXT, &content);
    }
}
