//! The `ToolError` impl: a `match` that makes a failure of each variant.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{WhereClause, parse_quote};

use super::declared;
use super::input::{Field, Input, Variant};
use super::mark::FieldMark;
use super::slot::Slot;
use super::template::Template;
use super::variant::{Upgrade, VariantAttrs};
use crate::contracts::TIERS;
use crate::spans::{mentions, tokens_over};
use crate::syntax::crate_path::CratePath;
use crate::types::is_generic;

pub(super) fn implementation(input: &Input<'_>) -> TokenStream {
    let runtime = &input.runtime;
    // One coercion for all variants, so that a missing `Display` is one error. The error is at the type, since the variable `__this` has
    // the span of its name. `self` with this span would not be found if a macro by example passes the name of the type. No field can be
    // called `self`, so no binding of a field is called `__self`.
    let of_thiserror = input.uses_thiserror && input.item.generics.type_params().next().is_none();
    let required = if of_thiserror { quote!(DerivesError) } else { quote!(ErrorMessage) };
    let name = if uses_display(input) { quote!(__self) } else { quote!(_) };
    let display = (of_thiserror || uses_display(input)).then(|| {
        let this = Ident::new("__this", input.item.ident.span());
        quote! {
            let #this = self;
            let #name: &dyn #runtime::#required = #this;
        }
    });
    let arms = input.variants.iter().map(|variant| arm(variant, runtime));
    let body = quote! {
        use #runtime::Show as _;
        #display
        match self { #(#arms)* }
    };
    implement(input, &declared::table(input), &body)
}

/// The impl for an error with mistakes in its attributes.
pub(super) fn after_error(input: &Input<'_>) -> TokenStream {
    let runtime = &input.runtime;
    implement(input, &quote!(#runtime::DeclaredFailures::OPEN), &quote!(loop {}))
}

fn implement(input: &Input<'_>, declared: &TokenStream, body: &TokenStream) -> TokenStream {
    let Input { item, runtime, .. } = input;
    let (ident, visibility) = (&item.ident, &item.vis);
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let where_clause = bounds(input, where_clause);
    let allowed = input.mentions_deprecation().then(|| quote!(#[allow(deprecated)]));
    let constant = quote! {
        #allowed
        impl #impl_generics #ident #type_generics #where_clause {
            /// The failures that this error can become.
            #visibility const DECLARED: #runtime::DeclaredFailures = #declared;
        }
    };
    let passes_on = input.variants.iter().any(|variant| variant.attrs.passes_on());
    let contexts = (cfg!(feature = "anyhow1") && passes_on).then(|| {
        quote! {
            #[automatically_derived]
            #allowed
            impl #impl_generics #runtime::HasContexts for #ident #type_generics #where_clause {}
        }
    });
    // A variant of this name hides the constant.
    let is_hidden = input.variants.iter().any(|variant| variant.ident == "DECLARED");
    let (declared, constant) =
        if is_hidden { (declared, None) } else { (&quote!(Self::DECLARED), Some(constant)) };
    quote! {
        #[automatically_derived]
        #allowed
        impl #impl_generics #runtime::ToolError for #ident #type_generics #where_clause {
            fn failure(&self) -> #runtime::ToolFailure {
                #body
            }

            #[inline]
            fn declared() -> #runtime::DeclaredFailures {
                #declared
            }
        }

        #contexts
        #constant
    }
}

/// Whether the message of some variant is the type's `Display`.
fn uses_display(input: &Input<'_>) -> bool {
    let mut all = input.variants.iter().map(|variant| &variant.attrs);
    all.any(|attrs| !attrs.passes_on() && attrs.message.is_none())
}

/// The arm of the `match` for a variant.
fn arm(variant: &Variant<'_>, runtime: &CratePath) -> TokenStream {
    let used =
        variant.fields.iter().enumerate().filter(|(index, field)| is_used(variant, *index, field));
    let patterns = used.map(|(_, field)| {
        let (member, binding) = (&field.member, field.binding());
        quote!(#member: #binding,)
    });
    let ident = (!variant.is_struct).then_some(variant.ident).map(|ident| quote!(::#ident));
    let failure = failure(variant, runtime);
    quote!(Self #ident { #(#patterns)* .. } => #failure,)
}

fn is_used(variant: &Variant<'_>, index: usize, field: &Field<'_>) -> bool {
    variant.attrs.passes_on()
        || !field.marks.is_empty()
        || variant.arguments(index).next().is_some()
}

fn failure(variant: &Variant<'_>, runtime: &CratePath) -> TokenStream {
    let bindings: Vec<_> = variant.fields.iter().map(Field::binding).collect();
    let failure = match variant.fields.first() {
        Some(inner) if variant.attrs.passes_on() => {
            let (error, ty) = (over_type(inner), inner.ty);
            if let Some(function) = &variant.attrs.with {
                // With an explicit type, the compiler points at the function if its parameter has the wrong type.
                quote!({
                    let __make: fn(&#ty) -> #runtime::ToolFailure = #function;
                    __make(#error)
                })
            } else {
                quote!(#runtime::PassedOn::passed_on(#error))
            }
        }
        _ => coded(variant, &bindings, runtime),
    };
    let VariantAttrs { remediation, summary, .. } = &variant.attrs;
    let displayed = |text: &Template| text.displayed(&bindings, runtime);
    let (remediation, summary) = (remediation.iter().map(displayed), summary.iter().map(displayed));
    let upgrades = upgrades(variant, &bindings, runtime);
    let codes = variant.attrs.codes.iter();
    let codes = codes.map(|(dialect, code)| quote!(.code_for(#dialect, #code)));
    let fields = variant.fields.iter();
    let marks =
        fields.flat_map(|field| field.marks.iter().map(|mark| marked(field, mark, runtime)));
    let retry = declared::advice(variant, runtime);
    let skip_nulls = variant.attrs.skip_nulls.as_ref().map(|_| quote!(.skip_nulls()));
    let failure = quote! {
        #failure #(.remediation(#remediation))* #(.summary(#summary))* #retry
        #upgrades #(#codes)* #(#marks)* #skip_nulls
    };
    with_hidden(variant, failure, runtime)
}

/// Adds the parts for the log to a failure: the cause, and the type's own message if an internal error sends another message. An error
/// without fields has no cause.
fn with_hidden(variant: &Variant<'_>, failure: TokenStream, runtime: &CratePath) -> TokenStream {
    let is_internal = variant.error_type_or_default() == Some("internal");
    let has_own = variant.attrs.message.is_some() && is_internal;
    let has_cause = !variant.attrs.passes_on() && !variant.fields.is_empty();
    if !has_own && !has_cause {
        return failure;
    }
    let none = || quote!(::std::option::Option::None);
    let message = if has_own { quote!(#runtime::Logged(self).__own_message()) } else { none() };
    let cause = if has_cause { quote!(#runtime::Logged(self).__cause()) } else { none() };
    quote!({
        use #runtime::Unlogged as _;
        #runtime::with_hidden(#failure, #message, #cause)
    })
}

/// A failure with the code and the message of the variant.
fn coded(variant: &Variant<'_>, bindings: &[Ident], runtime: &CratePath) -> TokenStream {
    let attrs = &variant.attrs;
    let message = attrs.message.as_ref().map(|message| message.displayed(bindings, runtime));
    let message = message.unwrap_or_else(|| quote!(__self));
    let failure = match declared::code(variant, runtime) {
        (code, None) => quote!(#runtime::ToolFailure::new(#code, #message)),
        (code, error_type) => quote!(#runtime::custom_failure(#code, #error_type, #message)),
    };
    // The author wrote the message for the caller.
    let expose = (attrs.expose.is_some() || attrs.message.is_some()).then(|| quote!(.expose()));
    let status = attrs.status.iter();
    quote!(#failure #expose #(.status(#status))*)
}

fn upgrades(variant: &Variant<'_>, bindings: &[Ident], runtime: &CratePath) -> TokenStream {
    let upgrades = variant.attrs.upgrades.iter().map(|Upgrade { feature, tier, reason }| {
        let feature = feature.displayed(bindings, runtime);
        let tier = TIERS.variant(&tier.value());
        let tier =
            tier.map(|variant| runtime.item(&[TIERS.enum_path, &[variant.as_str()]].concat()));
        let reason = reason.displayed(bindings, runtime);
        quote!(.upgrade(#feature, #tier, #reason))
    });
    upgrades.collect()
}

/// A reference to a field, with the span of its type: the compiler points at the argument whose bound fails.
fn over_type(field: &Field<'_>) -> TokenStream {
    let binding = field.binding();
    tokens_over(field.ty, quote!(&*#binding))
}

/// A marked field.
fn marked(field: &Field<'_>, mark: &FieldMark, runtime: &CratePath) -> TokenStream {
    let (value, key) = (over_type(field), &mark.key);
    let marked = tokens_over(field.ty, quote!(#runtime::Marked(#value)));
    let method = Ident::new(mark.slot.name(), Span::call_site());
    match mark.slot {
        Slot::Path | Slot::RateLimit => quote!(.#method(#value)),
        Slot::Warnings => quote!(.warning(#value)),
        Slot::Details => quote!(.details(#marked)),
        Slot::Detail if mark.is_in_text => quote!(.detail_in_text(#key, #marked)),
        Slot::Data if mark.is_delay() => quote!(.data(#key, #runtime::retry_delay(#value))),
        _ => quote!(.#method(#key, #marked)),
    }
}

/// The `where` clause, with the traits that fields of generic types have to implement.
fn bounds(input: &Input<'_>, where_clause: Option<&WhereClause>) -> Option<WhereClause> {
    let generics = &input.item.generics;
    if generics.type_params().next().is_none() {
        return where_clause.cloned();
    }
    let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
    if uses_display(input) {
        clause.predicates.push(parse_quote!(Self: ::std::fmt::Display));
    }
    // Otherwise the compiler does not see that the error has a cause.
    if input.variants.iter().any(Variant::has_source) {
        clause.predicates.push(parse_quote!(Self: ::std::error::Error));
    }
    for variant in &input.variants {
        for (index, field) in variant.fields.iter().enumerate() {
            let ty = field.ty;
            // A bound on a type that contains the deriving type would require itself.
            if !is_generic(ty, generics) || mentions(ty.to_token_stream(), &input.item.ident) {
                continue;
            }
            for required in required_traits(variant, index, field, &input.runtime) {
                clause.predicates.push(parse_quote!(#ty: #required));
            }
        }
    }
    Some(clause)
}

fn required_traits(
    variant: &Variant<'_>,
    index: usize,
    field: &Field<'_>,
    runtime: &CratePath,
) -> Vec<TokenStream> {
    let formats = variant.arguments(index).filter_map(|argument| {
        let format = Ident::new(argument.format?, Span::call_site());
        Some(quote!(::std::fmt::#format))
    });
    let marks = field.marks.iter().map(|mark| match mark.slot {
        Slot::Path => quote!(#runtime::ErrorPath),
        Slot::RateLimit => quote!(#runtime::ErrorRateLimit),
        Slot::Warnings => quote!(#runtime::ErrorWarnings),
        Slot::Data if mark.is_delay() => quote!(#runtime::RetryDelay),
        _ => quote!(#runtime::ErrorField),
    });
    let transparent = variant.attrs.transparent.as_ref().map(|_| quote!(#runtime::PassedOn));
    formats.chain(marks).chain(transparent).collect()
}

#[cfg(test)]
mod tests {
    use crate::tool_error::tests::expand;

    /// Unused fields get no names that a reader of the expansion would have to understand.
    #[test]
    fn only_fields_that_are_used_are_in_the_pattern() {
        for (field, is_used) in [
            ("id: u8", false),
            ("#[tool_error(detail)] id: u8", true),
            ("#[source] id: Cause", false),
        ] {
            let item = format!(
                "#[tool_error(code = \"CONFLICT\", message = \"no\")] struct S {{ {field} }}"
            );
            let expanded = expand(item.parse().unwrap()).to_string();
            assert_eq!(!expanded.contains("Self { .. }"), is_used, "{field}: {expanded}");
        }
    }

    #[test]
    fn a_generic_error_of_thiserror_has_a_cause() {
        for (field, is_required) in [
            ("#[source] cause: E", true),
            ("#[from] cause: E", true),
            ("#[source] cause: Option<Box<E>>", true),
            ("source: E", true),
            ("cause: E", false),
            ("#[tool_error(detail)] cause: Option<E>", false),
        ] {
            let item = format!(
                "#[error(\"no\")] #[tool_error(code = \"CONFLICT\")] struct S<E> {{ {field} }}"
            );
            let expanded = expand(item.parse().unwrap()).to_string();
            let bound = "Self : :: std :: error :: Error";
            assert_eq!(expanded.contains(bound), is_required, "{expanded}");
        }
    }

    /// The compiler warns of `#[automatically_derived]` on an inherent impl.
    #[test]
    fn only_the_impl_of_the_trait_is_derived() {
        let item = "#[tool_error(code = \"CONFLICT\", message = \"no\")] struct S;";
        let expanded = expand(item.parse().unwrap()).to_string();
        assert_eq!(expanded.matches("automatically_derived").count(), 1, "{expanded}");
        assert!(expanded.starts_with("# [automatically_derived] impl"), "{expanded}");
    }
}
