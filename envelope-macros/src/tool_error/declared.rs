//! The constant `DECLARED`: a row for each variant that has a code, and the inner errors of the others.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{LitStr, Type};

use super::input::{Input, Variant};
use super::mark::FieldMark;
use super::slot::Slot;
use super::variant::VariantAttrs;
use crate::contracts::{Code, ErrorType, RETRIES, delay, pascal_case};
use crate::syntax::crate_path::CratePath;
use crate::types::only_argument;

/// The failures of the variants.
pub(super) fn table(input: &Input<'_>) -> TokenStream {
    let runtime = &input.runtime;
    let coded = input.variants.iter().filter(|variant| !variant.attrs.passes_on());
    let rows = coded.map(|variant| row(input, variant));
    let transparent = input.variants.iter().filter(|variant| variant.attrs.transparent.is_some());
    let inner: Vec<_> = transparent.filter_map(|variant| inner(input, variant)).collect();
    let table = quote!(#runtime::DeclaredFailures::new(const { &[#(#rows),*] }));
    let passing_on = (!inner.is_empty()).then(|| quote!(.passing_on(const { &[#(#inner),*] })));
    let is_open = input.variants.iter().any(|variant| variant.attrs.with.is_some());
    let open = is_open.then(|| quote!(.open()));
    let import = (!inner.is_empty()).then(|| quote!(use #runtime::Undeclared as _;));
    quote!({ #import #table #passing_on #open })
}

/// The failure of a variant with a code.
fn row(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let runtime = &input.runtime;
    let attrs = &variant.attrs;
    let failure = match code(variant, runtime) {
        (code, None) => quote!(#runtime::DeclaredFailure::new(#code)),
        (code, error_type) => quote!(#runtime::DeclaredFailure::custom(#code, #error_type)),
    };
    // A message that is hidden from callers is also hidden here.
    let is_hidden = variant.error_type_or_default() == Some("internal") && attrs.expose.is_none();
    let display = attrs.error_text().filter(|_| !is_hidden);
    let message = attrs.message.as_ref().map(|text| &text.written).or(display);
    let message = message.map(|text| quote!(.message(#text)));
    let (name, texts) = (name(input, variant), texts(variant, runtime));
    let keys = variant.marks().filter(|mark| mark.slot != Slot::Meta).map(|mark| &mark.key);
    quote!(#failure.variant(#name) #message #texts.sent(&[#(#keys),*]))
}

/// The code of a variant: a standard code, which is a variant of a runtime enum, or a custom code with its error type.
pub(super) fn code(
    variant: &Variant<'_>,
    runtime: &CratePath,
) -> (TokenStream, Option<TokenStream>) {
    let VariantAttrs { code, error_type, .. } = &variant.attrs;
    let code = code.as_ref().map(LitStr::value).unwrap_or_default();
    let general = Code::find(&code).and_then(|standard| standard.variant);
    if let Some(general) = general.filter(|_| error_type.is_none()) {
        return (runtime.item(&["ErrorCode", general]), None);
    }
    let error_type = variant.error_type_or_default().and_then(ErrorType::find);
    let error_type = error_type.map(|error_type| runtime.item(&["ErrorType", error_type.variant]));
    (quote!(#code), error_type)
}

/// The failures of the inner error, with the changes of the variant.
fn inner(input: &Input<'_>, variant: &Variant<'_>) -> Option<TokenStream> {
    let runtime = &input.runtime;
    let ty = pointee(variant.fields.first()?.ty);
    let (name, texts) = (name(input, variant), texts(variant, runtime));
    let changes = quote!(#runtime::DeclaredFailure::CHANGES.variant(#name) #texts);
    Some(quote!(#runtime::InnerFailures::new(#runtime::FailuresOf::<#ty>::__declared, #changes)))
}

/// The texts, the retry advice and the codes, which both kinds of variants have.
fn texts(variant: &Variant<'_>, runtime: &CratePath) -> TokenStream {
    let attrs = &variant.attrs;
    let remediation = attrs.remediation.iter().map(|text| &text.written);
    let summary = attrs.summary.iter().map(|text| &text.written);
    let reviewed = attrs.reviewed.iter();
    let codes = attrs.codes.iter().map(|(dialect, code)| quote!((#dialect, #code)));
    let codes = (!attrs.codes.is_empty()).then(|| quote!(.codes(&[#(#codes),*])));
    let retry = retry(variant, runtime);
    quote! {
        #(.remediation(#remediation))* #(.summary(#summary))* #retry #codes #(.reviewed(#reviewed))*
    }
}

/// The retry advice of a variant, or its delay.
pub(super) fn advice(variant: &Variant<'_>, runtime: &CratePath) -> Option<TokenStream> {
    let advice = variant.attrs.retry.as_ref()?.value();
    if let Some(seconds) = delay(&advice) {
        return Some(quote!(.retry_after(::core::time::Duration::from_secs(#seconds))));
    }
    let word = RETRIES.iter().find(|word| **word == advice)?;
    let advice = runtime.item(&["Retry", &pascal_case(word)]);
    Some(quote!(.retry(#advice)))
}

/// The retry advice: the advice of the variant, or a delay that a field has.
fn retry(variant: &Variant<'_>, runtime: &CratePath) -> Option<TokenStream> {
    let has_delay = variant.marks().any(FieldMark::is_delay);
    let after_delay = runtime.item(&["Retry", "AfterDelay"]);
    let delay = has_delay.then(|| quote!(.retry(#after_delay)));
    advice(variant, runtime).or(delay)
}

/// The name of the variant in the findings of the review.
fn name(input: &Input<'_>, variant: &Variant<'_>) -> String {
    let ident = &input.item.ident;
    if variant.is_struct { ident.to_string() } else { format!("{ident}::{}", variant.ident) }
}

/// The type behind a smart pointer, which is the error that the pointer passes on.
fn pointee(ty: &Type) -> &Type {
    match only_argument(ty) {
        // A trait object can contain any error.
        None | Some((_, Type::TraitObject(_))) => ty,
        Some((name, inner)) if ["Arc", "Box", "Rc"].iter().any(|pointer| name == pointer) => {
            pointee(inner)
        }
        Some(_) => ty,
    }
}
