//! `#[derive(Payload)]`: parse, check, lower. It reads serde's attributes, and refuses a type that does not serialize to a JSON object.

mod check;
mod input;
mod keys;
mod lower;
mod serde;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use self::input::Input;
use crate::errors::Errors;

/// The `Payload` impl, also after an error, so that no other error follows.
pub(crate) fn expand(item: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let input = Input::parse(item, &mut errors);
    check::check(&input, &mut errors);
    let errors = errors.into_compile_errors();
    let implementation = lower::implementation(&input);
    quote!(#errors #implementation)
}

#[cfg(test)]
pub(crate) mod tests {
    use proc_macro2::TokenStream;

    pub(crate) fn expand(item: TokenStream) -> TokenStream {
        super::expand(&syn::parse2(item).unwrap())
    }

    /// The types that this function checks, in order.
    fn required(item: &str, name: &str, end: &str) -> Vec<String> {
        let expanded = expand(item.parse().unwrap()).to_string();
        assert!(!expanded.contains("compile_error"), "{expanded}");
        let check = format!(":: envelope_runtime :: __private :: {name} :: <");
        let types = expanded.split(&check).skip(1);
        types.map(|after| after.split_once(end).unwrap().0.trim().to_owned()).collect()
    }

    #[test]
    fn what_is_flattened_is_a_part_of_the_object() {
        for (item, types) in [
            ("struct S { #[serde(flatten)] a: A, b: B }", vec!["A"]),
            ("struct S { #[serde(flatten, skip)] a: A, #[serde(flatten)] b: B }", vec!["B"]),
            ("struct S { #[serde(flatten, with = \"a\")] a: A }", vec![]),
            ("enum S { V { #[serde(flatten)] a: A, b: B } }", vec!["A"]),
            ("#[serde(tag = \"t\")] enum S { V(A), W(#[serde(skip)] B), X { c: C } }", vec!["A"]),
            ("#[serde(tag = \"t\", content = \"c\")] enum S { V(A) }", vec![]),
            ("#[serde(into = \"B\")] struct S { #[serde(flatten)] a: A }", vec![]),
        ] {
            assert_eq!(
                required(item, "PartOf (:: std :: marker :: PhantomData", ">)"),
                types,
                "{item}"
            );
        }
    }

    #[test]
    fn what_is_written_instead_is_a_payload() {
        for (item, types) in [
            ("struct S(A);", vec!["A"]),
            ("struct S(#[serde(with = \"a\")] A);", vec![]),
            ("struct S { a: A }", vec![]),
            ("#[serde(into = \"B\")] struct S(A);", vec!["B"]),
            ("#[serde(transparent)] struct S { #[serde(skip)] a: A, b: B }", vec!["B"]),
            ("#[serde(transparent)] struct S { a: PhantomData<A>, b: B }", vec!["B"]),
            ("#[serde(transparent)] struct S { #[serde(with = \"a\")] a: A }", vec![]),
            ("#[serde(untagged)] enum S { V(A), W(B) }", vec!["A", "B"]),
            ("#[serde(tag = \"t\")] enum S { V(A) }", vec![]),
            ("#[serde(tag = \"t\", content = \"c\")] enum S { V(A) }", vec![]),
            ("enum S { V(A), #[serde(untagged)] W(B) }", vec!["B"]),
            ("enum S { V(A, B) }", vec![]),
        ] {
            assert_eq!(required(item, "payload", " > () ;"), types, "{item}");
        }
    }

    #[test]
    fn a_variant_that_is_no_object_is_an_error() {
        for (item, becomes) in [
            ("enum S { V, W(A) }", "a string"),
            ("enum S { V(#[serde(skip)] A), W(A) }", "a string"),
            ("#[serde(untagged)] enum S { V, W(A) }", "null"),
            ("#[serde(untagged)] enum S { V(A, B), W(A) }", "an array"),
            ("enum S { #[serde(untagged)] V(A, B), W(A) }", "an array"),
        ] {
            let expanded = expand(item.parse().unwrap()).to_string();
            assert_eq!(expanded.matches("compile_error").count(), 1, "{item}");
            let message = format!("this variant serializes to {becomes};");
            assert!(expanded.contains(&message), "{item}: {expanded}");
        }
    }
}
