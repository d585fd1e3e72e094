//! The report of `garde`.

use std::collections::BTreeMap;
use std::fmt::Write;

use ::garde::Report;

use crate::error::{ToolError, ToolFailure};
use crate::text::truncate;

/// The detail of a rule that concerns no single field.
const WHOLE: &str = "input";

/// The largest number of rules that are sent.
const MAX_RULES: usize = 32;

/// The largest length of a path, and of a message, in characters.
const MAX_PATH: usize = 200;
const MAX_MESSAGE: usize = 300;

/// `VALIDATION_ERROR`, with a detail for each invalid field: its path, such as `items[2].name`, and the broken rule, such as
/// `length is lower than 1`. Several broken rules of a field are joined with `; `. A rule that concerns no single field is the
/// detail `input`. At most 32 rules are sent.
///
/// The rules of `garde` do not quote the value; the message of a custom rule is sent as it is, up to 300 characters. If the type has a map,
/// a path can contain keys of the caller: an ellipsis replaces characters that no name contains.
impl ToolError for Report {
    fn failure(&self) -> ToolFailure {
        let fields = broken_rules(self);
        let failure = match fields.first_key_value() {
            Some((field, rules)) if fields.len() == 1 => {
                ToolFailure::validation(format_args!("Validation failed: {field}: {rules}"))
            }
            _ => {
                let count = fields.len();
                ToolFailure::validation(format_args!(
                    "Validation failed: {count} fields are invalid"
                ))
            }
        };
        fields.iter().fold(failure, |failure, (field, rules)| failure.detail(field, rules))
    }
}

/// The broken rules of each field.
fn broken_rules(report: &Report) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::<String, String>::new();
    for (path, error) in report.iter().take(MAX_RULES) {
        let field = if path.is_empty() { WHOLE.to_owned() } else { shown(&path.to_string()) };
        let rules = fields.entry(field).or_default();
        let separator = if rules.is_empty() { "" } else { "; " };
        let message = error.message();
        // Without a subject, the message would read like the rule itself.
        let is_limit =
            ["greater than ", "lower than "].iter().any(|start| message.starts_with(start));
        let subject = if is_limit { "it is " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(rules, "{separator}{subject}{}", truncate(message, MAX_MESSAGE));
    }
    fields
}

/// Removes markup and invisible characters of map keys from a path.
fn shown(path: &str) -> String {
    let is_part = |char: char| char.is_ascii_alphanumeric() || "_-.$@:[]".contains(char);
    let shown: String = path.chars().map(|char| if is_part(char) { char } else { '…' }).collect();
    truncate(&shown, MAX_PATH).into_owned()
}
