//! Checking an envelope.

use serde::Serialize;

use super::recognize::{is_marked, recognize};
use super::rulebooks;
use crate::check::{
    Node, Report, Rule, Rulebook, UNIQUE_KEYS, Violation, Violations, found, must, rules_of,
    unique_keys,
};
use serde_json::Value;

const JSON: Rule = must("json", "an envelope is JSON text", "RFC 8259, JSON Text");
const DIALECT: Rule =
    must("dialect", "an envelope has the keys of a known contract", "the contracts of this crate");
const OBJECT: Rule = must("object", "an envelope is a JSON object", "Envelope");

/// The rules of every contract.
static COMMON: [Rule; 4] = [JSON, DIALECT, OBJECT, UNIQUE_KEYS];

/// An envelope that follows its contract.
///
/// As JSON: `{"dialect":"response-v2","warnings":[…]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// The id of the contract, such as `response-v2`.
    pub dialect: &'static str,
    /// The violated recommendations of the contract, and notes about habits of servers: the [`level`](Rule::level) of the rule tells
    /// which.
    pub warnings: Vec<Violation>,
}

/// Checks an envelope against the contract that it is of.
///
/// The contract is found by the envelope's keys, so that an envelope with a wrong or missing version is also checked.
/// [`read`](crate::read()) recognizes contracts in the same way.
///
/// Time and memory are proportional to the length of the text: at most 64 bytes at a time for each byte of text, and 4 MiB for
/// the violations. At most 100 violations and 100 warnings are listed.
///
/// ```
/// use envelope_runtime::contract;
///
/// let checked = contract::check(r#"{"content":[],"structuredContent":{"celsius":5},"isError":false}"#)?;
/// assert_eq!(checked.dialect, "mcp-2025-11-25");
/// assert_eq!(checked.warnings[0].rule.id, "structured-text");
/// # Ok::<(), contract::Violations>(())
/// ```
///
/// # Errors
///
/// The violations, if the text is not an envelope of a known contract or violates a rule of it.
pub fn check(text: &str) -> Result<Checked, Violations> {
    let document = parse(text)?;
    match recognized(&document) {
        Some(rulebook) => check_document(rulebook, &document),
        None => Err(alone(&DIALECT, found(Some(&document)))),
    }
}

/// Checks an envelope against the contract with this id, such as `response-v2`.
///
/// ```
/// use envelope_runtime::contract;
///
/// let result = r#"{"content":[{"type":"text","text":"[]"}],"structuredContent":[],"isError":false}"#;
/// let violations = contract::check_as("mcp-2026-07-28", result).unwrap_err();
/// assert_eq!(violations.as_slice()[0].rule.id, "result-type");
/// ```
///
/// # Errors
///
/// The violations. An unknown id violates the rule `dialect`.
pub fn check_as(dialect: &str, text: &str) -> Result<Checked, Violations> {
    match rulebook(dialect) {
        Some(rulebook) => check_document(rulebook, &parse(text)?),
        None => Err(alone(&DIALECT, format!("the unknown contract {dialect:?}"))),
    }
}

/// Every rule, with the id of its contract. A rule of every contract has none.
///
/// ```
/// use envelope_runtime::contract::{self, Level};
///
/// let (dialect, rule) = contract::rules().find(|(_, rule)| rule.id == "success-error").unwrap();
/// assert_eq!((dialect, rule.level), (Some("response-v2"), Level::Must));
/// ```
pub fn rules() -> impl Iterator<Item = (Option<&'static str>, Rule)> {
    let of_contracts = rulebooks().flat_map(|rulebook| {
        let rules = rules_of(rulebook.contract.envelope).into_iter();
        rules.chain(rulebook.rules.iter().cloned()).map(|rule| (Some(rulebook.contract.id), rule))
    });
    COMMON.iter().map(|rule| (None, rule.clone())).chain(of_contracts)
}

fn rulebook(id: &str) -> Option<&'static Rulebook> {
    rulebooks().find(|rulebook| rulebook.contract.id == id)
}

fn parse(text: &str) -> Result<Document<'_>, Violations> {
    serde_json::from_str(text).map_err(|error| alone(&JSON, format!("an error: {error}")))
}

fn alone(rule: &Rule, found: String) -> Violations {
    let violation = Violation { dialect: None, rule: rule.clone(), pointer: String::new(), found };
    Violations::new(None, vec![violation], Vec::new())
}

/// The rules of the contract that an envelope is of.
pub(super) fn recognized(envelope: &Value) -> Option<&'static Rulebook> {
    recognize(envelope).and_then(|contract| rulebook(contract.id))
}

pub(super) fn check_document(
    rulebook: &Rulebook,
    document: &Value,
) -> Result<Checked, Violations> {
    let dialect = rulebook.contract.id;
    let envelope = Node::root(document);
    let mut report = Report::new(dialect);
    let is_data = rulebook.contract.is_success_plain && !is_marked(document, rulebook.contract);
    report.require(envelope.is_object() || is_data, &OBJECT, &envelope);
    unique_keys(&envelope, &mut report);
    if envelope.is_object() && !is_data {
        report.object(&envelope, rulebook.contract.envelope);
        (rulebook.check)(&envelope, &mut report);
    }
    if report.violations.is_empty() {
        Ok(Checked { dialect, warnings: report.warnings })
    } else {
        Err(Violations::new(Some(dialect), report.violations, report.warnings))
    }
}
