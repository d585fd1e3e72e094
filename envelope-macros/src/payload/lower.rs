//! The `Payload` impl, and checks of the types that serialize to the whole object or to a part of the object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Type, WhereClause, parse_quote, parse_quote_spanned};

use super::input::{Input, Shape};
use crate::spans::{mentions, tokens_at, tokens_over};
use crate::syntax::crate_path::CratePath;
use crate::types::is_generic;

/// A type in the data, and whether it is a part of an object instead of the whole.
type Required<'a> = (&'a Type, bool);

/// A statement, at the type, that only compiles if the type serializes to an object or to a part of one.
fn check((ty, is_part): Required<'_>, runtime: &CratePath) -> TokenStream {
    if is_part {
        let phantom = quote!(::std::marker::PhantomData::<#ty>);
        let placed = tokens_over(ty, phantom.clone());
        return quote!(#runtime::PartOf(#phantom).__check(#placed););
    }
    let check = tokens_at(runtime.item(&["payload"]), ty.span());
    quote_spanned!(ty.span()=> #check::<#ty>();)
}

pub(super) fn implementation(input: &Input<'_>) -> TokenStream {
    let Input { item, runtime, .. } = input;
    let shapes = input.shapes();
    let payloads = shapes.iter().filter_map(|(_, shape)| match shape {
        Shape::SameAs(ty) => Some((*ty, false)),
        Shape::Tagged(ty) => Some((*ty, true)),
        Shape::Object | Shape::Other(_) => None,
    });
    let flattened = input.flattened().map(|ty| (ty, true));
    let itself = Ident::new("Self", Span::call_site());
    let required = payloads.chain(flattened);
    let required = required.filter(|(ty, _)| !mentions(ty.to_token_stream(), &itself));
    let (mut generic, concrete): (Vec<_>, Vec<_>) =
        required.partition(|(ty, _)| is_generic(ty, &item.generics));
    // A bound on a type that contains the deriving type would require itself.
    generic.retain(|(ty, _)| !mentions(ty.to_token_stream(), &item.ident));
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let (ident, bounds) = (&item.ident, bounds(input, &generic));
    let checks = concrete.iter().map(|required| check(*required, runtime));
    // The checks are not bounds, since the compiler would report a wrong type again where the data is used.
    let checks = (!concrete.is_empty()).then(|| {
        quote! {
            #[allow(deprecated)]
            const _: () = {
                #[allow(unused_lifetimes)]
                fn check #impl_generics () #where_clause {
                    use #runtime::MayBePart as _;
                    #(#checks)*
                }
            };
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #impl_generics #runtime::Payload for #ident #type_generics #bounds {}
        #checks
    }
}

/// The `where` clause, with the bounds of type parameters. A missing `Serialize` is reported where the type is data: because of
/// `for<'__serialize>`, the compiler does not check the bound here.
fn bounds(Input { item, runtime, .. }: &Input<'_>, required: &[Required<'_>]) -> WhereClause {
    let mut clause = item.generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
    clause.predicates.push(parse_quote!(for<'__serialize> Self: #runtime::Serializes));
    for (ty, is_part) in required {
        let bound = if *is_part { "Flatten" } else { "Payload" };
        // If only a part of the bound had the user's span, the compiler would point at the whole derive.
        let bound = tokens_at(runtime.item(&[bound]), ty.span());
        clause.predicates.push(parse_quote_spanned!(ty.span()=> #ty: #bound));
    }
    clause
}
