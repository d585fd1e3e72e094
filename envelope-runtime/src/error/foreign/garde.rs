//! The report of `garde`.

use std::collections::BTreeMap;
use std::fmt::Write;

use ::garde::Report;

use crate::error::{ToolError, ToolFailure};

/// The detail of a rule that concerns no single field.
const WHOLE: &str = "input";

/// `VALIDATION_ERROR`, with a detail for each invalid field: its path, such as `items[2].name`, and the broken rule, such as
/// `length is lower than 1`. Several broken rules of a field are joined with `; `. A rule that concerns no single field is the
/// detail `input`.
///
/// The rules of `garde` do not quote the value; the message of a custom rule is sent as it is.
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
    for (path, error) in report.iter() {
        let field = if path.is_empty() { WHOLE.to_owned() } else { path.to_string() };
        let rules = fields.entry(field).or_default();
        let separator = if rules.is_empty() { "" } else { "; " };
        // Writing to a string cannot fail.
        let _ = write!(rules, "{separator}{error}");
    }
    fields
}
