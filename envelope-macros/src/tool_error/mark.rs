//! The marks of a field: `#[tool_error(detail)]` and the others.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Result};

use super::slot::Slot;
use super::variant::{EXAMPLE, FIELD, each, unknown};
use crate::contracts::RETRY_AFTER_SECONDS;
use crate::errors::{Errors, error};
use crate::syntax::values::{self, at_end, flag, set_once, word};

/// The destination of a marked field.
pub(super) struct FieldMark {
    pub(super) slot: Slot,
    /// The key on the wire.
    pub(super) key: String,
    pub(super) span: Span,
    /// Whether the field is also part of the text for the model.
    pub(super) is_in_text: bool,
}

impl FieldMark {
    /// Whether the field is the delay before a retry.
    pub(super) fn is_delay(&self) -> bool {
        self.slot == Slot::Data && self.key == RETRY_AFTER_SECONDS
    }

    /// Whether the field gives the retry advice.
    pub(super) fn is_advice(&self) -> bool {
        self.is_delay() || (self.slot == Slot::Detail && self.key == "retry")
    }
}

/// The marks of a field.
pub(super) fn parse(
    attributes: &[Attribute],
    field: Option<&Ident>,
    errors: &mut Errors,
) -> Vec<FieldMark> {
    let mut marks = Vec::new();
    let mut in_text = None;
    let all_read = each(attributes, errors, |input| {
        let name = values::name(EXAMPLE, input)?;
        if name == "in_text" {
            return set_once(&mut in_text, &name, flag(&name, input)?);
        }
        let slot = Slot::of(&name).ok_or_else(|| unknown(&name, &FIELD, input))?;
        let (key, span) = key(slot, &name, field, input)?;
        marks.push(FieldMark { slot, key, span, is_in_text: false });
        Ok(())
    });
    let is_in_text = in_text.is_some();
    let has_detail = marks.iter().any(|mark: &FieldMark| mark.slot == Slot::Detail);
    let message = "`in_text` is for a detail; write `#[tool_error(detail, in_text)]`";
    errors.report_each(in_text.filter(|_| !has_detail && all_read), message);
    for mark in &mut marks {
        mark.is_in_text = is_in_text;
    }
    marks
}

/// The key of a mark, and the place that messages about it point to. Without `= "key"`, the key is the name of the field.
fn key(
    slot: Slot,
    name: &Ident,
    field: Option<&Ident>,
    input: ParseStream<'_>,
) -> Result<(String, Span)> {
    if slot.has_fixed_key() {
        flag(name, input)?;
        return Ok((slot.name().to_owned(), name.span()));
    }
    if !at_end(input) {
        // A constant is in capitals, and its value is unknown.
        let spell = |word: &str| {
            if word.contains(char::is_lowercase) { word.to_owned() } else { "key".to_owned() }
        };
        let key = word(name, &format!("{name} = \"key\""), spell, input)?;
        return Ok((key.value(), key.span()));
    }
    let Some(field) = field else {
        return Err(error!(name, "a field without a name needs a key: `{name} = \"key\"`"));
    };
    Ok((field.unraw().to_string(), name.span()))
}
