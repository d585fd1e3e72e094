//! Checks an envelope against the rules of its contract.
//!
//! Most rules follow from the table of a contract. The module of each contract adds the rules that relate several keys.

use serde::Serialize;
use serde_json::Value;

use crate::recognize::{is_marked, recognize};
use crate::rulebook::{
    Node, Report, Rule, Rulebook, Violation, Violations, found, rules, rules_of, unique_keys,
};
use crate::{code_scalpel, dotbot, mcp, response_v2, rfc9457, text};

static RULEBOOKS: [&Rulebook; 6] = [
    &response_v2::RULEBOOK,
    &dotbot::RULEBOOK,
    &mcp::RULEBOOK_2025_11_25,
    &mcp::RULEBOOK_2026_07_28,
    &code_scalpel::RULEBOOK,
    &rfc9457::RULEBOOK,
];

rules! {
    JSON: Must "json" "RFC 8259, JSON Text"
        "an envelope is JSON text";
    DIALECT: Must "dialect" "the contracts of this crate"
        "an envelope has the keys of a known contract";
    OBJECT: Must "object" "Envelope"
        "an envelope is a JSON object";
    UNIQUE_KEYS: Must "unique-keys" "RFC 8259, Objects"
        "an object has each key once";
}

/// An envelope that follows its contract.
///
/// As JSON: `{"dialect":"response-v2","warnings":[…]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// The id of the contract, such as `response-v2`.
    pub dialect: &'static str,
    /// The violated recommendations of the contract, and notes about habits of servers. The [`level`](Rule::level) of a rule distinguishes
    /// them.
    pub warnings: Vec<Violation>,
}

/// Checks an envelope against its contract.
///
/// `check` recognizes the contract by the envelope's keys, so it also checks an envelope with a wrong or missing version.
/// [`read`](crate::read()) recognizes contracts in the same way. At most 100 violations and 100 warnings are listed.
///
/// ```
/// let checked = envelope_client::check(r#"{"content":[],"structuredContent":{"celsius":5},"isError":false}"#)?;
/// assert_eq!(checked.dialect, "mcp-2025-11-25");
/// assert_eq!(checked.warnings[0].rule.id, "structured-text");
/// # Ok::<(), envelope_client::Violations>(())
/// ```
///
/// # Errors
///
/// Returns the violations if the text is not an envelope of a known contract, or violates a rule of its contract.
pub fn check(text: &str) -> Result<Checked, Violations> {
    let envelope = parse(text)?;
    match recognized(&envelope) {
        Some(rulebook) => check_value(rulebook, text, &envelope),
        None => Err(alone(&DIALECT, found(Some(&envelope)))),
    }
}

/// Checks an envelope against the contract with this id, such as `response-v2`.
///
/// ```
/// let result = r#"{"content":[{"type":"text","text":"[]"}],"structuredContent":[],"isError":false}"#;
/// let violations = envelope_client::check_as("mcp-2026-07-28", result).unwrap_err();
/// assert_eq!(violations.violations[0].rule.id, "result-type");
/// ```
///
/// # Errors
///
/// Returns the violations. An unknown id violates the rule `dialect`.
pub fn check_as(dialect: &str, text: &str) -> Result<Checked, Violations> {
    match rulebook(dialect) {
        Some(rulebook) => check_value(rulebook, text, &parse(text)?),
        None => Err(alone(&DIALECT, format!("the unknown contract {dialect:?}"))),
    }
}

/// Returns every rule with the id of its contract, or with `None` if the rule applies to every contract.
///
/// ```
/// use envelope_client::Level;
///
/// let (dialect, rule) = envelope_client::rules().find(|(_, rule)| rule.id == "success-error").unwrap();
/// assert_eq!((dialect, rule.level), (Some("response-v2"), Level::Must));
/// ```
///
/// # The rules
///
#[doc = include_str!("rules.md")]
#[allow(clippy::doc_markdown, reason = "the words are the contracts'")]
pub fn rules() -> impl Iterator<Item = (Option<&'static str>, Rule)> {
    let of_contracts = RULEBOOKS.iter().flat_map(|rulebook| {
        let rules = rules_of(rulebook.contract.envelope).into_iter();
        rules.chain(rulebook.rules.iter().cloned()).map(|rule| (Some(rulebook.contract.id), rule))
    });
    RULES.iter().map(|rule| (None, rule.clone())).chain(of_contracts)
}

fn rulebook(id: &str) -> Option<&'static Rulebook> {
    RULEBOOKS.iter().copied().find(|rulebook| rulebook.contract.id == id)
}

fn parse(text: &str) -> Result<Value, Violations> {
    text::parse(text).map_err(|error| alone(&JSON, format!("an error: {error}")))
}

fn alone(rule: &Rule, found: String) -> Violations {
    let violation = Violation { dialect: None, rule: rule.clone(), pointer: String::new(), found };
    Violations { dialect: None, violations: vec![violation], warnings: Vec::new() }
}

/// Finds the rules of an envelope's contract.
pub(crate) fn recognized(envelope: &Value) -> Option<&'static Rulebook> {
    recognize(envelope).and_then(|contract| rulebook(contract.id))
}

/// Checks an envelope that was parsed from a text.
pub(crate) fn check_value(
    rulebook: &Rulebook,
    text: &str,
    envelope: &Value,
) -> Result<Checked, Violations> {
    let dialect = rulebook.contract.id;
    let node = Node::root(envelope);
    let mut report = Report { dialect, ..Report::default() };
    let is_data = rulebook.contract.is_success_plain && !is_marked(envelope, rulebook.contract);
    report.require(node.is_object() || is_data, &OBJECT, &node);
    unique_keys(text, &UNIQUE_KEYS, &mut report);
    if node.is_object() && !is_data {
        report.object(&node, rulebook.contract.envelope);
        (rulebook.check)(&node, &mut report);
    }
    let Report { violations, warnings, .. } = report;
    if violations.is_empty() {
        Ok(Checked { dialect, warnings })
    } else {
        Err(Violations { dialect: Some(dialect), violations, warnings })
    }
}
