//! The requirements of the contracts on an error.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Error, ExprPath, LitStr};

use super::input::{Input, Variant};
use super::mark::FieldMark;
use super::slot::Slot;
use super::variant::VariantAttrs;
use crate::contracts::{
    self, Code, Contract, ERROR_TYPE_NAMES, ErrorType, RETRIES, TIERS, UPGRADE_REQUIRED, delay,
    http_status, is_meta_name, is_screaming_snake_case, to_meta_name, to_screaming_snake_case,
};
use crate::errors::{Errors, error};
use crate::syntax::suggest::{self, any_of, did_you_mean, nearest, unknown};
use crate::syntax::values::text_of;
use crate::types::{SCALARS, last_name, only_argument};

pub(super) fn check(input: &Input<'_>, errors: &mut Errors) {
    for variant in &input.variants {
        if variant.attrs.passes_on() {
            check_passed_on(variant, errors);
        } else {
            check_error_type(&variant.attrs, errors);
            check_code(variant, errors);
            check_foreign_texts(variant, errors);
            check_expose(variant, errors);
            check_status(variant, errors);
        }
        check_retry(&variant.attrs, variant.marks(), errors);
        check_skip_nulls(variant, errors);
        check_details(variant, errors);
        check_upgrades(variant, errors);
        check_codes(variant, errors);
        check_marks(variant, errors);
    }
    check_error_type(&input.defaults, errors);
    check_retry(&input.defaults, [], errors);
}

/// Checks that a variant with `transparent` or `with` has one field, and no argument that the inner error or the function determines.
fn check_passed_on(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    let (name, place, meaning) = match (&attrs.with, &attrs.transparent) {
        (Some(function), None) => {
            ("with", function.to_token_stream(), "takes the failure from the function")
        }
        (_, flag) => ("transparent", flag.to_token_stream(), "passes on the inner error as it is"),
    };
    // `DeclaredFailures::review` does not know the failures that a function returns.
    let own = if name == "with" { "reviewed" } else { "with" };
    let excluded = ["code", "error_type", "message", "expose", "status", own];
    for other in attrs.given.iter().filter(|given| excluded.iter().any(|name| given == name)) {
        errors.push(error!(other, "`{name}` {meaning}; remove `{other}` or `{name}`"));
    }
    let message = "`transparent` sends the message of the inner error instead of this one; write `#[error(transparent)]`, or a `code` and a `message` instead of `transparent`";
    let text = attrs.error_text().filter(|text| name == "transparent" && text.value() != "{0}");
    errors.report_each(text, message);
    let message = "`with` calls a function with a reference to the error, and `ToolFailure::from` takes the error itself; write `transparent` instead";
    let is_conversion = |with: &&ExprPath| text_of(*with).ends_with("ToolFailure::from");
    errors.report_each(attrs.with.as_ref().filter(is_conversion), message);
    let count = variant.fields.len();
    if count != 1 {
        let change = if count == 0 { "add it" } else { "remove the others" };
        let ident = variant.ident;
        errors.push(error!(place, "`{name}` needs the inner error as the only field, and `{ident}` has {count} fields; {change}, or write a `code` instead of `{name}`"));
    }
}

/// Reports an unknown error type where it is written: a wrong default once, and not on each variant.
fn check_error_type(attrs: &VariantAttrs, errors: &mut Errors) {
    if let Some(name) = &attrs.error_type
        && attrs.gives("error_type")
        && ErrorType::find(&name.value()).is_none()
    {
        errors.push(unknown("error_type", name, ERROR_TYPE_NAMES.iter().copied()));
    }
}

/// Checks that there is a code, and that it agrees with the error type.
fn check_code(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    match &attrs.code {
        None if attrs.broken => {}
        None => errors.push(no_code(variant)),
        Some(code) if !is_screaming_snake_case(&code.value()) => errors.push(not_a_code(code)),
        Some(code) => match (Code::find(&code.value()), &attrs.error_type) {
            (Some(standard), Some(error_type)) => {
                check_standard_type(standard, error_type, errors);
            }
            (None, None) if !attrs.broken => errors.push(no_error_type(code)),
            _ => {}
        },
    }
}

/// Reports a text that shows the error in a field. The message of such an error can contain secrets, for example names of tables.
fn check_foreign_texts(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    if attrs.code.is_some()
        && attrs.expose.is_none()
        && !attrs.broken
        && let Some((place, field)) = foreign_text(variant)
    {
        errors.push(error!(place, "this sends the text of the error in the field `{field}`, which can contain internals; write a text without it, as in `message = \"…\"`, or add `expose` to send it"));
    }
}

/// Finds the first text that shows the caller the error in a field. Returns the place of the text, and the name of the field.
fn foreign_text(variant: &Variant<'_>) -> Option<(TokenStream, String)> {
    let mut fields = variant.fields.iter().filter(|field| variant.is_foreign_text(field));
    let shown = variant.templates().find_map(|text| {
        let mut arguments =
            text.arguments.iter().filter_map(|shown| variant.fields.get(shown.field));
        let field = arguments.find(|field| variant.is_foreign_text(field))?;
        Some((text.written.to_token_stream(), field.name()))
    });
    // The `Display` of an internal error is hidden.
    let is_shown = variant.error_type_or_default().is_some_and(|shown| shown != "internal");
    let is_sent = variant.attrs.message.is_none() && is_shown;
    shown.or_else(|| {
        let error = variant.attrs.thiserror.as_ref().filter(|_| is_sent)?;
        let field =
            fields.find(|field| error.transparent.is_some() || error.shows(&field.name()))?;
        let place = error.transparent.as_ref().map(ToTokens::to_token_stream);
        Some((place.unwrap_or_else(|| error.text.to_token_stream()), field.name()))
    })
}

/// Reports `expose` without effect: it only affects the `Display` of an internal error, and a text that shows the error in a field.
fn check_expose(variant: &Variant<'_>, errors: &mut Errors) {
    let Some(expose) = &variant.attrs.expose else { return };
    if foreign_text(variant).is_some() {
        return;
    }
    let sent = match variant.error_type_or_default() {
        Some("internal") if variant.attrs.message.is_some() => {
            "a `message` is always sent".to_owned()
        }
        None | Some("internal") => return,
        Some(error_type) => {
            format!("the message of an error of the type `{error_type}` is always sent")
        }
    };
    errors.report(expose, format_args!("`expose` has no effect, since {sent}; remove it"));
}

fn no_code(variant: &Variant<'_>) -> Error {
    let ident = variant.ident;
    error!(
        ident,
        "`{ident}` has no error code; add a standard code, `#[tool_error(code = \"NOT_FOUND\")]`, or a custom one with its `error_type`; or use `#[tool_error(transparent)]` to pass on an inner error"
    )
}

fn not_a_code(code: &LitStr) -> Error {
    let given = code.value();
    let suggested = match given.trim_start_matches(|first: char| !first.is_ascii_alphabetic()) {
        "" => "SPEC_NOT_FOUND".to_owned(),
        text => to_screaming_snake_case(text),
    };
    error!(
        code,
        "invalid error code; an error code is in SCREAMING_SNAKE_CASE, and starts with a letter: `{suggested}`"
    )
}

/// Checks the error type of a standard code, if a contract fixes it. An unknown error type has been reported already.
fn check_standard_type(standard: &Code, error_type: &LitStr, errors: &mut Errors) {
    let given = error_type.value();
    if let Some(contract) = standard.fixed_by()
        && given != standard.error_type
        && ErrorType::find(&given).is_some()
    {
        let (id, Code { name, error_type: fixed, .. }) = (contract.id, standard);
        errors.push(error!(error_type, "{id} gives the code `{name}` the error_type `{fixed}`, not `{given}`; remove the error_type, or choose a custom code"));
    }
}

fn no_error_type(code: &LitStr) -> Error {
    let name = code.value();
    let is_specific =
        |known: &&str| name.strip_suffix(known).is_some_and(|rest| rest.ends_with('_'));
    let general = contracts::code_names().filter(is_specific).max_by_key(|known| known.len());
    let hint = match general.or_else(|| nearest(&name, contracts::code_names())) {
        Some(near) => format!("did you mean `{near}`? A"),
        None => "a".to_owned(),
    };
    let types = any_of(ERROR_TYPE_NAMES.iter().copied());
    error!(
        code,
        "`{name}` is not a standard code; {hint} custom code needs `error_type = \"…\"`, where the value is {types}"
    )
}

/// Checks that the advice is a known word or a delay, and that no field also has advice.
fn check_retry<'a>(
    attrs: &VariantAttrs,
    marks: impl IntoIterator<Item = &'a FieldMark>,
    errors: &mut Errors,
) {
    let Some(retry) = attrs.retry.as_ref().filter(|_| attrs.gives("retry")) else { return };
    let value = retry.value();
    // A delay implies `after_delay`, and `unknown` is for failures without any advice.
    let is_declared = |word: &&str| !["after_delay", "unknown"].contains(word);
    let words = RETRIES.iter().copied().filter(is_declared);
    if delay(&value).is_none() && !words.clone().any(|word| word == value) {
        let number = |unit| value.strip_suffix(unit)?.trim_end().parse::<u64>().ok();
        let seconds = number("ms").map(|millis| millis.div_ceil(1_000)).or_else(|| number(""));
        let delay = format!("{} s", seconds.unwrap_or(30));
        errors.push(unknown("retry advice", retry, words.chain([delay.as_str()])));
    }
    if let Some(mark) = marks.into_iter().find(|mark| mark.is_advice()) {
        let message = format!(
            "the field that is marked as `{}` gives the retry advice, too; remove `retry` or the mark",
            mark.key
        );
        errors.report(retry, message);
    }
}

/// Reports details that are not an object, and retry advice that is not text. Without this check, the mistake would show only when a tool
/// fails.
fn check_details(variant: &Variant<'_>, errors: &mut Errors) {
    let has_advice = variant.attrs.gives("retry");
    for field in &variant.fields {
        let ty = only_argument(field.ty).map_or(field.ty, |(_, ty)| ty);
        let scalar = last_name(ty).filter(|name| SCALARS.iter().any(|ty| name == ty));
        let Some(scalar) = scalar else { continue };
        for mark in &field.marks {
            match mark.slot {
                Slot::Details => errors.report_at(mark.span, "`details` is for an object, whose entries are the details; write `detail` for one value"),
                Slot::Detail if mark.is_advice() && scalar != "String" && !has_advice => errors.report_at(mark.span, format_args!("the detail `retry` is the retry advice, which is a word such as `never`; choose another key for a `{scalar}`: `detail = \"retries\"`")),
                _ => {}
            }
        }
    }
}

/// Reports `skip_nulls` without a field that is sent.
fn check_skip_nulls(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    let is_nothing_sent = variant.marks().next().is_none();
    if attrs.gives("skip_nulls") && is_nothing_sent && !attrs.passes_on() {
        errors.report(&attrs.skip_nulls, "`skip_nulls` has no effect, since no field is sent; mark one, for example with `#[tool_error(detail)]`, or remove `skip_nulls`");
    }
}

/// Checks that the HTTP status is of the error type, so that a client that sees only the status finds the same error type.
fn check_status(variant: &Variant<'_>, errors: &mut Errors) {
    let Some(status) = &variant.attrs.status else { return };
    let number = status.base10_parse::<u16>().ok().filter(|_| status.suffix().is_empty());
    let Some(of_status) = number.and_then(http_status::error_type) else {
        errors.push(error!(status, "invalid value for `status`; the HTTP status of a failure is from 400 to 599: `status = 410`"));
        return;
    };
    let Some(error_type) = variant.error_type_or_default() else { return };
    if number.is_some_and(|number| http_status::is_of(number, error_type)) {
        return;
    }
    let other = http_status::all_of(error_type).next().unwrap_or_default();
    let ident = variant.ident;
    errors.push(error!(status, "the status {status} is of the error type `{of_status}`, and `{ident}` is of `{error_type}`; remove the status, or change it, for example `status = {other}`"));
}

/// Checks that the tiers exist, and that a code that needs an upgrade has an upgrade.
fn check_upgrades(variant: &Variant<'_>, errors: &mut Errors) {
    let attrs = &variant.attrs;
    let standard = attrs.code.iter().filter(|code| code.value() == UPGRADE_REQUIRED);
    let of_dialects = attrs.codes.iter().filter_map(|(dialect, code)| {
        let upgrade_code = Contract::find(&dialect.value())?.upgrade_code;
        (code.value() == upgrade_code.unwrap_or(UPGRADE_REQUIRED)).then_some(code)
    });
    if let Some(code) = standard.chain(of_dialects).next()
        && attrs.upgrades.is_empty()
        && !attrs.broken
    {
        let (name, tier) = (code.value(), TIERS.example);
        errors.push(error!(code, "`{name}` needs an upgrade; add `upgrade(feature = \"…\", tier = \"{tier}\", reason = \"…\")`"));
    }
    for tier in attrs.upgrades.iter().map(|upgrade| &upgrade.tier) {
        if TIERS.variant(&tier.value()).is_none() {
            errors.push(unknown(TIERS.name, tier, TIERS.words.iter().copied()));
        }
    }
}

/// Checks the codes for single dialects: one code for each dialect, from its vocabulary.
fn check_codes(variant: &Variant<'_>, errors: &mut Errors) {
    let codes = &variant.attrs.codes;
    for (index, (dialect, code)) in codes.iter().enumerate() {
        let id = dialect.value();
        if codes.iter().take(index).any(|(earlier, _)| earlier.value() == id) {
            errors.push(error!(dialect, "`{id}` has two codes; remove one of them"));
        }
        match (Contract::find(&id), meant_ids(&id)) {
            (Some(known), _) => {
                if let Some(error) = wrong_code(variant, known, code) {
                    errors.push(error);
                }
            }
            (None, meant) if !meant.is_empty() => {
                let meant = any_of(meant);
                errors.push(error!(dialect, "there is no dialect `{id}`; did you mean {meant}?"));
            }
            // The codes of a custom dialect have their own form and meaning.
            (None, _) if code.value().trim().is_empty() => errors.push(not_a_code(code)),
            (None, _) => {}
        }
    }
}

/// The ids that a misspelt id means. An id with other digits is another version, which a custom dialect may implement.
fn meant_ids(id: &str) -> Vec<&'static str> {
    let digits = |id: &str| id.chars().filter(char::is_ascii_digit).collect::<String>();
    suggest::meant_ids(id, |known| digits(known) == digits(id))
}

/// The error for a code that a dialect does not have, or has for another error type.
fn wrong_code(variant: &Variant<'_>, dialect: &Contract, code: &LitStr) -> Option<Error> {
    let value = code.value();
    if let Some(vocabulary) = dialect.codes {
        let hint = did_you_mean(&value, vocabulary.iter().copied());
        let is_known = vocabulary.contains(&value.as_str());
        return (!is_known).then(|| error!(code, "{} has no code `{value}`; {hint}", dialect.id));
    }
    if !is_screaming_snake_case(&value) {
        return Some(not_a_code(code));
    }
    let standard = Code::find(&value)?;
    let (id, fixed) = (standard.fixed_by()?.id, standard.error_type);
    let error_type = variant.error_type_or_default().filter(|error_type| *error_type != fixed)?;
    Some(error!(
        code,
        "{id} gives the code `{value}` the error_type `{fixed}`, and this error has `{error_type}`; choose a custom code, or a standard one of `{error_type}`"
    ))
}

/// Checks that no contract reserves a key, and that no key is given twice.
fn check_marks(variant: &Variant<'_>, errors: &mut Errors) {
    let marks: Vec<_> = variant.marks().collect();
    for (index, mark) in marks.iter().enumerate() {
        let ids = contracts::ids_where(|dialect| is_reserved(dialect, mark));
        let fix = format!("{} = \"…\"", mark.slot.name());
        contracts::check_reserved(&mark.key, mark.span, &ids, &fix, errors);
        if mark.slot == Slot::Meta && !is_meta_name(&mark.key) {
            let has_names =
                |dialect: &Contract| dialect.meta.is_some_and(|meta| meta.names.is_some());
            let ids = contracts::ids_where(has_names);
            let name = Some(to_meta_name(&mark.key)).filter(|name| !name.is_empty());
            let message = format!(
                "`{}` is no name for metadata in {}; write `meta = \"{}\"`",
                mark.key,
                ids.join(" and "),
                name.as_deref().unwrap_or("…")
            );
            errors.report_at(mark.span, message);
        }
        // Several fields can be warnings.
        let is_single = mark.slot != Slot::Warnings;
        if is_single && marks.iter().take(index).any(|earlier| is_same_place(earlier, mark)) {
            errors.push(taken(mark));
        }
    }
}

fn is_reserved(dialect: &Contract, mark: &FieldMark) -> bool {
    let object = match mark.slot {
        Slot::Data => dialect.failure_data,
        Slot::Meta => dialect.meta,
        _ => None,
    };
    object.is_some_and(|object| object.has(&mark.key))
}

fn is_same_place(one: &FieldMark, other: &FieldMark) -> bool {
    // The path is also a detail.
    let slot = |mark: &FieldMark| if mark.slot == Slot::Path { Slot::Detail } else { mark.slot };
    slot(one) == slot(other) && one.key == other.key
}

fn taken(mark: &FieldMark) -> Error {
    let key = &mark.key;
    let message = match mark.slot {
        Slot::Details | Slot::RateLimit | Slot::Path => {
            format!("only one field can be the `{key}`; remove one of the marks")
        }
        slot => format!(
            "the key `{key}` is used by another field; choose another key: `{} = \"…\"`",
            slot.name()
        ),
    };
    Error::new(mark.span, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool_error::tests::expand;

    #[test]
    fn an_id_with_other_digits_is_another_version() {
        for (id, meant) in [
            ("reponse-v2", Some("response-v2")),
            ("response_v2", Some("response-v2")),
            ("code-scalpel1", Some("code-scalpel-v1")),
            ("response-v3", None),
            ("response-v", None),
            ("mcp-2026-11-25", None),
            ("acme-v1", None),
        ] {
            assert_eq!(meant_ids(id), Vec::from_iter(meant), "{id}");
        }
    }

    #[test]
    fn the_name_of_metadata_in_a_message_is_never_empty() {
        for (key, name) in [("a b", "a_b"), ("é", "…")] {
            let item = format!(
                "#[tool_error(code = \"CONFLICT\", message = \"no\")] struct E(#[tool_error(meta = \"{key}\")] u8);"
            );
            let expanded = expand(item.parse().unwrap()).to_string();
            assert!(expanded.contains(&format!("write `meta = \\\"{name}\\\"`")), "{expanded}");
        }
    }

    #[test]
    fn a_part_of_an_id_is_no_id_of_its_own() {
        for (id, meant) in [
            ("dotbot", &["dotbot-mcp-response@1"][..]),
            ("Dotbot-MCP-Response", &["dotbot-mcp-response@1"]),
            ("code-scalpel", &["code-scalpel-v1"]),
            ("v2", &["response-v2"]),
            ("mcp", &["mcp-2025-11-25", "mcp-2026-07-28"]),
            ("2026-07-28", &["mcp-2026-07-28"]),
            ("", &[]),
            ("bot", &[]),
            ("response-v", &[]),
        ] {
            assert_eq!(meant_ids(id), meant, "{id}");
        }
    }
}
