//! The keys that a payload writes at the root of the data, none of which a contract reserves.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
use syn::{Data, DataEnum, DeriveInput, Error, Fields, LitStr};

use super::Serde;
use crate::contracts;
use crate::errors::Errors;

pub(super) fn check(item: &DeriveInput, serde: &Serde, errors: &mut Errors) {
    if serde.transparent || serde.into.is_some() {
        return;
    }
    check_own(serde.tag_key.as_ref(), "tag", errors);
    match &item.data {
        Data::Struct(data) => check_fields(&data.fields, serde.rename_all.as_ref(), errors),
        Data::Enum(data) => check_enum(data, serde, errors),
        Data::Union(_) => {}
    }
}

fn check_enum(data: &DataEnum, serde: &Serde, errors: &mut Errors) {
    check_own(serde.content_key.as_ref(), "content", errors);
    for variant in &data.variants {
        let own = Serde::parse(&variant.attrs);
        if own.skipped || own.with || serde.content {
            continue;
        }
        if serde.tag || serde.untagged || own.untagged {
            let rename_all = own.rename_all.as_ref().or(serde.rename_all_fields.as_ref());
            check_fields(&variant.fields, rename_all, errors);
        } else {
            let name = variant.ident.unraw().to_string();
            let is_snake_case =
                serde.rename_all.as_ref().is_some_and(|case| case.value() == "snake_case");
            let name = if is_snake_case { snake_case(&name) } else { name };
            check_named(&variant.ident, &name, &own, errors);
        }
    }
}

fn check_fields(fields: &Fields, rename_all: Option<&LitStr>, errors: &mut Errors) {
    // The other cases of serde change every key that is reserved.
    let keeps_names =
        rename_all.is_none_or(|case| ["snake_case", "lowercase"].contains(&case.value().as_str()));
    for field in fields {
        let serde = Serde::parse(&field.attrs);
        if let Some(ident) = &field.ident
            && !serde.skipped
            && !serde.flatten
            && (keeps_names || serde.rename.is_some())
        {
            check_named(ident, &ident.unraw().to_string(), &serde, errors);
        }
    }
}

/// Checks the key of a field or a variant, which `rename` replaces.
fn check_named(ident: &Ident, name: &str, serde: &Serde, errors: &mut Errors) {
    if serde.rename.is_some() {
        check_own(serde.rename.as_ref(), "rename", errors);
    } else {
        errors.take(check_key(name, "rename", ident.span()));
    }
}

/// Checks a key that is an argument of `#[serde(…)]`.
fn check_own(key: Option<&LitStr>, argument: &str, errors: &mut Errors) {
    if let Some(key) = key {
        errors.take(check_key(&key.value(), argument, key.span()));
    }
}

fn check_key(key: &str, argument: &str, span: Span) -> syn::Result<()> {
    let reserving = contracts::ids_where(|contract| contract.reserves_root(key));
    if reserving.is_empty() {
        return Ok(());
    }
    let message = format!(
        "`{key}` is reserved by {}; choose another key: `#[serde({argument} = \"…\")]`",
        reserving.join(" and ")
    );
    Err(Error::new(span, message))
}

/// The name of a variant in `snake_case`, as serde writes it.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (index, char) in name.char_indices() {
        if index > 0 && char.is_uppercase() {
            snake.push('_');
        }
        snake.push(char.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use crate::payload::expand;

    #[test]
    fn reserved_keys_are_those_at_the_root() {
        for (item, compiles) in [
            ("struct A { error_code: u8 }", false),
            ("struct A { r#error_type: u8 }", false),
            ("#[serde(rename_all = \"snake_case\")] struct A { error_code: u8 }", false),
            ("#[serde(rename_all = \"camelCase\")] struct A { error_code: u8 }", true),
            ("#[serde(rename_all(serialize = \"camelCase\"))] struct A { error_code: u8 }", true),
            (
                "#[serde(rename_all(deserialize = \"camelCase\"))] struct A { error_code: u8 }",
                false,
            ),
            ("struct A { #[serde(rename = \"code\")] error_code: u8 }", true),
            ("struct A { #[serde(rename = \"error_code\")] code: u8 }", false),
            ("struct A { #[serde(rename(serialize = \"error_code\"))] code: u8 }", false),
            ("struct A { #[serde(rename(deserialize = \"error_code\"))] code: u8 }", true),
            ("struct A { #[serde(skip)] error_code: u8 }", true),
            ("struct A { #[serde(flatten)] error_code: B }", true),
            ("#[serde(transparent)] struct A { error_code: B }", true),
            ("#[serde(into = \"B\")] struct A { error_code: u8 }", true),
            ("#[serde(tag = \"error_code\")] struct A { code: u8 }", false),
            ("#[serde(tag = \"kind\")] enum A { B { error_code: u8 } }", false),
            ("#[serde(tag = \"error_type\")] enum A { B { code: u8 } }", false),
            ("#[serde(tag = \"kind\", content = \"c\")] enum A { B { error_code: u8 } }", true),
            ("#[serde(tag = \"kind\", content = \"error_code\")] enum A { B(u8) }", false),
            ("#[serde(untagged)] enum A { B { error_code: u8 } }", false),
            (
                "#[serde(untagged, rename_all_fields = \"camelCase\")] enum A { B { error_code: u8 } }",
                true,
            ),
            ("enum A { B { error_code: u8 } }", true),
            ("enum A { #[serde(untagged)] B { error_code: u8 }, C(u8) }", false),
            ("#[serde(untagged)] enum A { #[serde(skip)] B { error_code: u8 }, C {} }", true),
            (
                "#[serde(untagged)] enum A { #[serde(with = \"b\")] B { error_code: u8 }, C {} }",
                true,
            ),
            ("enum A { ErrorCode(u8) }", true),
            ("#[serde(rename_all = \"snake_case\")] enum A { ErrorCode(u8) }", false),
            ("enum A { #[serde(rename = \"error_code\")] B(u8) }", false),
        ] {
            let expanded = expand(item.parse().unwrap()).to_string();
            assert_eq!(!expanded.contains("compile_error"), compiles, "{item}");
        }
    }
}
