//! What the contracts ask of an error type.

use syn::{Error, LitStr};

use super::ast::{Input, Variant};
use super::attr::Slot;
use crate::codes::{self, ERROR_TYPES};
use crate::dialects::{self, RESERVED_DATA, RESERVED_META, SCALPEL_CODES, TIERS};
use crate::errors::Errors;
use crate::suggest::{did_you_mean, listed, nearest};

pub(super) fn check(input: &Input<'_>, errors: &mut Errors) {
    for variant in &input.variants {
        if variant.attrs.transparent.is_some() {
            check_transparent(variant, errors);
        } else {
            check_code(variant, errors);
        }
        check_upgrade_and_codes(variant, errors);
        check_marks(variant, errors);
    }
}

/// `UPGRADE_REQUIRED` says to what, and a code for one dialect is one that the dialect has.
fn check_upgrade_and_codes(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    let own = attrs.code.as_ref().filter(|code| code.value() == "UPGRADE_REQUIRED");
    let scalpel = attrs.codes.iter().map(|(_, code)| code);
    let required = own.into_iter().chain(scalpel.filter(|code| code.value() == "upgrade_required"));
    if let (Some(code), true) =
        (required.clone().next(), attrs.upgrades.is_empty() && !attrs.broken)
    {
        let message = format!(
            "`{}` says what is to be upgraded to: add `upgrade(feature = \"…\", tier = \"pro\", reason = \"…\")`",
            code.value()
        );
        errors.push(Error::new(code.span(), message));
    }
    for tier in attrs.upgrades.iter().map(|upgrade| &upgrade.tier) {
        let tiers = TIERS.iter().map(|(tier, _)| *tier);
        if dialects::tier_variant(&tier.value()).is_none() {
            let message = format!(
                "there is no tier `{}`; {}",
                tier.value(),
                did_you_mean(&tier.value(), tiers)
            );
            errors.push(Error::new(tier.span(), message));
        }
    }
    for (index, (dialect, _)) in attrs.codes.iter().enumerate() {
        if attrs.codes.iter().take(index).any(|(earlier, _)| earlier.value() == dialect.value()) {
            let message = format!("`{}` has a code already; remove one of them", dialect.value());
            errors.push(Error::new(dialect.span(), message));
        }
    }
    for (dialect, code) in &attrs.codes {
        let id = dialect.value();
        let known = dialects::ids().any(|known| known == id);
        // A dialect of the user's own has an id that is not known here, but not one that is nearly known.
        if !known && nearest(&id, dialects::ids()).is_some() {
            let message =
                format!("there is no dialect `{id}`; {}", did_you_mean(&id, dialects::ids()));
            errors.push(Error::new(dialect.span(), message));
        }
        let value = code.value();
        if id == "code-scalpel-v1" && !SCALPEL_CODES.contains(&value.as_str()) {
            let message = format!(
                "code-scalpel-v1 has no code `{value}`; {}",
                did_you_mean(&value, SCALPEL_CODES)
            );
            errors.push(Error::new(code.span(), message));
        }
        if id != "code-scalpel-v1" && value != screaming(&value) {
            let message =
                format!("an error code is in SCREAMING_SNAKE_CASE: `{}`", screaming(&value));
            errors.push(Error::new(code.span(), message));
        }
    }
}

fn check_transparent(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    let given = [
        ("code", attrs.code.as_ref().map(LitStr::span)),
        ("error_type", attrs.error_type.as_ref().map(LitStr::span)),
        ("message", attrs.message.as_ref().map(LitStr::span)),
        ("expose", attrs.expose),
    ];
    for (name, span) in given {
        if let Some(span) = span {
            let message = format!(
                "a transparent error brings its own `{name}`; remove this, or `transparent`"
            );
            errors.push(Error::new(span, message));
        }
    }
    if variant.fields.len() != 1 {
        let message = format!(
            "`transparent` passes on the error in the only field, and `{}` has {} fields; leave it that one, or give it a code of its own",
            variant.ident,
            variant.fields.len()
        );
        errors.push(Error::new(attrs.transparent.unwrap_or_else(|| variant.ident.span()), message));
    }
}

fn check_code(variant: &Variant<'_>, errors: &mut Errors) {
    let error_type = variant.attrs.error_type.as_ref();
    let known_type = error_type.is_none_or(|error_type| {
        let value = error_type.value();
        let known = codes::error_type_variant(&value).is_some();
        if !known {
            let names = || ERROR_TYPES.iter().map(|(name, _)| *name);
            let message =
                format!("there is no error_type `{value}`; {}", did_you_mean(&value, names()));
            errors.push(Error::new(error_type.span(), message));
        }
        known
    });
    let Some(code) = &variant.attrs.code else {
        if variant.attrs.broken {
            return;
        }
        let message = format!(
            "`{}` has no error code; name a standard one, `#[tool_error(code = \"NOT_FOUND\")]`, or one of your own with its `error_type`, or pass on the inner error with `#[tool_error(transparent)]`",
            variant.ident
        );
        errors.push(Error::new(variant.ident.span(), message));
        return;
    };
    let name = code.value();
    if name != screaming(&name) {
        let message = format!("an error code is in SCREAMING_SNAKE_CASE: `{}`", screaming(&name));
        errors.push(Error::new(code.span(), message));
        return;
    }
    match (codes::find(&name), error_type) {
        (Some(standard), Some(given)) if known_type && given.value() != standard.error_type => {
            let message = format!(
                "`{name}` is a standard code of error_type `{}`, not `{}`; remove the error_type, or take a code of your own",
                standard.error_type,
                given.value()
            );
            errors.push(Error::new(given.span(), message));
        }
        (None, None) if !variant.attrs.broken => {
            let near = nearest(&name, codes::CODES.iter().map(|code| code.name));
            let own = "a code of your own needs its category";
            let hint = near.map_or_else(
                || own.to_owned(),
                |near| format!("did you mean `{near}`? If not: {own}"),
            );
            let message = format!(
                "`{name}` is not a standard code; {hint}, `error_type = \"…\"`: one of {}",
                listed(ERROR_TYPES.iter().map(|(name, _)| *name))
            );
            errors.push(Error::new(code.span(), message));
        }
        _ => {}
    }
}

fn check_marks(variant: &Variant<'_>, errors: &mut Errors) {
    let marks: Vec<_> = variant.fields.iter().flat_map(|field| &field.marks).collect();
    for (index, mark) in marks.iter().enumerate() {
        let key = mark.key.as_str();
        let reserved: &[&str] = match mark.slot {
            Slot::Data => &RESERVED_DATA,
            Slot::Meta => &RESERVED_META,
            _ => &[],
        };
        if reserved.contains(&key) {
            let message = format!(
                "`{key}` is a key of the contract; give this another one: `{} = \"…\"`",
                mark.slot.attribute()
            );
            errors.push(Error::new(mark.span, message));
        }
        // The path stands among the details.
        let place = |slot| {
            if slot == Slot::Path { Slot::Detail } else { slot }
        };
        let twice = marks
            .iter()
            .take(index)
            .any(|earlier| place(earlier.slot) == place(mark.slot) && earlier.key == key);
        if twice {
            let message = match mark.slot {
                Slot::RateLimit | Slot::Path => {
                    format!("only one field can be the `{key}`; remove one of the marks")
                }
                slot => format!(
                    "`{key}` is taken by another field; give this another key: `{} = \"…\"`",
                    slot.attribute()
                ),
            };
            errors.push(Error::new(mark.span, message));
        }
    }
}

fn screaming(name: &str) -> String {
    let mut screaming = String::new();
    let mut after_lower = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && after_lower {
            screaming.push('_');
        }
        after_lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        screaming.push(if letter.is_ascii_alphanumeric() {
            letter.to_ascii_uppercase()
        } else {
            '_'
        });
    }
    screaming
}
