//! The `ToolError` impl.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Type, WhereClause, parse_quote};

use super::ast::{Field, Input, Variant};
use super::attr::{FieldMark, Slot};
use crate::codes;
use crate::dialects;
use crate::spans::mentions;

pub(super) fn implementation(input: &Input<'_>) -> TokenStream {
    let runtime = runtime(input);
    // One coercion, so that a missing `Display` is one error, on the type.
    let display = uses_display(input).then(|| {
        let this = Ident::new("self", input.item.ident.span());
        quote!(let display: &dyn #runtime::ErrorMessage = #this;)
    });
    let arms = input.variants.iter().map(|variant| arm(variant, &runtime));
    implement(
        input,
        &runtime,
        &quote! {
            #display
            match self {
                #(#arms)*
            }
        },
    )
}

/// An impl for an error type in which something is wrong.
pub(super) fn fallback(input: &Input<'_>) -> TokenStream {
    implement(input, &runtime(input), &quote!(loop {}))
}

fn runtime(input: &Input<'_>) -> TokenStream {
    let path = input.runtime.as_ref().map(ToTokens::to_token_stream);
    path.unwrap_or_else(|| quote!(::envelope_runtime))
}

fn implement(input: &Input<'_>, runtime: &TokenStream, body: &TokenStream) -> TokenStream {
    let ident = &input.item.ident;
    let (impl_generics, type_generics, where_clause) = input.item.generics.split_for_impl();
    let where_clause = bounds(input, runtime, where_clause);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #runtime::ToolError for #ident #type_generics #where_clause {
            fn report(&self) -> #runtime::ErrorReport {
                #body
            }
        }
    }
}

/// Whether the error's own words are its message somewhere.
fn uses_display(input: &Input<'_>) -> bool {
    input
        .variants
        .iter()
        .any(|variant| variant.attrs.transparent.is_none() && variant.message.is_none())
}

/// One variant, as the report that it gives.
fn arm(variant: &Variant<'_>, runtime: &TokenStream) -> TokenStream {
    let used =
        variant.fields.iter().enumerate().filter(|(index, field)| is_used(variant, *index, field));
    let bindings = used.map(|(_, field)| {
        let (member, binding) = (&field.member, field.binding());
        quote!(#member: #binding,)
    });
    let ident = (!variant.is_struct).then_some(variant.ident).map(|ident| quote!(::#ident));
    let report = report(variant, runtime);
    quote!(Self #ident { #(#bindings)* .. } => #report,)
}

fn is_used(variant: &Variant<'_>, index: usize, field: &Field<'_>) -> bool {
    let mut arguments = variant.templates().flat_map(|template| &template.arguments);
    variant.attrs.transparent.is_some()
        || field.is_source
        || !field.marks.is_empty()
        || arguments.any(|argument| argument.field == index)
}

fn report(variant: &Variant<'_>, runtime: &TokenStream) -> TokenStream {
    let mut report = match (variant.attrs.transparent, variant.fields.first()) {
        (Some(_), Some(field)) => {
            let inner = over(field.ty, field.binding());
            quote!(#runtime::ToolError::report(#inner))
        }
        _ => coded(variant, runtime),
    };
    if let Some(remediation) = &variant.remediation {
        report.extend(quote!(.with_remediation(#remediation)));
    }
    if let Some(summary) = &variant.summary {
        report.extend(quote!(.with_summary(#summary)));
    }
    for (feature, tier, reason) in &variant.upgrades {
        let variant = dialects::tier_variant(tier).unwrap_or("Community");
        let tier = Ident::new(variant, Span::call_site());
        report.extend(quote! {
            .with_upgrade(#feature, #runtime::code_scalpel::Tier::#tier, #reason)
        });
    }
    for (dialect, code) in &variant.attrs.codes {
        report.extend(quote!(.with_code_for(#dialect, #code)));
    }
    for field in &variant.fields {
        if field.is_source && variant.attrs.transparent.is_none() {
            report.extend(source(field, runtime));
        }
        for mark in &field.marks {
            report.extend(marked(field, mark));
        }
    }
    report
}

/// The error behind this one, for the log.
fn source(field: &Field<'_>, runtime: &TokenStream) -> TokenStream {
    let binding = field.binding();
    let error = |source| {
        quote!({
            use #runtime::__AsDynError as _;
            #source.as_dyn_error()
        })
    };
    if is_option(field.ty) {
        let error = error(quote!(source));
        quote!(.with_optional_source(#binding.as_ref().map(|source| #error)))
    } else {
        let error = error(quote!(#binding));
        quote!(.with_source(#error))
    }
}

/// A report with a code and a message.
fn coded(variant: &Variant<'_>, runtime: &TokenStream) -> TokenStream {
    let attrs = &variant.attrs;
    let code = attrs.code.as_ref().map(syn::LitStr::value).unwrap_or_default();
    let message = variant.message.as_ref().map(ToTokens::to_token_stream);
    let message = message.unwrap_or_else(|| quote!(display));
    let report = match (codes::find(&code), &attrs.error_type) {
        (Some(standard), _) => {
            let standard = Ident::new(&standard.variant(), Span::call_site());
            quote!(#runtime::ErrorReport::new(#runtime::ErrorCode::#standard, #message))
        }
        (None, error_type) => {
            let error_type = error_type.as_ref().map(syn::LitStr::value).unwrap_or_default();
            let error_type = codes::error_type_variant(&error_type).unwrap_or("Internal");
            let error_type = Ident::new(error_type, Span::call_site());
            quote!(#runtime::ErrorReport::custom(#code, #runtime::ErrorType::#error_type, #message))
        }
    };
    // A message that is written for the caller goes to the caller.
    let expose = (attrs.expose.is_some() || variant.message.is_some()).then(|| quote!(.expose()));
    quote!(#report #expose)
}

fn marked(field: &Field<'_>, mark: &FieldMark) -> TokenStream {
    let value = over(field.ty, field.binding());
    let key = &mark.key;
    match mark.slot {
        Slot::Detail => quote!(.with_detail(#key, #value)),
        Slot::Data => quote!(.with_data(#key, #value)),
        Slot::Path => quote!(.with_path(#value)),
        Slot::RateLimit => quote!(.with_rate_limit(#value)),
        Slot::Telemetry => quote!(.with_telemetry(#key, #value)),
        Slot::Meta => quote!(.with_meta(#key, #value)),
    }
}

/// A binding where its type stands, since the compiler blames the argument whose bound fails.
fn over(ty: &Type, mut binding: Ident) -> Ident {
    binding.set_span(binding.span().located_at(ty.span()));
    binding
}

/// What generic fields have to implement.
fn bounds(
    input: &Input<'_>,
    runtime: &TokenStream,
    where_clause: Option<&WhereClause>,
) -> Option<WhereClause> {
    let generics = &input.item.generics;
    if generics.type_params().next().is_none() {
        return where_clause.cloned();
    }
    let mut clause = where_clause.cloned().unwrap_or_else(|| parse_quote!(where));
    if uses_display(input) {
        clause.predicates.push(parse_quote!(Self: ::std::fmt::Display));
    }
    for variant in &input.variants {
        for (index, field) in variant.fields.iter().enumerate() {
            let ty = field.ty;
            // A type that contains itself is what is being proved: asking for it again would never end.
            if !is_generic(ty, generics) || mentions(ty.to_token_stream(), &input.item.ident) {
                continue;
            }
            for required in required_traits(variant, index, field, runtime) {
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
    runtime: &TokenStream,
) -> Vec<TokenStream> {
    let arguments = variant.templates().flat_map(|template| &template.arguments);
    let formats = arguments.filter_map(|argument| {
        let format = argument.format.filter(|_| argument.field == index)?;
        let format = Ident::new(format, Span::call_site());
        Some(quote!(::std::fmt::#format))
    });
    let marks = field.marks.iter().map(|mark| match mark.slot {
        Slot::Path => quote!(#runtime::ErrorPath),
        Slot::RateLimit => quote!(#runtime::ErrorRateLimit),
        _ => quote!(#runtime::Serialize),
    });
    let transparent = variant.attrs.transparent.map(|_| quote!(#runtime::ToolError));
    let is_error = field.is_source && !is_option(field.ty);
    let source = is_error.then(|| quote!(::std::error::Error));
    formats.chain(marks).chain(transparent).chain(source).collect()
}

/// Whether a type names one of the type parameters.
fn is_generic(ty: &Type, generics: &syn::Generics) -> bool {
    generics.type_params().any(|parameter| mentions(ty.to_token_stream(), &parameter.ident))
}

/// Whether thiserror takes a source of this type for one that is not always there.
fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|segment| segment.ident == "Option")
        }
        _ => false,
    }
}
