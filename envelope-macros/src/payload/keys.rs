//! Checks that no contract reserves the key of a field at the root of the data, and that no two fields have one key. Keys of maps and
//! names of variants are not checked.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Data, LitStr};

use super::input::{Field, Input, Variant};
use super::serde::Serde;
use crate::contracts;
use crate::errors::Errors;

pub(super) fn check(input: &Input<'_>, errors: &mut Errors) {
    let serde = &input.serde;
    if serde.transparent || serde.into.is_some() {
        return;
    }
    if let Some(tag) = &serde.tag {
        check_key(&tag.value(), "tag", tag.span(), errors);
    }
    for variant in &input.variants {
        let rename_all = match &input.item.data {
            Data::Enum(_) if !is_at_root(variant, serde) => continue,
            Data::Enum(_) => variant.serde.rename_all.as_ref().or(serde.rename_all_fields.as_ref()),
            Data::Struct(_) | Data::Union(_) => serde.rename_all.as_ref(),
        };
        check_fields(&variant.fields, rename_all, errors);
    }
}

/// Whether the fields of a variant are at the root.
fn is_at_root(Variant { serde: own, .. }: &Variant<'_>, container: &Serde) -> bool {
    let is_flat = container.tag.is_some() || container.untagged || own.untagged;
    is_flat && !container.content && !own.skipped && !own.with
}

fn check_fields(fields: &[Field<'_>], rename_all: Option<&LitStr>, errors: &mut Errors) {
    // The other rules of `rename_all` change every reserved key.
    let keeps_names =
        rename_all.is_none_or(|case| ["snake_case", "lowercase"].contains(&case.value().as_str()));
    let mut keys = HashSet::new();
    for Field { written, serde } in fields {
        let Some(ident) = &written.ident else { continue };
        if serde.skipped || serde.flatten {
            continue;
        }
        let (key, place) = match &serde.rename {
            Some(key) => (key.value(), key.span()),
            None if keeps_names => (ident.unraw().to_string(), ident.span()),
            None => continue,
        };
        check_key(&key, "rename", place, errors);
        let is_cfg = written.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if !serde.optional && !is_cfg && !keys.insert(key) {
            errors.report_at(place, "another field has this key; give each field its own key");
        }
    }
}

fn check_key(key: &str, argument: &str, place: Span, errors: &mut Errors) {
    let ids = contracts::ids_where(|contract| contract.reserves_root(key));
    let fix = format!("#[serde({argument} = \"…\")]");
    contracts::check_reserved(key, place, &ids, &fix, errors);
}

#[cfg(test)]
mod tests {
    use crate::payload::tests::expand;

    #[test]
    fn keys_at_the_root_are_not_reserved_and_differ() {
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
            ("struct A { #[serde(rename = \"x\")] a: u8, #[serde(rename = \"x\")] b: u8 }", false),
            ("struct A { x: u8, #[serde(rename = \"x\")] b: u8 }", false),
            ("struct A { #[serde(rename = \"x\")] b: u8, x: u8 }", false),
            (
                "#[serde(rename_all = \"camelCase\")] struct A { a_b: u8, #[serde(rename = \"a_b\")] b: u8 }",
                true,
            ),
            ("struct A { #[serde(skip)] x: u8, #[serde(rename = \"x\")] b: u8 }", true),
            (
                "struct A { #[serde(skip_serializing_if = \"is_none\")] x: u8, #[serde(rename = \"x\")] b: u8 }",
                true,
            ),
            (
                "struct A { #[cfg(unix)] x: u8, #[cfg(windows)] #[serde(rename = \"x\")] b: u8 }",
                true,
            ),
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
