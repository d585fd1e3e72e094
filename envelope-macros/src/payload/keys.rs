//! The keys of fields at the root of the data: a contract reserves none of them. Keys of maps and names of variants are not checked.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Data, DataEnum, DeriveInput, Error, Fields, LitStr};

use super::Serde;
use crate::contracts;
use crate::errors::Errors;

pub(super) fn check(item: &DeriveInput, serde: &Serde, errors: &mut Errors) {
    if serde.transparent || serde.into.is_some() {
        return;
    }
    if let Some(tag) = &serde.tag {
        errors.take(check_key(&tag.value(), "tag", tag.span()));
    }
    match &item.data {
        Data::Struct(data) => check_fields(&data.fields, serde.rename_all.as_ref(), errors),
        Data::Enum(data) if !serde.content => check_variants(data, serde, errors),
        Data::Enum(_) | Data::Union(_) => {}
    }
}

/// Checks the variants whose fields are at the root.
fn check_variants(data: &DataEnum, serde: &Serde, errors: &mut Errors) {
    for variant in &data.variants {
        let own = Serde::parse(&variant.attrs);
        let is_flat = serde.tag.is_some() || serde.untagged || own.untagged;
        if is_flat && !own.skipped && !own.with {
            let rename_all = own.rename_all.as_ref().or(serde.rename_all_fields.as_ref());
            check_fields(&variant.fields, rename_all, errors);
        }
    }
}

fn check_fields(fields: &Fields, rename_all: Option<&LitStr>, errors: &mut Errors) {
    // The other cases of serde change every key that is reserved.
    let keeps_names =
        rename_all.is_none_or(|case| ["snake_case", "lowercase"].contains(&case.value().as_str()));
    for field in fields {
        let serde = Serde::parse(&field.attrs);
        let Some(ident) = &field.ident else { continue };
        if serde.skipped || serde.flatten {
            continue;
        }
        if let Some(key) = &serde.rename {
            errors.take(check_key(&key.value(), "rename", key.span()));
        } else if keeps_names {
            errors.take(check_key(&ident.unraw().to_string(), "rename", ident.span()));
        }
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
        ] {
            let expanded = expand(item.parse().unwrap()).to_string();
            assert_eq!(!expanded.contains("compile_error"), compiles, "{item}");
        }
    }
}
